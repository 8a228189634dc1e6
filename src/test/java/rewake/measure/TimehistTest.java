package rewake.measure;

import rewake.observe.Selection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import rewake.event.Comms;
import rewake.event.EventBatch;
import rewake.event.EventKind;
import rewake.event.TaskState;
import rewake.event.Topology;
import rewake.event.TraceFacts;

/** What {@code timehist} says of small stories, worked by hand; what perf says of recordings is compared elsewhere. Times are ns. */
class TimehistTest {
    private static final int IDLE = 0;
    private static final int A = 100;
    private static final int B = 200;

    private static final TraceFacts FACTS = new TraceFacts(
            "test",
            null,
            null,
            null,
            null,
            2,
            null,
            Topology.flat(2, "test"),
            List.of("sched:sched_switch", "sched:sched_waking", "sched:sched_migrate_task"),
            null,
            true);

    private final EventBatch[] cpus = {new EventBatch(0, 16), new EventBatch(1, 16)};
    private final List<String> rows = new ArrayList<>();
    private Timehist timehist = with(false, false, Selection.ALL, new BitSet());

    private Timehist with(boolean idle, boolean asPerf, Selection selection, BitSet prios) {
        var options = new TimehistOptions(true, true, idle, asPerf, selection, Set.of(), Set.of(), Set.of(), prios);
        return new Timehist(FACTS, new Comms(), options, this::row);
    }

    private void row(TimehistRow row) {
        int task = row.idle ? 0 : timehist.tasks().tid(row.task);
        rows.add(
                row.what == TimehistRow.What.SWITCH
                        ? task + " wait " + row.waitNs + " delay " + row.delayNs + " run " + row.runNs
                        : row.what.id() + " " + timehist.tasks().tid(row.other));
    }

    @Test
    void aWokenTaskWaitsFromItsLeavingAndIsDelayedFromItsWakeUp() {
        switched(0, 1000, A, TaskState.SLEEPING, IDLE);
        event(0, 1500, EventKind.WAKING, A);
        event(0, 1600, EventKind.WAKEUP, A);
        switched(0, 1700, IDLE, TaskState.RUNNABLE, A);
        switched(0, 1950, A, TaskState.SLEEPING, IDLE);
        assertThat(rows)
                .containsExactly(
                        "100 wait -1 delay -1 run -1",
                        "awakened 100",
                        "0 wait -1 delay 0 run 700",
                        "100 wait 700 delay 200 run 250");
    }

    @Test
    void aPreemptedTaskHasAWaitAndNoDelay() {
        switched(0, 1000, A, TaskState.PREEMPTED, B);
        switched(0, 1400, B, TaskState.SLEEPING, A);
        switched(0, 1500, A, TaskState.SLEEPING, IDLE);
        assertThat(rows).last().isEqualTo("100 wait 400 delay 0 run 100");
        assertThat(of(A).preemptSumNs).isEqualTo(400);
        assertThat(of(A).sleepSumNs).isZero();
    }

    /** Perf 6.1 knows the wait of R, and takes that of R+ for sleep. */
    @Test
    void asPerfItsWaitIsSleep() {
        timehist = with(false, true, Selection.ALL, new BitSet());
        aPreemptedTask();
        assertThat(of(A).preemptSumNs).isZero();
        assertThat(of(A).sleepSumNs).isEqualTo(400);
    }

    private void aPreemptedTask() {
        switched(0, 1000, A, TaskState.PREEMPTED, B);
        switched(0, 1400, B, TaskState.SLEEPING, A);
        switched(0, 1500, A, TaskState.SLEEPING, IDLE);
    }

    @Test
    void theLastRunOfADeadTaskIsItsOwnAndPerfsIsThatOfATaskMinusOne() {
        for (boolean asPerf : new boolean[] {false, true}) {
            timehist = with(false, asPerf, Selection.ALL, new BitSet());
            rows.clear();
            switched(0, 1000, IDLE, TaskState.RUNNABLE, A);
            cpus[0].append(1300, 0, EventKind.SWITCH);
            int row = cpus[0].size() - 1;
            cpus[0].task(row, A, 120, 0);
            cpus[0].other(row, IDLE, 120, 0);
            cpus[0].context(row, A, EventBatch.TASK_GONE);
            cpus[0].args(row, 16, TaskState.DEAD.ordinal());
            timehist.event(cpus[0], row);
            assertThat(rows).last().isEqualTo((asPerf ? -1 : A) + " wait -1 delay 0 run 300");
        }
    }

    @Test
    void aTaskThatIsMovedBeforeItRunsWaitedInVainUntilThen() {
        switched(0, 1000, A, TaskState.SLEEPING, IDLE);
        event(0, 1500, EventKind.WAKING, A);
        event(0, 1800, EventKind.MIGRATE_TASK, A);
        switched(1, 900, B, TaskState.SLEEPING, IDLE);
        switched(1, 2000, IDLE, TaskState.RUNNABLE, A);
        switched(1, 2500, A, TaskState.SLEEPING, IDLE);
        assertThat(of(A).preMigrationSumNs).isEqualTo(300);
        assertThat(of(A).migrations).isEqualTo(1);
        assertThat(rows).contains("migrated 100");
    }

    /** A task that was preempted waits too; one that moves while it sleeps does not. */
    @Test
    void aMoveCountsFromPreemptionAndNotFromSleep() {
        switched(0, 1000, A, TaskState.PREEMPTED, B);
        event(0, 1400, EventKind.MIGRATE_TASK, A);
        switched(0, 1500, B, TaskState.SLEEPING, A);
        switched(0, 1600, A, TaskState.SLEEPING, B);
        assertThat(of(A).preMigrationSumNs).isEqualTo(400);
        event(0, 1700, EventKind.MIGRATE_TASK, A);
        event(0, 1800, EventKind.WAKING, A);
        switched(0, 1900, B, TaskState.SLEEPING, A);
        switched(0, 2000, A, TaskState.SLEEPING, B);
        assertThat(of(A).preMigrationSumNs).isEqualTo(400);
    }

    @Test
    void aWindowCutsRunsAtItsEndsAndLeavesOutWhatIsNotInIt() {
        timehist = with(false, false, new Selection(new BitSet(), 1200, 1700), new BitSet());
        switched(0, 1000, IDLE, TaskState.RUNNABLE, A);
        event(0, 1100, EventKind.MIGRATE_TASK, B);
        switched(0, 1500, A, TaskState.SLEEPING, B);
        switched(0, 1900, B, TaskState.SLEEPING, A);
        switched(0, 2000, A, TaskState.SLEEPING, IDLE);
        assertThat(rows).containsExactly("100 wait -1 delay 0 run 300", "200 wait -1 delay 0 run 200");
        assertThat(timehist.windowNs()).isEqualTo(500);
        assertThat(of(B).migrations).isZero();
    }

    /** Perf's window begins with the first switch in it, and its migrations know no window. */
    @Test
    void asPerfTheWindowBeginsLater() {
        timehist = with(false, true, new Selection(new BitSet(), 1200, 1700), new BitSet());
        switched(0, 1000, IDLE, TaskState.RUNNABLE, A);
        event(0, 1100, EventKind.MIGRATE_TASK, B);
        switched(0, 1500, A, TaskState.SLEEPING, B);
        switched(0, 1900, B, TaskState.SLEEPING, A);
        assertThat(rows).first().isEqualTo("migrated 200");
        assertThat(timehist.windowNs()).isEqualTo(200);
        assertThat(of(B).migrations).isEqualTo(1);
    }

    @Test
    void onlyTasksOfAPriority() {
        var realTime = new BitSet();
        realTime.set(0, 100);
        timehist = with(false, false, Selection.ALL, realTime);
        switched(0, 1000, IDLE, TaskState.RUNNABLE, A, 19);
        switched(0, 1500, A, TaskState.SLEEPING, B, 120);
        switched(0, 1900, B, TaskState.SLEEPING, IDLE, 120);
        assertThat(rows).containsExactly("100 wait -1 delay 0 run 500");
    }

    @Test
    void idlenessIsThatOfWhoLeft() {
        timehist = with(true, false, Selection.ALL, new BitSet());
        switched(0, 1000, A, TaskState.SLEEPING, IDLE);
        switched(0, 1800, IDLE, TaskState.RUNNABLE, B);
        switched(0, 1900, B, TaskState.SLEEPING, A);
        switched(0, 2000, A, TaskState.SLEEPING, IDLE);
        assertThat(rows)
                .containsExactly(
                        "100 wait -1 delay -1 run -1", "0 wait -1 delay 0 run 800", "100 wait -1 delay -1 run -1");
        assertThat(of(A).runSumNs).isEqualTo(800);
        assertThat(of(A).runs.count()).isEqualTo(1);
    }

    private TaskTimes of(int tid) {
        return Objects.requireNonNull(timehist.timesOf(timehist.tasks().of(tid, 0)));
    }

    private void switched(int cpu, long ns, int prev, TaskState state, int next) {
        switched(cpu, ns, prev, state, next, 120);
    }

    private void switched(int cpu, long ns, int prev, TaskState state, int next, int nextPrio) {
        EventBatch batch = cpus[cpu];
        int row = batch.append(ns, 0, EventKind.SWITCH);
        batch.context(row, prev, 0);
        batch.task(row, prev, 120, 0);
        batch.other(row, next, nextPrio, 0);
        batch.args(row, 0, state.ordinal());
        timehist.event(batch, row);
    }

    private void event(int cpu, long ns, EventKind kind, int pid) {
        int row = cpus[cpu].append(ns, 0, kind);
        cpus[cpu].task(row, pid, 120, 0);
        timehist.event(cpus[cpu], row);
    }
}
