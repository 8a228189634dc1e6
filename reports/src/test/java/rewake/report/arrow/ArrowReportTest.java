package rewake.report.arrow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.ipc.ArrowFileReader;
import org.apache.arrow.vector.ipc.InvalidArrowFileException;
import org.apache.arrow.vector.util.ByteArrayReadableSeekableByteChannel;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import rewake.report.Doors;
import rewake.report.Report;
import rewake.report.Samples;
import rewake.report.Table;

class ArrowReportTest {
    @Test
    void readsBackToTheSameRows() throws IOException {
        var report = Samples.report();
        byte[] file = arrow(report, Samples.delays());
        var expected = new ArrayList<@Nullable Object[]>();
        Samples.delays().forEachBatch(expected::addAll);
        assertThat(Doors.readArrow(file)).containsExactlyElementsOf(expected);
    }

    @Test
    void theSchemaCarriesTheEvidence() throws IOException {
        try (var allocator = new RootAllocator();
                var reader = reader(arrow(Samples.report(), Samples.delays()), allocator)) {
            var schema = reader.getVectorSchemaRoot().getSchema();
            assertThat(schema.getCustomMetadata())
                    .containsEntry("table", "latency")
                    .containsEntry("schema_version", "1")
                    .containsEntry("notes", "[\"delays of \\\"a ==> b\\\" are unknown: its wake-ups were lost\"]")
                    .extractingByKey("evidence")
                    .asString()
                    .startsWith("{\"tool_version\":\"0.1.0\",\"schema_version\":1,")
                    .endsWith(",\"seed\":null,\"strict\":false}");
            assertThat(schema.toString())
                    .startsWith("Schema<task: Utf8, pid: Int(64, true), runtime_ns: Int(64, true), "
                            + "delay_avg_ns: FloatingPoint(DOUBLE), ")
                    .contains("pinned: Bool, cookie: Int(64, true)>");
            assertThat(schema.getFields()).allMatch(f -> f.isNullable());
        }
    }

    @Test
    void anEmptyTableIsAFileWithoutBatches() throws IOException {
        byte[] file = arrow(Samples.report(), Samples.nothing());
        assertThat(Doors.readArrow(file)).isEmpty();
        try (var allocator = new RootAllocator();
                var reader = reader(file, allocator)) {
            assertThat(reader.getRecordBlocks()).isEmpty();
        }
    }

    @Test
    void batchesAreOf64KiRows() throws IOException {
        byte[] file = arrow(Samples.report(), Samples.generated(2 * ArrowBatch.ROWS + 1));
        try (var allocator = new RootAllocator();
                var reader = reader(file, allocator)) {
            var sizes = new ArrayList<Integer>();
            while (reader.loadNextBatch()) {
                sizes.add(reader.getVectorSchemaRoot().getRowCount());
            }
            assertThat(sizes).containsExactly(65536, 65536, 1);
        }
    }

    @Test
    void rowsThatFailLeaveNoFile() {
        var table = new Table("t", "T", Samples.generated(0).columns(), sink -> {
            sink.accept(List.<@Nullable Object[]>of(Samples.row(1L, "a", 0.5)));
            throw new IOException("the trace went away");
        });
        var out = new ByteArrayOutputStream();
        assertThatThrownBy(() -> ArrowReport.write(Samples.report(), table, out))
                .hasMessage("the trace went away");
        assertThatThrownBy(() -> Doors.readArrow(out.toByteArray())).isInstanceOf(InvalidArrowFileException.class);
    }

    @Test
    void theStreamStaysOpen() throws IOException {
        var out = new ByteArrayOutputStream() {
            @Override
            public void close() throws IOException {
                throw new IOException("closed");
            }
        };
        var report = new Report("info", Map.of(), List.of(), List.of(), List.of(), List.of());
        ArrowReport.write(report, Samples.nothing(), (OutputStream) out);
        assertThat(out.size()).isPositive();
    }

    private static ArrowFileReader reader(byte[] file, RootAllocator allocator) {
        return new ArrowFileReader(new ByteArrayReadableSeekableByteChannel(file), allocator);
    }

    private static byte[] arrow(Report report, Table table) throws IOException {
        var out = new ByteArrayOutputStream();
        ArrowReport.write(report, table, out);
        return out.toByteArray();
    }
}
