package rewake.kernel;

import java.util.Arrays;

/**
 * {@code record_wakee()}: how often a task turned from one wakee to another, halved once a second at most. Three columns
 * by dense task id; all three are inherited by fork and never reset, so the values of tasks older than the trace are
 * unknown and have to be assumed.
 *
 * <p>To be called only for wake-ups that reach {@code select_task_rq_fair()}: not for pinned wakees, not for those still
 * queued or running. Source: {@code record_wakee()}; fork copies the task struct and resets none of the three.
 */
public final class WakeeFlips {
    private static final long NS_PER_SECOND = 1_000_000_000;

    private final int hz;
    private int[] flips = new int[64];
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
            flips[waker] >>= 1;
            decayJiffy[waker] = jiffy;
        }
        if (lastWakee[waker] != wakee) {
            lastWakee[waker] = wakee;
            flips[waker]++;
        }
    }

    /** {@code child} starts with all that {@code parent} has. */
    public void fork(int parent, int child) {
        grow(Math.max(parent, child));
        flips[child] = flips[parent];
        lastWakee[child] = lastWakee[parent];
        decayJiffy[child] = decayJiffy[parent];
    }

    /** {@code wakee_flips} of a task. */
    public int flips(int task) {
        return task < flips.length ? flips[task] : 0;
    }

    /** Assumes a value for a task that is older than the trace; its second starts at {@code nowNs}. */
    public void assume(int task, int value, long nowNs) {
        grow(task);
        flips[task] = value;
        decayJiffy[task] = jiffy(nowNs);
    }

    /** The tick count of a time; where in a tick the trace's clock has its zero is unknown and taken as its start. */
    private long jiffy(long ns) {
        return ns / NS_PER_SECOND * hz + ns % NS_PER_SECOND * hz / NS_PER_SECOND;
    }

    private void grow(int task) {
        int old = flips.length;
        if (task < old) return;
        int size = Math.max(task + 1, old * 2);
        flips = Arrays.copyOf(flips, size);
        lastWakee = Arrays.copyOf(lastWakee, size);
        decayJiffy = Arrays.copyOf(decayJiffy, size);
        Arrays.fill(lastWakee, old, size, -1);
    }
}
