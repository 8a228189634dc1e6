package rewake.observe;

import java.util.Arrays;
import rewake.event.EventBatch;
import rewake.event.EventConsumer;
import rewake.event.EventKind;
import rewake.event.EventTally;
import rewake.event.TraceFacts;

/**
 * The {@link Coverage} of who needs no timeline, from events as rows or as mere CPU, kind and time: a CPU is not known from its
 * last event before a loss to its first one after it. What it ran before its first event that one tells, except where recording
 * began CPU by CPU: perf enables one after the other, and what a CPU did before its turn is not recorded. A CPU without any event
 * was idle. A timeline knows less: it sees where events contradict each other though no loss was recorded.
 */
public final class RecordedTime implements EventConsumer, EventTally {
    private static final EventKind[] KINDS = EventKind.values();
    private static final boolean[] IS_OF_CPU = new boolean[KINDS.length];

    static {
        for (EventKind kind : KINDS)
            IS_OF_CPU[kind.ordinal()] = !kind.tracepoint().isEmpty();
    }

    private static final long NEVER = Long.MIN_VALUE;
    /** Since the first event of the trace, of which a tally may hear late. */
    private static final long BEGIN = Long.MIN_VALUE + 1;

    private static final int LOST = EventKind.LOST.ordinal();

    private final Coverage coverage;
    private final boolean cpuByCpu;
    private long firstNs = Long.MAX_VALUE;
    private long lastNs;
    // per CPU
    private long[] since = new long[0];
    private long[] heardNs = new long[0];
    /** The end of what is known from the first event of the trace on. */
    private long[] beginsUntil = new long[0];

    private boolean[] lossy = new boolean[0];

    /** Nothing heard yet of a trace with these facts. */
    public RecordedTime(TraceFacts facts, Selection selection) {
        cpuByCpu = facts.format().equals("perf.data");
        room(Math.max(1, facts.cpus()) - 1);
        coverage = new Coverage(() -> since.length, () -> firstNs, selection);
    }

    /** The coverage, once the trace has ended. */
    public Coverage finished() {
        if (firstNs == Long.MAX_VALUE) firstNs = lastNs;
        for (int cpu = 0; cpu < since.length; cpu++) {
            if (heardNs[cpu] == NEVER && !lossy[cpu]) since[cpu] = BEGIN;
            close(cpu, lastNs);
            if (beginsUntil[cpu] != NEVER) coverage.covered(cpu, firstNs, beginsUntil[cpu]);
        }
        coverage.end(lastNs);
        return coverage;
    }

    @Override
    public void event(EventBatch batch, int row) {
        event(batch.cpu(), batch.kind(row), batch.timeNs(row));
    }

    @Override
    public void event(int cpu, EventKind kind, long timeNs, long ref) {
        event(cpu, kind.ordinal(), timeNs);
    }

    private void event(int cpu, int kind, long timeNs) {
        if (IS_OF_CPU[kind]) heard(cpu, timeNs);
        else if (kind == LOST) lost(cpu);
    }

    private void heard(int cpu, long timeNs) {
        if (cpu >= since.length) room(cpu);
        if (timeNs < firstNs) firstNs = timeNs;
        if (timeNs > lastNs) lastNs = timeNs;
        if (since[cpu] == NEVER) since[cpu] = timeNs;
        heardNs[cpu] = timeNs;
    }

    private void lost(int cpu) {
        if (cpu >= since.length) room(cpu);
        lossy[cpu] = true;
        close(cpu, heardNs[cpu]);
    }

    private void close(int cpu, long untilNs) {
        if (since[cpu] == BEGIN) beginsUntil[cpu] = untilNs;
        else if (since[cpu] != NEVER && since[cpu] < untilNs) coverage.covered(cpu, since[cpu], untilNs);
        since[cpu] = NEVER;
    }

    private void room(int cpu) {
        int old = since.length;
        int n = cpu + 1;
        since = grown(since, n);
        if (!cpuByCpu) Arrays.fill(since, old, n, BEGIN);
        heardNs = grown(heardNs, n);
        beginsUntil = grown(beginsUntil, n);
        lossy = Arrays.copyOf(lossy, n);
    }

    private static long[] grown(long[] from, int n) {
        long[] out = Arrays.copyOf(from, n);
        Arrays.fill(out, from.length, n, NEVER);
        return out;
    }
}
