package rewake.parser.tracepoint;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import rewake.bytes.TraceBytes;
import rewake.event.Comms;
import rewake.event.EventBatch;
import rewake.event.EventKind;
import rewake.event.ImportStat;
import rewake.event.ImportStats;

/**
 * Turns the payload of one tracepoint into a row. A sched_wakeup of old kernels (before v4.3) that says {@code success=0}
 * woke nobody and becomes no row. Offsets and widths are compiled once from the format text; decoding
 * allocates nothing and reads each field once. Names the format lacks have the offset −1.
 */
public final class EventDecoder implements PayloadDecoder {
    /** Pids have 22 bits: {@code PID_MAX_LIMIT} of a 64-bit kernel is 4194304. */
    private static final int PID_BITS = 22;

    private final int id;
    private final EventKind kind;
    private final StateTable states;
    private final Comms comms;
    private final int cpus;
    private final int needed;
    private final int commonFlagsAt;
    private final int commonPidAt;
    private final int pidAt;
    private final int prioAt;
    private final int otherPidAt;
    private final int otherPrioAt;
    private final int commAt;
    private final int commForm;
    private final int otherCommAt;
    private final int otherCommForm;
    private final int arg0At;
    private final int arg0Form;
    private final int arg1At;
    private final int arg1Form;
    private final int cpuArgs;
    private final int successAt;

    private EventDecoder(
            int id, EventKind kind, EventColumns columns, FieldCompiler c, StateTable states, Comms comms, int cpus) {
        this.id = id;
        this.kind = kind;
        this.states = states;
        this.comms = comms;
        this.cpus = cpus;
        commonFlagsAt = c.at("common_flags?", 1);
        commonPidAt = c.at("common_pid?", 4);
        pidAt = c.at(columns.pid(), 4);
        prioAt = c.at(columns.prio(), 4);
        otherPidAt = c.at(columns.otherPid(), 4);
        otherPrioAt = c.at(columns.otherPrio(), 4);
        commAt = c.at(columns.comm(), 0);
        commForm = c.commForm(columns.comm());
        otherCommAt = c.at(columns.otherComm(), 0);
        otherCommForm = c.commForm(columns.otherComm());
        arg0At = c.at(columns.arg0(), 0);
        arg0Form = c.numberForm(columns.arg0());
        arg1At = c.at(columns.arg1(), 0);
        arg1Form = c.numberForm(columns.arg1());
        cpuArgs = columns.cpuArgs();
        successAt = kind == EventKind.WAKEUP || kind == EventKind.WAKEUP_NEW ? c.at("success?", 4) : -1;
        needed = c.needed();
    }

    /**
     * Compiles a decoder; empty where a field that the row needs is not in the format or has an impossible size.
     *
     * @param states table for the prev_state of a SWITCH
     * @param comms where names go
     * @param cpus CPU numbers in fields must be below this
     */
    public static Optional<EventDecoder> compile(
            TracepointFormat format, EventKind kind, StateTable states, Comms comms, int cpus) {
        EventColumns columns = EventColumns.of(kind);
        if (columns == null) return Optional.empty();
        var fields = new FieldCompiler(format);
        var decoder = new EventDecoder(format.id(), kind, columns, fields, states, comms, cpus);
        return fields.complete() ? Optional.of(decoder) : Optional.empty();
    }

    @Override
    public int id() {
        return id;
    }

    @Override
    public EventKind kind() {
        return kind;
    }

    @Override
    public boolean sound(TraceBytes bytes, long payload, int length, int cpu, ImportStats stats) {
        ImportStat trouble = length < needed ? ImportStat.RECORD_DAMAGED : trouble(bytes, payload, length);
        if (trouble != null) stats.add(trouble, cpu);
        return trouble == null;
    }

    private @Nullable ImportStat trouble(TraceBytes bytes, long payload, int length) {
        if (successAt >= 0 && bytes.i32(payload + successAt) == 0) return ImportStat.EVENTS_UNUSED;
        int pids = pid(bytes, payload, commonPidAt) | pid(bytes, payload, pidAt) | pid(bytes, payload, otherPidAt);
        if (pids >>> PID_BITS != 0) return ImportStat.PID_OUT_OF_RANGE;
        if (cpuArgs > 0 && !isCpu(arg(bytes, payload, arg0At, arg0Form))) return ImportStat.CPU_OUT_OF_RANGE;
        if (cpuArgs > 1 && !isCpu(arg(bytes, payload, arg1At, arg1Form))) return ImportStat.CPU_OUT_OF_RANGE;
        boolean named = isNamed(bytes, payload, length, commAt, commForm)
                && isNamed(bytes, payload, length, otherCommAt, otherCommForm);
        return named ? null : ImportStat.RECORD_DAMAGED;
    }

    @Override
    public void append(TraceBytes bytes, long payload, int length, long timeNs, long ref, EventBatch lane) {
        int comm = commAt < 0 ? 0 : comm(bytes, payload, length, commAt, commForm);
        int otherComm = otherCommAt < 0 ? 0 : comm(bytes, payload, length, otherCommAt, otherCommForm);
        long arg0 = arg(bytes, payload, arg0At, arg0Form);
        long arg1 = kind == EventKind.SWITCH ? states.code(arg0) : arg(bytes, payload, arg1At, arg1Form);
        int row = lane.append(timeNs, ref, kind);
        lane.context(
                row,
                pid(bytes, payload, commonPidAt),
                commonFlagsAt < 0 ? 0 : context(bytes.u8(payload + commonFlagsAt)));
        lane.task(row, pid(bytes, payload, pidAt), prioAt < 0 ? 0 : bytes.i32(payload + prioAt), comm);
        lane.other(
                row,
                pid(bytes, payload, otherPidAt),
                otherPrioAt < 0 ? 0 : bytes.i32(payload + otherPrioAt),
                otherComm);
        lane.args(row, arg0, arg1);
    }

    private static int pid(TraceBytes bytes, long payload, int at) {
        return at < 0 ? 0 : bytes.i32(payload + at);
    }

    private static long arg(TraceBytes bytes, long payload, int at, int form) {
        return at < 0 ? 0 : FieldCompiler.number(bytes, payload + at, form);
    }

    private boolean isCpu(long number) {
        return number >= 0 && number < cpus;
    }

    private static boolean isNamed(TraceBytes bytes, long payload, int length, int at, int form) {
        return at < 0 || form > 0 || FieldCompiler.locate(bytes, payload, length, at, form) >= 0;
    }

    /** {@code TRACE_FLAG_HARDIRQ} is 0x08, {@code TRACE_FLAG_SOFTIRQ} 0x10: shifted they are the flags of a row. */
    static int context(int commonFlags) {
        return ((commonFlags >>> 3) & (EventBatch.HARDIRQ | EventBatch.SOFTIRQ)) | EventBatch.CONTEXT_KNOWN;
    }

    private int comm(TraceBytes bytes, long payload, int length, int at, int form) {
        if (form == 16) return comms.intern(bytes.i64(payload + at), bytes.i64(payload + at + 8));
        long where = FieldCompiler.locate(bytes, payload, length, at, form);
        return CommText.intern(comms, bytes, payload + (where >>> 32), (int) where);
    }
}
