package rewake.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import rewake.catalogue.CatalogueTables;
import rewake.event.ImportStats;
import rewake.report.Table;

/** A command that prints one table of the catalogue. */
abstract class CatalogueCommand implements Callable<Integer> {
    @Mixin
    private Output output = new Output();

    private final String name;
    private final Table table;

    CatalogueCommand(String name, Table table) {
        this.name = name;
        this.table = table;
    }

    @Override
    public final Integer call() throws Exception {
        return output.write(CatalogueTables.report(name, table, Rewake.Version.text()), new ImportStats());
    }
}
