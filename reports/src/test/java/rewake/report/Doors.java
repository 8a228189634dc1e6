package rewake.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.ipc.ArrowFileReader;
import org.apache.arrow.vector.util.ByteArrayReadableSeekableByteChannel;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVRecord;
import org.jspecify.annotations.Nullable;

/** Reads every kind of output back into cells, by readers that share nothing with the writers but the format. */
public final class Doors {
    private static final Pattern ROW = Pattern.compile("<tr>(.*?)</tr>", Pattern.DOTALL);
    private static final Pattern CELL =
            Pattern.compile("<td(?: class=\"([^\"]*)\")?(?: data-value=\"([^\"]*)\")?>([^<]*)</td>");

    private Doors() {}

    /** All rows of an Arrow file. */
    public static List<@Nullable Object[]> readArrow(byte[] file) throws IOException {
        var rows = new ArrayList<@Nullable Object[]>();
        try (var allocator = new RootAllocator();
                var reader = new ArrowFileReader(new ByteArrayReadableSeekableByteChannel(file), allocator)) {
            List<FieldVector> vectors = reader.getVectorSchemaRoot().getFieldVectors();
            while (reader.loadNextBatch()) {
                for (int r = 0; r < reader.getVectorSchemaRoot().getRowCount(); r++) {
                    var row = new @Nullable Object[vectors.size()];
                    for (int i = 0; i < row.length; i++) {
                        Object cell = vectors.get(i).getObject(r);
                        row[i] = cell instanceof org.apache.arrow.vector.util.Text ? cell.toString() : cell;
                    }
                    rows.add(row);
                }
            }
        }
        return rows;
    }

    /** All rows of a CSV file; its header must be the columns' names. */
    public static List<@Nullable Object[]> readCsv(String text, List<Column> columns) throws IOException {
        // RFC 4180 itself cannot tell "" from nothing; this reader can.
        var format = CSVFormat.RFC4180
                .builder()
                .setNullString("")
                .setQuoteMode(org.apache.commons.csv.QuoteMode.ALL_NON_NULL)
                .setIgnoreEmptyLines(false)
                .get();
        List<CSVRecord> records = format.parse(new StringReader(text)).getRecords();
        if (!records.getFirst()
                .toList()
                .equals(columns.stream().map(Column::name).toList())) {
            throw new IOException("header " + records.getFirst());
        }
        var rows = new ArrayList<@Nullable Object[]>();
        for (CSVRecord csv : records.subList(1, records.size())) {
            var row = new @Nullable Object[columns.size()];
            for (int i = 0; i < row.length; i++) row[i] = cell(columns.get(i), csv.get(i));
            rows.add(row);
        }
        return rows;
    }

    /** All rows of one table of a JSON report. */
    public static List<@Nullable Object[]> readJson(String text, String table, List<Column> columns) {
        try {
            JsonNode json = new ObjectMapper().readTree(text).get("tables").get(table);
            var rows = new ArrayList<@Nullable Object[]>();
            for (JsonNode object : json) {
                var row = new @Nullable Object[columns.size()];
                for (int i = 0; i < row.length; i++) {
                    JsonNode value = object.get(columns.get(i).name());
                    row[i] = value.isNull() ? null : cell(columns.get(i), value.asText());
                    if (columns.get(i).type() == ColumnType.LONG && value.isNumber()) row[i] = value.longValue();
                }
                rows.add(row);
            }
            return rows;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The visible cells of one table of a page: exact values where the page has them, else the text shown. */
    public static List<@Nullable Object[]> readHtml(String page, Table table) {
        List<Column> columns = table.columns().stream().filter(Column::visible).toList();
        String section = page.substring(page.indexOf("<section id=\"" + table.name() + "\""));
        section = section.substring(section.indexOf("<tbody>"), section.indexOf("</tbody>"));
        var rows = new ArrayList<@Nullable Object[]>();
        ROW.matcher(section).results().forEach(tr -> {
            var cells = CELL.matcher(tr.group(1)).results().toList();
            var row = new @Nullable Object[columns.size()];
            for (int i = 0; i < row.length; i++) {
                String style = cells.get(i).group(1);
                String value = cells.get(i).group(2);
                boolean unknown = style != null && style.contains("unknown");
                String text = value == null ? cells.get(i).group(3) : value;
                row[i] = unknown ? null : cell(columns.get(i), unescape(text));
            }
            rows.add(row);
        });
        return rows;
    }

    /** What a page shows, tags and escapes undone. */
    public static String unescape(String html) {
        return html.replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&quot;", "\"")
                .replace("&#39;", "'")
                .replace("&amp;", "&");
    }

    private static @Nullable Object cell(Column column, @Nullable String text) {
        if (text == null) return null;
        return switch (column.type()) {
            case LONG -> Long.parseLong(text);
            case DOUBLE -> Double.parseDouble(text);
            case TEXT -> text;
            case BOOL -> Boolean.parseBoolean(text);
        };
    }
}
