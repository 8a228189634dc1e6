package rewake.parser.tracepoint;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import rewake.bytes.TraceBytes;
import rewake.event.CgroupPaths;
import rewake.event.Comms;
import rewake.event.EventBatch;
import rewake.event.EventKind;
import rewake.event.ImportStat;
import rewake.event.ImportStats;
import rewake.event.PeltEvent;
import rewake.event.PeltField;
import rewake.event.PeltRow;

/**
 * Turns the payload of one recorder's PELT event into a row. Which fields there are and what they mean is compiled once
 * from the format text and the {@link rewake.event.PeltDialect}; fields without a meaning cost nothing.
 */
public final class PeltDecoder implements PayloadDecoder {
    private static final int PATH_MAX = 4096;
    private static final int PID_MAX = 1 << 22;

    private final int id;
    private final EventKind kind;
    private final Comms comms;
    private final CgroupPaths paths;
    private final int cpus;
    private final int needed;
    private final int commonFlagsAt;
    private final int commonPidAt;
    private final PeltField[] fields;
    private final int[] at;
    private final int[] form;
    private final byte[] path = new byte[PATH_MAX];
    private final PeltRow row = new PeltRow();

    private PeltDecoder(
            int id, EventKind kind, FieldCompiler c, List<Named> named, Comms comms, CgroupPaths paths, int cpus) {
        this.id = id;
        this.kind = kind;
        this.comms = comms;
        this.paths = paths;
        this.cpus = cpus;
        commonFlagsAt = c.at("common_flags?", 1);
        commonPidAt = c.at("common_pid?", 4);
        fields = named.stream().map(Named::field).toArray(PeltField[]::new);
        at = named.stream().mapToInt(n -> c.at(n.name(), 0)).toArray();
        form = named.stream()
                .mapToInt(n -> isText(n.field()) ? c.commForm(n.name()) : c.numberForm(n.name()))
                .toArray();
        needed = c.needed();
    }

    private record Named(String name, PeltField field) {}

    private static boolean isText(PeltField field) {
        return field == PeltField.COMM || field == PeltField.PATH;
    }

    /** Compiles a decoder; empty where the format lacks what makes a row of the event's kind. */
    static Optional<PeltDecoder> compile(
            TracepointFormat format, PeltEvent event, Comms comms, CgroupPaths paths, int cpus) {
        var named = new ArrayList<Named>();
        var seen = EnumSet.noneOf(PeltField.class);
        for (String name : format.fields().keySet()) {
            if (name.startsWith("common_")) continue;
            event.field(name).filter(seen::add).ifPresent(field -> named.add(new Named(name, field)));
        }
        if (!event.complete(seen)) return Optional.empty();
        var compiler = new FieldCompiler(format);
        var decoder = new PeltDecoder(format.id(), event.kind(), compiler, named, comms, paths, cpus);
        return compiler.complete() ? Optional.of(decoder) : Optional.empty();
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
        ImportStat trouble = length < needed ? ImportStat.RECORD_DAMAGED : fill(bytes, payload, length);
        if (trouble != null) stats.add(trouble, cpu);
        return trouble == null;
    }

    @Override
    public void append(TraceBytes bytes, long payload, int length, long timeNs, long ref, EventBatch lane) {
        int number = row.appendTo(lane, timeNs, ref, kind);
        lane.context(
                number,
                commonPidAt < 0 ? 0 : bytes.i32(payload + commonPidAt),
                commonFlagsAt < 0 ? 0 : EventDecoder.context(bytes.u8(payload + commonFlagsAt)));
    }

    /** Takes all fields; returns what is wrong with them, or null. */
    private @org.jspecify.annotations.Nullable ImportStat fill(TraceBytes bytes, long payload, int length) {
        row.clear();
        for (int i = 0; i < fields.length; i++) {
            PeltField field = fields[i];
            if (isText(field)) {
                long where = FieldCompiler.locate(bytes, payload, length, at[i], form[i]);
                if (where < 0) return ImportStat.RECORD_DAMAGED;
                row.set(field, text(bytes, field, payload + (where >>> 32), (int) where));
            } else row.set(field, FieldCompiler.number(bytes, payload + at[i], form[i]));
        }
        if (commonPidAt >= 0 && (bytes.i32(payload + commonPidAt) & -PID_MAX) != 0) return ImportStat.PID_OUT_OF_RANGE;
        boolean group = row.has(PeltField.MY_Q) && row.get(PeltField.MY_Q) != 0;
        if (row.has(PeltField.PID) && !group && (row.get(PeltField.PID) < -1 || row.get(PeltField.PID) >= PID_MAX))
            return ImportStat.PID_OUT_OF_RANGE;
        boolean cpuFits = !row.has(PeltField.CPU) || (row.get(PeltField.CPU) >= -1 && row.get(PeltField.CPU) < cpus);
        return cpuFits ? null : ImportStat.CPU_OUT_OF_RANGE;
    }

    private int text(TraceBytes bytes, PeltField field, long offset, int length) {
        if (field == PeltField.COMM) return CommText.intern(comms, bytes, offset, length);
        int used = 0;
        for (int max = Math.min(length, PATH_MAX); used < max; used++) {
            path[used] = (byte) bytes.u8(offset + used);
            if (path[used] == 0) break;
        }
        return paths.intern(path, 0, used);
    }
}
