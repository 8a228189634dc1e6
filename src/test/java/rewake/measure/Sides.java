package rewake.measure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import rewake.HandMade;
import rewake.observe.Coverage;
import rewake.observe.Selection;
import rewake.observe.block.TimeBlocks;
import rewake.timeline.TimelineListeners;
import rewake.timeline.TimelineTracker;

/** Sides of a comparison from traces written down by hand. */
final class Sides {
    private Sides() {}

    static DiffSide of(String label, HandMade... repeats) {
        return new DiffSide(
                label, Arrays.stream(repeats).map(t -> repeat(t, Selection.ALL)).toList());
    }

    static DiffRepeat repeat(HandMade trace, Selection selection) {
        List<Coverage> coverage = new ArrayList<>();
        List<TimeBlocks> blocks = new ArrayList<>();
        var tracker = new TimelineTracker(trace.facts(), trace.stats(), timeline -> {
            coverage.add(new Coverage(timeline, selection));
            blocks.add(new TimeBlocks(timeline, trace.facts().topology(), selection, true));
            return new TimelineListeners(coverage.getFirst(), blocks.getFirst());
        });
        trace.read(tracker);
        tracker.finish();
        return DiffRepeat.of(
                "hand", trace.facts(), trace.comms(), trace.stats(), coverage.getFirst(), blocks.getFirst());
    }

    /** A metric of a trace compared with itself. */
    static DiffRow row(HandMade trace, String metric, String scope) {
        DiffSide side = of("a", trace);
        DiffRow row =
                new Diff(side, side, List.of(scope), 1).row(Metric.of(metric).orElseThrow(), scope);
        if (row == null) throw new IllegalArgumentException(metric + " of " + scope);
        return row;
    }
}
