package rewake.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import rewake.catalogue.UsageException;
import rewake.event.EventKind;
import rewake.event.TraceFacts;
import rewake.measure.Evidence;
import rewake.measure.InfoTables;
import rewake.measure.Timehist;
import rewake.measure.TimehistOptions;
import rewake.measure.TimehistRows;
import rewake.measure.TimehistTables;
import rewake.observe.Coverage;
import rewake.observe.RecordedTime;
import rewake.observe.Selection;
import rewake.report.Chart;
import rewake.report.Report;
import rewake.report.Table;

/** {@code rewake timehist}: switch by switch, how long a task had waited and ran. */
@Command(
        name = "timehist",
        description = {
            "Switch by switch: how long a task had been off the CPU (wait), how long after it was woken it got one (sch"
                    + " delay), and how long it ran. The figures and options of perf sched timehist.",
            "",
            "Examples: all switches with wake-ups, and who left how; a summary of the tasks of one process:",
            "  rewake timehist perf.data -w --state",
            "  rewake timehist perf.data -s --pid 1234",
            ""
        },
        mixinStandardHelpOptions = true)
final class TimehistCommand implements Callable<Integer> {
    /** {@code MAX_PRIO}: priorities go from 0 to 139. */
    private static final int MAX_PRIO = 140;

    @Mixin
    private Input input = new Input();

    @Mixin
    private TraceOptions traceOptions = new TraceOptions();

    @Mixin
    private Output output = new Output();

    @Mixin
    private Window window = new Window();

    @Option(
            names = {"-w", "--wakeups"},
            description = "show wake-ups too")
    private boolean wakeups;

    @Option(
            names = {"-M", "--migrations"},
            description = "show migrations too")
    private boolean migrations;

    @Option(
            names = {"-n", "--next"},
            description = "show who runs next")
    private boolean next;

    @Option(
            names = {"-I", "--idle-hist"},
            description = "show idleness only, and after whom a CPU was idle")
    private boolean idle;

    @Option(names = "--state", description = "show how a task left; in the summary: what it waited for")
    private boolean state;

    @Option(names = "--show-prio", description = "show the priority with which a task came and left")
    private boolean showPrio;

    @Option(
            names = "--prio",
            paramLabel = "LIST",
            description = "only tasks of these kernel priorities (0-99 real time, 100-139 fair): 0,120-129")
    private @Nullable String prio;

    @Option(
            names = {"-P", "--pre-migrations"},
            description = "show how long a task waited on a CPU before it was moved to the one where it ran")
    private boolean preMigrations;

    @Option(
            names = {"-s", "--summary"},
            description = "show only the summary")
    private boolean summary;

    @Option(
            names = {"-S", "--with-summary"},
            description = "show the summary too")
    private boolean withSummary;

    @Option(
            names = {"-p", "--pid"},
            split = ",",
            paramLabel = "PID",
            description = "only tasks of these processes")
    private Set<Integer> processes = Set.of();

    @Option(
            names = {"-t", "--tid"},
            split = ",",
            paramLabel = "TID",
            description = "only these tasks")
    private Set<Integer> threads = Set.of();

    @Option(names = "--comm", paramLabel = "NAME", description = "only tasks of this name (repeatable)")
    private Set<String> names = Set.of();

    @Option(
            names = "--as-perf",
            description =
                    "also where perf 6.1 is mistaken: the last run of a dead task is that of a task -1; the wait of a"
                            + " preempted task (R+) is sleep; --time and -C leave migrations alone, and -C wake-ups; the scheduling"
                            + " time begins with the first switch in the window")
    private boolean asPerf;

    @Override
    public Integer call() throws Exception {
        if (summary && (next || wakeups))
            throw new UsageException("-s shows no switches, so it does not go with -w or -n; take -S for both");
        BitSet prios = prios(prio);
        try (TraceRun run = TraceRun.open(input, traceOptions, output)) {
            Selection selection = window.selection(run.facts().cpus(), run::span);
            var asked = new Asked(selection, processes, threads, names);
            var options =
                    new TimehistOptions(wakeups, migrations, idle, asPerf, selection, processes, threads, names, prios);
            var tables = new ArrayList<Table>();
            if (!summary) {
                var shown = new TimehistRows.Shown(next, state, showPrio, preMigrations);
                tables.add(TimehistRows.table(run.facts(), options, shown, run::readAgain));
            }
            var timehist = new Timehist(run.facts(), run.comms(), options);
            var time = new RecordedTime(run.facts(), options.selection());
            if (summary || withSummary) run.read(asked.beside(new FanOut(timehist, time)));
            else if (asked.ofTasks()) run.read(asked.beside(time));
            else run.skim(time);
            String why = InfoTables.whyNoLatency(run.facts(), run.census());
            if (why != null) throw new IOException(input.name() + ": no switches: " + why);
            if (!processes.isEmpty() && run.census().count(EventKind.COMM) == 0)
                throw new UsageException(
                        "-p: this trace does not tell which task is of which process; take -t or --comm");
            asked.check(run, output);
            Coverage coverage = time.finished();
            if (summary || withSummary)
                tables.addAll(TimehistTables.summary(timehist, options, state, coverage, run.stats()));
            return output.write(report(run, tables, coverage), run.stats());
        }
    }

    private Report report(TraceRun run, List<Table> tables, Coverage coverage) throws IOException {
        Evidence evidence = run.evidence("timehist")
                .kinds(tables.stream().map(Table::name).toList(), List.of())
                .trust(null, null, "measured")
                .coverage(coverage)
                .note("wakeup_event", run.facts().records(EventKind.WAKING) ? "sched_waking" : "sched_wakeup");
        var headline = new ArrayList<String>();
        headline.add("Measured from " + run.census().total() + " events of " + input.name()
                + ", as perf sched timehist does");
        headline.add(Evidence.coverageLine(coverage));
        headline.addAll(run.notes());
        headline.addAll(lacks(run.facts()));
        headline.addAll(Evidence.lossLines(run.stats()));
        var charts = new ArrayList<Chart>();
        if (!summary)
            charts.add(new Chart.Lines(
                    "When did tasks wait for a CPU?",
                    "timehist",
                    "time_ns",
                    false,
                    List.of(Chart.Series.of("sch_delay_ns")),
                    null,
                    Chart.Curve.LINE));
        if (summary || withSummary)
            charts.add(new Chart.Bars(
                    idle ? "After whom were CPUs idle?" : "How long did each task run?",
                    "summary",
                    List.of("task", "pid"),
                    List.of(Chart.Series.of("run_ns"))));
        return new Report("timehist", evidence.tree(), headline, tables, charts, List.of());
    }

    /** What was asked for and is not in the trace. */
    private List<String> lacks(TraceFacts facts) {
        var lacks = new ArrayList<String>();
        if (!facts.records(EventKind.WAKING) && !facts.records(EventKind.WAKEUP))
            lacks.add("no wake-ups were recorded (sched_waking): delays of woken tasks are not known and shown as 0");
        if ((migrations || preMigrations) && !facts.records(EventKind.MIGRATE_TASK))
            lacks.add("no migrations were recorded: record with -e sched:sched_migrate_task");
        return lacks;
    }

    private static BitSet prios(@Nullable String list) {
        if (list == null) return new BitSet();
        try {
            BitSet set = CpuList.parse(list);
            if (!set.isEmpty() && set.length() <= MAX_PRIO) return set;
        } catch (IOException _) {
            // said below
        }
        throw new UsageException("--prio takes kernel priorities from 0 to 139, such as 0,120-129, not '" + list + "'");
    }
}
