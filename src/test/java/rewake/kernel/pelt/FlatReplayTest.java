package rewake.kernel.pelt;

import static org.assertj.core.api.Assertions.assertThat;
import static rewake.kernel.pelt.SchedAvgs.LOAD_AVG;
import static rewake.kernel.pelt.SchedAvgs.LOAD_SUM;
import static rewake.kernel.pelt.SchedAvgs.LUT;
import static rewake.kernel.pelt.SchedAvgs.RUNNABLE_AVG;
import static rewake.kernel.pelt.SchedAvgs.RUNNABLE_SUM;
import static rewake.kernel.pelt.SchedAvgs.UTIL_AVG;
import static rewake.kernel.pelt.SchedAvgs.UTIL_SUM;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * 600 random events of 8 tasks of six weights on 4 CPUs ({@code flat_replay.csv}): after each, every number of the CPU and of
 * the task is what another program, written from the formulas alone, made of it. The task of weight 88761 drives sums beyond
 * 32 bits.
 */
final class FlatReplayTest {
    private static final int[] FIELDS = {LUT, LOAD_SUM, RUNNABLE_SUM, UTIL_SUM, LOAD_AVG, RUNNABLE_AVG, UTIL_AVG};
    private static final int CPU = 5;
    private static final int TASK = CPU + FIELDS.length;

    @Test
    void everyNumberAfterEveryEvent() throws IOException {
        var fair = new FairLoads(4, PeltRules.V6_1);
        int compared = 0;
        for (String line : lines()) {
            String[] c = line.split(",", -1);
            int cpu = Integer.parseInt(c[2]);
            int task = c[3].isEmpty() ? -1 : Integer.parseInt(c[3]);
            happen(fair, c, cpu, task);
            compared += compare(line, fair.queues.avgs, cpu, c, CPU);
            // A dead task's row is of no use any more; in the kernel it is freed.
            if (task >= 0 && !c[1].equals("exit")) compared += compare(line, fair.avgs, task, c, TASK);
        }
        assertThat(compared).isGreaterThan(6000);
    }

    private static void happen(FairLoads fair, String[] c, int cpu, int task) {
        long now = Long.parseLong(c[0]);
        switch (c[1]) {
            case "fork" -> fair.fork(task, cpu, Integer.parseInt(c[4]), now);
            case "wake" -> fair.wake(task, cpu, Integer.parseInt(c[4]), now);
            case "sleep" -> fair.sleep(task, now);
            case "pick" -> fair.pick(cpu, task, now);
            case "idle" -> fair.pickIdle(cpu, now);
            case "exit" -> fair.exit(task, now);
            case "move" -> fair.move(task, cpu, now);
            case "tick" -> fair.tick(cpu, now);
            case "blocked" -> fair.blocked(cpu, now);
            case "" -> {} // the other CPU of a move
            default -> throw new IllegalArgumentException(c[1]);
        }
    }

    private static int compare(String line, SchedAvgs avgs, int row, String[] c, int from) {
        if (c[from].isEmpty()) return 0;
        for (int i = 0; i < FIELDS.length; i++)
            assertThat(avgs.get(row, FIELDS[i]))
                    .as("column %d of %s", from + i, line)
                    .isEqualTo(Long.parseLong(c[from + i]));
        return FIELDS.length;
    }

    private static List<String> lines() throws IOException {
        try (InputStream in = FlatReplayTest.class.getResourceAsStream("flat_replay.csv")) {
            assertThat(in).isNotNull();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .skip(1)
                    .toList();
        }
    }
}
