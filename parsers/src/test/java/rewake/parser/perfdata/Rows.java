package rewake.parser.perfdata;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import rewake.bytes.TraceBytes;
import rewake.event.EventBatch;
import rewake.event.EventKind;
import rewake.event.EventSink;
import rewake.event.ImportStat;
import rewake.event.ImportStats;
import rewake.parser.TraceFormatException;

/** Reads a file into lanes that keep everything, and shows rows as text. */
final class Rows implements EventSink {
    final PerfDataReader reader;
    final TreeMap<Integer, EventBatch> lanes = new TreeMap<>();
    int rounds;

    private Rows(PerfDataReader reader) {
        this.reader = reader;
    }

    static Rows of(PerfDataBuilder file) throws TraceFormatException {
        return of(file.open());
    }

    static Rows of(TraceBytes bytes) throws TraceFormatException {
        return of(PerfDataReader.open(bytes));
    }

    static Rows of(PerfDataReader reader) {
        var rows = new Rows(reader);
        rows.reader.read(rows);
        return rows;
    }

    @Override
    public EventBatch lane(int cpu) {
        return lanes.computeIfAbsent(cpu, c -> new EventBatch(c, 4));
    }

    @Override
    public void roundFinished() {
        rounds++;
    }

    @Override
    public void complete(long timeNs) {
        throw new AssertionError("perf.data has rounds");
    }

    ImportStats stats() {
        return reader.stats();
    }

    long count(ImportStat stat) {
        return reader.stats().total(stat);
    }

    int size() {
        return lanes.values().stream().mapToInt(EventBatch::size).sum();
    }

    /** All rows, lane by lane. */
    List<String> text() {
        var out = new ArrayList<String>();
        for (EventBatch lane : lanes.values()) for (int row = 0; row < lane.size(); row++) out.add(text(lane, row));
        return out;
    }

    private String text(EventBatch b, int row) {
        return "cpu%d %d %s cur=%d flags=%d %s/%d/%d %s/%d/%d args=%d,%d"
                .formatted(
                        b.cpu(),
                        b.timeNs(row),
                        EventKind.of(b.kind(row)),
                        b.currentPid(row),
                        b.flags(row),
                        reader.comms().text(b.comm(row)),
                        b.pid(row),
                        b.prio(row),
                        reader.comms().text(b.otherComm(row)),
                        b.otherPid(row),
                        b.otherPrio(row),
                        b.arg0(row),
                        b.arg1(row));
    }
}
