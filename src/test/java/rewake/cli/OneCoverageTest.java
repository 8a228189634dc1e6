package rewake.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import rewake.LossyPerfData;

/** Every measured command says the same of how much of a trace is known. */
final class OneCoverageTest {
    private static final Path TRACES = Path.of(System.getProperty("rewake.traces"));

    @TempDir
    private Path folder;

    static Stream<Path> recordings() throws IOException {
        try (Stream<Path> all = Files.list(TRACES)) {
            return all
                    .flatMap(run ->
                            Stream.of("perf.data", "trace.dat", "trace.txt.gz").map(run::resolve))
                    .filter(Files::exists)
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void ofAShippedRecording(Path recording) throws IOException {
        same(recording);
        same(recording, "--time", "20%-70%");
        same(recording, "-C", "1-3", "--time", "90%-100%");
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void ofOneWithLosses(Path recording) throws IOException {
        if (!recording.endsWith("perf.data")) return;
        Path lossy = folder.resolve("lossy.data");
        Files.write(lossy, LossyPerfData.of(Files.readAllBytes(recording), 3, 0.01, 5));
        same(lossy);
    }

    private static void same(Path trace, String... window) throws IOException {
        JsonNode queues = coverage(trace, List.of("queues", "--table", "violations"), window);
        assertThat(queues.get("share").asDouble()).isBetween(0.5, 1.0);
        for (var command : List.of(
                List.of("latency"),
                List.of("migrations"),
                List.of("map"),
                List.of("timehist"),
                List.of("timehist", "-s")))
            assertThat(coverage(trace, command, window))
                    .as("%s %s", command, List.of(window))
                    .isEqualTo(queues);
        JsonNode diff = evidence(trace, List.of("diff", trace.toString(), "--top", "0"), window);
        for (JsonNode side : diff.get("sides")) assertThat(side.get("coverage")).isEqualTo(queues.get("share"));
    }

    private static JsonNode coverage(Path trace, List<String> command, String... window) throws IOException {
        return evidence(trace, command, window).get("coverage");
    }

    private static JsonNode evidence(Path trace, List<String> command, String... window) throws IOException {
        var args = new ArrayList<>(command);
        args.add(trace.toString());
        args.addAll(List.of(window));
        args.addAll(List.of("--format", "json"));
        Cli.Result result = Cli.run(args.toArray(String[]::new));
        assertThat(result.out()).as(result.err()).startsWith("{");
        return new ObjectMapper().readTree(result.out()).get("evidence");
    }
}
