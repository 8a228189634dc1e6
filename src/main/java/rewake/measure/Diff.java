package rewake.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import rewake.measure.Bootstrap.Interval;

/** Two sides compared: every metric of every scope, with intervals. */
public final class Diff {
    /** A percentile has an interval where at least so many durations lie beyond it on both sides. */
    static final int FEWEST_BEYOND = 10;

    private final DiffSide a;
    private final DiffSide b;
    private final double[][] drawsA;
    private final double[][] drawsB;
    private final List<DiffRow> rows = new ArrayList<>();

    /**
     * Compares.
     *
     * @param scopes in the order of the rows
     * @param seed of the resampling
     */
    public Diff(DiffSide a, DiffSide b, List<String> scopes, long seed) {
        this.a = a;
        this.b = b;
        var random = new SplittableRandom(seed);
        drawsA = Bootstrap.weights(a.blockCounts(), random.split());
        drawsB = Bootstrap.weights(b.blockCounts(), random.split());
        for (String scope : scopes) compare(scope);
    }

    /** The first side. */
    public DiffSide a() {
        return a;
    }

    /** The second side. */
    public DiffSide b() {
        return b;
    }

    List<DiffRow> rows() {
        return rows;
    }

    @Nullable
    DiffRow row(Metric metric, String scope) {
        return rows.stream()
                .filter(r -> r.metric() == metric && r.scope().equals(scope))
                .findFirst()
                .orElse(null);
    }

    /** Whether a side has repeats. */
    boolean repeated() {
        return a.repeats().size() > 1 || b.repeats().size() > 1;
    }

    /** What a human reads first: how many metrics of the machine changed beyond noise. */
    public String headline() {
        List<DiffRow> all = rows.stream().filter(r -> r.scope().equals("all")).toList();
        List<DiffRow> judged = all.stream().filter(r -> r.noise() != null).toList();
        List<String> changed = judged.stream()
                .filter(r -> Boolean.FALSE.equals(r.noise()))
                .map(r -> r.metric().id())
                .toList();
        return "Measured, no model: " + changed.size() + " of " + judged.size()
                + " metrics with an interval changed beyond noise from " + a.label() + " to " + b.label();
    }

    /** Waits that were longer than the longest that ended, and had not ended yet. */
    List<String> openWaits() {
        var notes = new ArrayList<String>();
        for (DiffSide side : List.of(a, b)) {
            Sample sample = side.sample("all");
            long open = sample.longestOpenNs(Metric.wakeups());
            if (open > sample.longest(Metric.wakeups()))
                notes.add(String.format(
                        java.util.Locale.ROOT,
                        "at the end of %s a woken task had waited for %.3f ms, longer than wakeup_latency_max",
                        side.label(),
                        open / 1e6));
        }
        return notes;
    }

    private void compare(String scope) {
        List<Metric> metrics = new ArrayList<>();
        for (Metric metric : Metric.values()) if (metric.in(scope)) metrics.add(metric);
        Sample sampleA = a.sample(scope);
        Sample sampleB = b.sample(scope);
        var rowsOfA = new Measured(sampleA, a, scope, metrics);
        var rowsOfB = new Measured(sampleB, b, scope, metrics);
        double[][] resampledA = resampled(sampleA, metrics, drawsA);
        double[][] resampledB = resampled(sampleB, metrics, drawsB);
        for (int m = 0; m < metrics.size(); m++)
            rows.add(row(metrics.get(m), scope, rowsOfA.of(m), resampledA[m], rowsOfB.of(m), resampledB[m]));
    }

    /** Values of one side as measured, before its sample is resampled. */
    private static final class Measured {
        private final List<Value> values = new ArrayList<>();

        Measured(Sample sample, DiffSide side, String scope, List<Metric> metrics) {
            Missing missing = side.missing(scope);
            for (Metric metric : metrics) values.add(value(metric, sample, side, scope, missing));
        }

        Value of(int metric) {
            return values.get(metric);
        }

        private static Value value(Metric metric, Sample sample, DiffSide side, String scope, Missing missing) {
            String why = side.has(scope) ? side.whyNot(metric) : "nothing of it in " + side.label();
            double value = why == null ? metric.formula().of(sample) : Double.NaN;
            if (why == null && Double.isNaN(value)) why = "nothing of the kind in " + side.label();
            if (Double.isNaN(value)) return new Value(Double.NaN, Double.NaN, Double.NaN, false, why);
            String noInterval = noInterval(metric, sample, side);
            if (missing.nothing()) return new Value(value, value, value, noInterval == null, noInterval);
            double low = Math.min(value, metric.formula().low(sample, missing));
            double high = Math.max(value, metric.formula().high(sample, missing));
            String open = Double.isInfinite(low) || Double.isInfinite(high)
                    ? "losses of " + side.label() + " leave it without a bound"
                    : noInterval;
            return new Value(value, low, high, noInterval == null, open);
        }

        private static @Nullable String noInterval(Metric metric, Sample sample, DiffSide side) {
            for (int blocks : side.blockCounts())
                if (blocks < BlockLength.FEWEST) return "too short for an interval: " + side.label();
            if (!metric.formula().resamples())
                return metric == Metric.WAKEUP_LATENCY_MAX || side.repeats().size() < 2
                        ? "one value a trace: no interval"
                        : null;
            if (!(metric.formula() instanceof Formula.Percentile p)) return null;
            double n = sample.durations(p.spans());
            return n * (1 - p.share()) < FEWEST_BEYOND ? "fewer than " + FEWEST_BEYOND + " durations beyond it" : null;
        }
    }

    /**
     * What was measured on one side.
     *
     * @param low the least it can be, whatever the losses hide
     * @param high the most
     * @param resamples whether resampling tells how far off it is
     */
    private record Value(
            double value,
            double low,
            double high,
            boolean resamples,
            @Nullable String why) {}

    private static double[][] resampled(Sample sample, List<Metric> metrics, double[][] draws) {
        double[][] out = new double[metrics.size()][draws.length];
        for (int d = 0; d < draws.length; d++) {
            sample.weigh(draws[d]);
            for (int m = 0; m < out.length; m++)
                out[m][d] = metrics.get(m).formula().of(sample);
        }
        return out;
    }

    private static DiffRow row(
            Metric metric, String scope, Value a, double[] resampledA, Value b, double[] resampledB) {
        boolean intervals = a.resamples && b.resamples;
        double[] difference = new double[resampledA.length];
        double[] change = new double[resampledA.length];
        for (int d = 0; d < difference.length; d++) {
            difference[d] = resampledB[d] - resampledA[d];
            change[d] = resampledA[d] == 0 ? Double.NaN : resampledB[d] / resampledA[d] - 1;
        }
        boolean relative = !Double.isNaN(a.value) && a.value != 0;
        return new DiffRow(
                metric,
                scope,
                a.value,
                a.resamples ? Bootstrap.interval(resampledA).with(a.low, a.high) : Interval.NONE,
                b.value,
                b.resamples ? Bootstrap.interval(resampledB).with(b.low, b.high) : Interval.NONE,
                intervals ? Bootstrap.interval(difference).with(b.low - a.high, b.high - a.low) : Interval.NONE,
                relative ? b.value / a.value - 1 : Double.NaN,
                intervals && relative
                        ? Bootstrap.interval(change).with(leastChange(b.low, a.high), greatestChange(b.high, a.low))
                        : Interval.NONE,
                a.why == null ? b.why : a.why);
    }

    /** The least change: metrics are never below 0, so it is not below −1. */
    private static double leastChange(double to, double from) {
        return to <= 0 || Double.isInfinite(from) ? -1 : to / from - 1;
    }

    /** The greatest change; none is too great where the first may be 0. */
    private static double greatestChange(double to, double from) {
        return from <= 0 ? Double.POSITIVE_INFINITY : to / from - 1;
    }
}
