package rewake.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the contract of the command line promises: exit codes, messages, options, names. */
class CommandLineTest {
    private static final String HACKBENCH = Cli.trace("hackbench-16cpu-clusters");
    private static final String SCHBENCH = Cli.trace("schbench-8cpu");

    @TempDir
    private Path folder;

    @Test
    void aloneItShowsThreeCommandsOnShippedTracesThatWork() {
        Cli.Result alone = Cli.run();
        assertThat(alone.code()).isZero();
        List<String> commands = alone.out()
                .lines()
                .map(String::strip)
                .filter(l -> l.startsWith("./rewake ") && l.contains("traces/"))
                .toList();
        assertThat(commands).hasSize(3);
        for (String command : commands) {
            String[] words = command.substring("./rewake ".length())
                    .replace("traces/", System.getProperty("rewake.traces") + "/")
                    .replace("report/", folder.toString())
                    .split(" ");
            assertThat(Cli.run(words).code()).as(command).isZero();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "whatif TRACE --patch sis-utl | unknown patch 'sis-utl'; did you mean sis-util?",
                "whatif TRACE --patch sis-single-pass | v6.1.y already has sis-single-pass; use --patch no-sis-single-pass or --kernel v5.11",
                "whatif TRACE --kernel v9.9 | unknown kernel 'v9.9'; known are v5.4, v5.9, v5.11, v5.12, v5.13, v5.15, v6.0, v6.1, v6.1.y, tip-2022-11, v6.5, v6.6, v6.7, v6.8, v6.12, v6.12.y",
                "whatif TRACE --mode simulate | Invalid value for option '--mode'",
                "whatif TRACE --each --patch sis-util | --each takes the place of --patch",
                "latency TRACE --time 5 | --time takes START,STOP in seconds, not '5'",
                "latency TRACE --time 3,2 | --time 3,2: the window ends before it starts",
                "latency TRACE -C 16 | -C 16: the trace has CPUs 0-15",
                "latency TRACE -C x | -C 'x' is no CPU list such as 0,2-5",
                "latency TRACE --table nosuch | no table 'nosuch'; there are latency, total, histogram_log2, histogram",
                "latency TRACE --format xml | Invalid value for option '--format'",
                "latency TRACE --nosuch | Unknown option: '--nosuch'",
                "whatif TRACE --race-window 1000000 | --race-window is in ns, 0 to 100000",
                "latency TRACE --top -1 | --top -1: a number of rows, or 0 for all",
                "timehist TRACE -s -w | -s shows no switches, so it does not go with -w or -n; take -S for both",
                "timehist TRACE --prio 140 | --prio takes kernel priorities from 0 to 139, such as 0,120-129, not '140'",
                "timehist TRACE --prio x | --prio takes kernel priorities from 0 to 139, such as 0,120-129, not 'x'",
                "timehist TRACE -s --table timehist | no table 'timehist'; there are summary, idle, total",
                "latency TRACE --output= | -o needs the name of a folder"
            })
    void misuseIsTwoAndSaysWhatToDo(String line, String message) {
        Cli.Result result = Cli.run(line.strip().replace("TRACE", HACKBENCH).split(" "));
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains(message.strip()).doesNotContain("\tat ");
        assertThat(result.out()).isEmpty();
    }

    @Test
    void whatCannotBeReadIsOneLineWithTheFileAndExitOne() throws IOException {
        Path text = Files.writeString(folder.resolve("not a trace"), "hello\n");
        for (String file : List.of(text.toString(), folder.resolve("missing").toString(), folder.toString())) {
            Cli.Result result = Cli.run("info", file);
            assertThat(result.code()).isEqualTo(1);
            assertThat(result.err().lines()).hasSize(1);
            assertThat(result.err()).startsWith("rewake: " + file);
            assertThat(result.out()).isEmpty();
        }
    }

    @Test
    void anErrorAlsoGoesIntoAFile() throws IOException {
        Path errors = folder.resolve("errors.json");
        Cli.run("info", folder.resolve("missing").toString(), "--errors-json", errors.toString());
        JsonNode error = new ObjectMapper().readTree(errors.toFile());
        assertThat(error.path("exit_code").asInt()).isEqualTo(1);
        assertThat(error.path("error").asText()).endsWith("no such file");
    }

    @Test
    void aReportFolderHoldsEveryDoor() throws IOException {
        Path report = folder.resolve("report");
        Cli.Result result = Cli.run("whatif", HACKBENCH, "--patch", "cluster-wakeup", "-o", report.toString());
        assertThat(result.code()).as(result.err()).isZero();
        assertThat(result.out()).contains("index.html").startsWith("Trust: ");
        for (String table : List.of("judge", "sis", "fidelity", "skipped", "confusion"))
            assertThat(report)
                    .isDirectoryContaining("glob:**" + table + ".csv")
                    .isDirectoryContaining("glob:**" + table + ".arrow");
        JsonNode json =
                new ObjectMapper().readTree(report.resolve("whatif.json").toFile());
        JsonNode rows = json.path("tables").path("judge");
        assertThat(rows.path(0).path("model").asText()).isEqualTo("v6.1.y");
        assertThat(rows.path(1).path("model").asText()).isEqualTo("v6.1.y+cluster-wakeup");
        assertThat(rows.path(1).path("decisions_changed").asLong()).isPositive();
        assertThat(json.path("evidence").path("kernel_model").asText()).isEqualTo("v6.1.y");
        assertThat(Files.readString(report.resolve("index.html")))
                .doesNotContain("src=\"http")
                .doesNotContain("href=\"http://");
    }

    @Test
    void aFolderThatIsAFileIsRefusedBeforeAnythingIsWritten() throws IOException {
        Path file = Files.writeString(folder.resolve("report"), "mine");
        Cli.Result result = Cli.run("info", SCHBENCH, "-o", file.toString());
        assertThat(result.code()).isEqualTo(1);
        assertThat(file).hasContent("mine");
    }

    @Test
    void windowsNarrowWhatCounts() throws IOException {
        long all = count("latency", SCHBENCH);
        long half = count("latency", SCHBENCH, "--time", "0%-50%");
        long rest = count("latency", SCHBENCH, "--time", "50%-100%");
        assertThat(half).isPositive().isLessThan(all);
        assertThat(half + rest).isBetween(all, all + 1);
        long cpus = 0;
        for (int cpu = 0; cpu < 8; cpu++) cpus += count("latency", SCHBENCH, "-C", Integer.toString(cpu));
        assertThat(cpus).isEqualTo(all);
        assertThat(count("latency", SCHBENCH, "--comm", "worker-0-3"))
                .isPositive()
                .isLessThan(all);
    }

    @Test
    void aTopologyFileWinsAndIsNamed() throws IOException {
        Path file = Files.writeString(folder.resolve("topology.json"), """
                {"version": 1, "llc": [{"cpus": "0-3"}, {"cpus": "4-7"}], "smt": ["0,2", "1,3", "4,6", "5,7"],
                 "nodes": [{"node": 0, "cpus": "0-3"}, {"node": 1, "cpus": "4-7"}]}
                """);
        JsonNode root = json("info", SCHBENCH, "--topology", file.toString());
        assertThat(root.path("evidence").path("topology_source").asText()).isEqualTo(file.toString());
        JsonNode cpus = root.path("tables").path("cpus");
        assertThat(cpus.path(5).path("llc").asInt()).isEqualTo(1);
        assertThat(cpus.path(5).path("core").asInt())
                .isEqualTo(cpus.path(7).path("core").asInt());
        assertThat(cpus.path(5).path("node").asInt()).isEqualTo(1);
        Path bad = Files.writeString(folder.resolve("bad.json"), "{\"smt\": [\"a-b\"]}");
        assertThat(Cli.run("info", SCHBENCH, "--topology", bad.toString()).err())
                .contains("no CPU list");
    }

    @Test
    void whatATraceDoesNotSayIsSaid() {
        String text = Path.of(System.getProperty("rewake.traces"), "hackbench-16cpu-ftrace", "trace.txt.gz")
                .toString();
        assertThat(Cli.run("info", text).out()).contains("give --topology").contains("name it with --kernel");
        assertThat(Cli.run("whatif", text).err()).contains("name one with --kernel");
        assertThat(Cli.run("whatif", text, "--kernel", "v6.1").out()).contains("one LLC without SMT is assumed");
        assertThat(Cli.run("whatif", text, "--kernel", "v6.1", "--patch", "cluster-wakeup")
                        .out())
                .contains("no clusters (assumed: the trace does not say; give --topology)");
        assertThat(Cli.run("whatif", SCHBENCH).out()).doesNotContain("assumed");
    }

    @Test
    void aSchedIdleTaskThatIsNotThereIsSaid() {
        String out =
                Cli.run("whatif", SCHBENCH, "--sched-idle", "worker-0-3,nobody").out();
        assertThat(out).contains("--sched-idle: no task is called 'nobody'").doesNotContain("'worker-0-3'");
    }

    @Test
    void aTopologyOfAnotherMachineIsRefused() throws IOException {
        Path more = Files.writeString(folder.resolve("more.json"), "{\"llc\": [{\"cpus\": \"0-15\"}]}");
        Path fewer = Files.writeString(folder.resolve("fewer.json"), "{\"llc\": [{\"cpus\": \"0-3\"}]}");
        for (Path file : List.of(more, fewer)) {
            Cli.Result result = Cli.run("info", SCHBENCH, "--topology", file.toString());
            assertThat(result.code()).isEqualTo(1);
            assertThat(result.err()).contains("the trace has 8; is it another machine?");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "info",
                "latency",
                "timehist",
                "map",
                "diff",
                "whatif",
                "fidelity",
                "explain",
                "kernels",
                "patches",
                "formats",
                "reports",
                "topology"
            })
    void everyCommandTeaches(String command) {
        Cli.Result help = Cli.run(command, "--help");
        assertThat(help.code()).isZero();
        assertThat(help.out())
                .contains("Usage: rewake " + command)
                .contains("--help")
                .doesNotContain("${");
        assertThat(Cli.run(command, "--version").out()).startsWith("rewake ");
    }

    @Test
    void theHashOfATraceIsThatOfTheIndex() throws IOException {
        JsonNode trace =
                json("info", SCHBENCH, "--hash").path("evidence").path("traces").path(0);
        String index = Files.readString(Path.of(System.getProperty("rewake.traces"), "INDEX.csv"));
        assertThat(index).contains(trace.path("sha256").asText());
        assertThat(trace.path("crc32c").asText()).hasSize(8);
    }

    @Test
    void theTopologyOfATraceComesBackThroughItsJson() throws IOException {
        for (String run : List.of("hackbench-16cpu-clusters", "hackbench-16cpu-smt-2nodes", "schbench-8cpu")) {
            Path file = folder.resolve(run + ".json");
            Files.writeString(file, Cli.run("topology", Cli.trace(run)).out());
            JsonNode direct = json("info", Cli.trace(run)).path("tables").path("cpus");
            JsonNode again = json("info", Cli.trace(run), "--topology", file.toString())
                    .path("tables")
                    .path("cpus");
            assertThat(again).isEqualTo(direct);
        }
    }

    @Test
    void aTopologyIsReadFromACopyOfSysfs() throws IOException {
        for (int cpu = 0; cpu < 4; cpu++) {
            Path topology = Files.createDirectories(folder.resolve("sys/cpu/cpu" + cpu + "/topology"));
            Files.writeString(topology.resolve("core_cpus_list"), (cpu & 1) + "," + ((cpu & 1) + 2) + "\n");
            Files.writeString(topology.resolve("cluster_cpus_list"), (cpu & 1) + "," + ((cpu & 1) + 2) + "\n");
            for (int level = 1; level <= 3; level++) {
                Path cache = Files.createDirectories(folder.resolve("sys/cpu/cpu" + cpu + "/cache/index" + level));
                Files.writeString(cache.resolve("level"), level + "\n");
                Files.writeString(cache.resolve("type"), "Unified\n");
                Files.writeString(cache.resolve("shared_cpu_list"), level == 3 ? "0-3\n" : cpu + "\n");
            }
        }
        Files.writeString(
                Files.createDirectories(folder.resolve("sys/node/node0")).resolve("cpulist"), "0-3\n");
        JsonNode tree = new ObjectMapper()
                .readTree(Cli.run("topology", "--sysfs", folder.resolve("sys").toString())
                        .out());
        assertThat(tree.path("smt").toString()).isEqualTo("[\"0,2\",\"1,3\"]");
        assertThat(tree.path("llc").path(0).path("cpus").asText()).isEqualTo("0-3");
        assertThat(tree.has("clusters")).isFalse();
        assertThat(tree.has("node_reclaim_distance")).as("one node").isFalse();
        assertThat(Cli.run("topology", "--sysfs", folder.toString()).err()).contains("no cpu0 in it");
    }

    private static long count(String... args) throws IOException {
        return json(args).path("tables").path("total").path(0).path("count").asLong();
    }

    private static JsonNode json(String... args) throws IOException {
        String[] all = java.util.Arrays.copyOf(args, args.length + 2);
        all[args.length] = "--format";
        all[args.length + 1] = "json";
        Cli.Result result = Cli.run(all);
        assertThat(result.code()).as(result.err()).isZero();
        return new ObjectMapper().readTree(result.out());
    }

    @Test
    void anUnreadableStandardInputIsCalledThat() {
        InputStream before = System.in;
        System.setIn(InputStream.nullInputStream());
        try {
            Cli.Result result = Cli.run("info", "-");
            assertThat(result.code()).isEqualTo(1);
            assertThat(result.err())
                    .isEqualTo("rewake: standard input at 0x0: the file is empty; the recorder wrote nothing\n");
        } finally {
            System.setIn(before);
        }
    }
}
