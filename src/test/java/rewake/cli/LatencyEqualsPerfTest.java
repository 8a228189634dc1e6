package rewake.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * {@code rewake latency} gives the rows of {@code perf sched latency} in the same order, to the last digit that perf prints
 * ({@code traces/<run>/expected}, made by perf 6.1).
 */
class LatencyEqualsPerfTest {
    @ParameterizedTest
    @CsvSource({
        "hackbench-16cpu-clusters,", "hackbench-16cpu-clusters,-p",
        "schbench-8cpu,", "schbench-8cpu,-p",
        "schedidle-8cpu,", "schedidle-8cpu,-p",
        "hackbench-16cpu-smt-2nodes,", "hackbench-16cpu-smt-2nodes,-p",
        "cyclictest-8cpu,", "cyclictest-8cpu,-p"
    })
    void toTheLastDigit(String run, String flag) throws IOException {
        List<String> args = new ArrayList<>(List.of("latency", Cli.trace(run), "--format", "csv"));
        if (flag != null) args.add(flag);
        Cli.Result result = Cli.run(args.toArray(String[]::new));
        assertThat(result.code()).as(result.err()).isZero();
        assertThat(perfLines(result.out())).isEqualTo(perfRows(run, flag == null ? "" : flag));
    }

    @ParameterizedTest
    @CsvSource({"hackbench-16cpu-clusters", "schbench-8cpu", "cyclictest-8cpu"})
    void totalIsPerfs(String run) throws IOException {
        Cli.Result result = Cli.run("latency", Cli.trace(run), "--format", "csv", "--table", "total");
        CSVRecord row = csv(result.out()).getFirst();
        String line =
                String.format("  TOTAL:                |%s ms |%9d |", ms(row, "runtime_ns", 11), number(row, "count"));
        assertThat(Files.readAllLines(expected(run, "")))
                .anyMatch(l -> l.stripTrailing().equals(line));
    }

    private static List<String> perfRows(String run, String flag) throws IOException {
        return Files.readAllLines(expected(run, flag)).stream()
                .filter(l -> l.contains("| avg:"))
                .map(String::stripTrailing)
                .toList();
    }

    private static Path expected(String run, String flag) {
        return Path.of(System.getProperty("rewake.traces"), run, "expected", "perf-sched-latency" + flag + ".txt");
    }

    /** Our rows in perf's own print. */
    static List<String> perfLines(String csv) throws IOException {
        var lines = new ArrayList<String>();
        for (CSVRecord row : csv(csv)) {
            String who =
                    row.get("task") + ":" + (row.get("pid").isEmpty() ? "(" + row.get("tasks") + ")" : row.get("pid"));
            lines.add(String.format(
                    "  %-21s |%s ms |%9d | avg:%s ms | max:%s ms | max start: %12s s | max end: %12s s",
                    who,
                    ms(row, "runtime_ns", 11),
                    number(row, "count"),
                    ms(row, "delay_avg_ns", 8),
                    ms(row, "delay_max_ns", 8),
                    micros(row, "delay_max_start_ns"),
                    micros(row, "delay_max_end_ns")));
        }
        return lines;
    }

    static List<CSVRecord> csv(String text) throws IOException {
        return CSVParser.parse(
                        text,
                        CSVFormat.RFC4180
                                .builder()
                                .setHeader()
                                .setSkipHeaderRecord(true)
                                .get())
                .getRecords();
    }

    private static long number(CSVRecord row, String column) {
        return Long.parseLong(row.get(column));
    }

    /** As C prints a double: the exact binary value, ties to even. */
    private static String ms(CSVRecord row, String column, int width) {
        var exact = new java.math.BigDecimal(number(row, column) / 1e6);
        String text = exact.setScale(3, java.math.RoundingMode.HALF_EVEN).toPlainString();
        return " ".repeat(Math.max(0, width - text.length())) + text;
    }

    private static String micros(CSVRecord row, String column) {
        long us = number(row, column) / 1000;
        return String.format("%d.%06d", us / 1_000_000, us % 1_000_000);
    }
}
