package rewake.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rewake.replay.Cgroups;

/** {@code --cgroups}: both forms, what is wrong with them, and what the commands make of them. */
final class CgroupsFileTest {
    private static final Path TRACES = Path.of(System.getProperty("rewake.traces"));
    private static final String SCHBENCH =
            TRACES.resolve("schbench-8cpu/perf.data").toString();

    @TempDir
    private Path folder;

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("groups"), text);
    }

    @Test
    void theExampleOfTheReadme() throws IOException {
        Matcher example = Pattern.compile("```json\\n(\\{\"groups\".*?)```", Pattern.DOTALL)
                .matcher(Files.readString(TRACES.resolveSibling("README.md")));
        assertThat(example.find()).isTrue();
        Cgroups groups = CgroupsFile.read(file(example.group(1)));
        assertThat(groups.groups())
                .containsExactly(
                        new Cgroups.Group("/background", 3, 0),
                        new Cgroups.Group("/lab", 1024, 0),
                        new Cgroups.Group("/lab/a", 2048, 3));
        assertThat(groups.byComm()).isEqualTo(Map.of("hackbench", "/lab/a"));
        assertThat(groups.byPid()).isEqualTo(Map.of(4711, "/"));
    }

    @Test
    void linesOfProc() throws IOException {
        Cgroups groups = CgroupsFile.read(file("""
                /proc/1/cgroup:0::/init.scope
                812:0::/system.slice/cron.service
                /proc/9/cgroup:7:cpu,cpuacct:/batch
                /proc/9/cgroup:3:memory:/elsewhere

                2:0::/
                """));
        assertThat(groups.byPid())
                .isEqualTo(Map.of(1, "/init.scope", 812, "/system.slice/cron.service", 9, "/batch", 2, "/"));
        assertThat(groups.groups())
                .extracting(Cgroups.Group::path)
                .isEqualTo(List.of("/batch", "/init.scope", "/system.slice", "/system.slice/cron.service"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"groups": [{"path": "lab"}]}                     | a path begins with /
            {"groups": [{"path": "/lab", "weight": 0}]}       | /lab: weight is 1 to 10000
            {"groups": [{"path": "/lab", "weight": "x"}]}     | /lab: weight is 1 to 10000
            {"groups": [{"path": "/lab", "wieght": 5}]}       | unknown key 'wieght'
            {"groups": [{"path": "/lab/../a"}]}               | leads out of what the process
            {"groups": [{"path": "/a"}, {"path": "/a/"}]}     | the group /a is there twice
            {"groups": {"path": "/lab"}}                      | groups is no list
            {"tasks": [{"path": "/lab"}]}                     | needs a comm or a pid
            {"tasks": [{"pid": "x", "path": "/lab"}]}         | is no number
            {"version": 2}                                    | version 2, known is 1
            {}                                                | it names no group and no task
            {"groups": [                                      | not JSON
            12 /lab                                           | line 1 is neither JSON nor
            12:3:memory:/lab                                  | no line tells a group
            """)
    void whatIsWrongIsSaid(String text, String trouble) throws IOException {
        Path file = file(text);
        assertThatThrownBy(() -> CgroupsFile.read(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining(trouble);
    }

    @Test
    void theEvidenceSaysWhereGroupsComeFrom() throws IOException {
        assertThat(Cli.run("whatif", SCHBENCH, "--format", "json").out()).contains("replayed with flat groups");
        Path file = file("{\"tasks\": [{\"comm\": \"nobody\", \"path\": \"/lab\"}]}");
        Cli.Result told = Cli.run("whatif", SCHBENCH, "--format", "json", "--cgroups", file.toString());
        assertThat(told.out()).contains("replayed with the groups of " + file);
        assertThat(Cli.run("whatif", SCHBENCH, "--cgroups", file.toString()).out())
                .contains("--cgroups: no task is called 'nobody'");
        assertThat(Cli.run("fidelity", SCHBENCH, "--cgroups", file.toString()).out())
                .contains("--cgroups: no task is called 'nobody'");
        assertThat(Cli.run(
                                "whatif",
                                SCHBENCH,
                                "--cgroups",
                                folder.resolve("none").toString())
                        .code())
                .isEqualTo(1);
    }

    @Test
    void loadTrackingEventsTellGroupsToo() {
        String trace = TRACES.resolve("schedidle-8cpu-pelt/trace.dat").toString();
        assertThat(Cli.run("whatif", trace, "--format", "json").out())
                .contains("replayed with the groups of load tracking events, cpu.weight taken as 100");
    }
}
