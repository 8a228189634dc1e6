package rewake.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code rewake explain} on a shipped recording. */
class ExplainCommandTest {
    private static final String TRACE = Cli.trace("hackbench-16cpu-clusters");

    @TempDir
    Path folder;

    private static JsonNode json(String... args) throws IOException {
        Cli.Result result = Cli.run(args);
        assertThat(result.code()).as(result.err()).isZero();
        return new ObjectMapper().readTree(result.out());
    }

    @Test
    void theNearestDecisionOfTheTaskIsExplainedForEveryModel() throws IOException {
        JsonNode tables = json(
                        "explain",
                        TRACE,
                        "--at",
                        "3.8345",
                        "--pid",
                        "755",
                        "--patch",
                        "cluster-wakeup",
                        "--format",
                        "json")
                .path("tables");
        JsonNode wakeup = tables.path("wakeup").path(0);
        assertThat(wakeup.path("pid").asInt()).isEqualTo(755);
        assertThat(Math.abs(wakeup.path("waking_ns").asLong() - 3_834_500_000L)).isLessThan(200_000);
        assertThat(tables.path("explain"))
                .filteredOn(row -> row.path("test").asText().equals("decision"))
                .extracting(row -> row.path("model").asText())
                .containsExactly("v6.1.y", "v6.1.y+cluster-wakeup", "recorded");
        JsonNode recorded = tables.path("explain").path(tables.path("explain").size() - 1);
        assertThat(recorded.path("cpu")).isEqualTo(wakeup.path("recorded"));
        assertThat(tables.path("explain"))
                .allSatisfy(row -> assertThat(row.path("reason").asText()).isNotBlank());
        assertThat(tables.path("alternatives"))
                .extracting(row -> row.path("unknown").asText())
                .contains("sync");
    }

    @Test
    void aTaskThatNeverWokeIsAnErrorThatNamesNeighbours() {
        Cli.Result result = Cli.run("explain", TRACE, "--at", "3.8345", "--pid", "4194304");
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains("--pid 4194304: no wake-up of it", "nearest are hackbench:");
        assertThat(result.err().lines()).hasSize(1);
    }

    /** A machine that was made up, and an option that did nothing, must not go unsaid in any command that judges. */
    @Test
    void whatIsAssumedIsSaidAsInWhatif() throws IOException {
        Path names =
                Files.writeString(folder.resolve("names.json"), "{\"events\":{\"my_cfs\":{\"kind\":\"pelt_cfs\"}}}");
        String text = Path.of(System.getProperty("rewake.traces"), "hackbench-16cpu-ftrace", "trace.txt.gz")
                .toString();
        String[] knowledge = {text, "--kernel", "v6.1", "--sched-idle", "nosuch", "--pelt-events", names.toString()};
        for (String[] command : new String[][] {
            {"whatif"}, {"fidelity", "--inference", "on"}, {"explain", "--at", "21.3239", "--pid", "1340"}
        }) {
            String[] line = Stream.of(command, knowledge).flatMap(Stream::of).toArray(String[]::new);
            assertThat(Cli.run(line).out())
                    .as(command[0])
                    .contains(
                            "one LLC without SMT is assumed",
                            "no task is called 'nosuch'",
                            "no event of the trace is called 'my_cfs'");
        }
    }

    @Test
    void timesAreSeconds() {
        Cli.Result result = Cli.run("explain", TRACE, "--at", "12us", "--pid", "755");
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains("--at takes seconds such as");
    }

    @Test
    void aWakeUpWithoutADecisionIsNamedWithItsReason() {
        Cli.Result result = Cli.run("explain", Cli.trace("cyclictest-8cpu"), "--at", "18", "--pid", pinned());
        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err()).contains("took a decision that can be judged", "not_fair");
    }

    /** A real-time task of cyclictest. */
    private static String pinned() {
        Cli.Result latency =
                Cli.run("latency", Cli.trace("cyclictest-8cpu"), "-p", "--format", "csv", "--table", "latency");
        return latency.out()
                .lines()
                .filter(line -> line.startsWith("cyclictest"))
                .map(line -> line.split(",", -1)[1])
                .skip(1)
                .findFirst()
                .orElseThrow();
    }
}
