package rewake.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A CPU that stops while it runs a task is shown by the command that skims and by those that read. */
class StoppedCpuShownTest {
    @TempDir
    private Path folder;

    /** Two CPUs switch every 10 µs; CPU 0 ends after 50 switches with {@code last}, CPU 1 after 100. */
    private String trace(int last) throws IOException {
        var text = new StringBuilder("# tracer: nop\n#\n");
        for (int i = 1; i <= 100; i++) {
            if (i <= 50) line(text, 0, i, i % 2 == 0 ? last : 10, i % 2 == 0 ? 10 : last);
            line(text, 1, i, i % 2 == 0 ? 21 : 20, i % 2 == 0 ? 20 : 21);
        }
        return Files.writeString(folder.resolve("trace.txt"), text).toString();
    }

    private static void line(StringBuilder text, int cpu, int i, int next, int prev) {
        text.append(String.format(
                Locale.ROOT,
                " %s-%d [%03d] d..2. 1.%06d: sched_switch: prev_comm=%s prev_pid=%d prev_prio=120 prev_state=%s ==>"
                        + " next_comm=%s next_pid=%d next_prio=120%n",
                name(cpu, prev),
                prev,
                cpu,
                i * 10 + cpu,
                name(cpu, prev),
                prev,
                prev == 0 ? "R" : "S",
                name(cpu, next),
                next));
    }

    private static String name(int cpu, int pid) {
        return pid == 0 ? "swapper/" + cpu : "t" + pid;
    }

    @Test
    void aBusyCpuThatStoppedIsShown() throws IOException {
        String trace = trace(11);
        for (String command : new String[] {"info", "latency"})
            assertThat(Cli.run(command, trace).out()).as(command).contains("cpu_stopped 1");
    }

    @Test
    void anIdleOneIsNot() throws IOException {
        String trace = trace(0);
        for (String command : new String[] {"info", "latency"})
            assertThat(Cli.run(command, trace).out())
                    .as(command)
                    .contains("times_rounded")
                    .doesNotContain("cpu_stopped");
    }
}
