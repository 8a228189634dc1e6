package rewake.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Load tracking of shipped recordings against what their kernels recorded: each average, and each write of tg-&gt;load_avg. */
final class PeltCommandTest {
    private static final String MIX = shipped("schedidle-8cpu-pelt", "trace.dat");
    private static final String HACKBENCH = shipped("hackbench-16cpu-ftrace", "trace.txt.gz");

    /** The text of ftrace does not name its kernel. */
    private static final List<String> KERNEL = List.of("--kernel", "v6.1.y");

    private static String shipped(String run, String file) {
        return Path.of(System.getProperty("rewake.traces"), run, file).toString();
    }

    /** Rows of a table by the names of its columns. */
    private static List<Map<String, String>> rows(String... args) {
        var all = new ArrayList<>(List.of("pelt", "-q", "--format", "csv"));
        all.addAll(List.of(args));
        if (List.of(args).contains(HACKBENCH)) all.addAll(KERNEL);
        Cli.Result result = Cli.run(all.toArray(String[]::new));
        assertThat(result.code()).as(result.err()).isZero();
        List<String> lines = result.out().lines().toList();
        String[] names = lines.getFirst().split(",", -1);
        var rows = new ArrayList<Map<String, String>>();
        for (String line : lines.subList(1, lines.size())) {
            String[] cells = line.split(",", -1);
            var row = new HashMap<String, String>();
            for (int c = 0; c < names.length; c++) row.put(names[c], cells[c]);
            rows.add(row);
        }
        return rows;
    }

    private static String text(Map<String, String> row, String column) {
        return Objects.requireNonNull(row.get(column), column);
    }

    private static Map<String, String> row(
            List<Map<String, String>> rows, String column, String value, String other, String is) {
        return rows.stream()
                .filter(r -> value.equals(r.get(column)) && is.equals(r.get(other)))
                .findFirst()
                .orElseThrow();
    }

    private static double number(@Nullable Map<String, String> row, String column) {
        return Double.parseDouble(
                Objects.requireNonNull(Objects.requireNonNull(row).get(column), column));
    }

    @Test
    void nextValuesOfAveragesAreTheKernelsOwn() {
        List<Map<String, String>> mix = rows("--table", "signals", "-i", MIX);
        Map<String, String> tasks = row(mix, "signal", "all", "entity", "task");
        assertThat(number(tasks, "n")).isGreaterThan(2800);
        assertThat(number(tasks, "onestep_within_1")).isGreaterThanOrEqualTo(0.9996);
        assertThat(number(row(mix, "signal", "all", "entity", "cfs_rq"), "onestep_within_1"))
                .isGreaterThan(0.998);
        assertThat(number(row(mix, "signal", "all", "entity", "group_entity"), "onestep_within_1"))
                .isGreaterThan(0.995);
        for (String above : List.of("parent_cfs_rq", "root_cfs_rq"))
            assertThat(number(row(mix, "signal", "all", "entity", above), "onestep_within_1"))
                    .as(above)
                    .isGreaterThan(0.995);
        List<Map<String, String>> storm = rows("--table", "signals", "-i", HACKBENCH);
        assertThat(number(row(storm, "signal", "all", "entity", "cfs_rq"), "onestep_within_1"))
                .isGreaterThan(0.95);
        assertThat(number(row(storm, "signal", "all", "entity", "group_entity"), "onestep_within_1"))
                .isGreaterThan(0.85);
        for (String above : List.of("parent_cfs_rq", "root_cfs_rq"))
            assertThat(number(row(storm, "signal", "all", "entity", above), "onestep_within_1"))
                    .as(above)
                    .isGreaterThan(0.85);
    }

    @Test
    void runningFreeBeatsWhoeverHoldsTheLastValue() {
        for (String trace : List.of(MIX, HACKBENCH))
            for (Map<String, String> row : rows("--table", "signals", "-i", trace)) {
                if (text(row, "moving_mae").isEmpty()) continue;
                assertThat(number(row, "moving_mae"))
                        .as(row.toString())
                        .isLessThan(number(row, "moving_hold_last_mae") / 2);
            }
    }

    /** The kernel recorded each of its writes: 667 and 462, and 363 and 337. */
    @Test
    void writesAreThoseOfTheKernel() {
        for (String trace : List.of(MIX, HACKBENCH)) {
            List<Map<String, String>> rows = rows("--table", "tg_recorded", "--patch", "tg-node", "-i", trace);
            for (String group : List.of("/lab", "/lab/a")) {
                Map<String, String> whole = row(rows, "group", group, "cpu", "");
                assertThat(whole.get("source")).isEqualTo("events");
                assertThat(Math.abs(number(whole, "error")))
                        .as(whole.toString())
                        .isLessThan(0.04);
                assertThat(number(whole, "cell_error")).as(whole.toString()).isLessThan(0.04);
            }
        }
        assertThat(row(
                        rows("--table", "tg_recorded", "--patch", "tg-node", "-i", HACKBENCH),
                        "group",
                        "/lab/a",
                        "cpu",
                        ""))
                .containsEntry("writes", "337")
                .containsEntry("model_writes", "340");
    }

    /**
     * Updates of a run queue that cross a period are recorded, one event each: the model does them where and as often as the kernel,
     * on idle CPUs as well; the recorder's own CPU (6 of hackbench) balances more often than any event tells.
     */
    @Test
    void runQueuesAreUpdatedAsOftenAsRecorded() {
        for (Map<String, String> row : rows("--table", "tg_recorded", "--patch", "tg-node", "-i", MIX))
            if (text(row, "group").startsWith("/lab") && !text(row, "cpu").isEmpty())
                assertThat(number(row, "model_periods"))
                        .as(row.toString())
                        .isCloseTo(number(row, "periods"), within(1.0));
        for (Map<String, String> row : rows("--table", "tg_recorded", "--patch", "tg-node", "-i", HACKBENCH))
            if (!text(row, "cpu").isEmpty() && !text(row, "cpu").equals("6"))
                assertThat(number(row, "model_periods"))
                        .as(row.toString())
                        .isCloseTo(number(row, "periods"), within(1.0));
    }

    @Test
    void patchesDoWhatTheirMailsSay() {
        List<Map<String, String>> rows = rows("--table", "tg_load_avg", "-i", HACKBENCH);
        var leaf = new HashMap<String, Map<String, String>>();
        for (Map<String, String> row : rows)
            if (text(row, "group").equals("/lab/a")) leaf.put(text(row, "model").replaceFirst("^v6.1.y\\+?", ""), row);
        double base = number(leaf.get(""), "writes");
        assertThat(number(leaf.get("tg-node"), "writes")).isEqualTo(base);
        assertThat(number(leaf.get("tg-delay"), "calls")).isLessThan(number(leaf.get(""), "calls") * 0.75);
        assertThat(number(leaf.get("tg-ratelimit"), "writes_per_cfs_rq_ms")).isLessThanOrEqualTo(1.0);
        assertThat(number(leaf.get("tg-threshold-16"), "writes")).isGreaterThan(base * 0.9);
        assertThat(number(leaf.get("tg-decay-only-v2"), "writes")).isLessThan(base / 5);
        assertThat(number(leaf.get("tg-tick-only"), "reads")).isLessThan(number(leaf.get(""), "reads") / 10);
        assertThat(leaf).hasSizeGreaterThan(20);
    }

    /** Once a ms, and the queue's writes are all in milliseconds in which something was queued. */
    @Test
    void aRateLimitHoldsOnEachRunQueue() {
        for (String trace : List.of(MIX, HACKBENCH))
            for (Map<String, String> row :
                    rows("--table", "tg_load_avg", "--patch", "tg-ratelimit", "--by", "cpu", "-i", trace))
                if (text(row, "model").endsWith("tg-ratelimit")
                        && !text(row, "writes_per_cfs_rq_ms").isEmpty())
                    assertThat(number(row, "writes_per_cfs_rq_ms"))
                            .as(row.toString())
                            .isLessThanOrEqualTo(1.0);
    }

    @Test
    void pointsOfAPictureArePrintedWhereAskedFor() {
        Cli.Result result = Cli.run("pelt", "--patch", "tg-node", "-i", MIX);
        assertThat(result.out()).contains("not printed here: tg_curve").doesNotContain("time_s");
        assertThat(rows("--table", "tg_curve", "--patch", "tg-node", "-i", MIX)).hasSizeGreaterThan(700);
    }

    @Test
    void whatifCountsThemToo() {
        Cli.Result result = Cli.run(
                "whatif",
                "-q",
                "--format",
                "csv",
                "--table",
                "tg_load_avg",
                "--patch",
                "tg-ratelimit",
                "--kernel",
                "v6.1.y",
                "-i",
                HACKBENCH);
        assertThat(result.code()).as(result.err()).isZero();
        assertThat(result.out().lines().filter(l -> l.startsWith("v6.1.y+tg-ratelimit,/lab/a,2,")))
                .hasSize(1);
    }

    @Test
    void pricesAreAskedForAndChecked() {
        List<Map<String, String>> cost =
                rows("--table", "tg_cost", "--access-cost", "40,120", "--patch", "tg-node", "-i", HACKBENCH);
        for (Map<String, String> row : cost)
            assertThat(number(row, "cost_ns"))
                    .isEqualTo(number(row, "transfers_local") * 40 + number(row, "transfers_cross_node") * 120);
        for (String bad : List.of("40", "40,", "-1,2", "a,b", "1,2,3", "1,9999999999")) {
            Cli.Result result = Cli.run("pelt", "-q", "--access-cost=" + bad, "-i", HACKBENCH);
            assertThat(result.code()).as(bad).isEqualTo(2);
            assertThat(result.err()).contains("--access-cost takes two numbers of ns");
        }
        assertThat(Cli.run("pelt", "-q", "--hz", "0", "-i", HACKBENCH).code()).isEqualTo(2);
    }

    @Test
    void withoutGroupsItSaysSo() {
        Cli.Result result = Cli.run("pelt", "-i", Cli.trace("schbench-8cpu"));
        assertThat(result.code()).isZero();
        assertThat(result.out() + result.err())
                .contains("No task is known to be in a group")
                .doesNotContain("tg_load_avg");
    }

    @Test
    void groupsOfTheUserAreCounted(@TempDir Path folder) throws IOException {
        Path groups = folder.resolve("groups.json");
        Files.writeString(groups, "{\"tasks\": [{\"comm\": \"hackbench\", \"path\": \"/lab/a\"}]}");
        List<Map<String, String>> rows = rows(
                "--table",
                "tg_load_avg",
                "--cgroups",
                groups.toString(),
                "--patch",
                "tg-delay",
                "-i",
                Cli.trace("hackbench-16cpu-clusters"));
        Map<String, String> base = row(rows, "model", "v6.1.y", "group", "/lab/a");
        assertThat(number(base, "writes")).isGreaterThan(1000);
        assertThat(number(base, "reads")).isEqualTo(number(row(rows, "model", "v6.1.y", "group", "/lab"), "reads"));
    }
}
