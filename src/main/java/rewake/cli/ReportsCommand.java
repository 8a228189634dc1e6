package rewake.cli;

import picocli.CommandLine.Command;
import rewake.catalogue.CatalogueTables;

/** {@code rewake reports}: the kinds of output. */
@Command(name = "reports", description = "The kinds of output.", mixinStandardHelpOptions = true)
final class ReportsCommand extends CatalogueCommand {
    ReportsCommand() {
        super("reports", CatalogueTables.reports());
    }
}
