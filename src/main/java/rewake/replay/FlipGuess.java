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
 * descendant halves the count). Each past decision that tells whether the target was the waker's CPU or prev changes the
 * likelihood of each hypothesis of that root; the likeliest is used. At first that is a count of {@code sd_llc_size} with a
 * fresh stamp: neither fork nor exec resets the count, and it is halved only by a task that wakes others itself, so what a line
 * of tasks collected since boot stays with the youngest. With that many flips {@code wake_wide()} compares waker and wakee at all;
 * how many more there were counts for little, since it is their ratio that it compares then.
 *
 * <p>Source: {@code record_wakee()}, {@code wake_wide()}; fork copies the task struct and resets none of it. The likelihoods
 * and the doubt are choices of ours, not the kernel's; the first count was chosen with the scores of the recordings of
 * bench/FIDELITY.md in sight. Memory: a few words per task, a float per hypothesis and root that was
 * learned about.
 */
final class FlipGuess {
    /** Counts at the start: every one up to {@value #EACH_TO}, then steps of a sixteenth, since wake_wide compares ratios. */
    private static final int[] COUNTS = counts();

    private static final int EACH_TO = 32;
    private static final int MOST = 2048;
    /** A hypothesis is a stamp and a place in {@link #COUNTS}. */
    private static final int STAMP = COUNTS.length;

    private static final long STALE_NS = 2_000_000_000L;

    /** A wide wake-up that went to the waker's CPU all the same, by something that the judge does not see. */
    private static final float LN_WIDE_HERE = (float) Math.log(0.03);
    /** Before any decision tells: wake_affine as modelled is right in so many of ten, where idleness, or load, decides. */
    private static final double RIGHT_BY_IDLENESS = 9;

    private static final double RIGHT_BY_LOAD = 8;
    /** With a stamp that was old at the start, and with one that was fresh. */
    private final WakeeFlips[] flips = new WakeeFlips[2];

    private int[] root = new int[256];
    /** By root, of those that were learned about. */
    private @Nullable Beliefs[] beliefs = new Beliefs[256];

    private final Beliefs unlearned = new Beliefs(2 * STAMP);
    private int[] best = new int[256];

    private final WideSet set = new WideSet(COUNTS, STAMP);
    /** What {@link #set} is about. */
    private int asked = Tasks.NONE;

    private int askedBy;
    private int askedSize;

    /** How often wake_affine as modelled was right, of how many: where idleness decided, where load did. */
    private final double[] right = {RIGHT_BY_IDLENESS, RIGHT_BY_LOAD};

    private final double[] outOf = {10, 10};

    private final int start;

    /** {@code begin} is the count at the start that holds until decisions tell. */
    FlipGuess(int hz, int begin) {
        int place = 0;
        while (place + 1 < COUNTS.length && COUNTS[place + 1] <= begin) place++;
        start = STAMP + place;
        for (int stamp = 0; stamp < 2; stamp++) flips[stamp] = new WakeeFlips(hz);
        Arrays.fill(root, Tasks.NONE);
    }

    /** {@code child} inherits from {@code parent}. */
    void forked(int parent, int child, long now) {
        asked = Tasks.NONE;
        int rootTask = rootOf(parent, now);
        room(child);
        root[child] = rootTask;
        for (WakeeFlips one : flips) one.fork(parent, child);
    }

    /** {@code waker} is about to wake {@code wakee}: counts under every hypothesis. */
    void record(int waker, int wakee, long now) {
        asked = Tasks.NONE;
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
        Beliefs of = beliefs[root[waker]];
        if (of == null) of = unlearned;
        int ofWakee = root[wakee] == root[waker] ? -1 : of(wakee);
        boolean isWide = wide(best[root[waker]], waker, wakee, ofWakee, llcSize);
        for (int i = 0; i < of.ends(); i++) if (wide(of.end(i), waker, wakee, ofWakee, llcSize) != isWide) return true;
        if (of.endsAreAll()) return false;
        ask(waker, wakee, llcSize);
        return of.isOpen(isWide ? set.narrow : set.wide);
    }

    /** Whether the wake-up is wide under one hypothesis; {@code ofWakee} below 0 where the wakee's count is the hypothesis's too. */
    private boolean wide(int hypothesis, int waker, int wakee, int ofWakee, int llcSize) {
        WakeeFlips of = flips[hypothesis / STAMP];
        int count = COUNTS[hypothesis % STAMP];
        return WakeAffine.wide(of.flips(waker, count), ofWakee < 0 ? of.flips(wakee, count) : ofWakee, llcSize);
    }

    /**
     * A decision whose target is known.
     *
     * @param here it was the waker's CPU, not prev
     * @param affineHere wake_affine as modelled would choose the waker's CPU
     * @param byLoad and by load, not by idleness
     */
    void learn(int waker, int wakee, int llcSize, boolean here, boolean affineHere, boolean byLoad) {
        ask(waker, wakee, llcSize);
        int by = byLoad ? 1 : 0;
        double trust = right[by] / outOf[by];
        boolean bestIsWide = set.wide.has(best[root[waker]]);
        if (!bestIsWide) {
            outOf[by]++;
            if (here == affineHere) right[by]++;
        }
        // What all hypotheses gain alike says nothing. So the best and those of its side stay, and the others
        // move by the difference.
        WideSet.Ranges others = bestIsWide ? set.narrow : set.wide;
        asked = Tasks.NONE;
        if (others.size == 0) return;
        float narrow = (float) Math.log(here == affineHere ? trust : 1 - trust);
        float gain = (here ? LN_WIDE_HERE : 0) - narrow;
        Beliefs of = beliefsOf(root[waker]);
        if (of.raise(others, bestIsWide ? -gain : gain)) choose(root[waker], of);
    }

    /** Finds the likeliest (of equal ones the first guess, then the lowest count, then the old stamp) and measures all by it. */
    private void choose(int rootTask, Beliefs of) {
        int winner = start;
        for (int i = 0; i < COUNTS.length; i++) {
            if (of.of(i) > of.of(winner)) winner = i;
            if (of.of(STAMP + i) > of.of(winner)) winner = STAMP + i;
        }
        best[rootTask] = winner;
        of.measure(winner);
    }

    private Beliefs beliefsOf(int rootTask) {
        Beliefs of = beliefs[rootTask];
        if (of == null) beliefs[rootTask] = of = new Beliefs(2 * STAMP);
        return of;
    }

    /** Works out {@link #set} for a wake-up, unless the last question was the same. */
    private void ask(int waker, int wakee, int llcSize) {
        if (asked == wakee && askedBy == waker && askedSize == llcSize) return;
        boolean brothers = root[wakee] == root[waker];
        set.fill(flips, waker, wakee, brothers ? -1 : of(wakee), llcSize);
        asked = wakee;
        askedBy = waker;
        askedSize = llcSize;
    }

    private int flips(int hypothesis, int task) {
        return flips[hypothesis / STAMP].flips(task, COUNTS[hypothesis % STAMP]);
    }

    private static int[] counts() {
        var counts = java.util.stream.IntStream.iterate(0, c -> c <= MOST, c -> c + Math.max(1, c * 2 / EACH_TO));
        return counts.toArray();
    }

    private int rootOf(int task, long now) {
        room(task);
        if (root[task] == Tasks.NONE) {
            root[task] = task;
            best[task] = start;
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
        beliefs = Arrays.copyOf(beliefs, root.length);
    }
}
