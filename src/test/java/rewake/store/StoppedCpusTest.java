package rewake.store;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import rewake.event.EventBatch;
import rewake.event.EventKind;
import rewake.event.ImportStat;
import rewake.event.ImportStats;

/** A CPU that stops is told from one that idles, and from one that is merely quiet. */
class StoppedCpusTest {
    private static final int TASK = 7;

    private final StoppedCpus rows = new StoppedCpus();
    private final StoppedCpus skimmed = new StoppedCpus();

    private void event(int cpu, long timeNs, EventKind kind, int current, int next) {
        var batch = new EventBatch(cpu, 1);
        int row = batch.append(timeNs, 0, kind);
        batch.context(row, current, 0);
        batch.other(row, next, 120, 0);
        rows.event(batch, row);
        skimmed.event(cpu, kind, timeNs, 0);
    }

    /** Events of {@code cpu} every 100 ns up to {@code untilNs}, the last one a switch to {@code last}. */
    private void busyUntil(int cpu, long untilNs, int last) {
        for (long t = 100; t < untilNs; t += 100) event(cpu, t, EventKind.WAKING, TASK, 0);
        event(cpu, untilNs, EventKind.SWITCH, TASK, last);
    }

    private long stopped(int cpu) {
        var stats = new ImportStats();
        rows.count(stats);
        return stats.onCpu(ImportStat.CPU_STOPPED, cpu);
    }

    @Test
    void aBusyCpuThatIsSilentForLongerThanEverHasStopped() {
        busyUntil(0, 5_000, TASK);
        busyUntil(1, 9_000, TASK);
        assertThat(stopped(0)).isEqualTo(1);
        assertThat(stopped(1)).as("the last one stopped with the trace").isZero();
        assertThat(skimmed.anySilent()).isTrue();
    }

    @Test
    void anIdleCpuThatStaysIdleSaysNothing() {
        busyUntil(0, 5_000, 0);
        busyUntil(1, 9_000, TASK);
        assertThat(stopped(0)).isZero();
        assertThat(skimmed.anySilent()).as("without rows it could be busy").isTrue();
    }

    @Test
    void aRecorderThatStopsCpuByCpuSaysNothing() {
        for (int cpu = 0; cpu < 3; cpu++) busyUntil(cpu, 9_000 + cpu * 90, TASK);
        for (int cpu = 0; cpu < 3; cpu++) assertThat(stopped(cpu)).isZero();
        assertThat(skimmed.anySilent()).isFalse();
    }

    @Test
    void aCpuThatWasAsQuietBeforeSaysNothing() {
        event(0, 100, EventKind.SWITCH, 0, TASK);
        busyUntil(0, 4_100, TASK);
        event(0, 7_000, EventKind.WAKING, TASK, 0);
        busyUntil(1, 12_000, TASK);
        assertThat(stopped(0)).as("5 µs of silence, 2.9 µs before").isZero();
    }

    @Test
    void whereEventsAreFewNothingIsSaid() {
        event(0, 100, EventKind.SWITCH, 0, TASK);
        event(0, 110, EventKind.WAKING, TASK, 0);
        busyUntil(1, 9_000, TASK);
        assertThat(stopped(0)).isZero();
    }

    @Test
    void recordsThatAreNoEventsDoNotCount() {
        busyUntil(0, 5_000, TASK);
        busyUntil(1, 5_100, TASK);
        event(1, 900_000, EventKind.COMM, TASK, 0);
        assertThat(stopped(0)).isZero();
    }
}
