package rewake.timeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import rewake.bytes.TraceBytes;
import rewake.catalogue.Formats;
import rewake.event.PeltDialect;
import rewake.event.TaskState;
import rewake.parser.TraceReader;
import rewake.store.TimeMerge;

/**
 * Two doors onto one run, a binary file and the text that its own tool prints of it, tell the same timeline: slices, waits,
 * wake-ups, migrations. To the ns where the text has them, else within its rounding.
 *
 * <p>{@code -Drewake.dictionary=DIR} does the same for every perf.data and trace.dat below DIR, with the perf and trace-cmd of
 * this machine.
 */
class TwoDoorsTest {
    /** Larger files would need more memory for their timelines than a test has. */
    private static final long DICTIONARY_MAX = 64L << 20;

    private static final Pattern NS_TIME = Pattern.compile("(?m)(\\s\\d+\\.)(\\d{9})(?=: )");

    /** A binary trace and its text. */
    record Pair(Path binary, Path text) {
        @Override
        public String toString() {
            return binary.toString();
        }
    }

    static Stream<Pair> shipped() throws IOException {
        try (Stream<Path> folders = Files.list(Path.of(System.getProperty("rewake.traces")))) {
            return folders.sorted().toList().stream().flatMap(TwoDoorsTest::pair);
        }
    }

    private static Stream<Pair> pair(Path folder) {
        return Stream.of(
                        new Pair(folder.resolve("perf.data"), folder.resolve("expected/perf-script.txt.gz")),
                        new Pair(folder.resolve("trace.dat"), folder.resolve("expected/trace-cmd-report.txt.gz")))
                .filter(pair -> Files.exists(pair.binary) && Files.exists(pair.text));
    }

    @ParameterizedTest
    @MethodSource("shipped")
    void theTimelinesAreTheSame(Pair pair) throws IOException {
        List<Happening> binary = timeline(Files.readAllBytes(pair.binary));
        List<Happening> text = timeline(Files.readAllBytes(pair.text));
        assertThat(binary).extracting(Happening::what).anyMatch(w -> w.startsWith("slice"));
        assertThat(binary).extracting(Happening::what).anyMatch(w -> w.startsWith("waking"));
        assertThat(firstDifference(binary, text, false)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("shipped")
    void aTextInMicrosecondsTellsThemWithinItsRounding(Pair pair) throws IOException {
        List<Happening> binary = timeline(Files.readAllBytes(pair.binary));
        boolean cutsDigits = pair.binary.endsWith("perf.data"); // trace-cmd rounds to the nearest
        List<Happening> text = timeline(inMicroseconds(unpacked(pair.text), cutsDigits));
        assertThat(firstDifference(binary, text, true)).isEmpty();
    }

    private static byte[] unpacked(Path file) throws IOException {
        try (var in = new GZIPInputStream(new ByteArrayInputStream(Files.readAllBytes(file)))) {
            return in.readAllBytes();
        }
    }

    private static byte[] inMicroseconds(byte[] text, boolean cutsDigits) {
        Matcher time = NS_TIME.matcher(new String(text, StandardCharsets.ISO_8859_1));
        return time.replaceAll(m -> {
                    long ns = Long.parseLong(m.group(2));
                    long micros = cutsDigits ? ns / 1000 : Math.min(999_999, (ns + 500) / 1000);
                    return "%s%06d".formatted(m.group(1), micros);
                })
                .getBytes(StandardCharsets.ISO_8859_1);
    }

    @Test
    void theWholeDictionaryAgrees(@TempDir Path work) throws Exception {
        String dictionary = System.getProperty("rewake.dictionary");
        assumeTrue(dictionary != null, "no -Drewake.dictionary: a folder with perf.data and trace.dat files below it");
        List<Path> files;
        try (Stream<Path> below = Files.walk(Path.of(dictionary))) {
            files = below.filter(f -> f.getFileName().toString().matches("(.*\\.)?(perf\\.data(\\.zst)?|trace\\.dat)"))
                    .sorted()
                    .toList();
        }
        assertThat(files).isNotEmpty();
        for (Path packed : files) {
            Path file = plain(packed, work);
            if (Files.size(file) > DICTIONARY_MAX) {
                System.err.println("TwoDoorsTest: too large, left out: " + packed);
                continue;
            }
            boolean perf = packed.getFileName().toString().contains("perf.data");
            String[] print = perf
                    ? new String[] {"perf", "script", "--ns", "-i", file.toString()}
                    : new String[] {"trace-cmd", "report", "-N", "-t", "-i", file.toString()};
            Path text = work.resolve("text");
            int code = new ProcessBuilder(print)
                    .redirectOutput(text.toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
            assertThat(code).as(String.join(" ", print)).isZero();
            List<Happening> binary = timeline(Files.readAllBytes(file));
            List<Happening> printed = timeline(Files.readAllBytes(text));
            assertThat(firstDifference(binary, printed, false))
                    .as(packed.toString())
                    .isEmpty();
        }
    }

    private static Path plain(Path packed, Path work) throws IOException {
        if (!packed.toString().endsWith(".zst")) return packed;
        Path file = work.resolve("plain");
        try (var in = new com.github.luben.zstd.ZstdInputStream(Files.newInputStream(packed))) {
            Files.copy(in, file, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        }
        return file;
    }

    /** Empty for none; within the rounding to microseconds, down or to the nearest, on demand. */
    private static String firstDifference(List<Happening> binary, List<Happening> text, boolean rounded) {
        for (int i = 0; i < Math.min(binary.size(), text.size()); i++)
            if (!text.get(i).tells(binary.get(i), rounded)) return i + ": " + binary.get(i) + " and " + text.get(i);
        return binary.size() == text.size() ? "" : binary.size() + " and " + text.size() + " happenings";
    }

    private static List<Happening> timeline(byte[] file) throws IOException {
        try (TraceReader reader = Formats.open(TraceBytes.of("trace", file), PeltDialect.standard())) {
            var heard = new Heard(reader);
            var merge = new TimeMerge(heard.tracker, reader.stats());
            reader.read(merge);
            merge.finish();
            heard.tracker.finish();
            return heard.all;
        }
    }

    /** One call of a listener, and its times in ns. */
    private record Happening(String what, List<Long> times) {
        boolean tells(Happening exact, boolean rounded) {
            boolean same = what.equals(exact.what) && times.size() == exact.times.size();
            for (int t = 0; same && t < times.size(); t++) {
                long off = times.get(t) - exact.times.get(t);
                same = off == 0 || (rounded && off > -1000 && off <= 500);
            }
            return same;
        }
    }

    /**
     * Writes down what the timeline says. Tasks are pids: a task that renames itself says so in a record that perf script leaves
     * out.
     */
    private static final class Heard implements TimelineListener {
        final List<Happening> all = new ArrayList<>();
        final TimelineTracker tracker;

        Heard(TraceReader reader) {
            tracker = new TimelineTracker(reader.facts(), reader.stats(), this);
        }

        private void add(String what, Long... times) {
            all.add(new Happening(what, List.of(times)));
        }

        private String name(int task) {
            Tasks tasks = tracker.timeline().tasks();
            return tasks.isIdle(task) ? "idle" : String.valueOf(tasks.pid(task));
        }

        @Override
        public void slice(int cpu, int task, long startNs, long endNs, TaskState state, boolean known) {
            add("slice " + cpu + " " + name(task) + " " + state.letters() + " " + known, startNs, endNs);
        }

        @Override
        public void waited(int cpu, int task, long sinceNs, long runNs, WaitKind kind) {
            add("waited " + cpu + " " + name(task) + " " + kind, sinceNs, runNs);
        }

        @Override
        public void waking(int task, long timeNs) {
            Timeline t = tracker.timeline();
            String waker = name(t.waker(task)) + " on " + t.wakerCpu(task);
            add("waking " + name(task) + " by " + waker + " from " + t.prevCpu(task), timeNs);
        }

        @Override
        public void placed(int task, long timeNs) {
            add("placed " + name(task) + " on " + tracker.timeline().cpu(task), timeNs);
        }

        @Override
        public void woken(int task, int cpu, boolean queued, long timeNs) {
            add("woken " + name(task) + " on " + cpu + " " + queued, timeNs);
        }

        @Override
        public void wokenNew(int task, int cpu, long timeNs) {
            add("new " + name(task) + " on " + cpu, timeNs);
        }

        @Override
        public void migrated(int task, int from, int to, boolean onRq, long timeNs) {
            add("migrated " + name(task) + " " + from + " to " + to + " " + onRq, timeNs);
        }

        @Override
        public void forked(int parentTask, int child, long timeNs) {
            add("forked " + name(parentTask) + " " + name(child), timeNs);
        }

        @Override
        public void gap(int cpu, long timeNs) {
            add("gap " + cpu, timeNs);
        }
    }
}
