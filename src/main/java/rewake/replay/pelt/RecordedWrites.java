package rewake.replay.pelt;

import java.util.Arrays;

/**
 * Writes to {@code tg->load_avg} as recorded, per group and CPU; and of a model's, those that the same recording would have
 * shown.
 */
public final class RecordedWrites {
    /** What a write leaves in a recording. */
    public enum Source {
        /** An event of its own: all of them. */
        EVENTS,
        /** Another time of the last write, seen when the run queue is recorded next. */
        WRITE_TIMES,
        /** Another contribution, seen when the run queue is recorded next: not where it came back meanwhile. */
        CONTRIBS,
        /** Nothing. */
        NONE;

        /** As printed. */
        public String id() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    private static final long SPACE_NS = 1_000_000;
    /** A period is 2²⁰ ns of the PELT clock. */
    private static final int PERIOD_SHIFT = 20;

    private final int cpus;
    private final Source source;
    private final long[] seen;
    private final long[] last;
    private final long[] spaced;
    private final long[] spacedNs;
    private final long[] periods;
    private final long[] lastPeriod;
    private final long[] modelSeen;
    private final long[] modelLast;
    private final long[] modelContrib;
    private final long[] modelWrittenNs;

    RecordedWrites(int groups, int cpus, Source source) {
        this.cpus = cpus;
        this.source = source;
        seen = new long[groups * cpus];
        spaced = new long[groups * cpus];
        spacedNs = new long[groups * cpus];
        periods = new long[groups * cpus];
        lastPeriod = new long[groups * cpus];
        modelSeen = new long[groups * cpus];
        last = new long[groups * cpus];
        modelLast = new long[groups * cpus];
        modelContrib = new long[groups * cpus];
        modelWrittenNs = new long[groups * cpus];
        Arrays.fill(last, PeltRecords.ABSENT);
        Arrays.fill(lastPeriod, PeltRecords.ABSENT);
        Arrays.fill(modelLast, PeltRecords.ABSENT);
    }

    void event(int group, int cpu, long timeNs) {
        if (source != Source.EVENTS) return;
        int cell = group * cpus + cpu;
        seen[cell]++;
        if (spacedNs[cell] != 0 && timeNs - spacedNs[cell] < SPACE_NS) return;
        spaced[cell]++;
        spacedNs[cell] = timeNs;
    }

    /** Whether it has to be told what the model has. */
    boolean samples() {
        return source == Source.WRITE_TIMES || source == Source.CONTRIBS;
    }

    /** Before the next operation on {@code cpu} the model's run queue has this contribution, written then. */
    void model(int group, int cpu, long contrib, long writtenNs) {
        modelContrib[group * cpus + cpu] = contrib;
        modelWrittenNs[group * cpus + cpu] = writtenNs;
    }

    /** A run queue was recorded: as it was before the operation that recorded it told its group. */
    void record(PeltRecords records, int at) {
        int cell = records.who(at) * cpus + records.cpu(at);
        long period = records.updatedNs(at) >> PERIOD_SHIFT;
        if (lastPeriod[cell] != period) periods[cell]++;
        lastPeriod[cell] = period;
        if (source == Source.WRITE_TIMES) {
            if (changed(last, cell, records.lastWriteNs(at))) seen[cell]++;
            if (changed(modelLast, cell, modelWrittenNs[cell])) modelSeen[cell]++;
        } else if (source == Source.CONTRIBS) {
            if (changed(last, cell, records.contrib(at))) seen[cell]++;
            if (changed(modelLast, cell, modelContrib[cell])) modelSeen[cell]++;
        }
    }

    void clear() {
        Arrays.fill(seen, 0);
        Arrays.fill(spaced, 0);
        Arrays.fill(periods, 0);
        Arrays.fill(modelSeen, 0);
    }

    private static boolean changed(long[] last, int cell, long value) {
        boolean is = last[cell] != PeltRecords.ABSENT && last[cell] != value;
        last[cell] = value;
        return is;
    }

    /** What tells of them. */
    public Source source() {
        return source;
    }

    /** Writes recorded. */
    public long seen(int group, int cpu) {
        return seen[group * cpus + cpu];
    }

    /** Updates of the run queue that are recorded in another period than the one before, and the first: all that cross the end of one. */
    public long periods(int group, int cpu) {
        return periods[group * cpus + cpu];
    }

    /**
     * Recorded writes that are left where each must come 1 ms or more after the one before: a rate limit as a filter over what
     * happened, which is not what a limited kernel does. Counted from events alone.
     */
    public long spaced(int group, int cpu) {
        return spaced[group * cpus + cpu];
    }

    /** Of the model's writes, what such a recording shows. */
    public long modelSeen(int group, int cpu, long modelWrites) {
        return source == Source.EVENTS ? modelWrites : modelSeen[group * cpus + cpu];
    }
}
