package rewake;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rewake.catalogue.CatalogueTables;
import rewake.report.Table;

/** The tables in README.md are the catalogue's, to the letter; {@code -Drewake.format.write=true} writes them anew. */
class ReadmeTest {
    private static final Path README = Path.of(System.getProperty("rewake.root"), "README.md");

    @ParameterizedTest
    @ValueSource(strings = {"formats", "kernels", "patches", "reports"})
    void showsTheCatalogue(String name) throws IOException {
        Table table = switch (name) {
            case "formats" -> CatalogueTables.formats();
            case "kernels" -> CatalogueTables.kernels();
            case "patches" -> CatalogueTables.patches();
            default -> CatalogueTables.reports();
        };
        String text = Files.readString(README);
        Pattern place = Pattern.compile("(?s)(<!-- " + name + " -->\n)(.*?)(<!-- /" + name + " -->)");
        Matcher found = place.matcher(text);
        assertThat(found.find()).as("README.md has a place for the %s", name).isTrue();
        String wanted = CatalogueTables.markdown(table);
        if (Boolean.getBoolean("rewake.format.write"))
            Files.writeString(README, found.replaceFirst("$1" + Matcher.quoteReplacement(wanted) + "$3"));
        else assertThat(found.group(2)).isEqualTo(wanted);
    }
}
