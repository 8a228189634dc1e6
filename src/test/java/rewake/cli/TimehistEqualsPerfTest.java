package rewake.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * {@code rewake timehist --as-perf} gives the lines of {@code perf sched timehist} in the same order, to the last digit,
 * summaries included ({@code traces/<run>/expected}, made by perf 6.1).
 */
class TimehistEqualsPerfTest {
    static Stream<Path> shipped() throws IOException {
        try (Stream<Path> folders = Files.list(Path.of(System.getProperty("rewake.traces")))) {
            return folders
                    .filter(f -> Files.exists(f.resolve("expected/perf-sched-timehist.txt.gz")))
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    @ParameterizedTest
    @MethodSource("shipped")
    void toTheLastDigit(Path folder) throws IOException {
        List<String> options = List.of("-w", "-n", "-M", "--state", "-S");
        List<String> perfs = perfs(PerfRecordings.lines(folder.resolve("expected/perf-sched-timehist.txt.gz")));
        assertThat(ours(folder.resolve("perf.data"), options)).isEqualTo(perfs);
    }

    @ParameterizedTest
    @MethodSource("shipped")
    void theSummaryToo(Path folder) throws IOException {
        List<String> perfs = perfs(PerfRecordings.lines(folder.resolve("expected/perf-sched-timehist-summary.txt")));
        assertThat(withoutMigrations(ours(folder.resolve("perf.data"), List.of("-s"))))
                .isEqualTo(perfs);
    }

    /** Sets of options, with a window and tasks that this recording has. */
    static List<List<String>> sets(Path file) throws IOException {
        Cli.Result switches = Cli.run("timehist", file.toString(), "--format", "csv");
        assertThat(switches.code()).as(switches.err()).isZero();
        List<CSVRecord> rows = PerfTimehistText.csv(switches.out());
        CSVRecord third = rows.get(rows.size() / 3);
        CSVRecord later = rows.get(rows.size() * 2 / 3);
        String window =
                PerfTimehistText.seconds(third.get("time_ns")) + "," + PerfTimehistText.seconds(later.get("time_ns"));
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
                List.of("-S", "-M", "-w", "-C", later.get("cpu").equals("0") ? "0" : "0," + later.get("cpu")),
                List.of("-S", "-M", "-w", "--time", window),
                List.of("-S", "--state", "--time", "," + PerfTimehistText.seconds(later.get("time_ns"))),
                List.of("-S", "-M", "-w", "-t", task.get("pid")),
                List.of("-S", "-M", "-n", "-p", task.get("tgid")));
    }

    /** Perf's lines without heads, what it says of itself, and empty lines. */
    static List<String> perfs(Stream<String> lines) {
        return lines.filter(l -> !l.isBlank() && !l.startsWith("---"))
                .filter(l -> !l.startsWith("Samples do not have ") && !l.startsWith("No kallsyms "))
                .filter(l -> !l.matches(" *[0-9.]+ lost \\d+ events on cpu \\d+"))
                .filter(l -> !l.contains("task name") && !l.contains("[tid/pid]"))
                .filter(l -> !l.endsWith(" summary") && !l.contains(" comm  parent ") && !l.contains(" (count) "))
                .filter(l -> !l.startsWith("<no ") && !l.equals("Terminated tasks:") && !l.equals("Idle stats:"))
                .map(String::stripTrailing)
                .toList();
    }

    static List<String> ours(Path file, List<String> options) throws IOException {
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
        var args =
                new ArrayList<>(List.of("timehist", file.toString(), "--as-perf", "--format", "csv", "--table", table));
        args.addAll(options);
        Cli.Result result = Cli.run(args.toArray(String[]::new));
        assertThat(result.code()).as(result.err()).isZero();
        return PerfTimehistText.csv(result.out());
    }

    /** Perf counts migrations only where it shows them. */
    static List<String> withoutMigrations(List<String> lines) {
        return lines.stream()
                .map(l -> l.matches(".* \\d+\\.\\d\\d   [ \\d]{5,}$") ? l.replaceAll("[ \\d]{5}$", "    0") : l)
                .toList();
    }
}
