package rewake.measure;

import java.util.List;
import rewake.event.ImportStats;
import rewake.observe.Coverage;
import rewake.observe.block.ScopeBlocks;
import rewake.observe.block.Span;

/**
 * What of a scope was not seen.
 *
 * @param events how many events are missing; infinite where nobody counted them
 * @param unknownNs CPU time of which it is not known what ran
 * @param cut waits that missing events cut, by span
 */
record Missing(double events, double unknownNs, double[] cut) {
    static Missing of(ImportStats stats, Coverage coverage, ScopeBlocks scope) {
        Long events = LostEvents.of(stats);
        double[] cut = new double[Span.values().length];
        for (Span span : Span.values())
            cut[span.ordinal()] = Quantiles.count(scope.cut().span(span));
        return new Missing(events == null ? Double.POSITIVE_INFINITY : events, coverage.unknownNs(), cut);
    }

    /** Of this and another trace. */
    Missing with(Missing other) {
        double[] sum = cut.clone();
        for (int i = 0; i < sum.length; i++) sum[i] += other.cut[i];
        return new Missing(events + other.events, unknownNs + other.unknownNs, sum);
    }

    long cut(List<Span> spans) {
        double sum = 0;
        for (Span span : spans) sum += cut[span.ordinal()];
        return (long) sum;
    }

    /** How many durations the missing events can hide: of two tasks each, and those that they cut. */
    double durations() {
        return wrong() + cut(List.of(Span.values()));
    }

    /** The same of some spans. */
    double durations(List<Span> spans) {
        return wrong() + cut(spans);
    }

    /** How many durations seen may be wrong: a lost switch names two tasks. */
    double wrong() {
        return 2 * events;
    }

    /** Whether all was seen. */
    boolean nothing() {
        return durations() == 0 && unknownNs == 0;
    }
}
