package rewake.cli;

import rewake.event.EventBatch;
import rewake.event.EventConsumer;
import rewake.event.EventKind;
import rewake.event.EventTally;

/** Looks at events passing by and says on standard error how far the file is read, once the work takes more than a second. */
final class Progress implements AutoCloseable {
    private static final int EVERY = 0xFFFF;
    private static final long FIRST_AFTER_NS = 1_000_000_000;
    private static final long AGAIN_AFTER_NS = 100_000_000;

    private final String name;
    private final long bytes;
    private final boolean shows;
    private final long startNs = System.nanoTime();
    private long shownNs;
    private long events;

    Progress(String name, long bytes, boolean shows) {
        this.name = name;
        this.bytes = Math.max(1, bytes);
        this.shows = shows;
    }

    /** The same consumer, looked at where progress is shown. */
    EventConsumer watching(EventConsumer next) {
        if (!shows) return next;
        return new EventConsumer() {
            @Override
            public void firstOf(EventBatch lane) {
                next.firstOf(lane);
            }

            @Override
            public void event(EventBatch batch, int row) {
                if ((++events & EVERY) == 0) show(batch.ref(row));
                next.event(batch, row);
            }
        };
    }

    /** The same tally, looked at where progress is shown. */
    EventTally watchingTally(EventTally next) {
        if (!shows) return next;
        return (int cpu, EventKind kind, long timeNs, long ref) -> {
            if ((++events & EVERY) == 0) show(ref);
            next.event(cpu, kind, timeNs, ref);
        };
    }

    private void show(long offset) {
        long now = System.nanoTime();
        if (now - startNs < FIRST_AFTER_NS || now - shownNs < AGAIN_AFTER_NS) return;
        shownNs = now;
        System.err.print("\r" + name + ": " + Math.min(100, 100 * offset / bytes) + " %, " + events + " events\033[K");
    }

    @Override
    public void close() {
        if (shownNs != 0) System.err.print("\r\033[K");
    }
}
