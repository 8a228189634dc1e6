package rewake;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code traces/INDEX.csv} and the folders beside it say the same, and what is expected there came from perf or trace-cmd. */
final class TracesIndexTest {
    private static final Path TRACES = Project.root().resolve("traces");
    private static final List<String> COLUMNS = List.of(
            "run_id", "files", "kernel", "cpus", "topology", "workload", "events", "sha256", "origin", "licence");
    private static final Pattern OUTPUT =
            Pattern.compile("^\\$ (?:perf|trace-cmd|zcat) .*> (expected/\\S+)$", Pattern.MULTILINE);

    static List<CSVRecord> rows() throws IOException {
        CSVFormat format = CSVFormat.DEFAULT
                .builder()
                .setHeader()
                .setSkipHeaderRecord(true)
                .get();
        try (CSVParser csv = CSVParser.parse(TRACES.resolve("INDEX.csv"), StandardCharsets.UTF_8, format)) {
            assertThat(csv.getHeaderNames()).isEqualTo(COLUMNS);
            return csv.getRecords();
        }
    }

    /** The rows of recordings with this file. */
    static List<CSVRecord> rowsOf(String file) throws IOException {
        return rows().stream().filter(row -> row.get("files").equals(file)).toList();
    }

    @Test
    void everyFolderHasARow() throws IOException {
        try (Stream<Path> folders = Files.list(TRACES)) {
            assertThat(rows().stream().map(row -> row.get("run_id")))
                    .containsExactlyInAnyOrderElementsOf(folders.filter(Files::isDirectory)
                            .map(folder -> folder.getFileName().toString())
                            .toList());
        }
    }

    @ParameterizedTest
    @MethodSource("rows")
    void theRowDescribesTheRecording(CSVRecord row) throws IOException {
        Path folder = TRACES.resolve(row.get("run_id"));
        String recording = row.get("files");
        assertThat(recording).isIn("perf.data", "trace.dat", "trace.txt.gz");
        assertThat(sha256(folder.resolve(recording))).isEqualTo(row.get("sha256"));
        if (recording.equals("perf.data"))
            assertThat(Files.readString(folder.resolve("expected/perf-header.txt")))
                    .contains(
                            "# os release : " + row.get("kernel") + "\n",
                            "# nrcpus online : " + row.get("cpus") + "\n");
        if (recording.equals("trace.dat"))
            assertThat(Files.readString(folder.resolve("expected/uname.txt")))
                    .startsWith("cpus=" + row.get("cpus") + "\n")
                    .contains(" " + row.get("kernel") + " ");
        int events = 0;
        for (String line : Files.readAllLines(folder.resolve("expected/event-counts.txt")))
            events += Integer.parseInt(line.strip().split(" ", 2)[0]);
        assertThat(events).isEqualTo(Integer.parseInt(row.get("events")));
        assertThat(row.get("workload")).isNotBlank();
        assertThat(row.get("topology")).isNotBlank();
        assertThat(row.get("origin")).isNotBlank();
        assertThat(row.get("licence")).isEqualTo("Apache-2.0");
        assertThat(Files.readAllLines(folder.resolve("machine/topology.txt")))
                .hasSize(Integer.parseInt(row.get("cpus")))
                .allMatch(line -> line.startsWith("cpu"));
    }

    @ParameterizedTest
    @MethodSource("rows")
    void whatIsExpectedCameFromOthers(CSVRecord row) throws IOException {
        Path folder = TRACES.resolve(row.get("run_id"));
        String commands = Files.readString(folder.resolve("COMMANDS.txt"));
        boolean perf = row.get("files").equals("perf.data");
        if (perf) assertThat(commands).matches(Pattern.compile("perf version \\d+\\.\\d+.*", Pattern.DOTALL));
        var made = new TreeSet<String>();
        for (Matcher m = OUTPUT.matcher(commands); m.find(); ) made.add(m.group(1));
        if (perf) assertThat(made).contains("expected/perf-sched-latency.txt", "expected/perf-sched-latency-p.txt");
        try (Stream<Path> files = Files.list(folder.resolve("expected"))) {
            assertThat(files.map(file -> folder.relativize(file).toString())).containsExactlyInAnyOrderElementsOf(made);
        }
        assertThat(made).allSatisfy(file -> assertThat(folder.resolve(file)).isNotEmptyFile());
    }

    private static String sha256(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            var digest = MessageDigest.getInstance("SHA-256");
            new DigestInputStream(in, digest).transferTo(OutputStream.nullOutputStream());
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
