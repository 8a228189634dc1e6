package rewake.measure;

import java.util.List;
import java.util.function.ToDoubleFunction;
import rewake.observe.block.Count;
import rewake.observe.block.Span;

/**
 * How a {@link Metric} follows from what was counted, and how far off it can be where events are missing. NaN is unknown;
 * an infinite bound is none.
 */
sealed interface Formula {
    /** The value of a sample. */
    double of(Sample sample);

    /** The least it can be. */
    double low(Sample sample, Missing missing);

    /** The most it can be. */
    double high(Sample sample, Missing missing);

    /** Whether time blocks can be resampled for it; an extreme and a length of the whole have no such interval. */
    default boolean resamples() {
        return true;
    }

    /** Counts of events, per second. */
    record PerSecond(Count what) implements Formula {
        @Override
        public double of(Sample s) {
            return 1e9 * ratio(s.count(what), s.count(Count.TIME_NS));
        }

        @Override
        public double low(Sample s, Missing missing) {
            return 1e9 * ratio(Math.max(0, s.count(what) - missing.events()), s.count(Count.TIME_NS));
        }

        @Override
        public double high(Sample s, Missing missing) {
            return 1e9 * ratio(s.count(what) + missing.events(), s.count(Count.TIME_NS));
        }
    }

    /** One count of events for each of another; a part of it where {@code share}. */
    record Ratio(Count of, Count to, boolean share) implements Formula {
        @Override
        public double of(Sample s) {
            return ratio(s.count(of), s.count(to));
        }

        @Override
        public double low(Sample s, Missing missing) {
            if (Double.isInfinite(missing.events())) return 0;
            return ratio(Math.max(0, s.count(of) - missing.events()), s.count(to) + missing.events());
        }

        @Override
        public double high(Sample s, Missing missing) {
            double off = missing.events();
            double least = s.count(to) - off;
            double high = least <= 0 ? Double.POSITIVE_INFINITY : (s.count(of) + off) / least;
            return share ? Math.min(1, high) : high;
        }
    }

    /**
     * Durations over a count of events, or over time: a missing event hides or falsifies at most two, none longer than the
     * trace.
     */
    record Mean(Count ns, Count over, double scale) implements Formula {
        @Override
        public double of(Sample s) {
            return scale * ratio(s.count(ns), s.count(over));
        }

        @Override
        public double low(Sample s, Missing missing) {
            if (missing.events() > 0) {
                double wrong = missing.wrong() * s.count(Count.TIME_NS);
                return scale * ratio(Math.max(0, s.count(ns) - wrong), s.count(over) + more(missing));
            }
            return scale * ratio(s.count(ns), s.count(over) + more(missing));
        }

        @Override
        public double high(Sample s, Missing missing) {
            double hidden = missing.durations() == 0 ? 0 : missing.durations() * s.count(Count.TIME_NS);
            double least = s.count(over) - (over == Count.TIME_NS ? 0 : missing.wrong());
            return least <= 0 ? Double.POSITIVE_INFINITY : scale * ((s.count(ns) + hidden) / least);
        }

        private double more(Missing missing) {
            if (over == Count.TIME_NS || Double.isInfinite(missing.events())) return 0;
            return missing.durations();
        }
    }

    /**
     * A share of time, of all CPUs or of the window; unknown CPU time may all have been so, or none. Where tasks waited, which a
     * share of the window tells of, is not known after a loss on any CPU.
     */
    record TimeShare(Count ns, boolean ofCpuTime) implements Formula {
        @Override
        public double of(Sample s) {
            return ratio(s.count(ns), time(s));
        }

        @Override
        public double low(Sample s, Missing missing) {
            if (!ofCpuTime) return missing.events() > 0 ? 0 : of(s);
            return ratio(s.count(ns), time(s) + missing.unknownNs());
        }

        @Override
        public double high(Sample s, Missing missing) {
            if (!ofCpuTime && missing.events() > 0) return 1;
            double all = ofCpuTime ? time(s) + missing.unknownNs() : time(s);
            return Math.min(1, ratio(s.count(ns) + missing.unknownNs(), all));
        }

        private double time(Sample s) {
            return ofCpuTime ? known(s) : s.count(Count.TIME_NS);
        }
    }

    /** Tasks over CPU time; of unknown time nobody knows more than that no event was seen: none, or one task. */
    record PerCpuTime(Count ns) implements Formula {
        @Override
        public double of(Sample s) {
            return ratio(s.count(ns), known(s));
        }

        @Override
        public double low(Sample s, Missing missing) {
            double all = known(s) + missing.unknownNs();
            return ratio(s.count(missing.events() > 0 ? Count.BUSY_NS : ns), all);
        }

        @Override
        public double high(Sample s, Missing missing) {
            if (missing.events() > 0) return Double.POSITIVE_INFINITY;
            return ratio(s.count(ns) + missing.unknownNs(), known(s));
        }
    }

    /**
     * The nearest-rank percentile; waits that missing events hide or cut may have been the shortest or the longest, and those
     * that they falsify any.
     */
    record Percentile(double share, List<Span> spans) implements Formula {
        @Override
        public double of(Sample s) {
            return s.percentile(spans, share);
        }

        @Override
        public double low(Sample s, Missing missing) {
            double low = s.bound(spans, share, missing.durations(spans), missing.wrong(), false);
            return Double.isNaN(low) ? Double.NEGATIVE_INFINITY : low;
        }

        @Override
        public double high(Sample s, Missing missing) {
            double high = s.bound(spans, share, missing.durations(spans), missing.wrong(), true);
            return Double.isNaN(high) ? Double.POSITIVE_INFINITY : high;
        }
    }

    /** The longest. */
    record Longest(List<Span> spans) implements Formula {
        @Override
        public double of(Sample s) {
            return s.longest(spans);
        }

        @Override
        public double low(Sample s, Missing missing) {
            return missing.events() > 0 ? 0 : of(s);
        }

        @Override
        public double high(Sample s, Missing missing) {
            return missing.durations(spans) > 0 ? Double.POSITIVE_INFINITY : of(s);
        }

        @Override
        public boolean resamples() {
            return false;
        }
    }

    /** A figure of the whole trace, the mean over repeats. */
    record OfWhole(ToDoubleFunction<Sample> figure) implements Formula {
        @Override
        public double of(Sample s) {
            return figure.applyAsDouble(s);
        }

        @Override
        public double low(Sample s, Missing missing) {
            return of(s);
        }

        @Override
        public double high(Sample s, Missing missing) {
            return of(s);
        }

        @Override
        public boolean resamples() {
            return false;
        }
    }

    /** How unevenly the CPUs were busy: standard deviation over mean; unknown time may all belong to one of them. */
    record Imbalance() implements Formula {
        @Override
        public double of(Sample s) {
            return s.busyDeviation() / s.busyMean();
        }

        @Override
        public double low(Sample s, Missing missing) {
            double off = missing.unknownNs() / Math.sqrt(s.cpus());
            return Math.max(0, s.busyDeviation() - off) / (s.busyMean() + missing.unknownNs() / s.cpus());
        }

        @Override
        public double high(Sample s, Missing missing) {
            double off = missing.unknownNs() / Math.sqrt(s.cpus());
            double least = s.busyMean() - missing.unknownNs() / s.cpus();
            return least <= 0 ? Double.POSITIVE_INFINITY : (s.busyDeviation() + off) / least;
        }
    }

    private static double known(Sample s) {
        return s.count(Count.BUSY_NS) + s.count(Count.IDLE_NS);
    }

    private static double ratio(double n, double d) {
        return d == 0 ? Double.NaN : n / d;
    }
}
