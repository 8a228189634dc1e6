package rewake.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code timehist} and {@code map} where they are not perf's twins: what perf has wrong, other formats, and other traces. */
class TimehistCommandTest {
    private static final String TRACE = Cli.trace("cyclictest-8cpu");

    /** The eight threads of cyclictest are dead at their last switch; all else is the same. */
    @Test
    void theLastRunsOfTheDeadAreTheirOwn() throws IOException {
        List<CSVRecord> ours = rows("timehist", TRACE);
        List<CSVRecord> perfs = rows("timehist", TRACE, "--as-perf");
        assertThat(ours).hasSameSizeAs(perfs);
        var names = new ArrayList<String>();
        for (int i = 0; i < ours.size(); i++) {
            if (!perfs.get(i).get("pid").equals("-1")) {
                assertThat(ours.get(i).toList()).isEqualTo(perfs.get(i).toList());
                continue;
            }
            names.add(ours.get(i).get("task") + " " + ours.get(i).get("state"));
            assertThat(ours.get(i).get("run_ns")).isEqualTo(perfs.get(i).get("run_ns"));
        }
        assertThat(names).hasSize(8).containsOnly("cyclictest dead");
        assertThat(rows("timehist", TRACE, "-s").stream().map(r -> r.get("pid")))
                .doesNotContain("-1");
    }

    /** Perf's begins with the first switch in it, so that its idle CPUs are idle for more than 100 %. */
    @Test
    void noCpuIsIdleForMoreThanTheWindow() throws IOException {
        for (String asPerf : new String[] {"-v", "--as-perf"}) {
            double most = rows("timehist", TRACE, "-s", "--time", "18.02,18.03", "--table", "idle", asPerf).stream()
                    .mapToDouble(r -> Double.parseDouble(r.get("idle_share")))
                    .max()
                    .orElseThrow();
            assertThat(most > 1).isEqualTo(asPerf.equals("--as-perf"));
        }
        assertThat(rows("timehist", TRACE, "-s", "--time", "18.02,18.03", "--table", "total")
                        .getFirst()
                        .get("scheduling_ns"))
                .isEqualTo("10000000");
    }

    @Test
    void whatIsAskedForIsShownInTheTable() {
        String plain = Cli.run("timehist", TRACE).out();
        assertThat(plain).contains("Wait ms").doesNotContain("Prio", "Pre-mig", "State", "Next task", "Other task");
        String all = Cli.run("timehist", TRACE, "--show-prio", "-P", "--state", "-n", "-M")
                .out();
        assertThat(all).contains("Prio in", "Prio out", "Pre-mig ms", "State", "Next task", "Other task", "To CPU");
    }

    @Test
    void aPriorityThatIsRaisedShowsBoth() throws IOException {
        List<CSVRecord> rows = rows("timehist", TRACE, "--prio", "0-99");
        assertThat(rows).isNotEmpty().allMatch(r -> Integer.parseInt(r.get("prio")) < 100);
        assertThat(rows("timehist", TRACE).stream()
                        .filter(r -> !r.get("prio").equals(r.get("prio_out")))
                        .map(r -> r.get("task") + " " + r.get("prio") + " " + r.get("prio_out")))
                .contains("cyclictest 120 19");
    }

    @Test
    void everyFormatHoldsTheSameRows(@TempDir Path folder) throws IOException {
        for (String command : List.of("timehist", "map")) {
            Path out = folder.resolve(command);
            Cli.Result result = command.equals("map")
                    ? Cli.run(command, TRACE, "-o", out.toString(), "-q")
                    : Cli.run(command, TRACE, "-S", "-o", out.toString(), "-q");
            assertThat(result.code()).as(result.err()).isZero();
            String csv = Files.readString(out.resolve(command + ".csv"));
            JsonNode json =
                    new ObjectMapper().readTree(out.resolve(command + ".json").toFile());
            assertThat(json.path("tables").path(command))
                    .hasSize(PerfTimehistText.csv(csv).size())
                    .hasSize(647);
            assertThat(json.path("evidence").path("losses").isArray()).isTrue();
            assertThat(out.resolve(command + ".arrow")).isNotEmptyFile();
            assertThat(Files.readString(out.resolve("index.html"))).contains("<svg", "</html>");
        }
    }

    /** A text has no records of tasks: names are those of the events, and no process is known. */
    @Test
    void aTextOfFtraceTellsItToo() throws IOException {
        String text = Path.of(System.getProperty("rewake.traces"), "hackbench-16cpu-ftrace", "trace.txt.gz")
                .toString();
        List<CSVRecord> rows = rows("timehist", text);
        assertThat(rows.stream().map(r -> r.get("task"))).contains("hackbench", "<idle>");
        assertThat(rows).allMatch(r -> r.get("tgid").equals(r.get("task").equals("<idle>") ? "0" : ""));
        assertThat(rows("map", text)).hasSameSizeAs(rows);
        Cli.Result process = Cli.run("timehist", text, "-p", "1328");
        assertThat(process.code()).isEqualTo(2);
        assertThat(process.err()).contains("does not tell which task is of which process; take -t or --comm");
    }

    @Test
    void theTopTasksByTheSumOfTheirDelays() throws IOException {
        List<CSVRecord> all = rows("latency", TRACE, "-p", "-s", "sum");
        List<CSVRecord> top = rows("latency", TRACE, "-p", "-s", "sum", "-n", "3");
        assertThat(top.stream().map(CSVRecord::toList))
                .isEqualTo(all.stream().limit(3).map(CSVRecord::toList).toList());
        assertThat(all.stream().map(r -> -Long.parseLong(r.get("delay_sum_ns"))))
                .isSorted();
        assertThat(rows("latency", TRACE, "-p", "-n", "3", "--table", "total")
                        .getFirst()
                        .toList())
                .isEqualTo(rows("latency", TRACE, "-p", "--table", "total")
                        .getFirst()
                        .toList());
        assertThat(Cli.run("latency", TRACE, "-p", "--top", "3").out()).contains("the first 3 of " + all.size());
    }

    private static List<CSVRecord> rows(String... words) throws IOException {
        var args = new ArrayList<>(List.of(words));
        args.addAll(List.of("--format", "csv"));
        Cli.Result result = Cli.run(args.toArray(String[]::new));
        assertThat(result.code()).as(result.err()).isZero();
        return PerfTimehistText.csv(result.out());
    }
}
