package rewake.replay;

import java.util.Arrays;
import rewake.kernel.CpuMask;

/**
 * One wake-up on its way from sched_waking to sched_wakeup: when it was decided, the state it was decided in, and what
 * each model answers. Objects are reused.
 */
final class Decision {
    /** The instant is known but not reached. */
    static final int AHEAD = 0;
    /** The wakee still ran when it was woken: decided when it is switched out, if at all. */
    static final int SPINNING = 1;
    /** Its instant is over and loads are taken; what other CPUs did around it is still coming in. */
    static final int TAKEN = 2;
    /** How CPUs looked is known; the wake-up has not ended, so a later record may still correct where it goes. */
    static final int SEEN = 3;
    /** No decision that can be judged. */
    static final int SKIPPED = 4;

    int stage;
    int wakee;
    int waker;
    int thisCpu;
    int prev;
    int flags;
    long wakingNs;
    long decideNs;
    /** Not null: took no decision, or none that can be judged. */
    @org.jspecify.annotations.Nullable
    SkipReason skip;

    /** The wake-up has ended; the decision is answered once the race window is over. */
    boolean ended;

    boolean spun;
    boolean enqueueSeen;
    boolean unknown;
    /** −1 until known. */
    int chosen;

    final long[] idle;
    final long[] schedIdle;
    /** CPUs that became idle or busy within the race window, by other causes than this wake-up. */
    final long[] flipped;
    /** Of those: how long after the decision the nearest change became visible, ns, and its {@link SeenGuess.Change}. */
    final long[] nearestNs;

    final byte[] nearest;

    /** CPUs with nothing queued, delayed or not: a wake-up sent there may go by interrupt. */
    final long[] unqueued;

    int nrThis;
    long loadThis;
    long loadPrev;
    /** The same without the load of sleepers. */
    long runnableLoadThis;

    long runnableLoadPrev;
    long wakeeLoad;
    long currentLoad;
    /** Answers by model. */
    final long[] answers;
    /** By model, whether it believed in an idle core. */
    final boolean[] flagged;
    /** CPUs that some value of the unknowns gives. */
    final long[] allowed;

    int allowedSize;
    /** CPUs where the wakee may run, as far as known. Read only. */
    long[] mayRun;

    boolean racy;
    boolean wakerKthread;
    boolean wakeeSchedIdle;
    /** Of the waker when the decision is answered. */
    int wakerComm;

    boolean wakerIdle;
    /** What an event costs then, ns. */
    long costNs;

    Decision(int cpus, int models) {
        idle = CpuMask.empty(cpus);
        schedIdle = CpuMask.empty(cpus);
        flipped = CpuMask.empty(cpus);
        nearestNs = new long[cpus];
        nearest = new byte[cpus];
        unqueued = CpuMask.empty(cpus);
        allowed = CpuMask.empty(cpus);
        mayRun = allowed;
        answers = new long[models];
        flagged = new boolean[models];
    }

    Decision begin(int task, long timeNs) {
        stage = AHEAD;
        wakee = task;
        wakingNs = timeNs;
        skip = null;
        ended = false;
        spun = false;
        enqueueSeen = false;
        unknown = false;
        nrThis = 0;
        chosen = -1;
        racy = false;
        allowedSize = 0;
        Arrays.fill(allowed, 0);
        return this;
    }
}
