package rewake.report.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rewake.report.Column;
import rewake.report.JsonTree;
import rewake.report.Report;
import rewake.report.Table;

/** Writes reports as JSON, in constant memory. The writer given is flushed and left open. */
public final class JsonReport {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
            .disable(StreamWriteFeature.AUTO_CLOSE_CONTENT)
            .build();

    private JsonReport() {}

    /** Writes the whole report. */
    public static void write(Report report, Writer out) throws IOException {
        try (JsonGenerator json = FACTORY.createGenerator(out).setPrettyPrinter(new RowPerLine(3))) {
            json.writeStartObject();
            json.writeFieldName("evidence");
            JsonTree.write(report.evidence(), json);
            json.writeObjectFieldStart("tables");
            for (Table table : report.tables()) writeTable(table, json);
            json.writeEndObject();
            writeNotes(report.tables(), json);
            json.writeEndObject();
            json.writeRaw('\n');
        }
    }

    /** Writes the evidence alone. */
    public static void writeEvidence(Report report, Writer out) throws IOException {
        try (JsonGenerator json = FACTORY.createGenerator(out).setPrettyPrinter(new RowPerLine(2))) {
            JsonTree.write(report.evidence(), json);
            json.writeRaw('\n');
        }
    }

    private static void writeTable(Table table, JsonGenerator json) throws IOException {
        List<Column> columns = table.columns();
        json.writeArrayFieldStart(table.name());
        table.forEachBatch((List<@Nullable Object[]> batch) -> {
            for (@Nullable Object[] row : batch) {
                json.writeStartObject();
                for (int i = 0; i < row.length; i++) {
                    json.writeFieldName(columns.get(i).name());
                    JsonTree.write(row[i], json);
                }
                json.writeEndObject();
            }
        });
        json.writeEndArray();
    }

    private static void writeNotes(List<Table> tables, JsonGenerator json) throws IOException {
        if (tables.stream().allMatch(t -> t.notes().isEmpty())) return;
        json.writeObjectFieldStart("notes");
        for (Table table : tables) {
            if (table.notes().isEmpty()) continue;
            json.writeFieldName(table.name());
            JsonTree.write(table.notes(), json);
        }
        json.writeEndObject();
    }
}
