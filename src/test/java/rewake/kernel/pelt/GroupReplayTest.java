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
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Random events of 9 tasks in a tree of four groups on 3 CPUs: after each, every number of every run queue and group of the
 * CPU, and of the task, is what another program, written from the formulas alone, made of it.
 */
final class GroupReplayTest {
    private static final int[] QUEUE = {LUT, LOAD_SUM, RUNNABLE_SUM, UTIL_SUM, LOAD_AVG, RUNNABLE_AVG, UTIL_AVG};
    private static final int[] ENTITY = {LOAD_SUM, RUNNABLE_SUM, UTIL_SUM, LOAD_AVG, RUNNABLE_AVG, UTIL_AVG};
    private static final int[] GROUP_OF = {0, 1, 2, 2, 3, 3, 4, 4, 2};
    private static final int FIRST = 6;

    /** {@code limited} 1: as v6.7, 2: as 6.12.y as well. */
    @ParameterizedTest
    @CsvSource({"group_replay.csv, 0, 17000", "group_replay_limited.csv, 1, 7000", "group_replay_kept.csv, 2, 17000"})
    void everyNumberAfterEveryEvent(String file, int limited, int atLeast) throws IOException {
        var fair = new FairLoads(3, rules(limited));
        tree(fair, GROUP_OF);
        int compared = 0;
        for (String line : lines(file)) {
            String[] c = line.split(",", -1);
            happen(fair, c);
            compared += compare(fair, line, c);
        }
        assertThat(compared).isGreaterThan(atLeast);
    }

    private static PeltRules rules(int limited) {
        TgRules tg = TgRules.BASE
                .withLimit(limited > 0 ? TgRules.Limit.SCHED_CLOCK : TgRules.Limit.NONE)
                .withKeepsContributing(limited > 1);
        return new PeltRules(false, false, limited > 1, false, tg);
    }

    /** /a, /a/x, /a/y, /b. */
    static void tree(FairLoads fair, int[] groupOf) {
        int a = fair.addGroup(0, 1024, 102_400);
        fair.addGroup(a, 2048, 102_400);
        fair.addGroup(a, 512, 102_400);
        fair.addGroup(0, 3, 102_400);
        for (int task = 0; task < groupOf.length; task++) fair.regroup(task, groupOf[task], 102_400);
    }

    /** One event of a row: time, what, CPU, task, and what it takes. */
    static void happen(FairLoads fair, String[] c) {
        long now = Long.parseLong(c[0]);
        int cpu = Integer.parseInt(c[2]);
        int task = number(c[3]);
        switch (c[1]) {
            case "fork" -> fair.fork(task, cpu, number(c[4]), now);
            case "wake" -> fair.wake(task, cpu, fair.weight(task), now);
            case "move" -> fair.move(task, number(c[4]), now);
            case "tick" -> fair.tick(cpu, now);
            case "blocked" -> fair.blocked(cpu, now);
            case "switch", "exit" -> {
                if (number(c[4]) == 1) fair.sleep(task, now);
                if (c[5].isEmpty()) fair.pickIdle(cpu, now);
                else fair.pick(cpu, number(c[5]), now);
                if (c[1].equals("exit")) fair.exit(task, now);
            }
            default -> throw new IllegalArgumentException(c[1]);
        }
    }

    private static int compare(FairLoads fair, String line, String[] c) {
        var actual = new ArrayList<Long>();
        queues(fair, Integer.parseInt(c[2]), actual);
        if (c[1].equals("move")) queues(fair, number(c[4]), actual);
        // A dead task's row is of no use any more; in the kernel it is freed.
        if (!c[3].isEmpty() && !c[1].equals("exit"))
            for (int field : QUEUE) actual.add(fair.avgs.get(number(c[3]), field));
        var expected = new ArrayList<Long>();
        for (int i = FIRST; i < c.length; i++) expected.add(Long.parseLong(c[i]));
        assertThat(actual).as(line).isEqualTo(expected);
        return actual.size();
    }

    private static void queues(FairLoads fair, int cpu, List<Long> out) {
        for (int g = 0; g < fair.tree.count(); g++) {
            int q = fair.tree.queue(g, cpu);
            for (int field : QUEUE) out.add(fair.queues.avgs.get(q, field));
            if (g == 0) continue;
            for (int field : ENTITY) out.add(fair.groups.avgs.get(q, field));
            out.add(fair.groups.weight(q));
            out.add(fair.groups.contrib(q));
            out.add(fair.groups.load(g));
        }
    }

    static int number(String cell) {
        return cell.isEmpty() ? -1 : Integer.parseInt(cell);
    }

    private static List<String> lines(String file) throws IOException {
        try (InputStream in = GroupReplayTest.class.getResourceAsStream(file)) {
            assertThat(in).isNotNull();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }
}
