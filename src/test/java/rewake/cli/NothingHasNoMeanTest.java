package rewake.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Where a row of a measured command counts nothing, its means, percentiles and maxima are null; whatever the command and table. */
final class NothingHasNoMeanTest {
    private static final Path TRACES = Path.of(System.getProperty("rewake.traces"));
    private static final Set<String> COUNTS = Set.of("count", "waits", "slices", "runs", "times");
    private static final Pattern OF_SOME =
            Pattern.compile("(.*_)?(mean|avg|p50|p95|p99|p999|max)(_low|_high)?_ns|.*_(avg|max)(_start|_end)_ns");

    static Stream<String> recordings() {
        return Stream.of(
                "schbench-8cpu/perf.data",
                "cyclictest-8cpu/perf.data",
                "hackbench-16cpu-clusters/perf.data",
                "schedidle-8cpu-pelt/trace.dat",
                "hackbench-16cpu-ftrace/trace.txt.gz");
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void everyRow(String recording) throws IOException {
        String trace = TRACES.resolve(recording).toString();
        assertThat(Files.exists(Path.of(trace))).isTrue();
        int rows = 0;
        for (var command : List.of(
                List.of("latency", "--split"), List.of("queues"), List.of("migrations"), List.of("timehist", "-s")))
            for (var window : List.of(List.<String>of(), List.of("-C", "5", "--time", "40%-40.1%")))
                rows += look(trace, command, window);
        assertThat(rows).isGreaterThan(100);
    }

    private static int look(String trace, List<String> command, List<String> window) throws IOException {
        var args = new ArrayList<>(command);
        args.add(trace);
        args.addAll(window);
        args.addAll(List.of("--format", "json"));
        Cli.Result result = Cli.run(args.toArray(String[]::new));
        assertThat(result.out()).as(result.err()).startsWith("{");
        int rows = 0;
        for (var table : new ObjectMapper().readTree(result.out()).get("tables").properties())
            for (JsonNode row : table.getValue()) {
                rows++;
                List<String> counts = row.propertyStream()
                        .map(p -> p.getKey())
                        .filter(COUNTS::contains)
                        .toList();
                if (counts.isEmpty() || counts.stream().anyMatch(c -> row.get(c).asLong() != 0)) continue;
                for (var cell : row.properties())
                    if (OF_SOME.matcher(cell.getKey()).matches())
                        assertThat(cell.getValue().isNull())
                                .as("%s, table %s: %s in %s", args, table.getKey(), cell.getKey(), row)
                                .isTrue();
            }
        return rows;
    }
}
