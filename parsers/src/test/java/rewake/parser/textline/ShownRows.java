package rewake.parser.textline;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import rewake.bytes.TraceBytes;
import rewake.event.EventBatch;
import rewake.event.EventKind;
import rewake.event.EventSink;
import rewake.event.ImportStat;
import rewake.event.PeltField;
import rewake.event.TaskState;
import rewake.parser.TraceFormatException;
import rewake.parser.TraceReader;

/** Reads a text into lanes that keep everything, and shows rows as text: the tests of all text formats use it. */
public final class ShownRows implements EventSink {
    /** A format's door. */
    public interface Door {
        /** Opens bytes. */
        TraceReader open(TraceBytes bytes) throws TraceFormatException;
    }

    /** Lanes by CPU. */
    public final TreeMap<Integer, EventBatch> lanes = new TreeMap<>();
    /** The reader. */
    public final TraceReader reader;

    private ShownRows(TraceReader reader) {
        this.reader = reader;
    }

    /** Bytes of a text, a character each. */
    public static TraceBytes bytes(String text) {
        return TraceBytes.of("made.txt", text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Reads all. */
    public static ShownRows of(Door door, TraceBytes bytes) throws TraceFormatException {
        var rows = new ShownRows(door.open(bytes));
        rows.reader.read(rows);
        return rows;
    }

    @Override
    public EventBatch lane(int cpu) {
        return lanes.computeIfAbsent(cpu, c -> new EventBatch(c, 4));
    }

    @Override
    public void roundFinished() {}

    @Override
    public void complete(long timeNs) {}

    /** How often. */
    public long count(ImportStat stat) {
        return reader.stats().total(stat);
    }

    /** How many rows. */
    public int size() {
        return lanes.values().stream().mapToInt(EventBatch::size).sum();
    }

    /** All rows, lane by lane. */
    public List<String> text() {
        var out = new ArrayList<String>();
        for (EventBatch lane : lanes.values()) for (int row = 0; row < lane.size(); row++) out.add(text(lane, row));
        return out;
    }

    private String text(EventBatch b, int row) {
        EventKind kind = EventKind.of(b.kind(row));
        String head =
                "cpu%d %d %s cur=%d flags=%d".formatted(b.cpu(), b.timeNs(row), kind, b.currentPid(row), b.flags(row));
        if (kind.pelt()) return head + pelt(b, row);
        String arg1 = kind == EventKind.SWITCH ? TaskState.of(b.arg1(row)).letters() : String.valueOf(b.arg1(row));
        return head
                + " %s/%d/%d %s/%d/%d args=%d,%s"
                        .formatted(
                                reader.comms().text(b.comm(row)),
                                b.pid(row),
                                b.prio(row),
                                reader.comms().text(b.otherComm(row)),
                                b.otherPid(row),
                                b.otherPrio(row),
                                b.arg0(row),
                                arg1);
    }

    private String pelt(EventBatch b, int row) {
        var out = new StringBuilder();
        if (b.pid(row) != 0)
            out.append(" ").append(reader.comms().text(b.comm(row))).append("/").append(b.pid(row));
        for (PeltField field : PeltField.values()) {
            if (field.ordinal() >= PeltField.PID.ordinal() || !b.hasPelt(row, field)) continue;
            long value = b.pelt(row, field);
            out.append(" ")
                    .append(field.id())
                    .append("=")
                    .append(field == PeltField.PATH ? reader.paths().text((int) value) : value);
        }
        return out.toString();
    }
}
