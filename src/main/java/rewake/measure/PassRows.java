package rewake.measure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import rewake.event.Comms;
import rewake.event.EventConsumer;
import rewake.report.Rows;

/** Rows of a table on their way from a pass over the trace to the output, some thousand at a time. */
final class PassRows {
    private static final int BATCH = 4096;

    private final Rows.Sink sink;
    private final List<@Nullable Object[]> batch = new ArrayList<>(BATCH);

    private PassRows(Rows.Sink sink) {
        this.sink = sink;
    }

    /** Gives {@code sink} the rows that the consumer adds while the trace is read. */
    static void forEachBatch(TracePass pass, BiFunction<Comms, PassRows, EventConsumer> consumer, Rows.Sink sink)
            throws IOException {
        var rows = new PassRows(sink);
        try {
            pass.read(comms -> consumer.apply(comms, rows));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        rows.flush();
    }

    void add(@Nullable Object[] row) {
        batch.add(row);
        if (batch.size() < BATCH) return;
        try {
            flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void flush() throws IOException {
        if (!batch.isEmpty()) sink.accept(batch);
        batch.clear();
    }
}
