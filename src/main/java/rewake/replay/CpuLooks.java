package rewake.replay;

import java.util.Arrays;
import rewake.kernel.CpuMask;
import rewake.kernel.Wakelist;
import rewake.timeline.Tasks;

/**
 * What other CPUs see of each CPU: idle, sched-idle or busy, with the wake-ups that are on their way. Follows the
 * recording by the recorded kernel's own rule of when a queued wake-up hides that its CPU is idle ({@link Wakelist}).
 */
final class CpuLooks {
    private final boolean pendingUntilEnqueued;
    private final long[] idle;
    private final long[] schedIdle;
    private final int[] pending;
    /** Of each CPU, the newest task that is on its way to it; from there by {@link #before}. */
    private final int[] newest;

    private final FlipLog log;
    private int[] pendingOn = new int[256];
    private int[] before = new int[256];
    private long[] sentNs = new long[256];
    private long[] seenNs = new long[256];
    private int[] sentBy = new int[256];
    private byte[] sentHow = new byte[256];

    CpuLooks(int cpus, Wakelist wakelist) {
        pendingUntilEnqueued = wakelist.pendingUntilEnqueued();
        idle = CpuMask.all(cpus);
        schedIdle = CpuMask.empty(cpus);
        pending = new int[cpus];
        newest = new int[cpus];
        Arrays.fill(newest, Tasks.NONE);
        log = new FlipLog(cpus);
        Arrays.fill(pendingOn, Tasks.NONE);
    }

    /** Idle CPUs as a mask. Read only. */
    long[] idle() {
        return idle;
    }

    /** Sched-idle CPUs as a mask. Read only. */
    long[] schedIdle() {
        return schedIdle;
    }

    /** How CPUs looked at the instant of a decision, see {@link FlipLog#lookAt}. */
    void lookAt(Decision d, long instantNs, long windowNs) {
        log.lookAt(d, instantNs, windowNs);
    }

    /** What turned near the instant of a decision, see {@link FlipLog#turns}. */
    void turns(Decision d, long windowNs, FlipLog.Turns out) {
        log.turns(d, windowNs, out);
    }

    /**
     * A wake-up sends {@code task} to {@code cpu} by interrupt, which hides that CPU from now on.
     *
     * @param how SENT or SENT_BACK
     * @param now the event that shows it
     * @param visibleNs when other CPUs see the mark
     */
    void sent(int task, int cpu, int wakerCpu, SeenGuess.Change how, long now, long visibleNs) {
        room(task);
        pendingOn[task] = cpu;
        sentNs[task] = now;
        seenNs[task] = visibleNs;
        sentBy[task] = wakerCpu;
        sentHow[task] = (byte) how.ordinal();
        before[task] = newest[cpu];
        newest[cpu] = task;
        pending[cpu]++;
    }

    /**
     * {@code cpu} begins to enqueue {@code task}, and what else was sent to it until {@code visibleNs}. Before 6.2 this ends the
     * hiding, for the whole batch at once; what is sent later hides the CPU anew.
     *
     * @param idles nothing but its idle task is on the CPU
     */
    void receives(int task, int cpu, boolean idles, long now, long visibleNs) {
        if (pendingUntilEnqueued) return;
        boolean older = false;
        for (int other = newest[cpu]; other != Tasks.NONE; ) {
            int next = before[other];
            older |= other == task; // first in, first out: what was sent before it is in the same batch
            if (older || seenNs[other] <= visibleNs) released(other);
            other = next;
        }
        if (pending[cpu] == 0 || CpuMask.has(idle, cpu) || !idles) return;
        log.add(cpu, FlipLog.IDLE, SeenGuess.Change.RECEIVES, now, visibleNs, cpu, task);
        for (int other = newest[cpu]; other != Tasks.NONE; other = before[other])
            log.add(
                    cpu,
                    FlipLog.BUSY,
                    SeenGuess.CHANGES[sentHow[other]],
                    sentNs[other],
                    seenNs[other],
                    sentBy[other],
                    other);
    }

    /** {@code task} is queued, or its wake-up came to nothing. */
    void released(int task) {
        if (task >= pendingOn.length || pendingOn[task] == Tasks.NONE) return;
        int cpu = pendingOn[task];
        pendingOn[task] = Tasks.NONE;
        pending[cpu]--;
        if (newest[cpu] == task) {
            newest[cpu] = before[task];
            return;
        }
        int after = newest[cpu];
        while (before[after] != task) after = before[after];
        before[after] = before[task];
    }

    /**
     * How {@code cpu} is after an event of {@code by} at {@code now}.
     *
     * @param idles nothing but its idle task is on it
     * @param isSchedIdle something is, and all of that is SCHED_IDLE
     * @param how by what it may have changed
     * @param visibleNs when other CPUs see what the event tells of
     * @param cause the task whose wake-up it is, or {@link Tasks#NONE}
     */
    void refresh(
            int cpu,
            boolean idles,
            boolean isSchedIdle,
            SeenGuess.Change how,
            long now,
            long visibleNs,
            int by,
            int cause) {
        boolean isIdle = idles && pending[cpu] == 0;
        if (isIdle == CpuMask.has(idle, cpu) && isSchedIdle == CpuMask.has(schedIdle, cpu)) return;
        CpuMask.put(idle, cpu, isIdle);
        CpuMask.put(schedIdle, cpu, isSchedIdle);
        byte to = isIdle ? FlipLog.IDLE : isSchedIdle ? FlipLog.SCHED_IDLE : FlipLog.BUSY;
        log.add(cpu, to, how, now, visibleNs, by, cause);
    }

    private void room(int task) {
        if (task < pendingOn.length) return;
        int old = pendingOn.length;
        pendingOn = Arrays.copyOf(pendingOn, Math.max(task + 1, old * 2));
        Arrays.fill(pendingOn, old, pendingOn.length, Tasks.NONE);
        before = Arrays.copyOf(before, pendingOn.length);
        sentNs = Arrays.copyOf(sentNs, pendingOn.length);
        seenNs = Arrays.copyOf(seenNs, pendingOn.length);
        sentBy = Arrays.copyOf(sentBy, pendingOn.length);
        sentHow = Arrays.copyOf(sentHow, pendingOn.length);
    }
}
