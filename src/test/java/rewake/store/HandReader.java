package rewake.store;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rewake.event.EventBatch;
import rewake.event.EventKind;
import rewake.event.EventSink;
import rewake.event.PeltField;
import rewake.event.PeltRow;
import rewake.event.Topology;
import rewake.event.TraceFacts;
import rewake.parser.TraceFormatException;
import rewake.parser.KeepingReader;

/** A file whose facts and rows a test gives; it says after each row how far it is. */
final class HandReader extends KeepingReader {
    private interface Row {
        void appendTo(EventSink sink, int ref) throws TraceFormatException;
    }

    private final List<Row> rows = new ArrayList<>();
    private TraceFacts facts = new TraceFacts(
            "test", null, null, null, null, 8, "local", Topology.flat(8, Topology.ASSUMED_FLAT), List.of(), null, true);
    boolean closed;

    HandReader facts(
            String format, @Nullable String release, @Nullable String host, @Nullable String clock, Topology topology) {
        facts = new TraceFacts(
                format, release, null, host, null, topology.cpus(), clock, topology, List.of(), null, true);
        return this;
    }

    HandReader recorded(boolean systemWide, String... tracepoints) {
        facts = new TraceFacts(
                facts.format(),
                facts.kernelRelease(),
                null,
                facts.hostname(),
                null,
                facts.cpus(),
                facts.clock(),
                facts.topology(),
                List.of(tracepoints),
                null,
                systemWide);
        return this;
    }

    /** A task named {@code comm} leaves {@code cpu} for task {@code next}. */
    HandReader switched(long timeNs, int cpu, String comm, int pid, int next) {
        rows.add((sink, ref) -> {
            EventBatch lane = sink.lane(cpu);
            int row = lane.append(timeNs, ref, EventKind.SWITCH);
            lane.context(row, pid, 0);
            lane.task(row, pid, 120, comms.intern(comm));
            lane.other(row, next, 120, comms.intern("next"));
            if (timeNs > 0) sink.complete(timeNs);
        });
        return this;
    }

    /** A group's load. */
    HandReader load(long timeNs, int cpu, String path, long load) {
        rows.add((sink, ref) -> {
            var pelt = new PeltRow();
            pelt.set(PeltField.LOAD, load);
            pelt.set(
                    PeltField.PATH,
                    paths.intern(path.getBytes(java.nio.charset.StandardCharsets.UTF_8), 0, path.length()));
            pelt.appendTo(sink.lane(cpu), timeNs, ref, EventKind.PELT_CFS);
            sink.complete(timeNs);
        });
        return this;
    }

    /** Damage, of which the reader says this. */
    HandReader fails(RuntimeException fault) {
        rows.add((_, _) -> {
            throw fault;
        });
        return this;
    }

    /** Damage that makes the file of no use. */
    HandReader fails(TraceFormatException trouble) {
        rows.add((_, _) -> {
            throw trouble;
        });
        return this;
    }

    TraceSource source(String name, @Nullable Long offset) {
        return new TraceSource(name, this, offset, (_, _) -> {});
    }

    @Override
    public TraceFacts facts() {
        return facts;
    }

    @Override
    public void read(EventSink sink) throws TraceFormatException {
        int ref = 0;
        for (Row row : rows) row.appendTo(sink, ++ref);
    }

    @Override
    public void close() {
        closed = true;
    }
}
