package rewake.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rewake.report.Column;
import rewake.report.ColumnType;
import rewake.report.Report;
import rewake.report.Show;
import rewake.report.Table;

/** The rows of {@link Reports}, and the folder they fill. */
class ReportsTest {
    private static final List<Column> COLUMNS = List.of(
            new Column("task", ColumnType.TEXT, "Task", Show.PLAIN),
            new Column("delay_ns", ColumnType.LONG, "Delay ms", Show.NS_AS_MS));

    @TempDir
    Path dir;

    private static Report report() {
        @Nullable Object[] a = {"Glühwürmchen", 1_500_000L};
        @Nullable Object[] b = {"b", null};
        return new Report(
                "info",
                Map.of("schema_version", 1),
                List.of("trust"),
                List.of(
                        Table.of("first", "First", COLUMNS, List.<@Nullable Object[]>of(a)),
                        Table.of("second", "Second", COLUMNS, List.<@Nullable Object[]>of(b))),
                List.of(),
                List.of());
    }

    private static String write(Reports kind, @Nullable String table) throws IOException {
        var out = new ByteArrayOutputStream();
        kind.write(report(), new Reports.Wish(table, false, 0), out);
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void textIsUtf8AndComplete() throws IOException {
        assertThat(write(Reports.TABLE, null)).isEqualTo("""
                trust

                First
                Task          Delay ms
                ----------------------
                Glühwürmchen     1.500

                Second
                Task  Delay ms
                --------------
                b            -
                """);
        assertThat(write(Reports.JSON, null)).contains("{ \"task\": \"Glühwürmchen\", \"delay_ns\": 1500000 }");
        assertThat(write(Reports.HTML, null)).contains("<td>Glühwürmchen</td>").endsWith("</html>\n");
    }

    @Test
    void kindsOfOneTableTakeTheFirstUnlessTold() throws IOException {
        assertThat(write(Reports.CSV, null)).isEqualTo("task,delay_ns\nGlühwürmchen,1500000\n");
        assertThat(write(Reports.CSV, "second")).isEqualTo("task,delay_ns\nb,\n");
        assertThat(write(Reports.ARROW, "second"))
                .startsWith("ARROW1")
                .contains("second")
                .endsWith("ARROW1");
        assertThat(Stream.of(Reports.values()).filter(Reports::holdsOneTable))
                .containsExactly(Reports.CSV, Reports.ARROW);
    }

    @Test
    void anUnknownTableIsTheUsersMistake() {
        assertThatThrownBy(() -> write(Reports.CSV, "third"))
                .isInstanceOf(UsageException.class)
                .hasMessage("no table third; there are: first, second");
    }

    @Test
    void aFolderHoldsEveryKind() throws IOException {
        Path folder = dir.resolve("report");
        List<Path> written = ReportFolder.write(report(), folder);
        assertThat(written)
                .extracting(file -> file.getFileName().toString())
                .containsExactly(
                        "first.csv",
                        "first.arrow",
                        "second.csv",
                        "second.arrow",
                        "info.json",
                        "evidence.json",
                        "index.html");
        assertThat(folder.resolve("second.csv")).hasContent("task,delay_ns\nb,\n");
        assertThat(folder.resolve("evidence.json")).hasContent("{\n  \"schema_version\": 1\n}\n");
        assertThat(folder.resolve("index.html")).content().contains("href=\"second.arrow\"");
        assertThat(folder.resolve("info.json")).hasContent(write(Reports.JSON, null));
        try (var files = Files.list(folder)) {
            assertThat(files).hasSize(7);
        }
    }

    @Test
    void aTableThatFailsLeavesNothing() {
        var broken = new Table("broken", "Broken", COLUMNS, sink -> {
            throw new IOException("the trace went away");
        });
        var report = new Report(
                "info", Map.of(), List.of(), List.of(report().tables().getFirst(), broken), List.of(), List.of());
        assertThatThrownBy(() -> ReportFolder.write(report, dir.resolve("new"))).hasMessage("the trace went away");
        assertThat(dir).isEmptyDirectory();
    }

    @Test
    void aFileIsNotAFolder() throws IOException {
        Path file = Files.writeString(dir.resolve("file"), "precious");
        assertThatThrownBy(() -> ReportFolder.write(report(), file)).isInstanceOf(NotDirectoryException.class);
        assertThat(file).hasContent("precious");
    }
}
