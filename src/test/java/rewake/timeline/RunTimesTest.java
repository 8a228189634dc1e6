package rewake.timeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import rewake.HandMade;
import rewake.catalogue.Formats;
import rewake.event.TaskState;
import rewake.parser.TraceReader;
import rewake.store.TimeMerge;

/**
 * Slices against {@code perf sched timehist --summary} of the shipped recordings: how often each task was switched out, and
 * how long it ran. perf books the last slice of a task that exits under pid −1, so those are compared as one.
 */
final class RunTimesTest {
    private static final Path TRACES = HandMade.root().resolve("traces");
    private static final Pattern TASK = Pattern.compile("\\[(-?\\d+)(?:/\\d+)?\\] +-?\\d+ +(\\d+) +([\\d.]+) ");
    private static final int EXITED = -1;
    /** perf prints µs. */
    private static final double ROUNDING_MS = 0.0011;

    static Stream<String> recordings() throws IOException {
        try (Stream<Path> all = Files.list(TRACES)) {
            return all
                    .filter(p -> Files.exists(p.resolve("expected/perf-sched-timehist-summary.txt")))
                    .map(p -> p.getFileName().toString())
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    @Test
    void allShippedRecordingsHaveTheExpectedFile() throws IOException {
        assertThat(recordings()).hasSizeGreaterThanOrEqualTo(5);
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void equalPerfs(String recording) throws IOException {
        Map<Integer, double[]> expected =
                perf(TRACES.resolve(recording).resolve("expected/perf-sched-timehist-summary.txt"));
        Map<Integer, double[]> ours = ours(TRACES.resolve(recording).resolve("perf.data"));
        double[] exited = expected.getOrDefault(EXITED, new double[2]);
        double missing = 0;
        double missingMs = 0;
        for (var task : ours.entrySet()) {
            int pid = task.getKey();
            double[] mine = task.getValue();
            double[] theirs = expected.getOrDefault(pid, new double[2]);
            if (mine[0] != theirs[0]) {
                assertThat(mine[0]).as("switches of pid " + pid).isGreaterThan(theirs[0]);
                missing += mine[0] - theirs[0];
                missingMs += mine[1] - theirs[1];
            } else assertThat(mine[1]).as("run time of pid " + pid).isCloseTo(theirs[1], within(ROUNDING_MS));
        }
        assertThat(missing).isEqualTo(exited[0]);
        assertThat(missingMs).isCloseTo(exited[1], within(ROUNDING_MS * (missing + 1)));
        expected.remove(EXITED);
        assertThat(ours.keySet()).containsAll(expected.keySet());
    }

    private static Map<Integer, double[]> perf(Path file) throws IOException {
        var out = new TreeMap<Integer, double[]>();
        for (String line : Files.readAllLines(file)) {
            Matcher m = TASK.matcher(line);
            if (!m.find()) continue;
            out.put(
                    Integer.parseInt(m.group(1)),
                    new double[] {Double.parseDouble(m.group(2)), Double.parseDouble(m.group(3))});
        }
        assertThat(out).hasSizeGreaterThan(5);
        return out;
    }

    private static Map<Integer, double[]> ours(Path file) throws IOException {
        try (TraceReader reader = Formats.open(file)) {
            var sum = new Sum();
            sum.tracker = new TimelineTracker(reader.facts(), reader.stats(), sum);
            var merge = new TimeMerge(sum.tracker, reader.stats());
            reader.read(merge);
            merge.finish();
            return sum.byPid;
        }
    }

    private static final class Sum implements TimelineListener {
        private final Map<Integer, double[]> byPid = new TreeMap<>();
        private @org.jspecify.annotations.Nullable TimelineTracker tracker;

        @Override
        public void slice(int cpu, int task, long startNs, long endNs, TaskState state, boolean known) {
            if (state == TaskState.UNKNOWN) return; // cut off by the end of the trace
            int pid =
                    java.util.Objects.requireNonNull(tracker).timeline().tasks().pid(task);
            double[] sum = byPid.computeIfAbsent(pid, _ -> new double[2]);
            sum[0]++;
            if (known) sum[1] += (endNs - startNs) / 1e6; // perf, too, leaves out a slice whose start it did not see
        }
    }
}
