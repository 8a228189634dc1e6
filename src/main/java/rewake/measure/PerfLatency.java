package rewake.measure;

import rewake.observe.LatencyHistogram;

import rewake.observe.Selection;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import rewake.event.EventBatch;
import rewake.event.EventConsumer;
import rewake.event.EventKind;

/**
 * Delays as {@code perf sched latency} (perf 6.1) counts them, to the last digit: a delay begins when a task is woken
 * (sched_wakeup, sched_wakeup_new) or leaves a CPU in state R, and ends when it is switched in. In traces without
 * sched_wakeup, which newer recorders write, it begins at sched_waking instead; perf 6.1 counts no wake-ups there.
 *
 * <p>Perf's own habits, kept on purpose: a task that leaves in state R+ (preempted inside the kernel) begins no delay,
 * since perf 6.1 looks its state up beyond the end of its table; a wake-up of a task that has not left its CPU yet begins
 * none; a task first seen when it is switched in gets a delay of 0; task names come from the COMM and FORK records, not
 * from the tracepoints (unless the trace has no such records at all); a FORK record makes a new task of a pid. Source: {@code tools/perf/builtin-sched.c}, behaviour of
 * 6.1 checked on recordings.
 */
public final class PerfLatency implements EventConsumer {
    private static final EventKind[] KINDS = EventKind.values();
    private static final byte SLEEPING = 0;
    private static final byte WAIT_CPU = 1;
    private static final byte DONE = 2;

    private final boolean wakeupIsRecorded;
    private final Selection selection;
    private int[] threadOf = new int[1024];
    private int[] runsOn = new int[16];
    /** By CPU: when it last switched. */
    private long[] switchedNs = new long[16];

    private int threads;
    private int[] tid = new int[256];
    private int[] tgid = new int[256];
    private int[] comm = new int[256];
    /** Names in the tracepoints, for traces without records of tasks. */
    private int[] seenComm = new int[256];

    private boolean taskRecords;
    private byte[] atom = new byte[256];
    private boolean[] hasAtom = new boolean[256];
    private long[] outNs = new long[256];
    private long[] wakeNs = new long[256];
    private long[] runtimeNs = new long[256];
    private long[] maxStartNs = new long[256];
    private long[] maxEndNs = new long[256];
    private LatencyHistogram[] delays = new LatencyHistogram[256];
    /** When it last left a CPU by an event of its own, and the longest time between two such. */
    private long[] leftNs = new long[256];

    private long[] longestNs = new long[256];
    private long firstNs;
    private long lastNs;
    private long switchBugs;
    private long contradictions;
    private long timestamps;
    private long unordered;

    /**
     * Empty counters.
     *
     * @param wakeupIsRecorded whether the trace has sched_wakeup; then sched_waking is ignored, as perf does
     * @param selection which delays and run times count
     */
    public PerfLatency(boolean wakeupIsRecorded, Selection selection) {
        this.wakeupIsRecorded = wakeupIsRecorded;
        this.selection = selection;
        Arrays.fill(threadOf, -1);
        Arrays.fill(runsOn, -1);
    }

    @Override
    public void event(EventBatch batch, int row) {
        lastNs = batch.timeNs(row);
        if (firstNs == 0) firstNs = lastNs;
        switch (KINDS[batch.kind(row)]) {
            case SWITCH -> switched(batch, row);
            case STAT_RUNTIME -> runtime(batch, row);
            case WAKEUP, WAKEUP_NEW -> wakeup(batch, row);
            case WAKING -> {
                if (!wakeupIsRecorded) wakeup(batch, row);
            }
            case COMM -> named(batch, row);
            case FORK -> forked(batch, row);
            default -> {}
        }
    }

    /** How often a CPU switched away from a task that did not run there: perf's context switch bugs. */
    public long switchBugs() {
        return switchBugs;
    }

    /** The same without switches that the recorder wrote twice: events are missing. */
    public long contradictions() {
        return contradictions;
    }

    /** Wake-ups that perf calls unordered timestamps. */
    public long unordered() {
        return unordered;
    }

    /** Wake-ups that perf counted. */
    public long timestamps() {
        return timestamps;
    }

    /** One row a task that any event named, in no particular order. */
    public List<TaskDelays> tasks() {
        var out = new ArrayList<TaskDelays>();
        for (int t = 0; t < threads; t++) {
            if (!hasAtom[t]) continue;
            LatencyHistogram delay = delays[t] == null ? new LatencyHistogram() : delays[t];
            int name = taskRecords ? comm[t] : seenComm[t];
            boolean open = atom[t] == WAIT_CPU && lastNs <= selection.stopNs();
            long longest = Math.max(longestNs[t], lastNs - left(t));
            out.add(new TaskDelays(
                    tid[t], tgid[t], name, runtimeNs[t], delay, maxStartNs[t], maxEndNs[t], open, longest));
        }
        return out;
    }

    /**
     * What perf prints in one row.
     *
     * @param tid thread id
     * @param tgid process id, or −1
     * @param comm name id, −1 where nothing named it (perf prints {@code :tid})
     * @param delays count, sum, max and percentiles
     * @param maxStartNs when the longest delay began
     * @param maxEndNs when it ended
     * @param open whether a delay was still going on when the trace ended
     * @param longestNs no delay that events are missing of can be longer: the longest time between two switches away from
     *     the task, the ends of the trace included
     */
    public record TaskDelays(
            int tid,
            int tgid,
            int comm,
            long runtimeNs,
            LatencyHistogram delays,
            long maxStartNs,
            long maxEndNs,
            boolean open,
            long longestNs) {}

    private void switched(EventBatch batch, int row) {
        long time = batch.timeNs(row);
        int cpu = batch.cpu();
        int prevPid = batch.pid(row);
        if (cpu >= runsOn.length) {
            runsOn = grown(runsOn, cpu);
            switchedNs = Arrays.copyOf(switchedNs, runsOn.length);
        }
        if (runsOn[cpu] >= 0 && runsOn[cpu] != prevPid) {
            switchBugs++;
            boolean twice = runsOn[cpu] == batch.otherPid(row) && switchedNs[cpu] == time;
            if (!twice) contradictions++;
        }
        runsOn[cpu] = batch.otherPid(row);
        switchedNs[cpu] = time;
        int prev = thread(prevPid);
        seenComm[prev] = batch.comm(row);
        out(prev, batch.arg0(row) == 0, time);
        longestNs[prev] = Math.max(longestNs[prev], time - left(prev));
        leftNs[prev] = time;
        int next = thread(batch.otherPid(row));
        seenComm[next] = batch.otherComm(row);
        if (!hasAtom[next]) out(next, true, time);
        in(next, cpu, time);
    }

    private long left(int thread) {
        return leftNs[thread] == 0 ? firstNs : leftNs[thread];
    }

    private void out(int thread, boolean runnable, long time) {
        hasAtom[thread] = true;
        outNs[thread] = time;
        atom[thread] = runnable ? WAIT_CPU : SLEEPING;
        wakeNs[thread] = runnable ? time : 0;
    }

    private void in(int thread, int cpu, long time) {
        if (atom[thread] != WAIT_CPU) return;
        atom[thread] = DONE;
        if (time < wakeNs[thread] || !selection.delay(cpu, time)) return;
        LatencyHistogram delay = delays[thread];
        if (delay == null) {
            delay = new LatencyHistogram();
            delays[thread] = delay;
        }
        long ns = time - wakeNs[thread];
        if (ns > delay.maxNs()) {
            maxStartNs[thread] = wakeNs[thread];
            maxEndNs[thread] = time;
        }
        delay.record(ns);
    }

    private void runtime(EventBatch batch, int row) {
        int thread = thread(batch.pid(row));
        if (!hasAtom[thread]) out(thread, true, batch.timeNs(row));
        if (selection.delay(batch.cpu(), batch.timeNs(row))) runtimeNs[thread] += batch.arg0(row);
    }

    private void wakeup(EventBatch batch, int row) {
        long time = batch.timeNs(row);
        int thread = thread(batch.pid(row));
        seenComm[thread] = batch.comm(row);
        if (!hasAtom[thread]) out(thread, false, time);
        if (atom[thread] != SLEEPING) return;
        timestamps++;
        if (outNs[thread] > time) {
            unordered++;
            return;
        }
        atom[thread] = WAIT_CPU;
        wakeNs[thread] = time;
    }

    private void named(EventBatch batch, int row) {
        taskRecords = true;
        int thread = thread(batch.pid(row));
        comm[thread] = batch.comm(row);
        tgid[thread] = batch.otherPid(row);
    }

    private void forked(EventBatch batch, int row) {
        taskRecords = true;
        int parent = thread((int) batch.arg0(row));
        int pid = batch.pid(row);
        int known = pid < threadOf.length ? threadOf[pid] : -1;
        if (known >= 0) threadOf[pid] = -1;
        int child = thread(pid);
        comm[child] = comm[parent];
        tgid[child] = batch.otherPid(row);
    }

    private int thread(int pid) {
        if (pid >= threadOf.length) threadOf = grown(threadOf, pid);
        int thread = threadOf[pid];
        if (thread >= 0) return thread;
        thread = threads++;
        if (thread == tid.length) growThreads(thread * 2);
        threadOf[pid] = thread;
        tid[thread] = pid;
        tgid[thread] = -1;
        comm[thread] = -1;
        seenComm[thread] = -1;
        return thread;
    }

    private void growThreads(int n) {
        tid = Arrays.copyOf(tid, n);
        tgid = Arrays.copyOf(tgid, n);
        comm = Arrays.copyOf(comm, n);
        seenComm = Arrays.copyOf(seenComm, n);
        atom = Arrays.copyOf(atom, n);
        hasAtom = Arrays.copyOf(hasAtom, n);
        outNs = Arrays.copyOf(outNs, n);
        wakeNs = Arrays.copyOf(wakeNs, n);
        runtimeNs = Arrays.copyOf(runtimeNs, n);
        maxStartNs = Arrays.copyOf(maxStartNs, n);
        maxEndNs = Arrays.copyOf(maxEndNs, n);
        delays = Arrays.copyOf(delays, n);
        leftNs = Arrays.copyOf(leftNs, n);
        longestNs = Arrays.copyOf(longestNs, n);
    }

    private static int[] grown(int[] table, int index) {
        int old = table.length;
        int[] out = Arrays.copyOf(table, Math.max(index + 1, old * 2));
        Arrays.fill(out, old, out.length, -1);
        return out;
    }
}
