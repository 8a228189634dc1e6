package rewake.measure;

import rewake.observe.Selection;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import rewake.event.EventBatch;
import rewake.event.EventKind;
import rewake.event.TaskState;

/** Perf's habits in counting delays, each with the figure that perf 6.1 prints for such a trace. Times are ns. */
class PerfLatencyTest {
    private static final int IDLE = 0;
    private static final int A = 100;
    private static final int B = 200;

    private final EventBatch cpu = new EventBatch(0, 16);
    private PerfLatency latency = new PerfLatency(true, Selection.ALL);

    @Test
    void aWakeUpBeginsADelayThatTheSwitchInEnds() {
        switched(1000, A, 1, IDLE);
        event(2000, EventKind.WAKEUP, A);
        switched(2700, IDLE, 0, A);
        assertDelays(A, 1, 700);
    }

    @Test
    void stateRBeginsADelay() {
        switched(1000, A, 0, B);
        switched(1400, B, 1, A);
        assertDelays(A, 1, 400);
    }

    /** Perf 6.1 looks state 256 up behind the end of its table of letters, where no R stands. */
    @Test
    void preemptionInTheKernelBeginsNone() {
        switched(1000, A, 256, B);
        switched(1400, B, 1, A);
        assertDelays(A, 0, 0);
    }

    @Test
    void aWakeUpOfATaskThatHasNotLeftBeginsNone() {
        switched(1000, IDLE, 0, A);
        event(1500, EventKind.WAKEUP, A);
        switched(1600, A, 1, IDLE);
        switched(1900, IDLE, 0, A);
        assertDelays(A, 1, 0);
    }

    @Test
    void aTaskFirstSeenWhenItIsSwitchedInWaitedZero() {
        switched(1000, IDLE, 0, A);
        assertDelays(A, 1, 0);
    }

    @Test
    void theLongestDelayKeepsItsFirstStartAndEnd() {
        for (long start : new long[] {1000, 5000, 9000}) {
            switched(start, A, 1, IDLE);
            event(start + 100, EventKind.WAKEUP, A);
            switched(start + 400, IDLE, 0, A);
        }
        PerfLatency.TaskDelays task = of(A);
        assertThat(task.delays().maxNs()).isEqualTo(300);
        assertThat(task.maxStartNs()).isEqualTo(1100);
        assertThat(task.maxEndNs()).isEqualTo(1400);
    }

    @Test
    void wakingIsIgnoredWhereWakeupIsRecordedAndUsedWhereItIsNot() {
        switched(1000, A, 1, IDLE);
        event(1500, EventKind.WAKING, A);
        event(1800, EventKind.WAKEUP, A);
        switched(2000, IDLE, 0, A);
        assertDelays(A, 1, 200);

        latency = new PerfLatency(false, Selection.ALL);
        switched(1000, A, 1, IDLE);
        event(1500, EventKind.WAKING, A);
        switched(2000, IDLE, 0, A);
        assertDelays(A, 1, 500);
    }

    @Test
    void aForkRecordMakesAnotherTaskOfAPid() {
        switched(1000, IDLE, 0, A);
        int row = cpu.append(2000, 0, EventKind.FORK);
        cpu.task(row, A, 0, 0);
        cpu.args(row, B, B);
        latency.event(cpu, row);
        switched(3000, IDLE, 0, A);
        assertThat(latency.tasks().stream().filter(t -> t.tid() == A)).hasSize(2);
    }

    @Test
    void leavingATaskThatWasNotEnteredIsASwitchBug() {
        switched(1000, IDLE, 0, A);
        switched(2000, B, 1, IDLE);
        assertThat(latency.switchBugs()).isEqualTo(1);
    }

    private void assertDelays(int tid, long count, long sumNs) {
        assertThat(of(tid).delays().count()).isEqualTo(count);
        assertThat(of(tid).delays().sumNs()).isEqualTo(sumNs);
    }

    private PerfLatency.TaskDelays of(int tid) {
        return latency.tasks().stream().filter(t -> t.tid() == tid).findFirst().orElseThrow();
    }

    private void switched(long ns, int prev, long prevState, int next) {
        int row = cpu.append(ns, 0, EventKind.SWITCH);
        cpu.context(row, prev, 0);
        cpu.task(row, prev, 120, 0);
        cpu.other(row, next, 120, 0);
        TaskState state =
                prevState == 0 ? TaskState.RUNNABLE : prevState == 256 ? TaskState.PREEMPTED : TaskState.SLEEPING;
        cpu.args(row, prevState, state.ordinal());
        latency.event(cpu, row);
    }

    private void event(long ns, EventKind kind, int pid) {
        int row = cpu.append(ns, 0, kind);
        cpu.task(row, pid, 120, 0);
        latency.event(cpu, row);
    }
}
