package rewake.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Moves between control groups that a trace tells: a task counts in the group that it was moved to. */
final class CgroupEventsTest {
    private static final String HEAD = """
            # tracer: nop
            #
            # entries-in-buffer/entries-written: 9/9   #P:2
            #
            #                                _-----=> irqs-off/BH-disabled
            #                               / _----=> need-resched
            #                              | / _---=> hardirq/softirq
            #                              || / _--=> preempt-depth
            #                              ||| / _-=> migrate-disable
            #                              |||| /     delay
            #           TASK-PID     CPU#  |||||  TIMESTAMP  FUNCTION
            #              | |         |   |||||     |         |
            """;

    @TempDir
    Path folder;

    private Cli.Result pelt(String attach) throws IOException {
        var text = new StringBuilder(HEAD);
        line(
                text,
                "sh-40",
                0,
                1.000100,
                "sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=sh"
                        + " next_pid=40 next_prio=120");
        line(text, "sh-40", 0, 1.000200, attach);
        line(text, "sh-40", 0, 1.000300, "sched_migrate_task: comm=other pid=50 prio=120 orig_cpu=0 dest_cpu=1");
        for (int ms = 2; ms < 40; ms += 2) {
            line(
                    text,
                    "sh-40",
                    0,
                    1 + ms / 1e3,
                    "sched_switch: prev_comm=sh prev_pid=40 prev_prio=120 prev_state=S ==> next_comm=swapper/0"
                            + " next_pid=0 next_prio=120");
            line(text, "<idle>-0", 0, 1 + (ms + 0.9) / 1e3, "sched_waking: comm=sh pid=40 prio=120 target_cpu=000");
            line(text, "<idle>-0", 0, 1 + (ms + 0.901) / 1e3, "sched_wakeup: comm=sh pid=40 prio=120 target_cpu=000");
            line(
                    text,
                    "<idle>-0",
                    0,
                    1 + (ms + 0.902) / 1e3,
                    "sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R"
                            + " ==> next_comm=sh next_pid=40 next_prio=120");
        }
        Path file = folder.resolve("trace.txt");
        Files.writeString(file, text);
        return Cli.run(
                "pelt",
                "--kernel",
                "v6.1",
                "--format",
                "csv",
                "--table",
                "tg_load_avg",
                "--patch",
                "tg-node",
                "-i",
                file.toString());
    }

    private static void line(StringBuilder text, String task, int cpu, double seconds, String event) {
        text.append(
                String.format(java.util.Locale.ROOT, "%16s     [%03d] d..2. %5.6f: %s%n", task, cpu, seconds, event));
    }

    @Test
    void theMoveOfTheUnifiedHierarchyCounts() throws IOException {
        Cli.Result result = pelt("cgroup_attach_task: dst_root=0 dst_id=7 dst_level=2 dst_path=/lab/a pid=40 comm=sh");
        assertThat(result.code()).as(result.err()).isZero();
        assertThat(result.out().lines().filter(l -> l.startsWith("v6.1,/lab/a,2,,")))
                .singleElement()
                .satisfies(row -> {
                    String[] cells = row.split(",", -1);
                    assertThat(Long.parseLong(cells[4])).as("calls in " + row).isGreaterThan(10);
                    assertThat(Long.parseLong(cells[8]))
                            .as("reads: each wake-up and each sleep, in " + row)
                            .isBetween(36L, 60L);
                });
    }

    @Test
    void thoseOfOtherHierarchiesDoNot() throws IOException {
        Cli.Result result = pelt("cgroup_attach_task: dst_root=3 dst_id=7 dst_level=2 dst_path=/lab/a pid=40 comm=sh");
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains("no table 'tg_load_avg'");
    }
}
