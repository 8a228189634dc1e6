package rewake.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import rewake.catalogue.CatalogueTables;
import rewake.event.ImportStats;

/** {@code rewake kernels}: the modelled kernels. */
@Command(
        name = "kernels",
        description = "The modelled kernels, each as the one before it and the patches since.",
        mixinStandardHelpOptions = true)
final class KernelsCommand implements Callable<Integer> {
    @Mixin
    private Output output = new Output();

    @Override
    public Integer call() throws Exception {
        return output.write(
                CatalogueTables.report("kernels", CatalogueTables.kernels(), Rewake.Version.text()), new ImportStats());
    }
}
