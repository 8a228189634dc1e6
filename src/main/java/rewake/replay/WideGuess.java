package rewake.replay;

import java.util.Arrays;
import rewake.kernel.SchedState;
import rewake.kernel.WakeAffine;
import rewake.timeline.Tasks;

/**
 * wakee_flips of a task is copied by fork and never reset, so what a task had before the trace is unknown: one number per
 * task that was alive when the trace began, shared by its descendants (its fork root). A handful of values are held
 * beside each other, {@link #BASES}, and each is credited for past decisions in which only one answer of wake_wide gives
 * the recorded CPU and that value gives it. The best is used; ties go to 0.
 *
 * <p>Source: placement.md 2.1, 12.1.
 */
final class WideGuess {
    /** Powers of four: wake_wide compares ratios, so finer steps change few answers. */
    private static final int[] BASES = {0, 4, 16, 64, 256, 1024};

    private static final int DOUBT = 8;

    private int[] root = new int[256];
    private int[] credit = new int[256 * BASES.length];
    private int[] best = new int[256];
    private long asked;
    private long mattered;

    WideGuess() {
        Arrays.fill(root, Tasks.NONE);
    }

    /** {@code child} inherits from {@code parent}. */
    void forked(int parent, int child) {
        room(Math.max(parent, child));
        root[child] = rootOf(parent);
    }

    /** What the task's flips counted within the trace must be raised by. */
    int base(int task) {
        room(task);
        return BASES[best[rootOf(task)]];
    }

    /** Whether another value that is about as good turns the answer of wake_wide. */
    boolean open(SchedState state, Decision d) {
        int rootTask = rootOf(d.waker);
        boolean nominal = WakeAffine.wide(state);
        int top = credit[rootTask * BASES.length + best[rootTask]];
        for (int i = 0; i < BASES.length; i++)
            if (credit[rootTask * BASES.length + i] >= top - DOUBT && wide(state, d, i) != nominal) return true;
        return false;
    }

    /** A decision in which exactly the answer {@code wide} of wake_wide gives the recorded CPU. */
    void vote(SchedState state, Decision d, boolean wide) {
        int rootTask = rootOf(d.waker);
        for (int i = 0; i < BASES.length; i++) {
            int slot = rootTask * BASES.length + i;
            credit[slot] = Math.clamp(credit[slot] + (wide(state, d, i) == wide ? 1 : -1), -1000, 1000);
            if (credit[slot] > credit[rootTask * BASES.length + best[rootTask]]) best[rootTask] = i;
        }
    }

    /** Counts a decision and whether the unknown changes its answer. */
    void asked(boolean itMattered) {
        asked++;
        if (itMattered) mattered++;
    }

    /** Share of decisions whose answer depends on it. */
    double share() {
        return asked == 0 ? 0 : (double) mattered / asked;
    }

    private boolean wide(SchedState state, Decision d, int candidate) {
        int wakerFlips = d.wakerFlips + BASES[candidate];
        int wakeeFlips = d.wakeeFlips + (rootOf(d.wakee) == rootOf(d.waker) ? BASES[candidate] : base(d.wakee));
        return WakeAffine.wide(wakerFlips, wakeeFlips, state.machine().llcWeight(d.thisCpu));
    }

    private int rootOf(int task) {
        room(task);
        return root[task] == Tasks.NONE ? task : root[task];
    }

    private void room(int task) {
        if (task < root.length) return;
        int old = root.length;
        root = Arrays.copyOf(root, Math.max(task + 1, old * 2));
        Arrays.fill(root, old, root.length, Tasks.NONE);
        best = Arrays.copyOf(best, root.length);
        credit = Arrays.copyOf(credit, root.length * BASES.length);
    }
}
