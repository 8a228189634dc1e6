package rewake.cli;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rewake.event.EventBatch;
import rewake.event.EventConsumer;
import rewake.event.EventKind;
import rewake.replay.Explanation;
import rewake.replay.SkipReason;
import rewake.replay.Witness;

/** Keeps the wake-up of one task that is nearest to a time, and what else happened near it. */
final class Nearest implements Witness, EventConsumer {
    private static final int WAKING = EventKind.WAKING.ordinal();
    private static final int OTHERS = 3;

    private final int pid;
    private final long atNs;
    private final List<Other> others = new ArrayList<>();
    private @Nullable Explanation explained;
    private @Nullable SkipReason reason;
    private long skippedNs;

    /** A wake-up of any task. */
    record Other(int pid, int comm, long wakingNs) {}

    Nearest(int pid, long atNs) {
        this.pid = pid;
        this.atNs = atNs;
    }

    @Override
    public void event(EventBatch batch, int row) {
        if (batch.kind(row) != WAKING) return;
        others.add(new Other(batch.pid(row), batch.comm(row), batch.timeNs(row)));
        if (others.size() <= OTHERS) return;
        others.sort(Comparator.comparingLong(o -> far(o.wakingNs())));
        others.removeLast();
    }

    @Override
    public boolean wants(int wakee, long wakingNs) {
        return wakee == pid && (explained == null || far(wakingNs) < far(explained.wakingNs()));
    }

    @Override
    public void explained(Explanation explanation) {
        explained = explanation;
    }

    @Override
    public void skipped(int wakee, long wakingNs, SkipReason why) {
        if (wakee != pid || (reason != null && far(wakingNs) >= far(skippedNs))) return;
        reason = why;
        skippedNs = wakingNs;
    }

    /** The nearest wake-up that was a decision, or null. */
    @Nullable
    Explanation explanation() {
        return explained;
    }

    /** Why a wake-up nearer than that was none, or null where there is none nearer. */
    @Nullable
    SkipReason nearerSkipped() {
        return explained == null || far(skippedNs) < far(explained.wakingNs()) ? reason : null;
    }

    /** When that was, ns. */
    long skippedNs() {
        return skippedNs;
    }

    /** Wake-ups of any task, the nearest first. */
    List<Other> others() {
        return others;
    }

    private long far(long ns) {
        return Math.abs(ns - atNs);
    }
}
