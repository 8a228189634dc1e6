package rewake.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

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
        return Files.readAllLines(out, StandardCharsets.UTF_8).stream();
    }

    /** Empty for none. */
    static String firstDifference(List<String> ours, List<String> perfs) {
        for (int i = 0; i < Math.min(ours.size(), perfs.size()); i++)
            if (!ours.get(i).equals(perfs.get(i))) return i + ":\n" + ours.get(i) + "\n" + perfs.get(i);
        return ours.size() == perfs.size() ? "" : ours.size() + " and " + perfs.size() + " lines";
    }
}
