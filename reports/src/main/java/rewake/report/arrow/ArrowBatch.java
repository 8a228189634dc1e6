package rewake.report.arrow;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowFileWriter;
import org.jspecify.annotations.Nullable;

/** Gathers rows into columns and hands them to the file when there are enough. */
final class ArrowBatch {
    /** Rows per record batch. */
    static final int ROWS = 1 << 16;

    private final VectorSchemaRoot root;
    private final ArrowFileWriter writer;
    private int rows;

    ArrowBatch(VectorSchemaRoot root, ArrowFileWriter writer) {
        this.root = root;
        this.writer = writer;
    }

    void add(@Nullable Object[] row) throws IOException {
        for (int i = 0; i < row.length; i++) set(root.getVector(i), row[i]);
        rows++;
        if (rows == ROWS) flush();
    }

    private void set(FieldVector vector, @Nullable Object cell) {
        switch (cell) {
            case null -> {
                // Vectors start out null, and grow to the row count when the batch is written.
            }
            case Long l -> ((BigIntVector) vector).setSafe(rows, l);
            case Double d -> ((Float8Vector) vector).setSafe(rows, d);
            case Boolean b -> ((BitVector) vector).setSafe(rows, b ? 1 : 0);
            case String s -> ((VarCharVector) vector).setSafe(rows, s.getBytes(StandardCharsets.UTF_8));
            default -> throw new IllegalStateException("no Arrow type for " + cell.getClass());
        }
    }

    /** Writes what is gathered, if anything. */
    void flush() throws IOException {
        if (rows == 0) return;
        root.setRowCount(rows);
        writer.writeBatch();
        for (FieldVector vector : root.getFieldVectors()) vector.reset();
        rows = 0;
    }
}
