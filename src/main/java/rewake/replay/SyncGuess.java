package rewake.replay;

import java.util.Arrays;

/**
 * WF_SYNC is in no trace: guessed per waker name from past decisions in which the flag mattered and exactly one value
 * gives the recorded CPU. Without such a decision it is taken as not set. Source: {@code __wake_up_sync_key()}
 * sets it (pipes, sockets), {@code wake_up_q()} (futexes) does not.
 */
final class SyncGuess {
    private static final int MOST = 64;

    private int[] votes = new int[64];

    /** The guess for wakers with this name. */
    boolean of(int comm) {
        return comm < votes.length && votes[comm] > 0;
    }

    /** A decision in which exactly {@code sync} gives the recorded CPU. */
    void vote(int comm, boolean sync) {
        if (comm >= votes.length) votes = Arrays.copyOf(votes, Math.max(comm + 1, votes.length * 2));
        votes[comm] = Math.clamp(votes[comm] + (sync ? 1 : -1), -MOST, MOST);
    }
}
