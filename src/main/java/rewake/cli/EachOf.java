package rewake.cli;

import java.util.List;
import rewake.event.EventBatch;
import rewake.event.EventConsumer;

/** Gives each event to any number of consumers in turn. */
final class EachOf implements EventConsumer {
    private final EventConsumer[] all;

    EachOf(List<? extends EventConsumer> all) {
        this.all = all.toArray(new EventConsumer[0]);
    }

    @Override
    public void firstOf(EventBatch lane) {
        for (EventConsumer one : all) one.firstOf(lane);
    }

    @Override
    public void event(EventBatch batch, int row) {
        for (EventConsumer one : all) one.event(batch, row);
    }
}
