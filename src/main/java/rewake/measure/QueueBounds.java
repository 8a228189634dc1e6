package rewake.measure;

import java.util.List;
import org.jspecify.annotations.Nullable;
import rewake.event.ImportStats;
import rewake.observe.LatencyBounds;
import rewake.observe.LatencyHistogram;
import rewake.observe.queue.CpuQueue;
import rewake.observe.queue.QueueWatch;

/** What figures of run queues can be in truth where events are missing. */
final class QueueBounds {
    /** Percentiles of waits that have bounds. */
    static final int[] PERCENTILES = {50, 95, 99};

    /** A lost switch names two tasks: both may be taken to be queued, or not to be, until they are seen again. */
    private static final long TASKS_OF_SWITCH = 2;

    private final QueueWatch watch;
    private final LostEvents lost;
    private final long windowNs;

    QueueBounds(QueueWatch watch, ImportStats stats) {
        this.watch = watch;
        lost = new LostEvents(stats);
        windowNs = watch.coverage().windowNs();
    }

    /** Whether anything is missing. */
    boolean missing() {
        return lost.any() || watch.coverage().unknownNs() > 0;
    }

    LostEvents lost() {
        return lost;
    }

    LatencyBounds waits(LatencyHistogram seen) {
        return lost.durations(seen, watch.cutWaits(), watch.spanNs());
    }

    /** A task is queued at least where one is known to run; and what was seen, less what lost events may have made up. */
    @Nullable
    Double lengthLow(CpuQueue queue) {
        if (windowNs == 0) return null;
        Long count = lost.count();
        double least = queue.busyNs();
        if (count != null) least = Math.max(least, queue.taskNs() - (double) TASKS_OF_SWITCH * count * windowNs);
        return least / windowNs;
    }

    /** No more tasks than there can be: those seen, and one for each lost event. */
    @Nullable
    Double lengthHigh(CpuQueue queue) {
        Long count = lost.count();
        if (windowNs == 0 || count == null) return null;
        double unknown = windowNs - queue.knownNs();
        double tasks = watch.preemptions().tasks().size() + (double) TASKS_OF_SWITCH * count;
        double more = (double) TASKS_OF_SWITCH * count * queue.knownNs();
        return Math.min(tasks, (queue.taskNs() + unknown * tasks + more) / windowNs);
    }

    List<String> notes() {
        if (!missing()) return List.of();
        return List.of(
                lost.note(),
                (lost.any()
                                ? "a lost wake-up or move hides where a task is queued until it is seen again, on a CPU whose time"
                                        + " is known too; "
                                : "")
                        + "in unknown time any task there is may be queued");
    }
}
