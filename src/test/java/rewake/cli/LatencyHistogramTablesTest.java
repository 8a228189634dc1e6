package rewake.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Distributions of {@code rewake latency}: they add up, over tasks and over traces. */
class LatencyHistogramTablesTest {
    @ParameterizedTest
    @CsvSource({"hackbench-16cpu-clusters,", "schbench-8cpu,-p", "cyclictest-8cpu,"})
    void halvesCutByTimeAddUpToTheWhole(String run, String flag) throws IOException {
        List<CSVRecord> cpus =
                LatencyEqualsPerfTest.csv(Cli.run("info", Cli.trace(run), "--format", "csv", "--table", "cpus")
                        .out());
        long first = cpus.stream().mapToLong(r -> longOf(r, "first_ns")).min().orElseThrow();
        long last = cpus.stream().mapToLong(r -> longOf(r, "last_ns")).max().orElseThrow();
        long middle = (first + last) / 2;
        Map<String, Long> halves = histogram(run, flag, "," + seconds(middle));
        histogram(run, flag, seconds(middle + 1) + ",").forEach((bucket, n) -> halves.merge(bucket, n, Long::sum));
        assertThat(halves).hasSizeGreaterThan(20).isEqualTo(histogram(run, flag, ","));
    }

    @Test
    void theLastBucketOfAllHoldsTheMaximumAndAllAreCounted() throws IOException {
        String trace = Cli.trace("schbench-8cpu");
        CSVRecord total = LatencyEqualsPerfTest.csv(Cli.run("latency", trace, "--format", "csv", "--table", "total")
                        .out())
                .getFirst();
        long longest = 0;
        for (CSVRecord row : LatencyEqualsPerfTest.csv(
                Cli.run("latency", trace, "--format", "csv").out()))
            longest = Math.max(longest, longOf(row, "delay_max_ns"));
        List<CSVRecord> all =
                LatencyEqualsPerfTest.csv(Cli.run("latency", trace, "--format", "csv", "--table", "histogram")
                                .out())
                        .stream()
                        .filter(r -> r.get("scope").equals("all"))
                        .toList();
        assertThat(all.getLast().get("cumulative")).isEqualTo(total.get("count"));
        assertThat(all.getLast().get("cumulative_share")).isEqualTo("1.0");
        assertThat(longest).isBetween(longOf(all.getLast(), "low_ns"), longOf(all.getLast(), "high_ns"));
        assertThat(all)
                .allSatisfy(r -> assertThat(longOf(r, "high_ns") - longOf(r, "low_ns"))
                        .isLessThanOrEqualTo(longOf(r, "low_ns") / 100));
    }

    @Test
    void textShowsPowersOfTwoWhereAskedAndSaysWhereTheRestIs() {
        String trace = Cli.trace("schbench-8cpu");
        Cli.Result asked = Cli.run("latency", trace, "--histogram");
        assertThat(asked.out())
                .contains("How the delays are distributed", "|@@@@")
                .contains("not printed here: histogram (");
        Cli.Result plain = Cli.run("latency", trace);
        assertThat(plain.out()).doesNotContain("|@").contains("not printed here: histogram_log2, histogram (");
    }

    private static Map<String, Long> histogram(String run, String flag, String time) throws IOException {
        String[] args = {"latency", Cli.trace(run), "--format", "csv", "--table", "histogram", "--time", time};
        if (flag != null) {
            args = java.util.Arrays.copyOf(args, args.length + 1);
            args[args.length - 1] = flag;
        }
        Cli.Result result = Cli.run(args);
        assertThat(result.code()).as(result.err()).isZero();
        var counts = new TreeMap<String, Long>();
        for (CSVRecord row : LatencyEqualsPerfTest.csv(result.out()))
            counts.merge(
                    row.get("scope") + " " + row.get("pid") + " " + row.get("low_ns") + "-" + row.get("high_ns"),
                    longOf(row, "count"),
                    Long::sum);
        return counts;
    }

    private static long longOf(CSVRecord row, String column) {
        String cell = row.get(column);
        return cell.isEmpty() ? 0 : Long.parseLong(cell);
    }

    private static String seconds(long ns) {
        return BigDecimal.valueOf(ns, 9).toPlainString();
    }
}
