package rewake.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code rewake migrations} counts every sched_migrate_task that perf prints, for each task, and gives most a cause. */
final class MigrationsCommandTest {
    private static final Pattern MIGRATE = Pattern.compile("sched_migrate_task: .*? pid=(\\d+)");

    static Path expected(String run, String file) {
        return Path.of(System.getProperty("rewake.traces"), run, "expected", file);
    }

    private static List<CSVRecord> table(String trace, String table, String... more) throws IOException {
        var args = new java.util.ArrayList<>(
                List.of("migrations", trace, "--format", "csv", "--table", table, "--top", "0"));
        args.addAll(List.of(more));
        Cli.Result result = Cli.run(args.toArray(String[]::new));
        assertThat(result.code()).as(result.err()).isZero();
        var format = CSVFormat.RFC4180
                .builder()
                .setHeader()
                .setSkipHeaderRecord(true)
                .get();
        return CSVParser.parse(result.out(), format).getRecords();
    }

    private static Map<Long, Long> byPid(String trace) throws IOException {
        Map<Long, Long> counts = new TreeMap<>();
        for (CSVRecord row : table(trace, "by_task"))
            if (!row.get("cause").equals("fork"))
                counts.merge(Long.parseLong(row.get("pid")), Long.parseLong(row.get("count")), Long::sum);
        return counts;
    }

    private static Map<Long, Long> perfs(Path script) throws IOException {
        Map<Long, Long> counts = new TreeMap<>();
        PerfRecordings.lines(script).forEach(line -> {
            Matcher m = MIGRATE.matcher(line);
            if (m.find()) counts.merge(Long.parseLong(m.group(1)), 1L, Long::sum);
        });
        return counts;
    }

    private static long unknown(String trace) throws IOException {
        return Long.parseLong(table(trace, "total").getFirst().get("unknown"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "hackbench-16cpu-clusters",
                "schbench-8cpu",
                "schedidle-8cpu",
                "hackbench-16cpu-smt-2nodes",
                "cyclictest-8cpu"
            })
    void everyMoveThatPerfPrintsIsCountedForItsTask(String run) throws IOException {
        Map<Long, Long> ours = byPid(Cli.trace(run));
        assertThat(ours).isEqualTo(perfs(expected(run, "perf-script.txt.gz")));
        long all = ours.values().stream().mapToLong(n -> n).sum();
        assertThat(table(Cli.trace(run), "total").getFirst().get("migrations")).isEqualTo(String.valueOf(all));
        long pairs = table(Cli.trace(run), "matrix").stream()
                .mapToLong(row -> Long.parseLong(row.get("count")))
                .sum();
        assertThat(pairs).isEqualTo(all);
        // the recorder's last move of itself, whose end is not in the trace, and one to another node
        assertThat(unknown(Cli.trace(run))).isLessThanOrEqualTo(2);
    }

    /** perf's text does not tell interrupts; what it tells stays as it was, the rest is unknown and says so. */
    @Test
    void withoutTheContextWakeupsStayAndBalancesAreUnknown() throws IOException {
        String run = "hackbench-16cpu-smt-2nodes";
        String text = expected(run, "perf-script.txt.gz").toString();
        assertThat(byPid(text)).isEqualTo(byPid(Cli.trace(run)));
        assertThat(of(table(text, "migrations"), "wakeup"))
                .isEqualTo(of(table(Cli.trace(run), "migrations"), "wakeup"));
        assertThat(of(table(text, "migrations"), "newidle")).isZero();
        assertThat(table(text, "migrations").stream().map(row -> row.get("reason")))
                .contains("no_context");
    }

    private static long of(List<CSVRecord> rows, String cause) {
        return rows.stream()
                .filter(row -> row.get("cause").equals(cause))
                .mapToLong(row -> Long.parseLong(row.get("count")))
                .sum();
    }

    @Test
    void tasksAndCpusAddUp() throws IOException {
        String trace = Cli.trace("hackbench-16cpu-smt-2nodes");
        long all = Long.parseLong(table(trace, "total").getFirst().get("migrations"));
        long node0 = Long.parseLong(
                table(trace, "total", "-C", "0-3,8-11").getFirst().get("migrations"));
        long node1 = Long.parseLong(
                table(trace, "total", "-C", "4-7,12-15").getFirst().get("migrations"));
        assertThat(node0).isPositive().isLessThan(all);
        assertThat(node0 + node1).isEqualTo(all);
        long hackbench = Long.parseLong(
                table(trace, "total", "--comm", "hackbench").getFirst().get("migrations"));
        assertThat(hackbench).isPositive().isLessThan(all);
    }

    @Test
    void whatWasNotRecordedIsSaid(@org.junit.jupiter.api.io.TempDir Path folder) throws IOException {
        Path text = folder.resolve("switches.txt");
        List<String> lines = PerfRecordings.lines(expected("schbench-8cpu", "perf-script.txt.gz"))
                .filter(line -> !line.contains("sched_migrate_task"))
                .toList();
        Files.write(text, lines);
        Cli.Result result = Cli.run("migrations", text.toString());
        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err()).contains("sched_migrate_task was not recorded");
    }

    @Test
    void wrongOptionsAreUsageErrors() {
        String trace = Cli.trace("schbench-8cpu");
        assertThat(Cli.run("migrations", trace, "--top", "-1").code()).isEqualTo(2);
        assertThat(Cli.run("migrations", trace, "--ping-pong", "-1").code()).isEqualTo(2);
    }

    @Test
    @EnabledIfSystemProperty(named = "rewake.dictionary", matches = ".+")
    void allRecordingsHaveAsManyAsTheirCountersSay() throws IOException {
        Path dictionary = Path.of(System.getProperty("rewake.dictionary"));
        int checked = 0;
        for (Path file : PerfRecordings.below(dictionary, 20_000_000)) {
            Path counts = file.resolveSibling("expected").resolve("event-counts.txt");
            if (!Files.exists(counts)) continue;
            long perfs = PerfRecordings.lines(counts)
                    .filter(line -> line.contains("sched_migrate_task"))
                    .mapToLong(line -> Long.parseLong(
                            line.strip().substring(0, line.strip().indexOf(' '))))
                    .sum();
            CSVRecord total = table(file.toString(), "total").getFirst();
            assertThat(total.get("migrations")).as(file.toString()).isEqualTo(String.valueOf(perfs));
            checked++;
        }
        assertThat(checked).isPositive();
    }
}
