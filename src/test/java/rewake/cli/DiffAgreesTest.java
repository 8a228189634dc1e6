package rewake.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What diff prints of one side is what the other measured commands print of that trace. */
final class DiffAgreesTest {
    private final ObjectMapper mapper = new ObjectMapper();

    @ParameterizedTest
    @ValueSource(
            strings = {"hackbench-16cpu-clusters", "hackbench-16cpu-smt-2nodes", "schbench-8cpu", "cyclictest-8cpu"})
    void withTheOtherCommands(String recording) throws IOException {
        String trace = Cli.trace(recording);
        JsonNode diff = run("diff", trace, trace, "--top", "0").get("tables").get("diff");
        JsonNode queues = run("queues", trace);
        JsonNode tables = queues.get("tables");
        double window = queues.get("evidence").get("coverage").get("window_ns").asDouble();
        double known = queues.get("evidence").get("coverage").get("known_ns").asDouble();
        List<JsonNode> cpus = rows(tables.get("queues"));
        JsonNode all = row(tables.get("violations"), "scope", "all");
        JsonNode machine = row(tables.get("domains"), "scope", "all");

        is(diff, "conservation_violation", all.get("somewhere_share").asDouble());
        is(
                diff,
                "idle_share",
                1
                        - sum(
                                        cpus,
                                        c -> c.get("busy_share").asDouble()
                                                * c.get("coverage").asDouble())
                                * window
                                / known);
        is(
                diff,
                "queue_length_mean",
                sum(
                                cpus,
                                c -> c.get("mean_length").asDouble()
                                        * c.get("coverage").asDouble())
                        * window
                        / known);
        is(diff, "run_delay", machine.get("wait_sum_ns").asDouble() / window * 1e9);
        is(
                diff,
                "wait_per_run",
                machine.get("wait_sum_ns").asDouble() / machine.get("waits").asDouble());
        double matrix = sum(
                rows(run("migrations", trace).get("tables").get("matrix")),
                r -> r.get("count").asDouble());
        is(diff, "migrations", matrix / window * 1e9);
    }

    private static void is(JsonNode diff, String metric, double value) {
        double told = row(diff, "metric", metric).get("a").asDouble();
        assertThat(told).as(metric).isCloseTo(value, within(Math.abs(value) * 1e-9));
    }

    private static double sum(List<JsonNode> rows, ToDoubleFunction<JsonNode> of) {
        return rows.stream().mapToDouble(of).sum();
    }

    private static List<JsonNode> rows(JsonNode table) {
        var rows = new ArrayList<JsonNode>();
        table.forEach(rows::add);
        return rows;
    }

    private static JsonNode row(JsonNode table, String column, String value) {
        return rows(table).stream()
                .filter(r -> r.get(column).asText().equals(value))
                .findFirst()
                .orElseThrow();
    }

    private JsonNode run(String... args) throws IOException {
        var all = new ArrayList<>(List.of(args));
        all.addAll(List.of("--format", "json"));
        Cli.Result result = Cli.run(all.toArray(String[]::new));
        assertThat(result.code()).as(result.err()).isZero();
        return mapper.readTree(result.out());
    }
}
