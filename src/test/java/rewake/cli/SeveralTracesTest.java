package rewake.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Several files on one timeline, from the command line. */
class SeveralTracesTest {
    private static final Path TRACES = Path.of(System.getProperty("rewake.traces"));
    private static final String SCHBENCH = Cli.trace("schbench-8cpu");
    private static final Pattern EVENT = Pattern.compile("\\[(\\d{3})\\](.*?) +(\\d+\\.\\d+): ");

    @TempDir
    private Path folder;

    private record Line(int cpu, BigDecimal time, String text) {}

    @ParameterizedTest
    @CsvSource({"schbench-8cpu, time", "schbench-8cpu, cpu", "hackbench-16cpu-smt-2nodes, time", "schedidle-8cpu, cpu"})
    void aTextInTwoFilesSaysWhatTheWholeSays(String run, String how) throws IOException {
        List<String> lines = unpacked(TRACES.resolve(run).resolve("expected/perf-script.txt.gz"));
        String whole = file("whole", lines, _ -> true, BigDecimal.ZERO);
        BigDecimal middle = event(lines.get(lines.size() / 2)).time;
        Predicate<Line> first = how.equals("cpu") ? l -> l.cpu < 4 : l -> l.time.compareTo(middle) < 0;
        String a = file("a", lines, first, BigDecimal.ZERO);
        String b = file("b", lines, first.negate(), BigDecimal.ZERO);
        for (String command : List.of("info", "latency", "whatif"))
            assertThat(tables(command, a, b)).as(command).isEqualTo(tables(command, whole));
        String late = file("late", lines, first.negate(), new BigDecimal("-2.000000123"));
        assertThat(tables("latency", a, late, "--ts-offset", late + "=2.000000123"))
                .isEqualTo(tables("latency", whole));
        assertThat(tables("latency", "-i", late, "-i", a, "--ts-offset", "+2.000000123"))
                .isEqualTo(tables("latency", whole));
    }

    @Test
    void theEvidenceListsAllFiles() throws IOException {
        List<String> lines = unpacked(TRACES.resolve("schbench-8cpu/expected/perf-script.txt.gz"));
        String a = file("a", lines, l -> l.cpu < 4, BigDecimal.ZERO);
        String b = file("b", lines, l -> l.cpu >= 3, new BigDecimal("0.5"));
        long firstNs = lines.stream()
                .filter(l -> !l.startsWith("#") && !l.isBlank())
                .map(SeveralTracesTest::event)
                .filter(l -> l.cpu >= 3)
                .mapToLong(l -> l.time.movePointRight(9).longValueExact())
                .min()
                .orElseThrow();
        JsonNode evidence = json("info", a, b, "--ts-offset", b + "=-0.5").path("evidence");
        JsonNode traces = evidence.path("traces");
        assertThat(traces).hasSize(2);
        assertThat(traces.path(0).path("path").asText()).isEqualTo(a);
        assertThat(traces.path(1).path("path").asText()).isEqualTo(b);
        assertThat(traces.path(0).path("ts_offset_ns").asLong()).isZero();
        assertThat(traces.path(1).path("ts_offset_ns").asLong()).isEqualTo(-500_000_000);
        assertThat(traces.path(1).path("clock").asText()).isEqualTo("sched_clock");
        assertThat(traces.path(1).path("crc32c").asText()).hasSize(8);
        assertThat(traces.path(1).path("window_start_ns").asLong()).isEqualTo(firstNs);
        long events = traces.path(0).path("events").asLong()
                + traces.path(1).path("events").asLong();
        JsonNode losses = evidence.path("losses");
        assertThat(losses).hasSize(1);
        assertThat(losses.path(0).path("stat").asText()).isEqualTo("in_other_file");
        assertThat(losses.path(0).path("cpu").asInt()).isEqualTo(3);
        assertThat(events - losses.path(0).path("count").asLong()).isEqualTo(18_037);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "latency TRACE OTHER | different kernels are not one trace",
                "latency TRACE TRACE | is given twice",
                "latency TRACE --ts-offset 1,5 | --ts-offset takes seconds with up to nine decimals",
                "latency TRACE --ts-offset 0.0000000001 | --ts-offset takes seconds with up to nine decimals",
                "latency TRACE --ts-offset 1e10 | --ts-offset takes seconds with up to nine decimals",
                "latency TRACE --ts-offset 1 --ts-offset 2 | --ts-offset: 2 offsets for one trace",
                "latency TRACE --ts-offset nosuch=1 | --ts-offset nosuch=1: the traces are ",
                "latency TRACE TEXT --ts-offset TEXT=1 --ts-offset TEXT=2 | --ts-offset: two for ",
                "latency TRACE TEXT --ts-offset TEXT=1 --ts-offset 2 | --ts-offset: TRACE=SECONDS for each, or SECONDS for each",
                "latency CLUSTERS TEXT | clocks differ: ",
                "topology TRACE OTHER | one trace at a time",
                "topology TRACE --sysfs x | --sysfs takes the place of a trace",
                "fidelity TRACE TRACE | is given twice",
                "fidelity TRACE --kernel v6.1 --kernel v6.1 | --kernel v6.1 is given twice",
                "whatif TRACE --patch no-sis-util --patch no-sis-util | --patch no-sis-util is given twice",
                "explain TRACE --at 5 --pid 1 | --at 5 lies outside the trace, which goes from 12.621533",
                "tell TRACE | no command 'tell'; there are info, latency, "
            })
    void misuseIsTwoAndSaysWhatToDo(String line, String message) {
        String[] words = line.strip()
                .replace("TRACE", SCHBENCH)
                .replace("OTHER", Cli.trace("schedidle-8cpu"))
                .replace("CLUSTERS", Cli.trace("hackbench-16cpu-clusters"))
                .replace(
                        "TEXT",
                        TRACES.resolve("hackbench-16cpu-ftrace/trace.txt.gz").toString())
                .split(" ");
        Cli.Result result = Cli.run(words);
        assertThat(result.code()).as(result.out()).isEqualTo(2);
        assertThat(result.err()).contains(message.strip()).doesNotContain("\tat ");
        assertThat(result.err().lines()).hasSize(1);
        assertThat(result.out()).isEmpty();
    }

    @Test
    void anOffsetShiftsASingleTraceToo() throws IOException {
        JsonNode plain =
                json("latency", SCHBENCH).path("tables").path("latency").path(0);
        JsonNode later = json("latency", SCHBENCH, "--ts-offset", "1.5")
                .path("tables")
                .path("latency")
                .path(0);
        assertThat(later.path("delay_max_start_ns").asLong())
                .isEqualTo(plain.path("delay_max_start_ns").asLong() + 1_500_000_000L);
        assertThat(later.path("delay_sum_ns").asLong())
                .isEqualTo(plain.path("delay_sum_ns").asLong());
        Cli.Result early = Cli.run("latency", SCHBENCH, "--ts-offset", "-1000");
        assertThat(early.code()).isEqualTo(1);
        assertThat(early.err()).contains("the offset takes its times below 0");
    }

    /** A percentage needs the span of all files. */
    @Test
    void aWindowInPercentIsOfTheWholeTimeline() throws IOException {
        List<String> lines = unpacked(TRACES.resolve("schbench-8cpu/expected/perf-script.txt.gz"));
        String whole = file("whole", lines, _ -> true, BigDecimal.ZERO);
        String a = file("a", lines, l -> l.cpu < 4, BigDecimal.ZERO);
        String b = file("b", lines, l -> l.cpu >= 4, BigDecimal.ZERO);
        assertThat(tables("latency", a, b, "--time", "20%-60%"))
                .isEqualTo(tables("latency", whole, "--time", "20%-60%"));
    }

    private String file(String name, List<String> lines, Predicate<Line> which, BigDecimal shift) throws IOException {
        var out = new ArrayList<String>();
        for (String line : lines) {
            if (line.startsWith("#")) out.add(line);
            if (line.startsWith("#") || line.isBlank()) continue;
            Line event = event(line);
            if (which.test(event)) out.add(line.replace(event.time.toString() + ":", event.time.add(shift) + ":"));
        }
        return Files.write(folder.resolve(name), out).toString();
    }

    private static Line event(String line) {
        Matcher m = EVENT.matcher(line);
        assertThat(m.find()).as(line).isTrue();
        return new Line(Integer.parseInt(m.group(1)), new BigDecimal(m.group(3)), line);
    }

    static List<String> unpacked(Path file) throws IOException {
        try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }

    private static JsonNode json(String... args) throws IOException {
        Cli.Result result = Cli.run(Stream.concat(Arrays.stream(args), Stream.of("--format", "json"))
                .toArray(String[]::new));
        assertThat(result.code()).as(result.err()).isZero();
        return new ObjectMapper().readTree(result.out());
    }

    /** All tables; what names the trace left out. */
    private static String tables(String... args) throws IOException {
        JsonNode tables = json(args).path("tables");
        for (String table : new String[] {"fidelity", "fork_exec"})
            for (JsonNode row : tables.path(table)) ((ObjectNode) row).remove("trace");
        return tables.toPrettyString();
    }
}
