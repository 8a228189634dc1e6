package rewake.parser.textline;

import java.util.Arrays;
import rewake.bytes.TraceBytes;
import rewake.event.EventKind;
import rewake.event.PeltField;

/**
 * The first pass over a text. A binary trace declares its CPUs and events; a text just has lines. So all of them are read
 * once for the facts: which CPUs and events there are, how far out of order the lines are, what the states say about
 * the kernel, which lines stand at times that cannot be. The second pass makes rows.
 */
final class TextSurvey {
    /** A line so far from both its neighbours, which agree with each other, has a damaged time. */
    private static final long STRAY_NS = 1_000_000_000L;

    /** With fewer lines, one that stands alone says nothing. */
    private static final int FEW = 64;

    private static final int STRAYS_MAX = 65_536;
    private static final int CPUS = 65_536;

    final LateRows late = new LateRows();
    final StateText.Evidence states = new StateText.Evidence();
    /** Highest CPU number in a field of an event. */
    int fieldCpu = -1;
    /** Lines of known events. */
    long events;
    /** Lines of other events. */
    long unused;
    /** Lines with a plain number for a time. */
    long integerTimes;
    /** Most digits a fraction of a second had. */
    int fractionDigits;
    /** Switches, and those whose prev task is not the one switched in before on that CPU. */
    long switches;

    long chainBreaks;

    private final long[] perCpu = new long[CPUS];
    private final int[] running = new int[CPUS];
    private final int[] ranFirst = new int[CPUS];
    private long[] strays = new long[4];
    private int strayCount;
    private long beforeNs;
    private long pendingNs;
    private long pendingOffset;
    private int pending;

    private TextSurvey() {
        Arrays.fill(running, -1);
        Arrays.fill(ranFirst, -1);
    }

    static TextSurvey of(TraceBytes bytes, TextDialect dialect) {
        var survey = new TextSurvey();
        var lines = new TextLines(bytes);
        var row = new TextRow();
        while (lines.next()) {
            LineKind kind = dialect.line(lines, row);
            if (kind == LineKind.EVENT) survey.event(row);
            else if (kind == LineKind.UNUSED) survey.unused++;
            else continue;
            if (row.fractionDigits == 0) survey.integerTimes++;
            survey.fractionDigits = Math.max(survey.fractionDigits, row.fractionDigits);
            survey.perCpu[row.cpu]++;
            survey.time(row.timeNs, lines.offset());
            dialect.names().count(row.name);
        }
        survey.flush();
        return survey;
    }

    private void event(TextRow row) {
        events++;
        EventKind kind = row.kind;
        if (kind == EventKind.SWITCH) {
            switches++;
            states.add(row);
            if (running[row.cpu] >= 0 && running[row.cpu] != row.pid) chainBreaks++;
            if (running[row.cpu] < 0) ranFirst[row.cpu] = row.pid;
            running[row.cpu] = row.otherPid;
        }
        if (row.hasPelt(PeltField.CPU)) fieldCpu(row.pelt[PeltField.CPU.ordinal()]);
        int cpuArgs = cpuArgs(kind);
        if (cpuArgs > 0) fieldCpu(row.arg0);
        if (cpuArgs > 1) fieldCpu(row.arg1);
    }

    /** How many of the arguments of a kind are CPUs. */
    static int cpuArgs(EventKind kind) {
        return switch (kind) {
            case WAKING, WAKEUP, WAKEUP_NEW, WAKE_IDLE_WITHOUT_IPI, CPU_IDLE -> 1;
            case MIGRATE_TASK -> 2;
            default -> 0;
        };
    }

    private void fieldCpu(long cpu) {
        if (cpu >= 0 && cpu < CPUS && cpu > fieldCpu) fieldCpu = (int) cpu;
    }

    /**
     * The CPUs of the machine: what the text declares, and those it shows. A CPU far beyond all others that shows up just
     * once is a damaged number.
     */
    int cpus(int declared) {
        int seen = Math.max(1, declared);
        boolean few = events + unused < FEW;
        for (int cpu = 0; cpu < CPUS; cpu++)
            if (perCpu[cpu] > 1 || (perCpu[cpu] == 1 && (few || cpu < 2 * seen))) seen = Math.max(seen, cpu + 1);
        return few || fieldCpu < 2 * seen ? Math.max(seen, fieldCpu + 1) : seen;
    }

    /** By CPU: the task that ran until the first switch, −1 where there is none. */
    int[] ranFirst(int cpus) {
        return Arrays.copyOf(ranFirst, cpus);
    }

    /** Offsets of the lines with a damaged time, ascending. */
    long[] strays() {
        return Arrays.copyOf(strays, strayCount);
    }

    /** Looks at a line's time once that of the next is known. */
    private void time(long timeNs, long offset) {
        if (timeNs == 0) return;
        if (pending > 0 && stray(timeNs)) {
            stray();
        } else {
            if (pending > 0) late.add(pendingNs);
            beforeNs = pending == 0 ? timeNs : pendingNs;
        }
        pending = Math.min(2, pending + 1);
        pendingNs = timeNs;
        pendingOffset = offset;
    }

    private boolean stray(long nextNs) {
        boolean farFromNext = Math.abs(nextNs - pendingNs) > STRAY_NS;
        if (pending == 1) return farFromNext && pendingNs > nextNs;
        return farFromNext && Math.abs(pendingNs - beforeNs) > STRAY_NS && Math.abs(nextNs - beforeNs) < STRAY_NS;
    }

    private void stray() {
        if (strayCount == STRAYS_MAX) return;
        if (strayCount == strays.length) strays = Arrays.copyOf(strays, strayCount * 2);
        strays[strayCount++] = pendingOffset;
    }

    private void flush() {
        if (pending > 0) late.add(pendingNs);
    }
}
