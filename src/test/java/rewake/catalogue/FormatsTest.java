package rewake.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rewake.parser.TraceFormatException;

class FormatsTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "'', empty",
        "1f8b0800, gunzip",
        "28b52ffd04, zstd -d",
        "fd377a585a0000, unxz",
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
    void textIsRecognised() throws IOException {
        Path file = folder.resolve("trace.txt");
        Files.writeString(file, "# tracer: nop\n#\n  bäsh-1 [000] 1.0: sched_switch:", StandardCharsets.UTF_8);
        refused(file, "text");
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
