package rewake.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import rewake.catalogue.CatalogueTables;
import rewake.event.ImportStats;

/** {@code rewake patches}: the modelled patches. */
@Command(
        name = "patches",
        description = "The modelled patches: what each changes, its mail or commit, and the kernels that have it.",
        mixinStandardHelpOptions = true)
final class PatchesCommand implements Callable<Integer> {
    @Mixin
    private Output output = new Output();

    @Override
    public Integer call() throws Exception {
        return output.write(
                CatalogueTables.report("patches", CatalogueTables.patches(), Rewake.Version.text()), new ImportStats());
    }
}
