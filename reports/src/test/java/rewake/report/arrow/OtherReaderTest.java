package rewake.report.arrow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import rewake.report.Column;
import rewake.report.JsonTree;
import rewake.report.Samples;
import rewake.report.Table;

/**
 * The files as another implementation reads them: npm's {@code apache-arrow}. Its packages are installed into
 * {@code target} at the first run; where node, npm or the registry is not to be had, the test is skipped and says so.
 */
class OtherReaderTest {
    private static final Path SOURCE = Path.of("src/test/node");
    private static final Path HOME = Path.of("target/node");
    private static @Nullable Integer npmExit;

    @Test
    void readsTheSameCells() throws Exception {
        JsonNode file = read(Samples.delays());
        List<Column> columns = Samples.DELAYS;
        var expected = new ArrayList<@Nullable Object[]>();
        Samples.delays().forEachBatch(expected::addAll);
        assertThat(file.get("rows").size()).isEqualTo(expected.size());
        for (int r = 0; r < expected.size(); r++) {
            for (int c = 0; c < columns.size(); c++) {
                assertThat(cell(columns.get(c), file.get("rows").get(r).get(c)))
                        .as("row %d, %s", r, columns.get(c).name())
                        .isEqualTo(expected.get(r)[c]);
            }
        }
    }

    @Test
    void readsTheSameTypesAndEvidence() throws Exception {
        JsonNode file = read(Samples.delays());
        assertThat(file.get("fields").toString())
                .startsWith("[\"task: Utf8?\",\"pid: Int64?\",\"runtime_ns: Int64?\",\"delay_avg_ns: Float64?\"")
                .endsWith("\"pinned: Bool?\",\"cookie: Int64?\"]");
        assertThat(file.at("/metadata/table").asText()).isEqualTo("latency");
        assertThat(file.at("/metadata/schema_version").asText()).isEqualTo("1");
        assertThat(file.at("/metadata/evidence").asText()).isEqualTo(JsonTree.compact(Samples.evidence()));
    }

    @Test
    void readsAnEmptyTableAndSeveralBatches() throws Exception {
        assertThat(read(Samples.nothing()).get("rows")).isEmpty();
        JsonNode file = read(Samples.generated(ArrowBatch.ROWS + 1));
        assertThat(file.get("batches").asInt()).isEqualTo(2);
        assertThat(file.at("/rows/" + ArrowBatch.ROWS).toString()).isEqualTo("[\"65536196608\",\"task-77\",\"0.536\"]");
        assertThat(file.at("/rows/65530").toString()).isEqualTo("[\"65530196590\",null,\"0.53\"]");
    }

    @Test
    void theLockFileNamesNoRegistry() throws IOException {
        assertThat(Files.readString(SOURCE.resolve("package-lock.json")))
                .contains("\"integrity\"")
                .doesNotContain("\"resolved\"", "://");
    }

    private static @Nullable Object cell(Column column, JsonNode value) {
        if (value.isNull()) return null;
        return switch (column.type()) {
            case LONG -> Long.parseLong(value.asText());
            case DOUBLE -> Double.parseDouble(value.asText());
            case TEXT -> value.asText();
            case BOOL -> value.asBoolean();
        };
    }

    private static JsonNode read(Table table) throws Exception {
        install();
        Path file = HOME.resolve(table.name() + ".arrow");
        try (OutputStream out = Files.newOutputStream(file)) {
            ArrowReport.write(Samples.report(), table, out);
        }
        var output = HOME.resolve(table.name() + ".out");
        int exit = run(
                output,
                "node",
                SOURCE.resolve("read.mjs").toAbsolutePath().toString(),
                file.getFileName().toString());
        assertThat(exit).as(Files.readString(output)).isZero();
        return new ObjectMapper().readTree(output.toFile());
    }

    /** Installs once; the lock file's copy goes in last, so that a try that failed is tried again by the next run. */
    private static synchronized void install() throws Exception {
        Path output = HOME.resolve("npm.out");
        if (npmExit == null) npmExit = npm(output);
        assumeTrue(npmExit == 0, () -> "skipped: npm cannot install apache-arrow here, see " + output.toAbsolutePath());
    }

    private static int npm(Path output) throws Exception {
        String lock = Files.readString(SOURCE.resolve("package-lock.json"));
        Path done = HOME.resolve("installed");
        if (Files.exists(done) && Files.readString(done).equals(lock)) return 0;
        Files.createDirectories(HOME);
        Files.copy(SOURCE.resolve("package.json"), HOME.resolve("package.json"), StandardCopyOption.REPLACE_EXISTING);
        Files.writeString(HOME.resolve("package-lock.json"), lock);
        int exit = run(
                output,
                "npm",
                "ci",
                "--ignore-scripts",
                "--no-audit",
                "--no-fund",
                "--fetch-retries=0",
                "--fetch-timeout=20000");
        if (exit == 0) Files.writeString(done, lock);
        return exit;
    }

    private static int run(Path output, String... command) throws InterruptedException, IOException {
        Process process;
        try {
            process = new ProcessBuilder(command)
                    .directory(HOME.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
        } catch (IOException e) {
            assumeTrue(false, "skipped: no " + command[0] + " here");
            throw e;
        }
        if (process.waitFor(120, TimeUnit.SECONDS)) return process.exitValue();
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        return -1;
    }
}
