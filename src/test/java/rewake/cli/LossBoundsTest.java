package rewake.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rewake.LossyPerfData;

/**
 * What was lost is allowed for: events of shipped recordings are dropped at random, with records of loss in their place, and each
 * figure of the whole recording must lie between the bounds that a command gives for the damaged one. Figures are columns that
 * have {@code _low} and {@code _high} beside them, whatever the table, so that a command takes part by one more line.
 */
class LossBoundsTest {
    private static final List<String> TRACES = List.of("schbench-8cpu", "schedidle-8cpu", "hackbench-16cpu-smt-2nodes");
    /** By trace: who was woken most. */
    private static final Map<String, String> BUSIEST =
            Map.of("schbench-8cpu", "523", "schedidle-8cpu", "769", "hackbench-16cpu-smt-2nodes", "544");

    private static final int SEEDS = 4;
    /** How often a sample begins a burst of losses, and the longest burst. */
    private static final double[][] LOSSES = {{0.0005, 1}, {0.002, 8}, {0.05, 3}};

    private static final List<String> IDS = List.of("pid", "by_pid", "cpu", "from_cpu", "to_cpu", "id", "idle_state");

    @TempDir
    private Path folder;

    /** Figures that had both bounds, and those that the loss changed. */
    private int bounded;

    private int changed;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "latency",
                "latency -p",
                "latency -p --split",
                "latency --time 20%-70%",
                "latency --split -C 0-3",
                "latency --split --time 20%-70%",
                "migrations",
                "migrations -C 0-3",
                "queues --table queues",
                "queues --table domains",
                "queues --table violations",
                "queues --table preemptions -p --top 1000",
                "queues --table switches",
                "queues --table schedstat -C 0-3",
                "queues --table last_run",
                "chains --pid BUSIEST",
                "timehist -s",
                "diff"
            })
    void theTruthLiesWithinTheBounds(String command) throws IOException {
        for (String trace : TRACES) {
            byte[] whole = Files.readAllBytes(Path.of(Cli.trace(trace)));
            String ofTask = command.replace("BUSIEST", BUSIEST.get(trace));
            String window = command.contains("%") ? seconds(Cli.trace(trace), command) : ofTask;
            if (command.equals("diff")) window += " " + Cli.trace(trace);
            JsonNode truth = tables(window, Path.of(Cli.trace(trace)));
            for (int seed = 0; seed < SEEDS; seed++)
                for (double[] loss : LOSSES) {
                    Path lossy = folder.resolve("perf.data");
                    Files.write(lossy, LossyPerfData.of(whole, seed, loss[0], (int) loss[1]));
                    compare(truth, tables(window, lossy), trace + ", seed " + seed + ", " + loss[0]);
                }
        }
        assertThat(bounded).as("figures with both bounds").isPositive();
        assertThat(changed).as("figures that the loss changed").isPositive();
    }

    /** Per cent of a damaged trace are not those of the whole one. */
    private static String seconds(String trace, String command) throws IOException {
        JsonNode info = new ObjectMapper()
                .readTree(Cli.run("info", trace, "--format", "json").out());
        JsonNode file = info.path("evidence").path("traces").get(0);
        long start = file.path("window_start_ns").asLong();
        long span = file.path("window_end_ns").asLong() - start;
        return command.replace(
                "20%-70%", "%.9f,%.9f".formatted((start + span / 5) / 1e9, (start + span / 10 * 7) / 1e9));
    }

    private static JsonNode tables(String command, Path trace) throws IOException {
        var words = new ArrayList<>(List.of(command.split(" ")));
        words.addAll(List.of("--format", "json", trace.toString()));
        Cli.Result result = Cli.run(words.toArray(String[]::new));
        assertThat(result.code()).as(result.err()).isZero();
        return new ObjectMapper().readTree(result.out()).path("tables");
    }

    private void compare(JsonNode truth, JsonNode lossy, String where) {
        truth.properties().forEach(table -> {
            Map<String, JsonNode> rows = new HashMap<>();
            lossy.path(table.getKey()).forEach(row -> rows.put(key(row), row));
            for (JsonNode row : table.getValue()) {
                JsonNode seen = rows.get(key(row));
                if (seen != null) compareRow(row, seen, where + ", " + table.getKey() + " " + key(row));
            }
        });
    }

    /** Whose figures a row has: its texts, but for the reason why one is missing, and ids. */
    private static String key(JsonNode row) {
        var key = new StringBuilder();
        row.properties().forEach(cell -> {
            boolean id = IDS.contains(cell.getKey());
            boolean why = cell.getKey().equals("reason");
            if (id || (cell.getValue().isTextual() && !why))
                key.append(cell.getValue()).append(' ');
        });
        return key.toString();
    }

    private void compareRow(JsonNode truth, JsonNode seen, String where) {
        truth.properties().forEach(cell -> {
            String column = cell.getKey();
            JsonNode low = seen.get(bound(column, "_low"));
            JsonNode high = seen.get(bound(column, "_high"));
            if (low == null || high == null || !cell.getValue().isNumber()) return;
            double value = cell.getValue().asDouble();
            String what = where + column + " " + cell.getValue() + ", seen " + seen.get(column);
            if (low.isNumber()) assertThat(low.asDouble()).as(what).isLessThanOrEqualTo(value);
            if (high.isNumber()) assertThat(high.asDouble()).as(what).isGreaterThanOrEqualTo(value);
            if (low.isNumber() && high.isNumber()) bounded++;
            if (seen.get(column).asDouble() != value) changed++;
        });
    }

    /** {@code delay_max_ns} has {@code delay_max_low_ns}, {@code count} has {@code count_low}. */
    private static String bound(String column, String which) {
        return column.endsWith("_ns") ? column.substring(0, column.length() - 3) + which + "_ns" : column + which;
    }
}
