package rewake.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rewake.catalogue.Formats;
import rewake.event.EventConsumer;
import rewake.event.ImportStats;
import rewake.observe.chain.ChainKind;
import rewake.observe.chain.ChainPath;
import rewake.observe.chain.Chains;
import rewake.observe.chain.WakeContext;
import rewake.parser.TraceReader;
import rewake.store.TimeMerge;
import rewake.timeline.Tasks;

/** Paths through shipped recordings: whole, the same however little of the trace is held, and made of switches that perf prints. */
final class ChainsCommandTest {
    private static final Pattern SWITCH = Pattern.compile(
            "\\[(\\d+)\\] +([\\d.]+): +sched:sched_switch: .* prev_pid=(\\d+) .*==> .*next_pid=(\\d+) ");
    private static final Pattern WAKING =
            Pattern.compile(" (\\d+) \\[(\\d+)\\] +([\\d.]+): +sched:sched_waking: .* pid=(\\d+) ");

    private record Walk(Chains chains, Tasks tasks) {
        ChainPath path() {
            return Objects.requireNonNull(chains.path());
        }
    }

    private static Walk walk(String run, int pid, int entries) throws IOException {
        Path file = Path.of(Cli.trace(run));
        Chains chains;
        Chains.Pass first;
        try (TraceReader reader = Formats.open(file)) {
            chains = new Chains(reader.facts(), pid, Long.MIN_VALUE, Long.MAX_VALUE, false, entries);
            first = chains.pass(reader.stats());
            read(reader, first);
        }
        first.finish();
        while (!chains.done())
            try (TraceReader reader = Formats.open(file)) {
                Chains.Pass pass = chains.pass(new ImportStats());
                read(reader, pass);
                pass.finish();
            }
        return new Walk(chains, first.timeline().tasks());
    }

    private static void read(TraceReader reader, EventConsumer consumer) throws IOException {
        var merge = new TimeMerge(consumer, new ImportStats());
        reader.read(merge);
        merge.finish();
    }

    @ParameterizedTest
    @CsvSource({
        "hackbench-16cpu-clusters, 0",
        "schbench-8cpu, 523",
        "schbench-8cpu, 517",
        "schedidle-8cpu, 0",
        "hackbench-16cpu-smt-2nodes, 537",
        "hackbench-16cpu-smt-2nodes, 561",
        "cyclictest-8cpu, 0"
    })
    void partsAddUpToTheWindowAndBeginWithSwitchesAndWakesThatPerfPrints(String run, int pid) throws IOException {
        int task = pid == 0 ? busiest(run) : pid;
        Walk walk = walk(run, task, 1 << 20);
        ChainPath path = walk.path();
        assertThat(walk.chains.contradictions()).isZero();
        assertThat(walk.chains.passes()).isEqualTo(1);
        assertThat(path.fromNs(path.size() - 1)).isEqualTo(path.startNs());
        assertThat(path.toNs(0)).isEqualTo(path.endNs());
        Set<String> events = perfs(run);
        int checked = 0;
        for (int part = 0; part < path.size(); part++) {
            assertThat(path.fromNs(part)).isLessThan(path.toNs(part));
            String event = beginning(walk, part);
            if (event == null) continue;
            String left = "left " + walk.tasks.pid(path.task(part)) + " " + seconds(path.fromNs(part));
            assertThat(events).as(event).containsAnyOf(event, left);
            checked++;
        }
        assertThat(checked).isPositive();
    }

    /** The event of perf's that must stand where a part begins, or null for the first part and for kinds without one. */
    private static @org.jspecify.annotations.Nullable String beginning(Walk walk, int part) {
        ChainPath path = walk.path();
        if (part == path.size() - 1) return null;
        int pid = walk.tasks.pid(path.task(part));
        String at = seconds(path.fromNs(part));
        ChainKind before = path.kind(part + 1);
        return switch (path.kind(part)) {
            case RUNNING ->
                before.waits() && path.task(part + 1) == path.task(part)
                        ? "in " + pid + " " + path.cpu(part) + " " + at
                        : null;
            case SLEEPING, RUNNABLE, PREEMPTED -> before == ChainKind.RUNNING ? "out " + pid + " " + at : null;
            case WOKEN ->
                before == ChainKind.RUNNING
                                && path.context(part) == WakeContext.TASK
                                && path.fromNs(part) == path.toNs(part + 1)
                        ? "wake " + walk.tasks.pid(path.waker(part)) + " " + pid + " " + path.wakerCpu(part) + " " + at
                        : null;
            case FORKED, UNKNOWN -> null;
        };
    }

    private static Set<String> perfs(String run) throws IOException {
        Set<String> events = new HashSet<>();
        PerfRecordings.lines(MigrationsCommandTest.expected(run, "perf-script.txt.gz"))
                .forEach(line -> {
                    Matcher s = SWITCH.matcher(line);
                    if (s.find()) {
                        int cpu = Integer.parseInt(s.group(1));
                        events.add("in " + s.group(4) + " " + cpu + " " + s.group(2));
                        events.add("out " + s.group(3) + " " + s.group(2));
                        // a waker that waits until its wakee has left its CPU: the wait begins there
                        events.add("left " + s.group(3) + " " + s.group(2));
                    }
                    Matcher w = WAKING.matcher(line);
                    if (w.find())
                        events.add("wake " + w.group(1) + " " + w.group(4) + " " + Integer.parseInt(w.group(2)) + " "
                                + w.group(3));
                });
        return events;
    }

    private static String seconds(long ns) {
        return java.math.BigDecimal.valueOf(ns, 9).toPlainString();
    }

    /** The task with most waits, by perf's own count. */
    private static int busiest(String run) throws IOException {
        String row = Cli.run("latency", Cli.trace(run), "-p", "-s", "switch", "--top", "1", "--format", "csv")
                .out()
                .lines()
                .toList()
                .get(1);
        return Integer.parseInt(List.of(row.split(",", -1)).get(1));
    }

    @Test
    void aLogThatHoldsAFifthOfTheTraceGivesTheSamePathInMorePasses() throws IOException {
        String run = "hackbench-16cpu-clusters";
        int pid = busiest(run);
        Walk whole = walk(run, pid, 1 << 20);
        Walk bit = walk(run, pid, 1024);
        assertThat(bit.chains.passes()).isGreaterThan(3);
        assertThat(parts(bit)).isEqualTo(parts(whole));
    }

    private static List<String> parts(Walk walk) {
        ChainPath path = walk.path();
        var parts = new java.util.ArrayList<String>();
        for (int part = 0; part < path.size(); part++)
            parts.add(path.fromNs(part) + " " + path.kind(part) + " " + walk.tasks.pid(path.task(part)) + " "
                    + path.cpu(part) + " " + path.behind(part) + " " + path.waker(part) + " " + path.context(part));
        return parts;
    }

    @Test
    void theTablesAddUpToo() {
        String trace = Cli.trace("hackbench-16cpu-smt-2nodes");
        Cli.Result path = Cli.run("chains", trace, "--pid", "537", "--table", "path", "--format", "csv");
        assertThat(path.code()).as(path.err()).isZero();
        Cli.Result summary = Cli.run("chains", trace, "--pid", "537", "--top", "0", "--format", "csv");
        assertThat(column(path.out(), 2)).isEqualTo(column(summary.out(), 3));
    }

    private static long column(String csv, int index) {
        return csv.lines()
                .skip(1)
                .mapToLong(line -> Long.parseLong(List.of(line.split(",", -1)).get(index)))
                .sum();
    }

    @Test
    void whatCannotBeIsSaid() {
        String trace = Cli.trace("schbench-8cpu");
        assertThat(Cli.run("chains", trace).code()).isEqualTo(2);
        assertThat(Cli.run("chains", trace, "--pid", "0").code()).isEqualTo(2);
        assertThat(Cli.run("chains", trace, "--pid", "523", "--log-mb", "0").code())
                .isEqualTo(2);
        assertThat(Cli.run("chains", trace, "--pid", "523", "--at", "soon").code())
                .isEqualTo(2);
        Cli.Result none = Cli.run("chains", trace, "--pid", "999999");
        assertThat(none.code()).isEqualTo(2);
        assertThat(none.err()).contains("--pid 999999: no task of this id");
        Cli.Result late = Cli.run("chains", trace, "--pid", "523", "--time", "99%-100%");
        assertThat(late.code()).isEqualTo(2);
        assertThat(late.err()).contains("ended at");
    }
}
