package rewake.replay;

import java.util.Arrays;
import rewake.kernel.CpuMask;

/**
 * The last {@value #KEPT} turns of each CPU between busy, idle and sched-idle, so that a decision can ask how CPUs looked
 * at its instant once the events around it are known.
 *
 * <p>A turn becomes visible to other CPUs not at its event but before or after it ({@code visibleNs}); its own CPU sees it
 * in program order ({@code eventNs}). Where turns overtake each other, the one that happened later holds.
 */
final class FlipLog {
    static final byte BUSY = 0;
    static final byte IDLE = 1;
    static final byte SCHED_IDLE = 2;

    private static final String[] NAMES = {"busy", "idle", "sched_idle"};

    private static final int KEPT = 16;

    private final int cpus;
    /** As of the newest turns. */
    private final long[] idle;

    private final long[] schedIdle;
    /** Of each CPU: when its newest turn happened and was visible. */
    private final long[] settledNs;

    private final int[] count;
    private final byte[] oldest;
    private final long[] eventNs;
    private final long[] visibleNs;
    private final int[] by;
    private final int[] cause;
    private final byte[] state;
    private final byte[] change;

    FlipLog(int cpus) {
        this.cpus = cpus;
        idle = CpuMask.all(cpus);
        schedIdle = CpuMask.empty(cpus);
        settledNs = new long[cpus];
        Arrays.fill(settledNs, Long.MIN_VALUE);
        count = new int[cpus];
        oldest = new byte[cpus];
        Arrays.fill(oldest, IDLE);
        eventNs = new long[cpus * KEPT];
        visibleNs = new long[cpus * KEPT];
        by = new int[cpus * KEPT];
        cause = new int[cpus * KEPT];
        state = new byte[cpus * KEPT];
        change = new byte[cpus * KEPT];
    }

    /**
     * {@code cpu} turned.
     *
     * @param how by what
     * @param byCpu whose event showed it
     * @param causeTask the task whose wake-up did it, or −1
     */
    void add(int cpu, byte to, SeenGuess.Change how, long atNs, long seenNs, int byCpu, int causeTask) {
        int slot = cpu * KEPT + count[cpu]++ % KEPT;
        if (count[cpu] > KEPT) oldest[cpu] = state[slot];
        state[slot] = to;
        change[slot] = (byte) how.ordinal();
        eventNs[slot] = atNs;
        visibleNs[slot] = seenNs;
        by[slot] = byCpu;
        cause[slot] = causeTask;
        settledNs[cpu] = Math.max(atNs, seenNs);
        CpuMask.put(idle, cpu, to == IDLE);
        CpuMask.put(schedIdle, cpu, to == SCHED_IDLE);
    }

    /**
     * How all CPUs looked to the waker of {@code d} at {@code instantNs}, without what this wake-up itself did; and which of
     * them another CPU turned within {@code windowNs} of it.
     */
    void lookAt(Decision d, long instantNs, long windowNs) {
        Arrays.fill(d.flipped, 0);
        System.arraycopy(idle, 0, d.idle, 0, idle.length);
        System.arraycopy(schedIdle, 0, d.schedIdle, 0, schedIdle.length);
        // Most CPUs have settled long before, and not by this wake-up: they look as their newest turn left them.
        long quietNs = Math.min(instantNs - 2 * windowNs, d.wakingNs);
        for (int cpu = 0; cpu < cpus; cpu++) {
            if (settledNs[cpu] < quietNs) continue;
            byte looks = looks(d, cpu, instantNs, windowNs);
            CpuMask.put(d.idle, cpu, looks == IDLE);
            CpuMask.put(d.schedIdle, cpu, looks == SCHED_IDLE);
        }
    }

    /** Hears of turns within the race window. */
    interface Turns {
        /**
         * One turn.
         *
         * @param to busy, idle or sched_idle
         * @param afterNs when it was visible, after the decision; negative: before it
         * @param causeTask the task whose wake-up did it, or −1
         */
        void turn(int cpu, String to, long afterNs, int byCpu, int causeTask);
    }

    /** The turns that make a CPU one of {@link Decision#flipped}, as long as they are kept. */
    void turns(Decision d, long windowNs, Turns out) {
        for (int cpu = 0; cpu < cpus; cpu++)
            for (int i = Math.max(0, count[cpu] - KEPT); i < count[cpu]; i++) {
                int slot = cpu * KEPT + i % KEPT;
                boolean own = by[slot] == d.thisCpu || (cause[slot] == d.wakee && eventNs[slot] >= d.wakingNs);
                long after = visibleNs[slot] - d.decideNs;
                if (!own && Math.abs(after) <= windowNs)
                    out.turn(cpu, NAMES[state[slot]], after, by[slot], cause[slot]);
            }
    }

    private byte looks(Decision d, int cpu, long instantNs, long windowNs) {
        int n = count[cpu];
        byte found = -1;
        for (int i = n - 1; i >= Math.max(0, n - KEPT); i--) {
            int slot = cpu * KEPT + i % KEPT;
            if (cause[slot] == d.wakee && eventNs[slot] >= d.wakingNs) continue;
            boolean own = by[slot] == d.thisCpu;
            long at = own ? eventNs[slot] : visibleNs[slot];
            if (!own && Math.abs(at - instantNs) <= windowNs) races(d, cpu, slot, at - instantNs);
            if (found < 0 && at <= instantNs) found = state[slot];
            if (found >= 0 && Math.max(eventNs[slot], visibleNs[slot]) < instantNs - 2 * windowNs) break;
        }
        return found < 0 ? oldest[cpu] : found;
    }

    /** Of several changes of one CPU the nearest is the one that the order is about. */
    private void races(Decision d, int cpu, int slot, long laterNs) {
        if (CpuMask.has(d.flipped, cpu) && Math.abs(laterNs) >= Math.abs(d.nearestNs[cpu])) return;
        CpuMask.set(d.flipped, cpu);
        d.nearestNs[cpu] = laterNs;
        d.nearest[cpu] = change[slot];
    }
}
