package rewake.replay.pelt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;
import rewake.event.Comms;
import rewake.event.ImportStats;
import rewake.kernel.pelt.FairLoads;
import rewake.kernel.pelt.PeltRules;
import rewake.kernel.pelt.Signals;
import rewake.replay.SchedIdleTasks;
import rewake.timeline.Tasks;

/** Loads from before the trace: a root run queue that was recorded contains what slept there, once. */
final class ReplayedTest {
    private static final long START = 1L << 50;
    private static final long MS = 1 << 20;
    private static final int PRIO = 120;
    private static final int LOAD = 867;

    private final FairLoads fair = new FairLoads(2, PeltRules.V6_1);
    private final Signals signals = new Signals(fair);
    private final Tasks tasks = new Tasks(new ImportStats());
    private final int task = tasks.of(40, 0);
    private boolean told;
    private final Replayed replayed = new Replayed(
            fair,
            null,
            tasks,
            null,
            new SchedIdleTasks(Set.of(), new Comms(), tasks),
            false,
            (group, cpu) -> told && group == 0 && cpu == 0);

    /** The run queue of CPU 0 is recorded with the load of {@code task} in it. */
    private void tell() {
        signals.readQueue(0, 0, START + MS);
        signals.takeQueue(0, 0, START + MS, LOAD, 20, 20);
        told = true;
        replayed.rootTold(0);
    }

    /** Some periods later the task is woken: its averages are of that moment. */
    private void seed() {
        replayed.seed(task, LOAD, 20, 20, START + 5 * MS);
        replayed.operation(Op.ENQUEUE, Math.max(0, fair.cpu(task)), task, PRIO, 0, START + 5 * MS + 1024);
        assertThat(fair.taskLoad(task)).isEqualTo(LOAD);
    }

    private long aged() {
        signals.readQueue(0, 0, START + 5 * MS);
        return fair.load(0);
    }

    @Test
    void whatSleptThereWhenItWasToldIsInIt() {
        replayed.operation(Op.PICK, 0, task, PRIO, 0, START);
        replayed.operation(Op.SLEEP, 0, task, 0, 0, START + 1024);
        tell();
        long before = aged();
        seed();
        assertThat(fair.load(0)).isEqualTo(before).isBetween(700L, (long) LOAD);
    }

    @Test
    void whatIsFoundThereByItsFirstWakeUpIsInIt() {
        tell();
        replayed.sleptOn(task, 0);
        replayed.operation(Op.LEAVE, 0, task, PRIO, 0, START + MS);
        long before = aged();
        seed();
        assertThat(fair.load(0)).isEqualTo(before).isBetween(700L, (long) LOAD);
    }

    @Test
    void whatComesFromElsewhereIsAdded() {
        tell();
        replayed.operation(Op.PICK, 1, task, PRIO, 1, START + MS);
        seed();
        assertThat(fair.load(0)).isEqualTo(LOAD);
        assertThat(fair.load(1)).isEqualTo(LOAD);
    }

    @Test
    void aQueueThatWasNotToldGetsWhatItLacks() {
        replayed.operation(Op.PICK, 0, task, PRIO, 0, START);
        replayed.operation(Op.SLEEP, 0, task, 0, 0, START + 1024);
        replayed.seed(task, LOAD, 20, 20, START + 2048);
        assertThat(fair.load(0)).isEqualTo(LOAD);
    }
}
