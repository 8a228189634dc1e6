package rewake.cli;

import rewake.event.EventBatch;
import rewake.event.EventConsumer;

/** Gives each event to three consumers in turn. */
final class FanOut implements EventConsumer {
    private final EventConsumer first;
    private final EventConsumer second;
    private final EventConsumer third;

    FanOut(EventConsumer first, EventConsumer second, EventConsumer third) {
        this.first = first;
        this.second = second;
        this.third = third;
    }

    @Override
    public void firstOf(EventBatch lane) {
        first.firstOf(lane);
        second.firstOf(lane);
        third.firstOf(lane);
    }

    @Override
    public void event(EventBatch batch, int row) {
        first.event(batch, row);
        second.event(batch, row);
        third.event(batch, row);
    }
}
