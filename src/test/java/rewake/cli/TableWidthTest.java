package rewake.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Text tables of the measured commands fit into 120 columns, whatever trace ships; nothing is cut for it. */
class TableWidthTest {
    private static final int MOST = 120;
    private static final Path TRACES = Path.of(System.getProperty("rewake.traces"));

    static List<String> traces() throws java.io.IOException {
        var found = new ArrayList<String>();
        try (Stream<Path> folders = Files.list(TRACES)) {
            for (Path folder : folders.sorted().toList())
                for (String name : new String[] {"perf.data", "trace.dat", "trace.txt.gz"})
                    if (Files.exists(folder.resolve(name)))
                        found.add(folder.resolve(name).toString());
        }
        return found;
    }

    @ParameterizedTest
    @MethodSource("traces")
    void tablesOfMeasuredCommandsFit(String trace) {
        for (String command : List.of(
                "latency",
                "latency -p",
                "latency --split",
                "latency --histogram",
                "timehist",
                "timehist -s",
                "timehist -s --state",
                "timehist -I",
                "map",
                "migrations",
                "queues",
                "queues -p",
                "diff " + Cli.trace("schbench-8cpu"))) fits(command + " " + trace);
    }

    @Test
    void soDoesAPath() {
        fits("chains --table path --pid 537 " + Cli.trace("hackbench-16cpu-smt-2nodes"));
        fits("chains --pid 537 " + Cli.trace("hackbench-16cpu-smt-2nodes"));
    }

    @Test
    void whatIsLeftOutIsNamedAndWideHasIt() {
        String trace = Cli.trace("schbench-8cpu");
        String narrow = Cli.run("latency", trace).out();
        String wide = Cli.run("latency", "--wide", trace).out();
        assertThat(narrow).contains("note: --wide adds delay_max_start_ns, delay_max_end_ns, tasks");
        assertThat(narrow).doesNotContain("Max delay end s");
        assertThat(wide).contains("Max delay end s").doesNotContain("--wide adds");
        assertThat(Cli.run("latency", trace, "--format", "csv").out()).contains("delay_max_end_ns");
    }

    private static void fits(String command) {
        List<String> lines = Cli.run(command.split(" ", -1)).out().lines().toList();
        int tables = 0;
        for (int i = 1; i < lines.size(); i++) {
            if (!lines.get(i).matches("-{5,}")) continue;
            tables++;
            assertThat(lines.get(i)).as(command + ": " + lines.get(i - 1)).hasSizeLessThanOrEqualTo(MOST);
            for (int row = i + 1; row < lines.size() && isRow(lines.get(row)); row++)
                assertThat(lines.get(row)).as(command).hasSizeLessThanOrEqualTo(MOST);
        }
        assertThat(tables).as(command).isPositive();
    }

    private static boolean isRow(String line) {
        return !line.isEmpty() && !line.startsWith("note: ");
    }
}
