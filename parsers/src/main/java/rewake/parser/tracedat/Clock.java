package rewake.parser.tracedat;

/**
 * From the stamps of the ring buffer to ns.
 *
 * @param name trace clock, e.g. {@code local}, {@code mono}
 * @param multiplier 0 where stamps are ns; else ns = stamp * multiplier &gt;&gt; shift (the TSC2NSEC option)
 * @param offsetNs what the OFFSET and DATE options add
 */
record Clock(String name, long multiplier, int shift, long offsetNs) {
    /** Whether times are ns. */
    boolean inNs() {
        return switch (name) {
            case "counter" -> false;
            case "x86-tsc" -> multiplier != 0;
            default -> true;
        };
    }

    /** The time of a stamp. */
    long ns(long stamp) {
        if (multiplier == 0) return stamp + offsetNs;
        long high = Math.unsignedMultiplyHigh(stamp, multiplier);
        long low = stamp * multiplier;
        long scaled = shift == 0 ? low : high << (64 - shift) | low >>> shift;
        return scaled + offsetNs;
    }
}
