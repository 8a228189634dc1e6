package rewake.report.html;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/**
 * One axis: from where to where, and where its ticks are.
 *
 * @param min the value at its start
 * @param max the value at its end, above min
 * @param log whether equal distances are equal factors
 * @param ticks values and their labels, from min to max
 */
record Axis(double min, double max, boolean log, List<Tick> ticks) {
    /** One tick. */
    record Tick(double value, String label) {}

    /** An axis over all values between these, with about so many ticks at round numbers. */
    static Axis linear(double low, double high, int wanted) {
        double span = high > low ? high - low : 1;
        BigDecimal step = roundStep(span / wanted);
        long first = (long) Math.floor(low / step.doubleValue());
        long last = Math.max(first + 1, (long) Math.ceil((high > low ? high : low + 1) / step.doubleValue()));
        var ticks = new ArrayList<Tick>();
        for (long i = first; i <= last; i++) {
            BigDecimal value = step.multiply(BigDecimal.valueOf(i));
            ticks.add(new Tick(value.doubleValue(), label(value)));
        }
        return new Axis(ticks.getFirst().value(), ticks.getLast().value(), false, ticks);
    }

    /** An axis of decades around these values, both above zero. */
    static Axis log(double low, double high) {
        int first = (int) Math.floor(Math.log10(low));
        int last = Math.max(first + 1, (int) Math.ceil(Math.log10(high)));
        var ticks = new ArrayList<Tick>();
        for (int e = first; e <= last; e++) {
            ticks.add(new Tick(Math.pow(10, e), label(BigDecimal.ONE.scaleByPowerOfTen(e))));
        }
        return new Axis(ticks.getFirst().value(), ticks.getLast().value(), true, ticks);
    }

    /** Where a value is, 0 at the start and 1 at the end. */
    double position(double value) {
        if (!log) return (value - min) / (max - min);
        return (Math.log10(value) - Math.log10(min)) / (Math.log10(max) - Math.log10(min));
    }

    /** The next of 1, 2, 5, 10, 20, … that is not below. */
    private static BigDecimal roundStep(double atLeast) {
        int exponent = (int) Math.floor(Math.log10(atLeast));
        for (long digit : new long[] {1, 2, 5}) {
            BigDecimal step = BigDecimal.valueOf(digit).scaleByPowerOfTen(exponent);
            if (step.doubleValue() >= atLeast * (1 - 1e-9)) return step;
        }
        return BigDecimal.ONE.scaleByPowerOfTen(exponent + 1);
    }

    private static String label(BigDecimal value) {
        BigDecimal shortest = value.signum() == 0 ? BigDecimal.ZERO : value.stripTrailingZeros();
        boolean readable = shortest.precision() - shortest.scale() <= 7 && shortest.scale() <= 6;
        return readable ? shortest.toPlainString() : shortest.toString();
    }
}
