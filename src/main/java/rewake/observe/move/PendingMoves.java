package rewake.observe.move;

import java.util.Arrays;

/**
 * Moves whose cause a later event tells, each with what it awaits: the next switch of the CPU that recorded it, or the next
 * event of the task. A slot is free again as soon as nothing is awaited; there are never more than a few a CPU and one a
 * task.
 */
final class PendingMoves {
    /** Awaits the next switch of the recording CPU. */
    static final byte SWITCH = 1;
    /** Awaits whether the task is woken without a sched_waking: then its beginning was not recorded. */
    static final byte WAKEUP = 2;
    /** Awaits whether the task goes on to exec. */
    static final byte EXEC = 4;

    static final int NONE = -1;

    private final MoveListener done;
    private int[] cpuList = filled(16);
    private int[] ofTask = filled(256);
    private byte[] awaits = new byte[16];
    private boolean[] fixed = new boolean[16];
    private MoveCause[] cause = new MoveCause[16];
    private boolean[] active = new boolean[16];
    private MoveReason[] reason = new MoveReason[16];
    private int[] task = new int[16];
    private int[] next = new int[16];
    private long[] id = new long[16];
    private int used;
    private int free = NONE;

    /** Moves are told to {@code done} as soon as their cause is final. */
    PendingMoves(MoveListener done) {
        this.done = done;
    }

    /** A move that awaits something of its task only, with the cause it has if that does not come. */
    void add(long moveId, int ofThisTask, byte what, MoveCause otherwise, MoveReason why) {
        place(slot(moveId, ofThisTask, what, otherwise, why));
    }

    /**
     * A move of which the next switch of {@code cpu} tells the cause.
     *
     * @param what what it awaits of its task besides, or 0
     * @param byStopper whether the CPU had the stopper move it, instead of pulling it itself
     */
    void addOnCpu(long moveId, int ofThisTask, int cpu, byte what, boolean byStopper) {
        int slot = slot(moveId, ofThisTask, (byte) (what | SWITCH), MoveCause.UNKNOWN, MoveReason.CUT);
        active[slot] = byStopper;
        if (cpu >= cpuList.length) cpuList = grown(cpuList, cpu);
        next[slot] = cpuList[cpu];
        cpuList[cpu] = slot;
        place(slot);
    }

    private void place(int slot) {
        if ((awaits[slot] & (WAKEUP | EXEC)) == 0) return;
        int of = task[slot];
        if (of >= ofTask.length) ofTask = grown(ofTask, of);
        ofTask[of] = slot;
    }

    /** Whether a move awaits something of this CPU. */
    boolean onCpu(int cpu) {
        return cpu < cpuList.length && cpuList[cpu] != NONE;
    }

    /** What a move of this task awaits of it, 0 for nothing. */
    byte ofTask(int ofThisTask) {
        int slot = ofThisTask < ofTask.length ? ofTask[ofThisTask] : NONE;
        return slot == NONE ? 0 : (byte) (awaits[slot] & (WAKEUP | EXEC));
    }

    /** The CPU's next event of note has come. */
    void cpuSpoke(int cpu, CpuNext did) {
        int slot = cpuList[cpu];
        cpuList[cpu] = NONE;
        while (slot != NONE) {
            int after = next[slot];
            MoveReason why = reason(did, active[slot]);
            arrived(slot, SWITCH, why == MoveReason.NONE ? cause(did, active[slot]) : MoveCause.UNKNOWN, why);
            slot = after;
        }
    }

    /** What a move is that {@code did} came after; the reason is none. */
    static MoveCause cause(CpuNext did, boolean byStopper) {
        if (did == CpuNext.GOES_ON) return MoveCause.AFFINITY;
        return byStopper ? MoveCause.ACTIVE : MoveCause.NEWIDLE;
    }

    /** Why that is not known; who waits for the stopper to change an affinity sleeps uninterruptibly. */
    static MoveReason reason(CpuNext did, boolean byStopper) {
        if (did == CpuNext.LOST) return MoveReason.CUT;
        return did == CpuNext.SLEEPS_ON_DISK && byStopper ? MoveReason.ACTIVE_OR_AFFINITY : MoveReason.NONE;
    }

    /** What was awaited of the task has come and tells the cause. */
    void taskTold(int ofThisTask, MoveCause is) {
        int slot = ofTask[ofThisTask];
        ofTask[ofThisTask] = NONE;
        byte was = (byte) (awaits[slot] & (WAKEUP | EXEC));
        arrived(slot, was, is, MoveReason.NONE);
        if (awaits[slot] != 0) fixed[slot] = true;
    }

    /** What was awaited of the task will not come. */
    void taskPassed(int ofThisTask) {
        int slot = ofTask[ofThisTask];
        ofTask[ofThisTask] = NONE;
        arrived(slot, (byte) (awaits[slot] & (WAKEUP | EXEC)), cause[slot], reason[slot]);
    }

    /** Nothing more comes. */
    void end() {
        for (int cpu = 0; cpu < cpuList.length; cpu++) if (cpuList[cpu] != NONE) cpuSpoke(cpu, CpuNext.LOST);
        for (int one = 0; one < ofTask.length; one++) {
            int slot = ofTask[one];
            if (slot == NONE) continue;
            cause[slot] = MoveCause.UNKNOWN;
            reason[slot] = MoveReason.CUT;
            taskPassed(one);
        }
    }

    private void arrived(int slot, byte what, MoveCause is, MoveReason why) {
        if (!fixed[slot]) {
            cause[slot] = is;
            reason[slot] = why;
        }
        awaits[slot] &= (byte) ~what;
        if (awaits[slot] != 0) return;
        next[slot] = free;
        free = slot;
        done.caused(id[slot], task[slot], cause[slot], reason[slot]);
    }

    private int slot(long moveId, int ofThisTask, byte what, MoveCause otherwise, MoveReason why) {
        int slot = freeSlot();
        id[slot] = moveId;
        task[slot] = ofThisTask;
        awaits[slot] = what;
        fixed[slot] = false;
        cause[slot] = otherwise;
        reason[slot] = why;
        return slot;
    }

    private int freeSlot() {
        if (free != NONE) {
            int slot = free;
            free = next[slot];
            return slot;
        }
        if (used == id.length) grow();
        return used++;
    }

    private void grow() {
        int n = used * 2;
        awaits = Arrays.copyOf(awaits, n);
        fixed = Arrays.copyOf(fixed, n);
        cause = Arrays.copyOf(cause, n);
        active = Arrays.copyOf(active, n);
        reason = Arrays.copyOf(reason, n);
        task = Arrays.copyOf(task, n);
        next = Arrays.copyOf(next, n);
        id = Arrays.copyOf(id, n);
    }

    private static int[] filled(int n) {
        int[] out = new int[n];
        Arrays.fill(out, NONE);
        return out;
    }

    private static int[] grown(int[] table, int index) {
        int old = table.length;
        int[] out = Arrays.copyOf(table, Math.max(index + 1, old * 2));
        Arrays.fill(out, old, out.length, NONE);
        return out;
    }
}
