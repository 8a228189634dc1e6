package rewake.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code rewake diff} on shipped traces. */
class DiffCommandTest {
    private static final String SCHBENCH = Cli.trace("schbench-8cpu");
    private static final String HACKBENCH = Cli.trace("hackbench-16cpu-smt-2nodes");

    @TempDir
    private Path folder;

    private static Map<String, CSVRecord> rows(String... args) throws IOException {
        var all = new ArrayList<>(List.of("diff"));
        all.addAll(List.of(args));
        all.addAll(List.of("--format", "csv"));
        Cli.Result result = Cli.run(all.toArray(String[]::new));
        assertThat(result.code()).as(result.err()).isZero();
        var rows = new TreeMap<String, CSVRecord>();
        for (CSVRecord row : LatencyEqualsPerfTest.csv(result.out()))
            rows.put(row.get("scope") + " " + row.get("metric"), row);
        return rows;
    }

    private static CSVRecord row(Map<String, CSVRecord> rows, String metric) {
        return Objects.requireNonNull(rows.get(metric), metric);
    }

    private static double a(Map<String, CSVRecord> rows, String metric) {
        return Double.parseDouble(row(rows, metric).get("a"));
    }

    private static double events(String trace, String event) throws IOException {
        String csv =
                Cli.run("info", trace, "--format", "csv", "--table", "events").out();
        for (CSVRecord row : LatencyEqualsPerfTest.csv(csv))
            if (row.get("event").equals("sched:" + event)) return Double.parseDouble(row.get("count"));
        return 0;
    }

    @Test
    void theColumnsAreTheContracts() {
        Cli.Result result = Cli.run("diff", SCHBENCH, HACKBENCH, "--format", "csv");
        assertThat(result.out().lines().findFirst().orElseThrow())
                .startsWith("metric,unit,scope,a,a_low,a_high,b,b_low,b_high,change,change_low,change_high,noise,"
                        + "predicted,predicted_low,predicted_high,prediction_error,");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"schbench-8cpu", "hackbench-16cpu-smt-2nodes", "hackbench-16cpu-clusters", "schedidle-8cpu"})
    void countsAreThoseOfTheEvents(String run) throws IOException {
        String trace = Cli.trace(run);
        Map<String, CSVRecord> rows = rows(trace, trace, "--top", "1");
        double seconds = a(rows, "all makespan") / 1e9;
        // every sched_migrate_task is a move, unless its wake-up had not ended or it moved back before it did
        assertThat(a(rows, "all migrations") * seconds).isCloseTo(events(trace, "sched_migrate_task"), within(3.0));
        // every sched_wakeup is a wake-up, unless the task had not left its queue
        assertThat(a(rows, "all wakeups") * seconds)
                .isBetween(0.95 * events(trace, "sched_wakeup"), events(trace, "sched_wakeup") + 1.0);
        double switches = a(rows, "all voluntary_switches") + a(rows, "all involuntary_switches");
        assertThat(switches * seconds).isLessThan(events(trace, "sched_switch"));
    }

    /** cyclictest's tasks are never preempted, so that all waits are of wake-ups, as in perf; perf starts at sched_wakeup. */
    @Test
    void waitsOfCyclictestAreThoseOfLatency() throws IOException {
        String trace = Cli.trace("cyclictest-8cpu");
        for (CSVRecord perf : LatencyEqualsPerfTest.csv(
                Cli.run("latency", trace, "--format", "csv").out())) {
            if (!perf.get("task").equals("cyclictest")) continue;
            Map<String, CSVRecord> rows = rows(trace, trace, "--comm", "cyclictest");
            double perfMax = Double.parseDouble(perf.get("delay_max_ns"));
            assertThat(a(rows, "comm:cyclictest wakeup_latency_max")).isBetween(perfMax, perfMax + 5000);
            double perfMean = Double.parseDouble(perf.get("delay_avg_ns"));
            assertThat(a(rows, "comm:cyclictest wait_per_run")).isBetween(perfMean, perfMean + 5000);
            return;
        }
        throw new AssertionError("no cyclictest in latency");
    }

    @Test
    void aTraceDoesNotDifferFromItself() throws IOException {
        for (CSVRecord row : rows(SCHBENCH, SCHBENCH).values()) {
            assertThat(row.get("b")).isEqualTo(row.get("a"));
            assertThat(row.get("noise")).as(row.get("metric")).isNotEqualTo("false");
            if (!row.get("a_low").isEmpty()) {
                assertThat(Double.parseDouble(row.get("a_low"))).isLessThanOrEqualTo(Double.parseDouble(row.get("a")));
                assertThat(Double.parseDouble(row.get("a_high")))
                        .isGreaterThanOrEqualTo(Double.parseDouble(row.get("a")));
            }
        }
    }

    @Test
    void theSameSeedGivesTheSameBytesAndAnotherOneOtherIntervals() {
        String first = Cli.run("diff", SCHBENCH, HACKBENCH, "--format", "csv").out();
        assertThat(Cli.run("diff", SCHBENCH, HACKBENCH, "--format", "csv").out())
                .isEqualTo(first);
        assertThat(Cli.run("diff", SCHBENCH, HACKBENCH, "--format", "csv", "--seed", "2")
                        .out())
                .isNotEqualTo(first);
    }

    @Test
    void changesStandOutAndTheHeadSaysWhatElseDiffers() {
        Cli.Result result = Cli.run("diff", SCHBENCH, Cli.trace("schedidle-8cpu"), "--top", "1");
        assertThat(result.out())
                .contains("changed beyond noise from base to patch", "The kernels differ: so may what is compared")
                .contains("note: one last-level cache: ", "cross_llc_share")
                .contains("one trace a side");
        assertThat(Cli.run("diff", SCHBENCH, HACKBENCH).out()).contains("The numbers of CPUs differ");
    }

    @Test
    void linesForAMailFitIntoOne() {
        Cli.Result result = Cli.run("diff", SCHBENCH, HACKBENCH, "--format", "lkml", "--names", "6.12,next");
        assertThat(result.code()).isZero();
        assertThat(result.out().lines())
                .anyMatch(
                        l -> l.matches("wakeup_latency_p50 us +6\\.12: 6\\.384±\\S+% +next: 7\\.568±\\S+% +\\+18\\.5%"))
                .filteredOn(l -> !l.contains("/perf.data"))
                .allSatisfy(l -> assertThat(l).hasSizeLessThanOrEqualTo(78).matches("[ -~±]*"));
        assertThat(Cli.run("latency", SCHBENCH, "--format", "lkml").err())
                .contains("--format lkml is for comparisons, as of rewake diff");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "wakeup_latency_p50 > 5% | 4 | crossed",
                "wakeup_latency_p50 > 50% | 0 | passed",
                "wakeup_latency_p50 > 1us | 4 | crossed",
                "wakeup_latency_p50 > 2us | 0 | passed",
                "idle_share < -3pp | 4 | crossed",
                "idle_share < -20pp | 0 | passed",
                "wakeup_latency_max > 2ms | 4 | crossed",
                "ttwu_local_share < -5% | 0 | noise",
                "cross_cluster_share > 0 | 1 | unmeasured",
                "wakeups comm:nosuch > 1% | 1 | unmeasured"
            })
    void aThresholdIsCrossedWhereTheChangeIsBeyondAndNoNoise(String condition, int code, String verdict)
            throws IOException {
        String fixed = condition.equals("cross_cluster_share > 0") ? "cross_cluster_share > 0pp" : condition;
        Cli.Result result = Cli.run("diff", SCHBENCH, HACKBENCH, "--format", "json", "--fail-if", fixed);
        assertThat(result.code()).as(result.err()).isEqualTo(code);
        JsonNode row = new ObjectMapper()
                .readTree(result.out())
                .get("tables")
                .get("fail_if")
                .get(0);
        assertThat(row.get("verdict").asText()).isEqualTo(verdict);
        if (code != 0) assertThat(result.err()).contains(fixed);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "A B --fail-if wakeup_latency>5% | unknown metric 'wakeup_latency'; there are wakeups, wakeup_migrations,",
                "A B --fail-if wakeup_latency_p99 | write METRIC [SCOPE] > CHANGE, such as 'wakeup_latency_p99 > 5%'",
                "A B --fail-if wakeup_latency_p99>5 | wakeup_latency_p99 is in ns: give % of it, or ns, us, ms, s",
                "A B --fail-if wakeups>5ms | wakeups is in 1/s: give % of it, or a bare number",
                "A B --fail-if idle_share>5ms | or pp (percentage points)",
                "A B --fail-if idle_share(cpu:1)>5% | write METRIC [SCOPE]",
                "A | which two traces?",
                "A B --a A | give two traces, or repeats with --a and --b, not both",
                "--a A | which two traces?",
                "A B --names x | --names takes two names",
                "A B --names x,x | two different names",
                "A B --time 1,2 | the traces have clocks of their own; give 10%-90%",
                "A B --top -1 | --top -1: a number of rows, or 0 for all"
            })
    void misuseIsTwoAndSaysWhatToDo(String line, String message) {
        var args = new ArrayList<>(List.of("diff"));
        for (String word : line.split(" ", -1))
            args.add(word.equals("A") ? SCHBENCH : word.equals("B") ? HACKBENCH : word);
        Cli.Result result = Cli.run(args.toArray(String[]::new));
        assertThat(result.code()).as(result.err()).isEqualTo(2);
        assertThat(result.err()).contains(message);
        assertThat(result.out()).isEmpty();
    }

    @Test
    void cpusAreScopesWhereAskedFor() throws IOException {
        assertThat(rows(SCHBENCH, HACKBENCH, "--per-cpu"))
                .containsKeys("cpu:15 wakeups", "cpu:0 idle_share")
                .doesNotContainKey("cpu:0 makespan");
        Cli.Result without = Cli.run("diff", SCHBENCH, HACKBENCH, "--fail-if", "wakeups cpu:1 > 5%");
        assertThat(without.code()).isEqualTo(2);
        assertThat(without.err()).contains("--per-cpu");
    }

    @Test
    void repeatsAreResampledTooAndGiveLengthsAnInterval() throws IOException {
        Map<String, CSVRecord> rows =
                rows("--a", SCHBENCH, "--a", Cli.trace("schedidle-8cpu"), "--b", SCHBENCH, "--top", "1");
        CSVRecord makespan = row(rows, "all makespan");
        assertThat(Double.parseDouble(makespan.get("a_low"))).isLessThan(Double.parseDouble(makespan.get("a_high")));
        assertThat(makespan.get("b_low")).isEmpty();
    }

    @Test
    void theFolderHoldsTheChangesAsAPicture() throws IOException {
        assertThat(Cli.run("diff", SCHBENCH, HACKBENCH, "-o", folder.toString()).code())
                .isZero();
        assertThat(Files.readString(folder.resolve("index.html")))
                .contains("What changed from base to patch, and may it be noise?", "<circle class=\"c0\"");
        JsonNode evidence =
                new ObjectMapper().readTree(folder.resolve("evidence.json").toFile());
        assertThat(evidence.get("traces")).hasSize(2);
        assertThat(evidence.get("sides").get(1).get("blocks").asInt()).isGreaterThanOrEqualTo(16);
        assertThat(evidence.get("seed").asInt()).isEqualTo(1);
    }

    @Test
    void metricsAreListedWithUnitAndDefinition() {
        Cli.Result result = Cli.run("diff", "--metrics");
        assertThat(result.code()).isZero();
        assertThat(result.out()).contains("wakeup_latency_p99", "conservation_violation", "Definition", "lower");
    }

    @Test
    void aTraceThatCannotBeReadIsOneLine() {
        Cli.Result result = Cli.run("diff", SCHBENCH, "nosuch.data");
        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err()).isEqualTo("rewake: nosuch.data: no such file\n");
    }
}
