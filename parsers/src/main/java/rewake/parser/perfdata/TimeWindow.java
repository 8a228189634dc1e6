package rewake.parser.perfdata;

import rewake.parser.Section;
import rewake.parser.TraceFormatException;

/**
 * Which times are believed. One damaged time stamp far in the future would drag all that follows to it, so where the
 * SAMPLE_TIME feature says when the first and the last sample were taken, times an hour off are damage. It is a hint
 * only (perf takes the first and last in the file, not in time; some recordings have zeros), hence the hour.
 */
record TimeWindow(long firstNs, long lastNs) {
    /** Anything that perf could have stamped: 2⁶² ns are 146 years. */
    static final TimeWindow ANY = new TimeWindow(0, 1L << 62);

    private static final long SLACK_NS = 3_600_000_000_000L;

    static TimeWindow read(Section s) throws TraceFormatException {
        long first = s.i64();
        long last = s.i64();
        if (first <= 0 || last < first || last > ANY.lastNs) return ANY;
        return new TimeWindow(Math.max(0, first - SLACK_NS), last + SLACK_NS);
    }

    boolean has(long timeNs) {
        return timeNs >= firstNs && timeNs <= lastNs;
    }
}
