package rewake.report.arrow;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowFileWriter;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;
import rewake.report.Column;
import rewake.report.ColumnType;
import rewake.report.JsonTree;
import rewake.report.Report;
import rewake.report.Table;

/** Writes a table as an Arrow IPC file, in the memory of one batch. */
public final class ArrowReport {
    private ArrowReport() {}

    /**
     * Writes one table of a report. The stream is flushed and left open.
     *
     * <p>When the rows fail half-way, no footer is written: what is there is then not taken for a file.
     */
    @SuppressWarnings("resource") // closing the writer would write the footer even after a failure
    public static void write(Report report, Table table, OutputStream out) throws IOException {
        try (var allocator = new RootAllocator();
                var root = VectorSchemaRoot.create(schema(report, table), allocator)) {
            var writer = new ArrowFileWriter(root, null, Channels.newChannel(out));
            writer.start();
            var batch = new ArrowBatch(root, writer);
            table.forEachBatch((List<@Nullable Object[]> rows) -> {
                for (@Nullable Object[] row : rows) batch.add(row);
            });
            batch.flush();
            writer.end();
        }
        out.flush();
    }

    private static Schema schema(Report report, Table table) {
        return new Schema(table.columns().stream().map(ArrowReport::field).toList(), metadata(report, table));
    }

    private static Map<String, String> metadata(Report report, Table table) {
        var metadata = new LinkedHashMap<String, String>();
        metadata.put("table", table.name());
        Object version = report.evidence().get("schema_version");
        if (version != null) metadata.put("schema_version", version.toString());
        metadata.put("evidence", JsonTree.compact(report.evidence()));
        if (!table.notes().isEmpty()) metadata.put("notes", JsonTree.compact(table.notes()));
        return metadata;
    }

    private static Field field(Column column) {
        return new Field(column.name(), FieldType.nullable(type(column.type())), null);
    }

    private static ArrowType type(ColumnType type) {
        return switch (type) {
            case LONG -> new ArrowType.Int(64, true);
            case DOUBLE -> new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
            case TEXT -> new ArrowType.Utf8();
            case BOOL -> new ArrowType.Bool();
        };
    }
}
