package rewake.parser.textline;

import org.jspecify.annotations.Nullable;
import rewake.event.CgroupPaths;
import rewake.event.Comms;
import rewake.event.EventBatch;
import rewake.event.EventKind;
import rewake.event.EventSink;
import rewake.event.ImportStat;
import rewake.event.ImportStats;
import rewake.event.PeltField;
import rewake.event.PeltRow;
import rewake.event.TraceFacts;

/**
 * The second pass over a text: makes rows.
 *
 * <p>Order: a text has no ordering barriers, so one is set every so many rows: {@link #ROUND_MIN}, or as many as the
 * survey found a line to be late, up to {@link #ROUND_MAX}. Two rounds of rows are held at a time. A line that is later
 * than that gets the time of what was delivered before it, and is counted.
 */
final class TextRows {
    /** Rows between two barriers. */
    static final int ROUND_MIN = 32 * 1024;
    /** The same, for texts far out of order: 64 MB for two rounds. */
    static final int ROUND_MAX = 512 * 1024;

    /** Pids have 22 bits: {@code PID_MAX_LIMIT} of a 64-bit kernel is 4194304. */
    private static final int PID_BITS = 22;

    private static final long UNCOUNTED = -1;
    private static final PeltField[] FIELDS = PeltField.values();

    private final TextDialect dialect;
    private final StateText states;
    private final int cpus;
    private final int round;
    private final long[] strays;
    private final Comms comms;
    private final CgroupPaths paths;
    private final PeltRow pelt = new PeltRow();
    private byte[] text = {};
    private final ImportStats stats;
    /** By CPU: the task that the last switch brought, or the first will take off; −1 where there is none. */
    private final int[] running;
    /** By CPU: events lost before the next one, 0 for none, {@link #UNCOUNTED} where that is not known. */
    private final long[] lost;

    private int rows;
    private int nextStray;

    TextRows(
            TextDialect dialect,
            TextSurvey survey,
            TraceFacts facts,
            Comms comms,
            CgroupPaths paths,
            ImportStats stats) {
        this.paths = paths;
        this.dialect = dialect;
        this.comms = comms;
        this.stats = stats;
        states = survey.states.decoder(facts.kernelRelease());
        cpus = facts.cpus();
        round = Math.clamp(survey.late.worst() + 1, ROUND_MIN, ROUND_MAX);
        strays = survey.strays();
        running = survey.ranFirst(cpus);
        lost = new long[cpus];
    }

    void read(TextLines lines, EventSink sink) {
        var row = new TextRow();
        boolean vague = false;
        text = lines.text();
        while (lines.next()) {
            LineKind kind = dialect.line(lines, row);
            if (!lines.closed() && (kind != LineKind.EVENT || !row.complete)) {
                stats.add(ImportStat.FILE_CUT, -1);
                break;
            }
            switch (kind) {
                case EVENT -> {
                    event(row, lines.offset(), sink);
                    vague |= row.stateVague;
                }
                case UNUSED -> stats.add(ImportStat.EVENTS_UNUSED, row.cpu < cpus ? row.cpu : -1);
                case LOSS -> loss(row);
                case DAMAGED -> stats.add(ImportStat.RECORD_DAMAGED, row.cpu < cpus ? row.cpu : -1);
                case NOISE -> stats.add(ImportStat.LINES_SKIPPED, -1);
                case HEADER, FILLER -> {
                    if (lines.nul()) stats.add(ImportStat.LINES_SKIPPED, -1);
                }
            }
        }
        sink.roundFinished();
        stats.add(ImportStat.RECORD_DAMAGED, -1, lines.tooLong());
        if (vague) stats.add(ImportStat.STATES_INEXACT, -1);
    }

    private void loss(TextRow row) {
        boolean known = row.cpu >= 0 && row.cpu < cpus;
        stats.add(
                row.arg1 > 0 ? ImportStat.EVENTS_LOST : ImportStat.LOSS_UNCOUNTED,
                known ? row.cpu : -1,
                Math.max(1, row.arg1));
        if (!known) return;
        boolean counted = row.arg1 > 0 && lost[row.cpu] != UNCOUNTED;
        lost[row.cpu] = counted ? lost[row.cpu] + row.arg1 : UNCOUNTED;
    }

    private void event(TextRow row, long offset, EventSink sink) {
        while (nextStray < strays.length && strays[nextStray] < offset) nextStray++;
        if (nextStray < strays.length && strays[nextStray] == offset) {
            stats.add(ImportStat.RECORD_DAMAGED, row.cpu < cpus ? row.cpu : -1);
            return;
        }
        ImportStat trouble = trouble(row);
        if (trouble != null) {
            stats.add(trouble, row.cpu < cpus ? row.cpu : -1);
            return;
        }
        EventBatch lane = sink.lane(row.cpu);
        if (lost[row.cpu] != 0) {
            lane.args(lane.append(row.timeNs, offset, EventKind.LOST), Math.max(0, lost[row.cpu]), 0);
            lost[row.cpu] = 0;
        }
        if (row.kind.pelt()) appendPelt(row, offset, lane);
        else append(row, offset, lane);
        if (++rows == round) {
            rows = 0;
            sink.roundFinished();
        }
    }

    /** What makes an event impossible, or null; fills in the current task where the task column lacks it. */
    private @Nullable ImportStat trouble(TextRow row) {
        if (row.cpu >= cpus) return ImportStat.CPU_OUT_OF_RANGE;
        if (row.fractionDigits == 0) return ImportStat.RECORD_DAMAGED;
        boolean isSwitch = row.kind == EventKind.SWITCH;
        if (isSwitch) {
            row.currentPid = row.pid;
            running[row.cpu] = row.otherPid;
        } else if (row.currentPid < 0) {
            row.currentPid = running[row.cpu];
            if (row.currentPid < 0) return ImportStat.CURRENT_UNKNOWN;
        }
        if ((row.currentPid | row.pid | row.otherPid) >>> PID_BITS != 0) return ImportStat.PID_OUT_OF_RANGE;
        if (row.kind.pelt()) return peltTrouble(row);
        int cpuArgs = TextSurvey.cpuArgs(row.kind);
        if (cpuArgs > 0 && (row.arg0 < 0 || row.arg0 >= cpus)) return ImportStat.CPU_OUT_OF_RANGE;
        return cpuArgs > 1 && (row.arg1 < 0 || row.arg1 >= cpus) ? ImportStat.CPU_OUT_OF_RANGE : null;
    }

    private @Nullable ImportStat peltTrouble(TextRow row) {
        long pid = row.pelt[PeltField.PID.ordinal()];
        boolean group = row.hasPelt(PeltField.MY_Q) && row.pelt[PeltField.MY_Q.ordinal()] != 0;
        if (row.hasPelt(PeltField.PID) && !group && (pid < -1 || pid >= 1L << PID_BITS))
            return ImportStat.PID_OUT_OF_RANGE;
        long cpu = row.pelt[PeltField.CPU.ordinal()];
        return row.hasPelt(PeltField.CPU) && (cpu < -1 || cpu >= cpus) ? ImportStat.CPU_OUT_OF_RANGE : null;
    }

    private void appendPelt(TextRow row, long offset, EventBatch lane) {
        pelt.clear();
        for (long left = row.peltMask; left != 0; left &= left - 1) {
            PeltField field = FIELDS[Long.numberOfTrailingZeros(left)];
            pelt.set(
                    field,
                    switch (field) {
                        case COMM -> comms.intern(row.commLow, row.commHigh);
                        case PATH -> paths.intern(text, row.pathAt, row.pathEnd);
                        default -> row.pelt[field.ordinal()];
                    });
        }
        lane.context(pelt.appendTo(lane, row.timeNs, offset, row.kind), row.currentPid, row.flags);
    }

    private void append(TextRow row, long offset, EventBatch lane) {
        if (row.kind == EventKind.SWITCH) {
            row.arg1 = states.code(row);
            row.arg0 = states.number(row.arg0, row.arg1);
        }
        int at = lane.append(row.timeNs, offset, row.kind);
        lane.context(at, row.currentPid, row.flags);
        lane.task(at, row.pid, row.prio, comms.intern(row.commLow, row.commHigh));
        lane.other(at, row.otherPid, row.otherPrio, comms.intern(row.otherCommLow, row.otherCommHigh));
        lane.args(at, row.arg0, row.arg1);
    }
}
