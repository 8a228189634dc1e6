package rewake.kernel.pelt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is heard and read in the midst of an operation, and what is found from before the first. */
final class UpdatesTest {
    private static final long PERIOD = 1 << 20;
    private static final long START = 100 * PERIOD;

    private final FairLoads fair = new FairLoads(2, PeltRules.V6_1);
    private final Signals signals = new Signals(fair);

    /**
     * A second task of the group halves the part of it that CPU 1 gets: after the root has been updated, and recorded, with the
     * whole.
     */
    @Test
    void aQueueIsHeardBeforeItsEntitiesGetAnotherWeight() {
        int group = fair.addGroup(0, 1024, PERIOD);
        for (int task = 0; task < 2; task++) fair.regroup(task, group, PERIOD);
        fair.fork(0, 0, 1024, START);
        var heard = new ArrayList<String>();
        signals.watched((cpu, of, below) ->
                heard.add(of + "/" + below + " " + fair.first().load(of, cpu)));
        fair.fork(1, 1, 1024, START + PERIOD);
        assertThat(heard).containsExactly("1/-1 1024", "0/1 1024");
        assertThat(fair.first().load(0, 1)).isEqualTo(512);
    }

    /** The kernel works averages out where a period ends: what is recorded in between is of the last one. */
    @Test
    void anAverageIsReadAsOfTheLastPeriod() {
        fair.fork(0, 0, 1024, START);
        fair.pick(0, 0, START);
        fair.tick(0, START + 40 * PERIOD);
        fair.sleep(0, START + 40 * PERIOD + 1024);
        signals.readTask(0, START + 40 * PERIOD + 600 * 1024, 1024);
        assertThat(signals.util()).isEqualTo(fair.taskUtil(0));
        signals.readTask(0, START + 41 * PERIOD, 1024);
        assertThat(signals.util()).isLessThan(fair.taskUtil(0));
    }

    /** Half the weight, half the load, of the same moment. */
    @Test
    void anotherWeightChangesTheLoadAtOnce() {
        fair.fork(0, 0, 1024, START);
        fair.pick(0, 0, START);
        fair.tick(0, START + 400 * PERIOD + 2048);
        signals.readTask(0, START + 400 * PERIOD + 2048, 512);
        assertThat(signals.load()).isBetween(511L, 512L);
    }

    /** The root of CPU 0 was recorded with the load of task 0 in it, asleep: it leaves that behind when it wakes elsewhere. */
    @Test
    void aSleeperThatIsFoundTakesItsLoadAlong() {
        fair.pickIdle(0, START);
        fair.blocked(0, START);
        signals.readQueue(0, 0, START + PERIOD);
        signals.takeQueue(0, 0, START + PERIOD, 1000, 300, 300);
        fair.seed(0, 400, 200, 200, START + PERIOD);
        fair.found(0, 0, 1024);
        assertThat(fair.load(0)).as("it contains it already").isEqualTo(1000);
        fair.wake(0, 1, 1024, START + PERIOD + 1024);
        fair.blocked(0, START + PERIOD + 2048);
        assertThat(fair.load(0)).isEqualTo(600);
        assertThat(fair.first().util(0, 0)).isEqualTo(100);
        assertThat(fair.load(1)).isEqualTo(400);
    }

    @Test
    void whoIsKnownIsNotFound() {
        fair.fork(0, 0, 1024, START);
        fair.found(0, 1, 1024);
        assertThat(fair.cpu(0)).isZero();
        assertThat(List.of(fair.load(0), fair.load(1))).containsExactly(1024L, 0L);
    }

    /** What the model was off at the moment of the record is put right; what happened since stays. */
    @Test
    void aTakenLoadKeepsWhatEntitiesGotSince() {
        int group = fair.addGroup(0, 1024, PERIOD);
        for (int task = 0; task < 2; task++) fair.regroup(task, group, PERIOD);
        fair.fork(0, 0, 1024, START);
        fair.fork(1, 1, 1024, START + PERIOD);
        signals.takeQueue(0, 1, START + PERIOD, 1100 - 1024, 0, 0);
        assertThat(fair.load(1)).isEqualTo(512 + 76);
    }

    /** The entity had been given less before it was updated again: so had the queue. */
    @Test
    void aRecordedWeightIsThatOfTheQueueAsWell() {
        int group = fair.addGroup(0, 1024, PERIOD);
        fair.regroup(0, group, PERIOD);
        fair.fork(0, 0, 1024, START);
        assertThat(fair.load(0)).isEqualTo(1024);
        signals.weighEntity(group, 0, 256);
        assertThat(fair.load(0)).isEqualTo(256);
        assertThat(fair.first().entityWeight(group, 0)).isEqualTo(256 << 10);
    }
}
