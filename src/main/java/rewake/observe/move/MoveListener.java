package rewake.observe.move;

/** Hears of moves, and of the cause of each as soon as it is known. Tasks are ids of {@link rewake.timeline.Tasks}. */
interface MoveListener {
    /** A task moves, from queue to queue while it {@code waits}, or not. Returns a name for the move. */
    long moved(int task, int from, int to, boolean waits, long timeNs);

    /** The cause of the move of that name. */
    void caused(long move, int task, MoveCause cause, MoveReason reason);
}
