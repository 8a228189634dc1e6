package rewake.cli;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/** Recordings beside the shipped ones, and what the perf of this machine says of them. */
final class PerfRecordings {
    private PerfRecordings() {}

    /** All perf.data below a folder whose packed size is not beyond {@code maxBytes}. */
    static List<Path> below(Path folder, long maxBytes) throws IOException {
        try (Stream<Path> below = Files.walk(folder)) {
            return below.filter(f -> f.getFileName().toString().matches("(.*\\.)?perf\\.data(\\.zst)?"))
                    .filter(f -> f.toFile().length() <= maxBytes)
                    .sorted()
                    .toList();
        }
    }

    /** The recording unpacked. */
    static Path plain(Path packed, Path work) throws IOException {
        if (!packed.toString().endsWith(".zst")) return packed;
        Path file = work.resolve("plain.perf.data");
        try (var in = new com.github.luben.zstd.ZstdInputStream(Files.newInputStream(packed))) {
            Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
        }
        return file;
    }

    /** The lines of a text, packed with gzip or not, whatever its name says. */
    static Stream<String> lines(Path text) throws IOException {
        byte[] bytes = Files.readAllBytes(text);
        boolean packed = bytes.length > 2 && (bytes[0] & 0xFF) == 0x1F && (bytes[1] & 0xFF) == 0x8B;
        if (!packed) return new String(bytes, StandardCharsets.UTF_8).lines();
        try (var in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines();
        }
    }

    /** Whether this machine has perf. */
    static boolean hasPerf() throws InterruptedException {
        try {
            return new ProcessBuilder("perf", "version")
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException _) {
            return false;
        }
    }

    /** What {@code perf sched COMMAND} prints. */
    static Stream<String> perf(Path work, String command, Path file, List<String> options)
            throws IOException, InterruptedException {
        var words = new ArrayList<>(List.of("perf", "sched", command, "-f", "-i", file.toString()));
        words.addAll(options);
        Path out = work.resolve("perf.txt");
        new ProcessBuilder(words)
                .redirectOutput(out.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
        return lines(out);
    }

    /** Empty for none. */
    static String firstDifference(List<String> ours, List<String> perfs) {
        for (int i = 0; i < Math.min(ours.size(), perfs.size()); i++)
            if (!ours.get(i).equals(perfs.get(i))) return i + ":\n" + ours.get(i) + "\n" + perfs.get(i);
        return ours.size() == perfs.size() ? "" : ours.size() + " and " + perfs.size() + " lines";
    }
}
