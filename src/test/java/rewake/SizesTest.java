package rewake;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Files stay small, public types say what they are, and every package introduces itself. */
final class SizesTest {
    private static final int MAX_LINES = 500;
    private static final int MAX_MEDIAN = 120;
    private static final Pattern PUBLIC_TYPE = Pattern.compile(
            "^public (?:(?:final|abstract|sealed|non-sealed) )*(?:class|record|enum|interface|@interface) \\w+",
            Pattern.MULTILINE);
    /** A Javadoc, then annotations (with a remark behind them, if any), then the declaration. */
    private static final Pattern DOCUMENTED =
            Pattern.compile("\\*/\\s*\\n(?:@.*\\n(?:[ )].*\\n)*)*" + PUBLIC_TYPE.pattern(), Pattern.MULTILINE);

    private static List<Path> mainFiles() throws IOException {
        List<Path> files = Project.javaFiles(Project.MAIN);
        assertThat(files).hasSizeGreaterThan(20);
        return files;
    }

    @Test
    void noFileIsLong() throws IOException {
        var tooLong = new ArrayList<String>();
        for (Path file : Project.javaFiles(List.of("parsers/src", "reports/src", "src"))) {
            int lines = Files.readAllLines(file).size();
            if (lines > MAX_LINES) tooLong.add(file + ": " + lines);
        }
        assertThat(tooLong).as("files over %d lines", MAX_LINES).isEmpty();
    }

    @Test
    void theMedianFileIsShort() throws IOException {
        var lines = new ArrayList<Integer>();
        for (Path file : mainFiles()) {
            if (!file.endsWith("package-info.java"))
                lines.add(Files.readAllLines(file).size());
        }
        lines.sort(null);
        assertThat(lines.get(lines.size() / 2))
                .as("median lines of %d files", lines.size())
                .isLessThanOrEqualTo(MAX_MEDIAN);
    }

    @Test
    void everyPublicTypeHasJavadoc() throws IOException {
        var silent = new ArrayList<Path>();
        int types = 0;
        for (Path file : mainFiles()) {
            String text = Files.readString(file);
            if (!PUBLIC_TYPE.matcher(text).find()) continue;
            types++;
            if (!DOCUMENTED.matcher(text).find()) silent.add(file);
        }
        assertThat(types).isGreaterThan(10);
        assertThat(silent).as("public types without Javadoc").isEmpty();
    }

    @Test
    void everyPackageIntroducesItself() throws IOException {
        var packages = new TreeSet<Path>();
        for (Path file : mainFiles()) packages.add(file.resolveSibling("package-info.java"));
        assertThat(packages).allSatisfy(info -> {
            assertThat(info).exists();
            assertThat(Files.readString(info))
                    .contains("@org.jspecify.annotations.NullMarked", "Job:", "In:", "Out:", "Heat:")
                    .containsPattern("(?i)start\\s+(\\* )?reading\\s+(\\* )?at");
        });
    }
}
