package rewake.measure;

import java.util.Arrays;
import java.util.List;
import rewake.HandMade;
import rewake.observe.Selection;
import rewake.observe.block.BlockWatch;

/** Sides of a comparison from traces written down by hand. */
final class Sides {
    private Sides() {}

    static DiffSide of(String label, HandMade... repeats) {
        return new DiffSide(
                label, Arrays.stream(repeats).map(t -> repeat(t, Selection.ALL)).toList());
    }

    static DiffRepeat repeat(HandMade trace, Selection selection) {
        var watch = new BlockWatch(trace.facts(), trace.comms(), trace.stats(), selection, true);
        trace.read(watch);
        watch.finish();
        return DiffRepeat.of("hand", trace.facts(), trace.comms(), trace.stats(), watch.coverage(), watch.blocks());
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
