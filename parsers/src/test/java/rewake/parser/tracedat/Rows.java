package rewake.parser.tracedat;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import rewake.event.EventBatch;
import rewake.event.EventKind;
import rewake.event.EventSink;
import rewake.event.ImportStat;
import rewake.event.PeltField;
import rewake.parser.TraceFormatException;

/** All rows of a file, by lane, and a check of what the reader promised about times. */
final class Rows implements EventSink {
    final TraceDatReader reader;
    final TreeMap<Integer, EventBatch> lanes = new TreeMap<>();
    int barriers;
    private long promisedNs = Long.MIN_VALUE;
    private final TreeMap<Integer, Integer> checked = new TreeMap<>();

    private Rows(TraceDatReader reader) {
        this.reader = reader;
    }

    static Rows of(TraceDatReader reader) throws TraceFormatException {
        var rows = new Rows(reader);
        reader.read(rows);
        rows.check();
        return rows;
    }

    @Override
    public EventBatch lane(int cpu) {
        return lanes.computeIfAbsent(cpu, c -> new EventBatch(c, 4));
    }

    @Override
    public void roundFinished() {
        throw new AssertionError("trace.dat has no rounds");
    }

    @Override
    public void complete(long timeNs) {
        barriers++;
        check();
        promisedNs = timeNs;
    }

    /** Rows that came since the last barrier must not be older than it said. */
    private void check() {
        for (EventBatch lane : lanes.values()) {
            for (int row = checked.getOrDefault(lane.cpu(), 0); row < lane.size(); row++)
                if (lane.timeNs(row) < promisedNs) broken++;
            checked.put(lane.cpu(), lane.size());
        }
    }

    int broken;

    long count(ImportStat stat) {
        return reader.stats().total(stat);
    }

    int size() {
        return lanes.values().stream().mapToInt(EventBatch::size).sum();
    }

    /** {@code cpu0 1000 SWITCH prev-1/1>next-2/2}, lane by lane. */
    List<String> text() {
        var out = new ArrayList<String>();
        for (EventBatch lane : lanes.values()) for (int row = 0; row < lane.size(); row++) out.add(text(lane, row));
        return out;
    }

    private String text(EventBatch b, int row) {
        EventKind kind = EventKind.of(b.kind(row));
        String start = "cpu%d %d %s ".formatted(b.cpu(), b.timeNs(row), kind);
        String task = reader.comms().text(b.comm(row)) + "/" + b.pid(row);
        String other = reader.comms().text(b.otherComm(row)) + "/" + b.otherPid(row);
        return start
                + switch (kind) {
                    case SWITCH -> task + ">" + other;
                    case LOST -> b.arg0(row);
                    default -> kind.pelt() ? task + pelt(b, row) : task;
                };
    }

    private String pelt(EventBatch b, int row) {
        var out = new StringBuilder();
        for (PeltField field : PeltField.values()) {
            if (!b.hasPelt(row, field)) continue;
            long value = b.pelt(row, field);
            out.append(' ').append(field.id()).append('=');
            out.append(field == PeltField.PATH ? reader.paths().text((int) value) : String.valueOf(value));
        }
        return out.toString();
    }
}
