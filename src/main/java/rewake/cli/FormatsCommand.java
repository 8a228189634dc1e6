package rewake.cli;

import picocli.CommandLine.Command;
import rewake.catalogue.CatalogueTables;

/** {@code rewake formats}: the trace formats. */
@Command(
        name = "formats",
        description = "The trace formats that can be read, and how they are recognised.",
        mixinStandardHelpOptions = true)
final class FormatsCommand extends CatalogueCommand {
    FormatsCommand() {
        super("formats", CatalogueTables.formats());
    }
}
