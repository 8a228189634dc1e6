package rewake.observe.move;

import java.util.Arrays;
import rewake.event.Distance;

/** How often tasks moved: by cause, reason and distance, and by task and cause. */
public final class MoveCounts {
    /** Index of a distance that is not known, after those of {@link Distance}. */
    public static final int DISTANCE_UNKNOWN = Distance.values().length;

    private static final int CAUSES = MoveCause.values().length;
    private static final int REASONS = MoveReason.values().length;
    private static final int DISTANCES = DISTANCE_UNKNOWN + 1;

    private final long[] counts = new long[CAUSES * REASONS * DISTANCES];
    private int[] byTask = new int[256 * CAUSES];
    private int tasks;

    void add(int task, MoveCause cause, MoveReason reason, int distance) {
        counts[(cause.ordinal() * REASONS + reason.ordinal()) * DISTANCES + distance]++;
        int at = task * CAUSES;
        if (at + CAUSES > byTask.length) byTask = Arrays.copyOf(byTask, Math.max(at + CAUSES, byTask.length * 2));
        byTask[at + cause.ordinal()]++;
        tasks = Math.max(tasks, task + 1);
    }

    /** Moves of this cause for this reason over this distance, an ordinal of {@link Distance} or {@link #DISTANCE_UNKNOWN}. */
    public long count(MoveCause cause, MoveReason reason, int distance) {
        return counts[(cause.ordinal() * REASONS + reason.ordinal()) * DISTANCES + distance];
    }

    /** Moves of this cause. */
    public long count(MoveCause cause) {
        long sum = 0;
        for (MoveReason reason : MoveReason.values())
            for (int distance = 0; distance < DISTANCES; distance++) sum += count(cause, reason, distance);
        return sum;
    }

    /** All moves that a sched_migrate_task told: every cause but fork. */
    public long migrations() {
        return Arrays.stream(counts).sum() - count(MoveCause.FORK);
    }

    /** Moves of a task, forks included. */
    public long ofTask(int task, MoveCause cause) {
        return task < tasks ? byTask[task * CAUSES + cause.ordinal()] : 0;
    }
}
