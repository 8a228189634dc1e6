package rewake.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Load tracking records with values that no kernel prints: `pelt` comes to its end, with what the others tell. */
final class PeltAbsurdTest {
    private static final Path HACKBENCH =
            Path.of(System.getProperty("rewake.traces"), "hackbench-16cpu-ftrace", "trace.txt.gz");

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        " weight=\\d+, ' weight=0'",
        " weight=\\d+, ' weight=-1'",
        " weight=\\d+, ' weight=4294967296'",
        "path=/lab/a css_id=3, path=/lab/a css_id=99999999999999",
        " load=\\d+, ' load=9223372036854775807'",
        "delta=-?\\d+, delta=-9223372036854775808",
        "(sched_pelt_\\w+: cpu)=\\d+, $1=2147483647",
    })
    void aFieldThatMakesNoSense(String field, String absurd) throws IOException {
        List<String> lines = SeveralTracesTest.unpacked(HACKBENCH);
        Path text = Files.write(
                folder.resolve("absurd.txt"),
                lines.stream().map(line -> line.replaceFirst(field, absurd)).toList());
        Cli.Result result =
                Cli.run("pelt", text.toString(), "--kernel", "v6.1.y", "--format", "csv", "--patch", "tg-node");
        assertThat(result.code()).as(result.err()).isZero();
        assertThat(result.out()).containsAnyOf("model,group,level,", "signal,entity,");
    }

    /** Without sched_stat_runtime ticks are made up; those of a gap of years are not. */
    @Test
    @Timeout(60)
    void aTimeThatIsYearsLate() throws IOException {
        List<String> lines = SeveralTracesTest.unpacked(HACKBENCH).stream()
                .filter(line -> !line.contains("sched_stat_runtime"))
                .toList();
        String last = lines.getLast().replaceFirst(" +\\d+(\\.\\d{6}: )", " 900000000$1");
        Path text = folder.resolve("late.txt");
        Files.write(
                text,
                Stream.concat(lines.subList(0, lines.size() - 1).stream(), Stream.of(last))
                        .toList());
        Cli.Result result =
                Cli.run("pelt", text.toString(), "--kernel", "v6.1.y", "--format", "csv", "--patch", "tg-node");
        assertThat(result.code()).as(result.err()).isZero();
        assertThat(last).contains(" 900000000.");
    }
}
