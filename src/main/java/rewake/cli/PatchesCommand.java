package rewake.cli;

import picocli.CommandLine.Command;
import rewake.catalogue.CatalogueTables;

/** {@code rewake patches}: the modelled patches. */
@Command(
        name = "patches",
        description = "The modelled patches: what each changes, its mail or commit, and the kernels that have it.",
        mixinStandardHelpOptions = true)
final class PatchesCommand extends CatalogueCommand {
    PatchesCommand() {
        super("patches", CatalogueTables.patches());
    }
}
