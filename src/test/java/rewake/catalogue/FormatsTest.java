package rewake.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rewake.event.ImportStat;
import rewake.parser.TraceFormatException;
import rewake.parser.TraceReader;

class FormatsTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "'', empty",
        "1f8b0800, GZIP stream damaged or cut",
        "28b52ffd04, ZSTD stream damaged or cut",
        "fd377a585a0000, XZ stream damaged or cut",
        "54524143453a0a78 9c, ATRACE stream damaged or cut",
        "3c21444f43545950452068746d6c3e, a web page",
        "504b030414, unzip",
        "17084474726163696e673600, trace-cmd",
        "0a7208, Perfetto",
        "00112233, no trace format that is known",
        "50455246494c4532, not a perf.data",
        "50455246494c4532 1000000000000000, pipe mode",
        "32454c4946524550 0000000000000068, big-endian",
        "5045524646494c45 0000000000000000, version 1",
    })
    void aFileThatCannotBeReadSaysWhatItIs(String hex, String message) throws IOException {
        Path file = folder.resolve("trace");
        Files.write(file, HexFormat.of().parseHex(hex.replace(" ", "")));
        refused(file, message);
    }

    @Test
    void textThatIsNoTraceSaysWhatIsMissing() throws IOException {
        Path file = folder.resolve("trace.txt");
        Files.writeString(file, "dear reader\n", StandardCharsets.UTF_8);
        refused(file, "a text, but no trace");
        Files.writeString(file, "# tracer: nop\n#\n  bäsh-1 [000] 1.0: sys_enter: NR 1\n", StandardCharsets.UTF_8);
        refused(file, "only sys_enter");
    }

    @Test
    void packedTracesAreUnpackedAndACutOneIsCounted() throws IOException {
        Path file = folder.resolve("trace.gz");
        String line = "               a-7       [001] 12.345678: sched_waking: comm=b pid=9 prio=120 target_cpu=001\n";
        var packed = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(packed)) {
            gzip.write(line.repeat(2000).getBytes(StandardCharsets.UTF_8));
        }
        Files.write(file, packed.toByteArray());
        try (TraceReader reader = Formats.open(file)) {
            assertThat(reader.facts().format()).isEqualTo("ftrace text");
            assertThat(reader.stats().entries()).isEmpty();
        }
        Files.write(file, Arrays.copyOf(packed.toByteArray(), packed.size() - 20));
        try (TraceReader reader = Formats.open(file)) {
            assertThat(reader.stats().total(ImportStat.FILE_CUT)).isEqualTo(1);
        }
    }

    @Test
    void directoriesAreTold() throws IOException {
        refused(folder, "a directory");
        Files.createFile(folder.resolve("data"));
        refused(folder, "record without --threads");
    }

    @Test
    void aMissingFileIsMissing() {
        assertThatThrownBy(() -> Formats.open(folder.resolve("nothing"))).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void everyRowIsDescribed() {
        for (Formats format : Formats.values()) {
            assertThat(format.title()).isNotBlank();
            assertThat(format.recognisedBy()).isNotBlank();
            assertThat(format.link()).startsWith("https://");
        }
    }

    private static void refused(Path file, String message) {
        assertThatThrownBy(() -> Formats.open(file))
                .isInstanceOf(TraceFormatException.class)
                .hasMessageStartingWith(file.toString())
                .hasMessageContaining(message)
                .hasMessageNotContaining("\n");
    }
}
