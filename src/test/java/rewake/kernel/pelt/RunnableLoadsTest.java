package rewake.kernel.pelt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** The load without sleepers, against the sum over the tasks that are queued. */
final class RunnableLoadsTest {
    private static final int CPUS = 3;
    private static final int TASKS = 9;
    private static final int[] WEIGHTS = {1024, 335, 3121, 15, 1024, 820, 1024, 88, 655};

    private final FairLoads fair = new FairLoads(CPUS, PeltRules.V6_1);
    private final Random random = new Random(7);

    /** Each queued task's average is rounded down by less than 1. */
    @Test
    void isTheSumOverTheQueuedTasks() {
        fair.keepRunnableLoads();
        drive(0);
    }

    /** A group's part is by the ratio of its entity's load to its queue's. */
    @Test
    void aGroupBringsThePartOfItsQueuedTasks() {
        fair.keepRunnableLoads();
        int group = fair.addGroup(0, 1024, 1 << 20);
        for (int task = 0; task < TASKS; task++) fair.regroup(task, group, 1 << 20);
        drive(group);
    }

    @Test
    void nobodyAskedForIt() {
        fair.fork(0, 0, 1024, 1 << 20);
        assertThat(fair.runnableLoad(0)).isZero();
    }

    private void drive(int group) {
        boolean[] known = new boolean[TASKS];
        long now = 2 << 20;
        boolean sleepersWeighed = false;
        for (int i = 0; i < 20_000; i++) {
            now += random.nextInt(400_000);
            int task = random.nextInt(TASKS);
            int cpu = random.nextInt(CPUS);
            step(known, task, cpu, now);
            for (int c = 0; c < CPUS; c++) update(c, now);
            for (int c = 0; c < CPUS; c++) {
                long queued = 0;
                for (int t = 0; t < TASKS; t++) if (fair.onRq(t) && fair.cpu(t) == c) queued += fair.taskLoad(t);
                long h = fair.groups.hierarchicalLoad(fair.tree.queue(group, c));
                long own = fair.first().load(group, c) + 1;
                long expected = group == 0 ? queued : queued * h / own;
                long within = group == 0 ? TASKS : TASKS * h / own + 1;
                assertThat(fair.runnableLoad(c))
                        .as("CPU %d at %d", c, now)
                        .isBetween(expected - within, expected + within);
                sleepersWeighed |= fair.load(c) > fair.runnableLoad(c) + 100;
            }
        }
        assertThat(sleepersWeighed).isTrue();
    }

    private void step(boolean[] known, int task, int cpu, long now) {
        if (!known[task]) {
            fair.fork(task, cpu, WEIGHTS[task], now);
            known[task] = true;
        } else if (!fair.onRq(task)) {
            fair.wake(task, cpu, WEIGHTS[task], now);
        } else {
            switch (random.nextInt(5)) {
                case 0 -> fair.pick(fair.cpu(task), task, now);
                case 1 -> {
                    if (fair.cpu(task) != cpu) fair.move(task, cpu, now);
                }
                case 2 -> fair.reweight(task, WEIGHTS[task] + random.nextInt(50));
                default -> sleep(task, now);
            }
        }
    }

    private void sleep(int task, long now) {
        int cpu = fair.cpu(task);
        boolean ran = fair.running(cpu) == task;
        fair.sleep(task, now);
        if (ran) fair.pickOther(cpu, now);
    }

    /** All tasks queued there, so that each has an average of the same instant. */
    private void update(int cpu, long now) {
        for (int t = 0; t < TASKS; t++) if (fair.onRq(t) && fair.cpu(t) == cpu) fair.pick(cpu, t, now);
        fair.pickOther(cpu, now);
    }
}
