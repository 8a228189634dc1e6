package rewake.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What was asked for and is not in the trace is said: instead of empty tables, or beside what is there. */
class NothingThereTest {
    private static final String SCHBENCH = Cli.trace("schbench-8cpu");

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "latency",
                "timehist",
                "timehist -s",
                "map",
                "migrations",
                "queues",
                "chains --pid 503",
                "whatif",
                "fidelity"
            })
    void aWindowBesideTheTraceEndsWithTheWindowThatTheTraceHas(String command) {
        for (String window : new String[] {"5,6", "13,", ",12.6"}) {
            Cli.Result result = run(command + " TRACE --time " + window);
            assertThat(result.code()).as(command + " " + window).isEqualTo(2);
            assertThat(result.out()).isEmpty();
            assertThat(result.err())
                    .isEqualTo(
                            "rewake: --time lies outside the trace, which goes from 12.621533796 to 12.998556576 s\n");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"latency", "timehist", "timehist -s", "migrations", "queues", "whatif", "fidelity"})
    void aTaskThatNeverOccursEndsWithItsOption(String command) {
        fails(
                command + " TRACE --pid 4000000",
                "--pid 4000000: no process of this id has an event; --tid names a single task");
        fails(command + " TRACE --tid 4000000", "--tid 4000000: no task of this id has an event");
        fails(
                command + " TRACE --comm worker-0-9",
                "--comm worker-0-9: no task of this name has an event; nearest: worker-0-0, worker-0-1, worker-0-2");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "chains TRACE --pid 4000000 | --pid 4000000: no task of this id has an event",
                "chains TRACE --pid TID --at 99 | --at 99 lies outside the trace, which goes from 12.621533796 to 12.998556576 s",
                "chains TRACE --pid TID --at 2 | --at 2 lies outside the trace, which goes from 12.621533796 to 12.998556576 s",
                "explain TRACE --at 99 --pid TID | --at 99 lies outside the trace, which goes from 12.621533796 to 12.998556576 s",
                "diff TRACE TRACE --comm nobody | --comm nobody: no task of this name has an event"
            })
    void onePointOrOneTaskToo(String command, String message) {
        fails(command.replace("TID", worker()), message);
    }

    @Test
    void whatIsThereIsShownAndTheRestIsANote() {
        Cli.Result both = run("latency TRACE --comm worker-0-3 --comm workers-0-3 --format csv");
        Cli.Result one = run("latency TRACE --comm worker-0-3 --format csv");
        assertThat(both.code()).isZero();
        assertThat(both.out()).isEqualTo(one.out()).contains("worker-0-3");
        assertThat(both.err())
                .isEqualTo("rewake: --comm workers-0-3: no task of this name has an event; nearest: worker-0-3,"
                        + " worker-0-0, worker-0-1\n");
        assertThat(run("latency TRACE -q --comm worker-0-3 --comm workers-0-3").err())
                .isEmpty();
        assertThat(one.err()).isEmpty();
        assertThat(run("timehist TRACE -t " + worker() + ",4000000").err())
                .isEqualTo("rewake: --tid 4000000: no task of this id has an event\n");
    }

    @Test
    void aProcessIsThereIfATaskOfItIs() {
        Cli.Result task = run("latency TRACE -p --tid " + worker() + " --format csv");
        Cli.Result process = run("latency TRACE -p --pid " + value(task.out(), "tgid") + " --format csv");
        assertThat(process.code()).isZero();
        assertThat(process.err()).isEmpty();
        assertThat(process.out())
                .contains(task.out().lines().skip(1).findFirst().orElseThrow());
    }

    @Test
    void theSameRecordingTwiceIsSaid() throws IOException {
        Path copy = Files.copy(Path.of(SCHBENCH), folder.resolve("copy.data"));
        Cli.Result result = Cli.run("diff", SCHBENCH, copy.toString());
        assertThat(result.code()).isZero();
        assertThat(result.out())
                .contains(SCHBENCH + " and " + copy + " are the same recording, byte for byte: nothing can differ");
        assertThat(Cli.run("diff", SCHBENCH, Cli.trace("schedidle-8cpu")).out()).doesNotContain("same recording");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"latency TRACE -p | latency", "queues TRACE -p | switches", "chains TRACE --pid TID | longest"})
    void topNoughtIsAllAndANumberIsSoMany(String command, String table) {
        String csv = command.replace("TID", worker()) + " --format csv --table " + table + " --top ";
        long all = run(csv + 0).out().lines().count();
        assertThat(all).isGreaterThan(3);
        assertThat(run(csv + 1_000_000).out()).isEqualTo(run(csv + 0).out());
        assertThat(run(csv + 2).out().lines()).hasSize(3);
        fails(csv + -1, "--top -1: a number of rows, or 0 for all");
    }

    @Test
    void topOfMigrationsCountsTasks() {
        String command = "migrations TRACE --format csv --table by_task --top ";
        assertThat(tids(command + 0)).hasSizeGreaterThan(5).isEqualTo(tids(command + 1_000_000));
        assertThat(tids(command + 2)).hasSize(2);
        fails(command + -1, "--top -1: a number of rows, or 0 for all");
    }

    private static Set<String> tids(String command) {
        return run(command).out().lines().skip(1).map(l -> l.split(",", -1)[1]).collect(Collectors.toSet());
    }

    @Test
    void topNoughtOfADifferenceIsEveryName() {
        Cli.Result all = run("diff TRACE TRACE --top 0 --format csv");
        assertThat(all.out()).contains("comm:worker-0-0", "comm:worker-0-5", "comm:perf");
    }

    private static void fails(String command, String message) {
        Cli.Result result = run(command);
        assertThat(result.code()).as(command).isEqualTo(2);
        assertThat(result.out()).isEmpty();
        assertThat(result.err()).isEqualTo("rewake: " + message + "\n");
    }

    /** The thread id of a worker. */
    private static String worker() {
        return value(run("latency TRACE -p --comm worker-0-3 --format csv").out(), "pid");
    }

    private static String value(String csv, String column) {
        String[] head = csv.lines().findFirst().orElseThrow().split(",", -1);
        String[] row = csv.lines().skip(1).findFirst().orElseThrow().split(",", -1);
        return row[java.util.Arrays.asList(head).indexOf(column)];
    }

    private static Cli.Result run(String command) {
        return Cli.run(command.replace("TRACE", SCHBENCH).split(" ", -1));
    }
}
