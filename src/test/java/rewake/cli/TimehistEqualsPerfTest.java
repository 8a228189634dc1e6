package rewake.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * {@code rewake timehist --as-perf} gives the lines of {@code perf sched timehist} in the same order, to the last digit,
 * summaries included ({@code traces/<run>/expected}, made by perf 6.1).
 *
 * <p>{@code -Drewake.dictionary=DIR} does the same for every perf.data below DIR with the perf of this machine, for many sets
 * of options.
 */
class TimehistEqualsPerfTest {
    private static final long DICTIONARY_MAX = 64L << 20;

    static Stream<Path> shipped() throws IOException {
        try (Stream<Path> folders = Files.list(Path.of(System.getProperty("rewake.traces")))) {
            return folders.filter(f -> Files.exists(f.resolve("expected/perf-sched-timehist.txt.gz")))
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    @ParameterizedTest
    @MethodSource("shipped")
    void toTheLastDigit(Path folder) throws IOException {
        List<String> options = List.of("-w", "-n", "-M", "--state", "-S");
        try (var in = new BufferedReader(new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(folder.resolve("expected/perf-sched-timehist.txt.gz"))),
                StandardCharsets.UTF_8))) {
            assertThat(ours(folder.resolve("perf.data"), options)).isEqualTo(perfs(in.lines()));
        }
    }

    @ParameterizedTest
    @MethodSource("shipped")
    void theSummaryToo(Path folder) throws IOException {
        List<String> perfs = perfs(Files.lines(folder.resolve("expected/perf-sched-timehist-summary.txt")));
        assertThat(withoutMigrations(ours(folder.resolve("perf.data"), List.of("-s"))))
                .isEqualTo(perfs);
    }

    @Test
    void theWholeDictionaryAgrees(@TempDir Path work) throws Exception {
        String dictionary = System.getProperty("rewake.dictionary");
        assumeTrue(dictionary != null, "no -Drewake.dictionary: a folder with perf.data files below it");
        int compared = 0;
        for (Path packed : PerfRecordings.below(Path.of(dictionary), DICTIONARY_MAX)) {
            Path file = PerfRecordings.plain(packed, work);
            for (List<String> options : sets(file)) {
                List<String> perfs = perfs(PerfRecordings.perf(work, "timehist", file, options));
                List<String> ours = ours(file, options);
                if (!options.contains("-M")) ours = withoutMigrations(ours);
                assertThat(PerfRecordings.firstDifference(ours, perfs))
                        .as(packed + " " + options)
                        .isEmpty();
            }
            compared++;
        }
        assertThat(compared).isPositive();
        System.err.println("TimehistEqualsPerfTest: " + compared + " recordings");
    }

    /** Sets of options, with a window and tasks that this recording has. */
    private static List<List<String>> sets(Path file) throws IOException {
        Cli.Result switches = Cli.run("timehist", file.toString(), "--format", "csv");
        assertThat(switches.code()).as(switches.err()).isZero();
        List<CSVRecord> rows = PerfTimehistText.csv(switches.out());
        CSVRecord third = rows.get(rows.size() / 3);
        CSVRecord later = rows.get(rows.size() * 2 / 3);
        String window = PerfTimehistText.seconds(third.get("time_ns")) + "," + PerfTimehistText.seconds(later.get("time_ns"));
        CSVRecord task = rows.stream()
                .skip(rows.size() / 2)
                .filter(r -> !r.get("pid").equals("0") && !r.get("tgid").isEmpty())
                .findFirst()
                .orElse(rows.getFirst());
        return List.of(
                List.of("-w", "-n", "-M", "--state", "-S"),
                List.of("-w"),
                List.of("-s"),
                List.of("-s", "-M", "-I"),
                List.of("-S", "-I"),
                List.of("-S", "-M", "-w", "-C", "1,3"),
                List.of("-S", "-M", "-w", "--time", window),
                List.of("-S", "--state", "--time", "," + PerfTimehistText.seconds(later.get("time_ns"))),
                List.of("-S", "-M", "-w", "-t", task.get("pid")),
                List.of("-S", "-M", "-n", "-p", task.get("tgid")));
    }

    /** Perf's lines without heads and empty lines. */
    private static List<String> perfs(Stream<String> lines) {
        return lines.filter(l -> !l.isBlank() && !l.startsWith("---"))
                .filter(l -> !l.contains("task name") && !l.contains("[tid/pid]"))
                .filter(l -> !l.endsWith(" summary") && !l.contains(" comm  parent ") && !l.contains(" (count) "))
                .filter(l -> !l.startsWith("<no ") && !l.equals("Terminated tasks:") && !l.equals("Idle stats:"))
                .map(String::stripTrailing)
                .toList();
    }

    private static List<String> ours(Path file, List<String> options) throws IOException {
        var text = new PerfTimehistText(options);
        var lines = new ArrayList<String>();
        if (!options.contains("-s")) lines.addAll(text.lines(table(file, options, "timehist")));
        if (options.contains("-s") || options.contains("-S")) {
            List<CSVRecord> tasks = table(file, options, "summary");
            lines.addAll(text.summary(tasks, false));
            lines.addAll(text.summary(tasks, true));
            boolean all = !options.contains("-p") && !options.contains("-t");
            if (all) lines.addAll(text.idle(table(file, options, "idle")));
            if (all) lines.addAll(text.total(table(file, options, "total").getFirst()));
        }
        return lines.stream().map(String::stripTrailing).toList();
    }

    private static List<CSVRecord> table(Path file, List<String> options, String table) throws IOException {
        var args = new ArrayList<>(List.of("timehist", file.toString(), "--as-perf", "--format", "csv", "--table", table));
        args.addAll(options);
        Cli.Result result = Cli.run(args.toArray(String[]::new));
        assertThat(result.code()).as(result.err()).isZero();
        return PerfTimehistText.csv(result.out());
    }

    /** Perf counts migrations only where it shows them. */
    private static List<String> withoutMigrations(List<String> lines) {
        return lines.stream()
                .map(l -> l.matches(".* \\d+\\.\\d\\d   [ \\d]{5,}$") ? l.replaceAll("[ \\d]{5}$", "    0") : l)
                .toList();
    }
}
