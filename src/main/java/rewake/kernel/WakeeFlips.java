package rewake.kernel;

import java.util.Arrays;

/**
 * {@code record_wakee()}: how often a task turned from one wakee to another, halved once a second at most. All of it is
 * inherited by fork and never reset, so what a task older than the trace began with is unknown.
 *
 * <p>Kept so that any beginning can be asked for: after k halvings the count is {@code (begin + turns) >> k}, where each
 * turn counts 2^(halvings before it). Halving rounds down, and rounding down step by step gives the same as once at the end.
 *
 * <p>To be called only for wake-ups that reach {@code select_task_rq_fair()}: not for pinned wakees, not for those still
 * queued or running. Source: {@code record_wakee()}; fork copies the task struct and resets none of the three.
 */
public final class WakeeFlips {
    private static final long NS_PER_SECOND = 1_000_000_000;

    private final int hz;
    /** After so many halvings a beginning makes a difference of one at most: it is dropped. */
    private static final int FORGOTTEN = 31;

    private long[] turns = new long[64];
    private byte[] halvings = new byte[64];
    private int[] lastWakee = new int[64];
    private long[] decayJiffy = new long[64];

    /** Nobody has woken anybody. {@code hz} is the tick rate of the recorded kernel: 100, 250, 300 or 1000. */
    public WakeeFlips(int hz) {
        if (hz <= 0) throw new IllegalArgumentException("HZ " + hz);
        this.hz = hz;
        Arrays.fill(lastWakee, -1);
    }

    /** {@code waker} is about to wake {@code wakee} at {@code nowNs}. */
    public void record(int waker, int wakee, long nowNs) {
        grow(waker);
        long jiffy = jiffy(nowNs);
        if (jiffy > decayJiffy[waker] + hz) {
            halve(waker);
            decayJiffy[waker] = jiffy;
        }
        if (lastWakee[waker] != wakee) {
            lastWakee[waker] = wakee;
            turns[waker] += halvings[waker] < FORGOTTEN ? 1L << halvings[waker] : 1;
        }
    }

    private void halve(int task) {
        if (halvings[task] == FORGOTTEN) turns[task] >>= 1;
        else if (++halvings[task] == FORGOTTEN) turns[task] >>= FORGOTTEN;
    }

    /** {@code child} starts with all that {@code parent} has. */
    public void fork(int parent, int child) {
        grow(Math.max(parent, child));
        turns[child] = turns[parent];
        halvings[child] = halvings[parent];
        lastWakee[child] = lastWakee[parent];
        decayJiffy[child] = decayJiffy[parent];
    }

    /** {@code wakee_flips} of a task whose line began with 0. */
    public int flips(int task) {
        return flips(task, 0);
    }

    /** {@code wakee_flips} of a task whose line (itself, or whom it descends from by fork) began with {@code begin}. */
    public int flips(int task, int begin) {
        if (task >= turns.length) return begin;
        int k = halvings[task];
        return (int) (k == FORGOTTEN ? turns[task] : (begin + turns[task]) >> k);
    }

    /** Whether the beginning still counts: {@link #flips} is {@code (begin + turns) >> halvings} then. */
    public boolean remembersBeginning(int task) {
        return task >= turns.length || halvings[task] < FORGOTTEN;
    }

    /** What the turns of {@code task} add to its beginning. */
    public long turns(int task) {
        return task < turns.length ? turns[task] : 0;
    }

    /** How often the count of {@code task} was halved. */
    public int halvings(int task) {
        return task < turns.length ? halvings[task] : 0;
    }

    /** A task older than the trace is seen first: its second starts at {@code nowNs}. */
    public void began(int task, long nowNs) {
        grow(task);
        decayJiffy[task] = jiffy(nowNs);
    }

    /** The tick count of a time; where in a tick the trace's clock has its zero is unknown and taken as its start. */
    private long jiffy(long ns) {
        return ns / NS_PER_SECOND * hz + ns % NS_PER_SECOND * hz / NS_PER_SECOND;
    }

    private void grow(int task) {
        int old = turns.length;
        if (task < old) return;
        int size = Math.max(task + 1, old * 2);
        turns = Arrays.copyOf(turns, size);
        halvings = Arrays.copyOf(halvings, size);
        lastWakee = Arrays.copyOf(lastWakee, size);
        decayJiffy = Arrays.copyOf(decayJiffy, size);
        Arrays.fill(lastWakee, old, size, -1);
    }
}
