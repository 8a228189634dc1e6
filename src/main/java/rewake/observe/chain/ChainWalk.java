package rewake.observe.chain;

import rewake.timeline.Tasks;

/**
 * Walks back through a {@link ChainLog} along the critical path of a task: where it ran, it ran; where it waited for a CPU, it waited
 * behind who ran there; before a task woke or forked it, that task's path goes on; before an interrupt woke it, it slept, and
 * its own path goes on before that. So the parts add up to the window exactly.
 *
 * <p>A walk can be cut at the oldest entry of a log and goes on in one that holds older entries.
 */
final class ChainWalk {
    private static final int NONE = -1;
    private static final ChainKind[] KINDS = ChainKind.values();
    private static final WakeContext[] CONTEXTS = WakeContext.values();

    private final ChainPath path;
    private final Tasks tasks;
    private final boolean followSoftirq;
    /** By CPU: what it ran where the walk stands, or {@link #NONE}. */
    private final int[] current;

    private long number;
    private boolean done;
    private int contradictions;

    // where the walk stands
    private ChainKind kind = ChainKind.UNKNOWN;
    private int task;
    private int cpu = NONE;
    private int waker = NONE;
    private int wakerCpu = NONE;
    private WakeContext context = WakeContext.NONE;
    private long sinceNs;
    private long sinceNumber;

    /**
     * A walk that begins behind the entry before {@code number}.
     *
     * @param current by CPU: what it runs at the end; the walk uses it up
     * @param followSoftirq whether a wake in a soft interrupt on top of a task is taken as that task's
     */
    ChainWalk(ChainPath path, Tasks tasks, int[] current, long number, int of, boolean followSoftirq) {
        this.path = path;
        this.tasks = tasks;
        this.current = current;
        this.number = number;
        this.followSoftirq = followSoftirq;
        task = of;
        done = path.startNs() >= path.endNs();
    }

    /** The task runs at the end. */
    void runs(int on) {
        becomes(ChainKind.RUNNING);
        cpu = on;
    }

    /** The task sleeps at the end, and nobody has woken it. */
    void sleeps() {
        kind = ChainKind.SLEEPING;
    }

    /** The task waits. */
    void waits(ChainKind how, int on, long since, long firstNumber, int by, int byCpu, WakeContext in) {
        kind = how;
        cpu = on;
        sinceNs = since;
        sinceNumber = firstNumber;
        waker = by;
        wakerCpu = byCpu;
        context = in;
    }

    /** Number of the entry after the next to look at. */
    long number() {
        return number;
    }

    /** Whether the path is complete. */
    boolean done() {
        return done;
    }

    /** How often a task did not run where it should have: events are missing or out of order. */
    int contradictions() {
        return contradictions;
    }

    /** Goes back to the oldest entry of the log. */
    void through(ChainLog log) {
        while (!done && number > log.first()) {
            if (kind.waits() && number <= sinceNumber) {
                waitBegan();
                continue;
            }
            long at = --number;
            switch (log.kind(at)) {
                case ChainLog.RUN -> switched(log, at);
                case ChainLog.MOVE -> moved(log, at);
                default -> gap(log, at);
            }
        }
        if (number > 0) return;
        while (!done && kind.waits() && sinceNs > path.startNs()) waitBegan();
        if (kind == ChainKind.RUNNING && current[cpu] != task) becomes(ChainKind.UNKNOWN);
        if (!done) add(path.startNs(), behind());
        done = true;
    }

    private void switched(ChainLog log, long at) {
        int on = log.cpu(at);
        int in = log.task(at);
        int out = log.other(at);
        long time = log.timeNs(at);
        if (kind.waits()) {
            if (on == cpu) add(Math.max(time, sinceNs), in);
        } else if (kind == ChainKind.RUNNING) {
            if (on == cpu) ran(log, at, in, out, time);
        } else if (out == task) {
            add(time, NONE);
            runs(on);
        } else if (in == task) {
            becomes(ChainKind.UNKNOWN);
            add(time, NONE);
            began(log, at, time);
        }
        current[on] = out;
    }

    /** A switch of the CPU on which the task runs. */
    private void ran(ChainLog log, long at, int in, int out, long time) {
        if (in == task) {
            add(time, NONE);
            began(log, at, time);
        } else if (out != task) {
            contradictions++;
            becomes(ChainKind.UNKNOWN);
        }
    }

    /** The task began to run: what it did before. */
    private void began(ChainLog log, long at, long time) {
        ChainKind waited = KINDS[log.endedWait(at)];
        if (!waited.waits()) {
            becomes(ChainKind.UNKNOWN);
            return;
        }
        int byCpu = log.otherCpu(at) == 0xFFFF ? NONE : log.otherCpu(at);
        waits(
                waited,
                log.cpu(at),
                Math.min(time, log.sinceNs(at)),
                log.sinceNumber(at),
                log.waker(at),
                byCpu,
                CONTEXTS[log.context(at)]);
    }

    private void moved(ChainLog log, long at) {
        if (!kind.waits() || log.task(at) != task) return;
        add(log.timeNs(at), behind());
        cpu = log.otherCpu(at);
    }

    private void gap(ChainLog log, long at) {
        int on = log.cpu(at);
        if (on == cpu && (kind.waits() || kind == ChainKind.RUNNING)) {
            add(log.timeNs(at), behind());
            if (kind == ChainKind.RUNNING) becomes(ChainKind.UNKNOWN);
        }
        current[on] = NONE;
    }

    /** The walk stands where the wait began. */
    private void waitBegan() {
        add(sinceNs, behind());
        if (kind == ChainKind.RUNNABLE || kind == ChainKind.PREEMPTED) {
            becomes(ChainKind.RUNNING);
        } else if (follows()) {
            task = waker;
            cpu = wakerCpu;
            becomes(ChainKind.RUNNING);
        } else {
            kind = ChainKind.SLEEPING;
            cpu = NONE;
        }
    }

    /** Whether the path goes on in who woke the task. */
    private boolean follows() {
        if (waker == NONE || wakerCpu == NONE) return false;
        return kind == ChainKind.FORKED
                || context == WakeContext.TASK
                || context == WakeContext.TASK_OR_INTERRUPT
                || (followSoftirq && context == WakeContext.SOFTIRQ && waker != task && !tasks.isIdle(waker));
    }

    private void becomes(ChainKind next) {
        kind = next;
        waker = NONE;
        wakerCpu = NONE;
        context = WakeContext.NONE;
        if (next == ChainKind.UNKNOWN) cpu = NONE;
    }

    private int behind() {
        return kind.waits() && cpu != NONE ? current[cpu] : NONE;
    }

    private void add(long fromNs, int behind) {
        if (!path.add(fromNs, kind, task, cpu, behind, waker, wakerCpu, context)) done = true;
    }
}
