package rewake.observe.queue;

import java.util.Arrays;
import java.util.EnumSet;
import rewake.event.Comms;
import rewake.event.TaskState;
import rewake.event.TraceFacts;
import rewake.observe.Coverage;
import rewake.observe.LatencyHistogram;
import rewake.observe.Selection;
import rewake.timeline.Timeline;
import rewake.timeline.TimelineListener;
import rewake.timeline.WaitKind;

/** The listeners of one watch as one: each hears only what it asks for, by calls that the JIT sees through. */
final class QueueParts implements TimelineListener {
    final Coverage coverage;
    final LengthBook lengths;
    final RunQueues queues;
    final Schedstat schedstat;
    final Preemptions preemptions;
    final LastRuns lastRuns;
    final Interrupts interrupts;
    private final Selection selection;
    private final LatencyHistogram[] waits;
    private final Timeline timeline;
    private long cutWaits;
    private long spanNs;

    QueueParts(Timeline timeline, TraceFacts facts, Comms comms, Selection selection) {
        this.selection = selection;
        this.timeline = timeline;
        coverage = new Coverage(timeline, selection);
        lengths = new LengthBook(timeline.cpus());
        queues = new RunQueues(timeline, facts.topology(), comms, selection, EnumSet.allOf(Scope.class), lengths);
        schedstat = new Schedstat(timeline, facts, selection);
        preemptions = new Preemptions(timeline, selection);
        lastRuns = new LastRuns(timeline, selection);
        interrupts = new Interrupts(timeline, comms, selection);
        waits = new LatencyHistogram[timeline.cpus()];
        Arrays.setAll(waits, _ -> new LatencyHistogram());
    }

    LatencyHistogram waits(int cpu) {
        return waits[cpu];
    }

    /** Waits on any CPU whose end is not in the trace. */
    long cutWaits() {
        return cutWaits;
    }

    /** From the first event to the last, ns. */
    long spanNs() {
        return spanNs;
    }

    @Override
    public void enqueued(int cpu, int task, long timeNs) {
        queues.enqueued(cpu, task, timeNs);
        schedstat.enqueued(cpu, task, timeNs);
        lastRuns.enqueued(cpu, task, timeNs);
    }

    @Override
    public void dequeued(int cpu, int task, long timeNs) {
        queues.dequeued(cpu, task, timeNs);
        schedstat.dequeued(cpu, task, timeNs);
    }

    @Override
    public void slice(int cpu, int task, long startNs, long endNs, TaskState state, boolean known) {
        schedstat.slice(cpu, task, startNs, endNs, state, known);
        preemptions.slice(cpu, task, startNs, endNs, state, known);
        lastRuns.slice(cpu, task, startNs, endNs, state, known);
    }

    @Override
    public void running(int cpu, int task, long timeNs) {
        queues.running(cpu, task, timeNs);
        schedstat.running(cpu, task, timeNs);
        preemptions.running(cpu, task, timeNs);
    }

    @Override
    public void waited(int cpu, int task, long sinceNs, long runNs, WaitKind kind) {
        preemptions.waited(cpu, task, sinceNs, runNs, kind);
        if (selection.delay(cpu, runNs)) waits[cpu].record(runNs - sinceNs);
    }

    @Override
    public void waking(int task, long timeNs) {
        schedstat.waking(task, timeNs);
    }

    @Override
    public void placed(int task, long timeNs) {
        queues.placed(task, timeNs);
        schedstat.placed(task, timeNs);
    }

    @Override
    public void woken(int task, int cpu, boolean queued, long timeNs) {
        lastRuns.woken(task, cpu, queued, timeNs);
    }

    @Override
    public void gap(int cpu, long timeNs) {
        queues.gap(cpu, timeNs);
        interrupts.missing(cpu);
    }

    @Override
    public void covered(int cpu, long sinceNs, long untilNs) {
        coverage.covered(cpu, sinceNs, untilNs);
    }

    @Override
    public void waitCut(int cpu, int task, long sinceNs, long untilNs, WaitKind kind) {
        cutWaits++;
        preemptions.waitCut(cpu, task, sinceNs, untilNs, kind);
    }

    @Override
    public void end(long timeNs) {
        coverage.end(timeNs);
        queues.end(timeNs);
        spanNs = timeNs - timeline.firstNs();
    }
}
