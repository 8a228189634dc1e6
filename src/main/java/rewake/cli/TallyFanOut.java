package rewake.cli;

import rewake.event.EventKind;
import rewake.event.EventTally;

/** Gives each event to several tallies in turn. */
final class TallyFanOut implements EventTally {
    private final EventTally[] tallies;

    TallyFanOut(EventTally... tallies) {
        this.tallies = tallies.clone();
    }

    @Override
    public void event(int cpu, EventKind kind, long timeNs, long ref) {
        for (EventTally tally : tallies) tally.event(cpu, kind, timeNs, ref);
    }
}
