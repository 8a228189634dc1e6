package rewake.parser;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import rewake.event.EventBatch;
import rewake.event.EventKind;
import rewake.event.EventSink;
import rewake.event.EventTally;

/** Hands rows on as mere events, at the latest at the next barrier: how a reader that makes rows anyway is skimmed. */
public final class TalliedRows implements EventSink {
    private final EventTally tally;
    private @Nullable EventBatch[] lanes = new EventBatch[64];

    /** Rows for {@code tally}. */
    public TalliedRows(EventTally tally) {
        this.tally = tally;
    }

    @Override
    public EventBatch lane(int cpu) {
        EventBatch lane = cpu < lanes.length ? lanes[cpu] : null;
        return lane != null ? lane : open(cpu);
    }

    private EventBatch open(int cpu) {
        if (cpu >= lanes.length) lanes = Arrays.copyOf(lanes, Math.max(cpu + 1, lanes.length * 2));
        var lane = new EventBatch(cpu, 256);
        lanes[cpu] = lane;
        return lane;
    }

    /** Hands on what {@code cpu} has: before an event of that CPU that comes by another way. */
    public void handOn(int cpu) {
        EventBatch lane = cpu < lanes.length ? lanes[cpu] : null;
        if (lane != null && lane.size() > 0) handOn(lane);
    }

    /** Hands on what there is, at the end. */
    public void handOn() {
        for (int cpu = 0; cpu < lanes.length; cpu++) handOn(cpu);
    }

    private void handOn(EventBatch lane) {
        int size = lane.size();
        for (int row = 0; row < size; row++)
            tally.event(lane.cpu(), EventKind.of(lane.kind(row)), lane.timeNs(row), lane.ref(row));
        lane.dropFirst(size);
    }

    @Override
    public void roundFinished() {
        handOn();
        tally.roundFinished();
    }

    @Override
    public void complete(long timeNs) {
        handOn();
        tally.complete(timeNs);
    }
}
