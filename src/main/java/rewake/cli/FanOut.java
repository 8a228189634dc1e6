package rewake.cli;

import rewake.event.EventBatch;
import rewake.event.EventConsumer;

/** Gives each event to several consumers in turn. */
final class FanOut implements EventConsumer {
    private final EventConsumer[] consumers;

    FanOut(EventConsumer... consumers) {
        this.consumers = consumers;
    }

    @Override
    public void firstOf(EventBatch lane) {
        for (EventConsumer consumer : consumers) consumer.firstOf(lane);
    }

    @Override
    public void event(EventBatch batch, int row) {
        for (EventConsumer consumer : consumers) consumer.event(batch, row);
    }
}
