package rewake.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code latency}, {@code timehist} and {@code map} against perf over a dictionary of recordings: {@code -Drewake.dictionary=DIR}
 * takes every perf.data (or perf.data.zst) below DIR with what perf said of it in {@code expected/perf-sched-*.txt} (or
 * {@code .txt.gz}) beside it; where this machine has perf, that is asked too, with many sets of options.
 */
class PerfDictionaryTest {
    private static final long DICTIONARY_MAX = Long.getLong("rewake.dictionary.max", 64L << 20);

    @Test
    void theWholeDictionaryAgrees(@TempDir Path work) throws Exception {
        String dictionary = System.getProperty("rewake.dictionary");
        assumeTrue(dictionary != null, "no -Drewake.dictionary: a folder with perf.data files below it");
        boolean hasPerf = PerfRecordings.hasPerf() && !Boolean.getBoolean("rewake.dictionary.stored");
        Map<String, Integer> equal = new TreeMap<>();
        var differences = new ArrayList<String>();
        for (Path packed : PerfRecordings.below(Path.of(dictionary), DICTIONARY_MAX)) {
            Path file = PerfRecordings.plain(packed, work);
            var recording = new Recording(packed, file, equal, differences);
            recording.stored();
            if (hasPerf) recording.live(work);
        }
        System.err.println("PerfDictionaryTest: equal " + equal);
        assertThat(differences).isEmpty();
        assertThat(equal).isNotEmpty();
    }

    /** One recording, and what is equal so far. */
    private record Recording(Path packed, Path file, Map<String, Integer> equal, List<String> differences) {
        void stored() throws IOException {
            List<String> latency = text("latency");
            if (!latency.isEmpty()) compareLatency(latencyLines(latency));
            List<String> summary = text("timehist-summary");
            if (!summary.isEmpty())
                compare(
                        "timehist summary",
                        TimehistEqualsPerfTest.withoutMigrations(TimehistEqualsPerfTest.ours(file, List.of("-s"))),
                        TimehistEqualsPerfTest.perfs(summary.stream()));
            List<String> wakeups = text("timehist-w");
            if (!wakeups.isEmpty())
                compare(
                        "timehist -w --state",
                        TimehistEqualsPerfTest.ours(file, List.of("-w", "--state")),
                        TimehistEqualsPerfTest.perfs(wakeups.stream()));
            List<String> map = text("map");
            if (!map.isEmpty()) compareMap("map", map);
        }

        void live(Path work) throws Exception {
            // without sched_wakeup perf 6.1 counts no wake-ups
            boolean counts = Cli.run("info", file.toString(), "--format", "csv", "--table", "events")
                    .out()
                    .contains("sched:sched_wakeup,");
            List<List<String>> orders = List.of(List.of(), List.of("-p"), List.of("-p", "-s", "max"));
            for (List<String> options : counts ? orders : List.<List<String>>of())
                compare(
                        "latency " + String.join(" ", options) + ", perf here",
                        latency(options),
                        latencyLines(PerfRecordings.perf(work, "latency", file, options)
                                .toList()));
            for (List<String> options : TimehistEqualsPerfTest.sets(file)) {
                List<String> perfs = TimehistEqualsPerfTest.perfs(PerfRecordings.perf(work, "timehist", file, options));
                List<String> ours = TimehistEqualsPerfTest.ours(file, options);
                boolean counted = options.contains("-M");
                compare(
                        "timehist " + String.join(" ", options).replaceAll("[0-9.,]+", "N") + ", perf here",
                        counted ? ours : TimehistEqualsPerfTest.withoutMigrations(ours),
                        perfs);
            }
            List<String> map = PerfRecordings.perf(work, "map", file, List.of()).toList();
            compareMap("map, perf here", map);
        }

        /** Perf takes a task that is renamed by another for that other, and then names the one and not the other. */
        private void compareMap(String what, List<String> text) throws IOException {
            List<String> ours = new ArrayList<>(MapEqualsPerfTest.ours(file, text));
            List<String> perfs = new ArrayList<>(MapEqualsPerfTest.lines(text));
            for (int i = 0; i < Math.min(ours.size(), perfs.size()); i++) {
                if (ours.get(i).contains(" => ") == perfs.get(i).contains(" => ")) continue;
                ours.set(i, ours.get(i).replaceFirst("secs .*", "secs"));
                perfs.set(i, perfs.get(i).replaceFirst("secs .*", "secs"));
            }
            compare(what, ours, perfs);
        }

        private List<String> text(String name) throws IOException {
            for (String suffix : new String[] {".txt", ".txt.gz"}) {
                Path text = packed.resolveSibling("expected").resolve("perf-sched-" + name + suffix);
                if (Files.exists(text)) return PerfRecordings.lines(text).toList();
            }
            return List.of();
        }

        /** Which order perf was asked for is not said beside the text. */
        private void compareLatency(List<String> perfs) throws IOException {
            List<String> byMax = latency(List.of("-s", "max"));
            boolean sortedByMax = PerfRecordings.firstDifference(byMax, perfs).isEmpty();
            compare("latency", sortedByMax ? byMax : latency(List.of()), perfs);
        }

        private List<String> latency(List<String> options) throws IOException {
            var args = new ArrayList<>(List.of("latency", file.toString(), "--format", "csv"));
            args.addAll(options);
            Cli.Result result = Cli.run(args.toArray(String[]::new));
            assertThat(result.code()).as(result.err()).isZero();
            return LatencyEqualsPerfTest.perfLines(result.out());
        }

        private void compare(String what, List<String> ours, List<String> perfs) {
            String difference = PerfRecordings.firstDifference(ours, perfs);
            if (difference.isEmpty()) equal.merge(what, 1, Integer::sum);
            else differences.add(packed + ", " + what + " " + difference);
        }
    }

    private static List<String> latencyLines(List<String> text) {
        return text.stream()
                .filter(l -> l.contains("| avg:"))
                .map(String::stripTrailing)
                .toList();
    }
}
