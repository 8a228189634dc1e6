package rewake.cli;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rewake.event.Comms;
import rewake.event.EventBatch;
import rewake.event.EventConsumer;
import rewake.event.EventKind;
import rewake.measure.SplitTables;
import rewake.observe.wake.IdleExits;
import rewake.observe.wake.IdleStates;
import rewake.observe.wake.LatencySplit;
import rewake.observe.Selection;
import rewake.replay.SchedIdleEvidence;
import rewake.report.Table;
import rewake.timeline.Tasks;
import rewake.timeline.Timeline;
import rewake.timeline.TimelineListener;
import rewake.timeline.TimelineListeners;
import rewake.timeline.TimelineTracker;

/** The part of {@code rewake latency} that needs a timeline: latencies split by what the chosen CPU was doing. */
final class SplitRun implements EventConsumer {
    /** Which tasks count. */
    interface Who {
        boolean counts(int tid, int tgid, int comm);
    }

    private final TraceRun run;
    private final SplitOptions options;
    private final TimelineTracker tracker;
    private final Parts parts;

    SplitRun(TraceRun run, SplitOptions options, Selection selection, Who who) {
        this.run = run;
        this.options = options;
        var made = new ArrayList<Parts>();
        tracker = new TimelineTracker(run.facts(), run.stats(), timeline -> {
            made.add(new Parts(timeline, run, options, selection, who));
            return made.getFirst().listener();
        });
        parts = made.getFirst();
    }

    private static final class Parts {
        final IdleExits exits;
        final IdleStates states;
        final SchedIdleEvidence schedIdle;
        final LatencySplit split;

        Parts(Timeline timeline, TraceRun run, SplitOptions options, Selection selection, Who who) {
            Tasks tasks = timeline.tasks();
            Comms comms = run.comms();
            exits = new IdleExits(timeline, selection);
            states = new IdleStates(run.facts().records(EventKind.CPU_IDLE), exits);
            schedIdle = new SchedIdleEvidence(options.schedIdle, comms, tasks);
            split = new LatencySplit(
                    timeline,
                    run.facts().topology(),
                    selection,
                    states,
                    exits,
                    schedIdle::has,
                    task -> who.counts(tasks.pid(task), tasks.tgid(task), tasks.comm(task)));
        }

        TimelineListener listener() {
            return new TimelineListeners(split, exits);
        }
    }

    @Override
    public void firstOf(EventBatch lane) {
        tracker.firstOf(lane);
    }

    @Override
    public void event(EventBatch batch, int row) {
        parts.states.event(batch, row);
        parts.schedIdle.event(batch, row);
        tracker.event(batch, row);
    }

    /** Ends the trace. */
    void finish() {
        tracker.finish();
    }

    /** What the user said that fits nothing. */
    List<String> caveats() {
        return parts.schedIdle.unmatched().stream()
                .map(who -> "--sched-idle: no task is called '" + who + "'")
                .toList();
    }

    List<Table> tables(@Nullable Long lost) {
        boolean policies = !options.schedIdle.isEmpty() || parts.schedIdle.byEvidence() > 0;
        long span = run.census().windowEndNs() - run.census().windowStartNs();
        var known = new SplitTables.Known(
                run.census().count(EventKind.CPU_IDLE) > 0, options.deepFrom, policies, lost, span);
        return new SplitTables(parts.split, parts.exits, known).all();
    }
}
