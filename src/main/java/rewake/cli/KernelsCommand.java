package rewake.cli;

import picocli.CommandLine.Command;
import rewake.catalogue.CatalogueTables;

/** {@code rewake kernels}: the modelled kernels. */
@Command(
        name = "kernels",
        description = "The modelled kernels, each as the one before it and the patches since.",
        mixinStandardHelpOptions = true)
final class KernelsCommand extends CatalogueCommand {
    KernelsCommand() {
        super("kernels", CatalogueTables.kernels());
    }
}
