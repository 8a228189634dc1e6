package rewake.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * {@code rewake map} gives the lines of {@code perf sched map} in the same order ({@code traces/<run>/expected}, made by perf
 * 6.1), but for two faults of perf: it has as many CPUs as the machine that prints has, or as the highest number so far, so that
 * the last CPU is missing; and after 260 tasks it uses short names anew.
 */
class MapEqualsPerfTest {
    private static final int CELL = 4;
    private static final String SECS = " secs ";

    static Stream<Path> shipped() throws IOException {
        return TimehistEqualsPerfTest.shipped();
    }

    @ParameterizedTest
    @MethodSource("shipped")
    void lineByLine(Path folder) throws IOException {
        List<String> perfs = PerfRecordings.lines(folder.resolve("expected/perf-sched-map.txt.gz"))
                .toList();
        assertThat(ours(folder.resolve("perf.data"), perfs)).isEqualTo(lines(perfs));
    }

    @Test
    void showsTheLastCpuThatPerfLeavesOut() throws IOException {
        List<CSVRecord> rows = rows(Path.of(Cli.trace("cyclictest-8cpu")));
        assertThat(rows).allMatch(r -> r.get("map").length() == 8 * CELL);
        assertThat(rows.stream().filter(r -> r.get("cpu").equals("7")))
                .isNotEmpty()
                .allMatch(r -> r.get("map").charAt(7 * CELL) == '*');
    }

    @Test
    void showsOneTimeOfSomeCpusOnly() throws IOException {
        Cli.Result result =
                Cli.run("map", Cli.trace("cyclictest-8cpu"), "-C", "1,6", "--time", "18.02,18.03", "--format", "csv");
        List<CSVRecord> rows = PerfTimehistText.csv(result.out());
        assertThat(rows.getFirst().get("map")).isEqualTo(" .  *H0 ");
        assertThat(rows.getFirst().get("task")).isEqualTo("sh");
        assertThat(rows).allMatch(r -> r.get("cpu").matches("[16]"));
    }

    /** Perf's lines of switches. */
    static List<String> lines(List<String> perfs) {
        return perfs.stream()
                .filter(l -> l.contains(SECS))
                .map(String::stripTrailing)
                .toList();
    }

    /** Our rows as perf prints them: with as many CPUs, and with short names that repeat. */
    static List<String> ours(Path file, List<String> perfs) throws IOException {
        var lines = new ArrayList<String>();
        List<String> like = lines(perfs);
        int last = 0;
        for (CSVRecord row : rows(file)) {
            String time = PerfTimehistText.seconds(row.get("time_ns"));
            String cells = repeating(row.get("map"));
            last = Math.max(last, Integer.parseInt(row.get("cpu")));
            int perfsCpus = lines.size() < like.size() ? cpus(like.get(lines.size()), time) : 0;
            if (perfsCpus >= last) cells = cells.substring(0, Math.min(cells.length(), perfsCpus * CELL));
            String line = "  " + cells + "  " + "%12s".formatted(time) + SECS;
            String name = row.get("pid").equals("0")
                    ? ". "
                    : repeating(" " + row.get("short_name")).strip();
            if (row.get("named").equals("true")) line += name + " => " + row.get("task") + ":" + row.get("pid");
            lines.add(line.stripTrailing());
        }
        return lines;
    }

    /** How many CPUs a line of perf shows. */
    private static int cpus(String line, String time) {
        int secs = (line + " ").indexOf(SECS);
        return Math.max(0, secs - Math.max(12, time.length()) - 4) / CELL;
    }

    private static String repeating(String cells) {
        return cells.replaceAll("([ *])[a-z]([A-Z][0-9])", "$1$2 ");
    }

    private static List<CSVRecord> rows(Path file) throws IOException {
        Cli.Result result = Cli.run("map", file.toString(), "--format", "csv");
        assertThat(result.code()).as(result.err()).isZero();
        return PerfTimehistText.csv(result.out());
    }
}
