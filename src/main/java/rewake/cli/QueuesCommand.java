package rewake.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.IntPredicate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import rewake.catalogue.UsageException;
import rewake.event.EventKind;
import rewake.event.TraceFacts;
import rewake.measure.DomainTables;
import rewake.measure.Evidence;
import rewake.measure.InfoTables;
import rewake.measure.LastRunTable;
import rewake.measure.PreemptionTables;
import rewake.measure.QueueDistributions;
import rewake.measure.QueueTables;
import rewake.measure.SchedstatTable;
import rewake.observe.Selection;
import rewake.observe.queue.QueueWatch;
import rewake.report.Chart;
import rewake.report.Report;
import rewake.report.Table;
import rewake.timeline.Tasks;

/** {@code rewake queues}: run queues, and what went wrong on them. */
@Command(
        name = "queues",
        description = {
            "How long run queues were, whether CPUs were idle while tasks waited on others, who took whose CPU, and what"
                    + " /proc/schedstat counted.",
            "",
            "Length counts the running task, as nr_running does, and is weighted with time. A CPU is idle where no task is queued"
                    + " and no wake-up is on its way to it, which it is from when the choice shows (sched_migrate_task of the wakee,"
                    + " or the waker's next event); while it is idle, a task that waits behind another on a CPU of the same core,"
                    + " cluster, LLC, node or machine is a violation of work conservation. A preemption is a switch away from a task"
                    + " that could run; its wait lasts until that task runs again. What could not be seen, since events are"
                    + " missing, gives bounds: low and high.",
            "",
            "-p, --pid, --tid, --comm and --top choose the rows of preemptions and switches.",
            "",
            "Examples: all; violations as CSV; who took the CPUs of one process's tasks, each by itself:",
            "  rewake queues perf.data",
            "  rewake queues perf.data --format csv --table violations",
            "  rewake queues perf.data --table preemptions -p --pid 1234 --top 20",
            ""
        },
        mixinStandardHelpOptions = true)
final class QueuesCommand implements Callable<Integer> {
    /** Tables that pictures are drawn from. */
    private static final Set<String> PICTURED = new LinkedHashSet<>(List.of("queue_series", "distributions"));

    @Mixin
    private Input input = new Input();

    @Mixin
    private TraceOptions traceOptions = new TraceOptions();

    @Mixin
    private Output output = new Output();

    @Mixin
    private Window window = new Window();

    @Mixin
    private TaskRows rows = new TaskRows();

    @Override
    public Integer call() throws Exception {
        rows.check();
        try (TraceRun run = TraceRun.open(input, traceOptions, output)) {
            Selection selection = window.selection(run.facts().cpus(), run::span);
            var watch = new QueueWatch(run.facts(), run.comms(), run.stats(), selection);
            Asked asked = rows.asked(selection);
            run.read(asked.beside(watch));
            watch.finish();
            String why = InfoTables.whyNoLatency(run.facts(), run.census());
            if (why != null) throw new IOException(input.name() + ": no run queues: " + why);
            asked.check(run, output);
            return output.write(report(run, watch, selection), run.stats(), PICTURED);
        }
    }

    private Report report(TraceRun run, QueueWatch watch, Selection selection) throws IOException {
        Evidence evidence = run.evidence("queues")
                .kinds(List.of("run queues", "violations", "preemptions", "schedstat"), List.of())
                .coverage(watch.coverage())
                .trust(null, null, "measured");
        var headline = new ArrayList<String>();
        headline.add("Measured from " + run.census().total() + " events of " + input.name());
        headline.add(Evidence.coverageLine(watch.coverage()));
        headline.addAll(run.notes());
        headline.addAll(Evidence.lossLines(run.stats()));
        return new Report("queues", evidence.tree(), headline, tables(run, watch, selection), charts(), List.of());
    }

    private List<Table> tables(TraceRun run, QueueWatch watch, Selection selection) {
        TraceFacts facts = run.facts();
        var domains = new DomainTables(watch, facts.topology(), selection, run.stats());
        var preemptions = new PreemptionTables(
                watch, facts, run.comms(), rows.perPid, shown(watch, run), rows.top(), run.stats());
        return List.of(
                QueueTables.queues(watch, facts, selection, run.stats()),
                domains.domains(),
                domains.violations(),
                preemptions.pairs(),
                preemptions.switches(),
                SchedstatTable.of(watch, facts, selection, run.stats()),
                LastRunTable.of(watch, facts.records(EventKind.WAKING), run.stats()),
                QueueTables.irqs(watch, facts, run.comms(), run.stats()),
                QueueTables.series(watch, run.stats()),
                QueueDistributions.of(watch, run.stats()));
    }

    private IntPredicate shown(QueueWatch watch, TraceRun run) {
        Tasks tasks = watch.preemptions().tasks();
        return task ->
                rows.show(tasks.pid(task), tasks.tgid(task), () -> run.comms().text(tasks.comm(task)));
    }

    private static List<Chart> charts() {
        return List.of(
                new Chart.Lines(
                        "How many tasks were queued, how many CPUs busy?",
                        "queue_series",
                        "start_ns",
                        false,
                        List.of(Chart.Series.of("tasks"), Chart.Series.of("busy_cpus")),
                        null,
                        Chart.Curve.STEP),
                new Chart.Lines(
                        "How long were the slices, waits and violations?",
                        "distributions",
                        "high_ns",
                        true,
                        List.of(Chart.Series.of("cumulated_share")),
                        "measure",
                        Chart.Curve.STEP),
                new Chart.Bars(
                        "Who waited for whom?",
                        "preemptions",
                        List.of("task", "by_task"),
                        List.of(Chart.Series.of("wait_ns"))));
    }
}
