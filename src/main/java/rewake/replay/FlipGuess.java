package rewake.replay;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import rewake.kernel.WakeAffine;
import rewake.kernel.WakeeFlips;
import rewake.timeline.Tasks;

/**
 * wakee_flips of each task, with what it had before the trace inferred. The count and the stamp of its last halving are
 * copied by fork and never reset, so they are two unknowns per fork root: a task that was alive when the trace began,
 * shared by all that descend from it.
 *
 * <p>Hypotheses: a count at the start, and whether the stamp was older than a second then (so the first wake-up of each
 * descendant halves the count). Each past decision that tells whether the target was the
 * waker's CPU or prev changes the likelihood of each hypothesis of that root; the likeliest is used, at first a count of
 * zero.
 *
 * <p>Source: {@code record_wakee()}, {@code wake_wide()}; fork copies the task struct and resets none of it. The likelihoods
 * and the doubt are choices of ours, not the kernel's. Memory: a few words per task, a float per hypothesis and root that was
 * learned about.
 */
final class FlipGuess {
    /** Counts at the start: every one up to {@value #EACH_TO}, then steps of a sixteenth, since wake_wide compares ratios. */
    private static final int[] COUNTS = counts();

    private static final int EACH_TO = 32;
    private static final int MOST = 2048;
    private static final int HYPOTHESES = 2 * COUNTS.length;
    private static final long STALE_NS = 2_000_000_000L;

    /** A wide wake-up that went to the waker's CPU all the same, by something that the judge does not see. */
    private static final float LN_WIDE_HERE = (float) Math.log(0.03);
    /** Before any decision tells: wake_affine as modelled is right in so many of ten, where idleness, or load, decides. */
    private static final double RIGHT_BY_IDLENESS = 9;

    private static final double RIGHT_BY_LOAD = 8;
    /** Hypotheses this much less likely than the best are still open. */
    private static final float DOUBT = 2;

    private static final float FLOOR = -50;

    /** With a stamp that was old at the start, and with one that was fresh. */
    private final WakeeFlips[] flips = new WakeeFlips[2];

    private int[] root = new int[256];
    /** By root, of those that were learned about: how likely each hypothesis is, as logarithm, the likeliest 0. */
    private float[] @Nullable [] likelihood = new float[256][];

    private int[] best = new int[256];

    /** How often wake_affine as modelled was right, of how many: where idleness decided, where load did. */
    private final double[] right = {RIGHT_BY_IDLENESS, RIGHT_BY_LOAD};

    private final double[] of = {10, 10};

    FlipGuess(int hz) {
        for (int stamp = 0; stamp < 2; stamp++) flips[stamp] = new WakeeFlips(hz);
        Arrays.fill(root, Tasks.NONE);
    }

    /** {@code child} inherits from {@code parent}. */
    void forked(int parent, int child, long now) {
        int rootTask = rootOf(parent, now);
        room(child);
        root[child] = rootTask;
        for (WakeeFlips one : flips) one.fork(parent, child);
    }

    /** {@code waker} is about to wake {@code wakee}: counts under every hypothesis. */
    void record(int waker, int wakee, long now) {
        rootOf(waker, now);
        rootOf(wakee, now);
        for (WakeeFlips one : flips) one.record(waker, wakee, now);
    }

    /** wakee_flips of a task that was seen before. */
    int of(int task) {
        return flips(best[root[task]], task);
    }

    /** Whether a hypothesis about as likely as the best gives the other answer of wake_wide. */
    boolean open(int waker, int wakee, int llcSize) {
        int rootTask = root[waker];
        boolean nominal = wide(best[rootTask], waker, wakee, llcSize);
        float[] of = likelihood[rootTask];
        for (int h = 0; h < HYPOTHESES; h++)
            if ((of == null || of[h] >= -DOUBT) && wide(h, waker, wakee, llcSize) != nominal) return true;
        return false;
    }

    /**
     * A decision whose target is known.
     *
     * @param here it was the waker's CPU, not prev
     * @param affineHere wake_affine as modelled would choose the waker's CPU
     * @param byLoad and by load, not by idleness
     */
    void learn(int waker, int wakee, int llcSize, boolean here, boolean affineHere, boolean byLoad) {
        int by = byLoad ? 1 : 0;
        double trust = right[by] / of[by];
        float narrow = (float) Math.log(here == affineHere ? trust : 1 - trust);
        if (!wide(best[root[waker]], waker, wakee, llcSize)) {
            of[by]++;
            if (here == affineHere) right[by]++;
        }
        float[] each = likelihoods(root[waker]);
        int winner = 0;
        for (int h = 0; h < HYPOTHESES; h++) {
            each[h] += wide(h, waker, wakee, llcSize) ? (here ? LN_WIDE_HERE : 0) : narrow;
            if (each[h] > each[winner]) winner = h;
        }
        best[root[waker]] = winner;
        float top = each[winner];
        for (int h = 0; h < HYPOTHESES; h++) each[h] = Math.max(FLOOR, each[h] - top);
    }

    private float[] likelihoods(int rootTask) {
        float[] each = likelihood[rootTask];
        if (each == null) likelihood[rootTask] = each = new float[HYPOTHESES];
        return each;
    }

    private boolean wide(int hypothesis, int waker, int wakee, int llcSize) {
        int other = root[wakee] == root[waker] ? hypothesis : best[root[wakee]];
        return WakeAffine.wide(flips(hypothesis, waker), flips(other, wakee), llcSize);
    }

    private int flips(int hypothesis, int task) {
        return flips[hypothesis & 1].flips(task, COUNTS[hypothesis >> 1]);
    }

    private static int[] counts() {
        var counts = java.util.stream.IntStream.iterate(0, c -> c <= MOST, c -> c + Math.max(1, c * 2 / EACH_TO));
        return counts.toArray();
    }

    private int rootOf(int task, long now) {
        room(task);
        if (root[task] == Tasks.NONE) {
            root[task] = task;
            flips[0].began(task, now - STALE_NS);
            flips[1].began(task, now);
        }
        return root[task];
    }

    private void room(int task) {
        if (task < root.length) return;
        int old = root.length;
        root = Arrays.copyOf(root, Math.max(task + 1, old * 2));
        Arrays.fill(root, old, root.length, Tasks.NONE);
        best = Arrays.copyOf(best, root.length);
        likelihood = Arrays.copyOf(likelihood, root.length);
    }
}
