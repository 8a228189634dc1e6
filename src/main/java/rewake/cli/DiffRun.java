package rewake.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rewake.event.EventConsumer;
import rewake.event.EventKind;
import rewake.measure.DiffRepeat;
import rewake.measure.InfoTables;
import rewake.observe.Coverage;
import rewake.observe.Selection;
import rewake.observe.block.TimeBlocks;
import rewake.timeline.TimelineListeners;
import rewake.timeline.TimelineTracker;

/** One trace of a comparison, read in one pass. */
final class DiffRun implements AutoCloseable {
    private static final int TG_LOAD_AVG = EventKind.TG_LOAD_AVG.ordinal();

    private final TraceRun run;
    private final DiffRepeat repeat;

    private DiffRun(TraceRun run, DiffRepeat repeat) {
        this.run = run;
        this.repeat = repeat;
    }

    static DiffRun read(String name, TraceOptions options, Output output, Window window, boolean perCpu)
            throws IOException {
        TraceRun run = TraceRun.open(Input.of(name), options, output);
        try {
            Selection selection = window.selection(run.facts().cpus(), run::span);
            List<Coverage> coverage = new ArrayList<>();
            List<TimeBlocks> blocks = new ArrayList<>();
            var tracker = new TimelineTracker(run.facts(), run.stats(), timeline -> {
                coverage.add(new Coverage(timeline, selection));
                blocks.add(new TimeBlocks(timeline, run.facts().topology(), selection, perCpu));
                return new TimelineListeners(coverage.getFirst(), blocks.getFirst());
            });
            run.read(
                    run.facts().records(EventKind.TG_LOAD_AVG)
                            ? new FanOut(tracker, writes(blocks.getFirst()))
                            : tracker);
            tracker.finish();
            @Nullable String why = InfoTables.whyNoLatency(run.facts(), run.census());
            if (why != null) throw new IOException(name + ": nothing to compare: " + why);
            new Asked(selection).check(run, output);
            return new DiffRun(
                    run,
                    DiffRepeat.of(name, run.facts(), run.comms(), run.stats(), coverage.getFirst(), blocks.getFirst()));
        } catch (IOException | RuntimeException e) {
            run.close();
            throw e;
        }
    }

    private static EventConsumer writes(TimeBlocks blocks) {
        return (batch, row) -> {
            if (batch.kind(row) == TG_LOAD_AVG) blocks.tgWrite(batch.cpu(), batch.timeNs(row));
        };
    }

    TraceRun run() {
        return run;
    }

    DiffRepeat repeat() {
        return repeat;
    }

    @Override
    public void close() {
        run.close();
    }
}
