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
import rewake.event.ImportStats;
import rewake.measure.ChainTables;
import rewake.measure.Evidence;
import rewake.measure.InfoTables;
import rewake.observe.chain.ChainPath;
import rewake.observe.chain.Chains;
import rewake.observe.Selection;
import rewake.report.Chart;
import rewake.report.Printable;
import rewake.report.Report;

/** {@code rewake chains}: the critical path of a task. */
@Command(
        name = "chains",
        description = {
            "The critical path of a task: who waited for whom. Back from the end of the window: while the task ran, it ran; while"
                    + " it waited for a CPU, it waited behind who ran there; before another task woke or forked it, the path"
                    + " goes on in that task; before an interrupt woke it, it slept. The parts add up to the window.",
            "",
            "A wake in a soft interrupt counts as an interrupt, although loopback networking runs in the sender's time:"
                    + " --follow-softirq goes on in the task below it.",
            "",
            "Example: whom a task of hackbench, 537, waited for up to its end:",
            "  rewake chains traces/hackbench-16cpu-smt-2nodes/perf.data --pid 537",
            ""
        },
        mixinStandardHelpOptions = true)
final class ChainsCommand implements Callable<Integer> {
    private static final int SHOWN_PATH = 40;

    @Mixin
    private Input input = new Input();

    @Mixin
    private TraceOptions traceOptions = new TraceOptions();

    @Mixin
    private Output output = new Output();

    @Option(
            names = {"-p", "--pid"},
            required = true,
            paramLabel = "PID",
            description = "the task (its thread id, as sched events print it)")
    private int pid;

    @Option(
            names = "--time",
            paramLabel = "START,STOP",
            description =
                    "the window: in seconds of the trace clock, of which either may be left out, or as 10%%-90%% of the trace")
    private @Nullable String time;

    @Option(
            names = "--at",
            paramLabel = "TIME",
            description = "end the path here, in seconds of the trace clock, instead of at the window's end")
    private @Nullable String at;

    @Option(
            names = "--follow-softirq",
            description =
                    "a wake in a soft interrupt on top of a task is that task's (right for loopback networking, wrong"
                            + " for timers and real devices)")
    private boolean followSoftirq;

    @Option(
            names = "--log-mb",
            paramLabel = "MB",
            defaultValue = "256",
            description = "memory for the newest part of the trace (default: 256); a longer window takes more passes")
    private int logMb;

    @Option(
            names = {"-n", "--top"},
            paramLabel = "N",
            defaultValue = "15",
            description = "this many rows in each table but path (default: 15; 0 for all)")
    private int top;

    @Override
    public Integer call() throws Exception {
        Top.check(top);
        if (logMb < 1 || logMb > 16_384) throw new UsageException("--log-mb " + logMb + ": from 1 to 16384");
        if (pid < 1) throw new UsageException("--pid " + pid + ": a thread id is positive");
        try (TraceRun run = TraceRun.open(input, traceOptions, output)) {
            Selection window = Window.within(new BitSet(), time, run::span);
            long end = at == null ? window.stopNs() : Window.ns("--at", at);
            long stop = Math.min(window.stopNs(), end);
            if (stop < window.startNs()) throw new UsageException("--at " + at + " lies before the window");
            int entries = (int) ((long) logMb * 1_000_000 / Chains.bytesPerEntry());
            var chains = new Chains(run.facts(), pid, window.startNs(), stop, followSoftirq, entries);
            Chains.Pass first = chains.pass(run.stats());
            Asked asked = Asked.task(window, pid);
            run.read(asked.beside(first));
            first.finish();
            String why = InfoTables.whyNoChains(run.facts(), run.census());
            if (why != null) throw new IOException(input.name() + ": no chains: " + why);
            asked.check(run, output);
            if (at != null) Window.checkReached("--at " + at, end, end, run.census());
            ChainPath path = chains.path();
            if (path == null)
                throw new UsageException("--pid " + pid + " neither ran nor was woken before the end of the window;"
                        + " rewake latency -p lists the tasks");
            if (path.endNs() <= path.startNs())
                throw new UsageException(
                        "--pid " + pid + " ended at " + Window.seconds(path.endNs()) + " s, before the window begins");
            while (!chains.done()) again(run, chains);
            return output.write(
                    report(run, chains, path, first),
                    run.stats(),
                    path.size() > SHOWN_PATH ? Set.of("path") : Set.of());
        }
    }

    private static void again(TraceRun run, Chains chains) throws IOException {
        Chains.Pass pass = chains.pass(new ImportStats());
        run.readAgain(_ -> pass);
        pass.finish();
    }

    private Report report(TraceRun run, Chains chains, ChainPath path, Chains.Pass first) throws IOException {
        var tables = new ChainTables(path, first.timeline().tasks(), run.comms(), run.stats(), first.spanNs());
        Evidence evidence = run.evidence("chains")
                .kinds(List.of("path", "summary", "behind", "longest", "wakers"), List.of())
                .coverage(first.coverage())
                .trust(null, null, "measured")
                .note("path_known_share", tables.knownShare())
                .note("follow_softirq", followSoftirq)
                .note("passes", (long) chains.passes())
                .note("idle_state", null)
                .note("idle_state_unknown", "events of idle states are not read yet");
        var headline = new ArrayList<String>();
        headline.add("Critical path of " + Printable.text(tables.who(path.task(0))) + " from "
                + Window.seconds(path.startNs())
                + " to " + Window.seconds(path.endNs())
                + (path.endNs() < first.coverage().startNs() + first.coverage().windowNs()
                        ? ", where it ended: "
                        : ": ")
                + tables.headline());
        int softirqs = tables.softirqsOnTasks();
        if (softirqs > 0)
            headline.add(
                    softirqs + " sleeps on the path ended in a soft interrupt on top of a task; --follow-softirq goes"
                            + " on in that task (loopback networking)");
        if (chains.contradictions() > 0)
            headline.add(chains.contradictions()
                    + " times a task did not run where it should have: events are missing there");
        headline.add(Evidence.coverageLine(first.coverage()));
        headline.addAll(run.notes());
        headline.addAll(Evidence.lossLines(run.stats()));
        var chart = new Chart.Bars(
                "Who takes the time of the path?",
                "summary",
                List.of("task", "pid", "kind"),
                List.of(Chart.Series.of("time_ns")));
        return new Report(
                "chains",
                evidence.tree(),
                headline,
                tables.of(first.wakers(), Top.rows(top)),
                List.of(chart),
                List.of());
    }
}
