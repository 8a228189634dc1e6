package rewake.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rewake.event.EventBatch;
import rewake.event.EventKind;
import rewake.event.ImportStat;
import rewake.event.ImportStats;

/** Events that are only counted get the times that a merge would give them. */
class TimeCheckTest {
    private final ImportStats merged = new ImportStats();
    private final ImportStats checked = new ImportStats();
    private final long[] mergedSum = new long[4];
    private final long[] checkedSum = new long[4];
    private final TimeMerge merge =
            new TimeMerge((EventBatch batch, int row) -> mergedSum[batch.cpu()] += batch.timeNs(row), merged);
    private final TimeCheck check =
            new TimeCheck((int cpu, EventKind kind, long timeNs, long ref) -> checkedSum[cpu] += timeNs, checked);

    private void event(int cpu, long timeNs) {
        merge.lane(cpu).append(timeNs, 0, EventKind.SWITCH);
        check.event(cpu, EventKind.SWITCH, timeNs, 0);
    }

    private void round() {
        merge.roundFinished();
        check.roundFinished();
    }

    private void complete(long timeNs) {
        merge.complete(timeNs);
        check.complete(timeNs);
    }

    private void finish() {
        merge.finish();
        check.finish();
        assertThat(checked.entries()).isEqualTo(merged.entries());
        assertThat(checkedSum).isEqualTo(mergedSum);
    }

    @Test
    void anEventOlderThanTheBarrierGetsItsTime() {
        event(0, 100);
        round();
        event(0, 150);
        round();
        event(1, 70);
        event(1, 110);
        event(0, 120);
        event(2, 0);
        finish();
        assertThat(checkedSum).containsExactly(100 + 150 + 120, 100 + 110, 0, 0);
        assertThat(checked.onCpu(ImportStat.CLOCK_BACKWARD, 1)).isEqualTo(1);
        assertThat(checked.onCpu(ImportStat.REORDERED, 0)).isEqualTo(1);
    }

    @Test
    void withoutBarriersThatIsCounted() {
        finish();
        assertThat(checked.entries()).isEmpty();
        event(0, 5);
        finish();
        assertThat(checked.total(ImportStat.NO_ROUNDS)).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anyStreamOfEventsIsTreatedAsByAMerge(boolean rounds) {
        var random = new SplittableRandom(11);
        long now = 1000;
        for (int i = 0; i < 20_000; i++) {
            now += random.nextInt(4);
            long time = random.nextInt(20) == 0 ? now - random.nextInt(300) : now;
            event(random.nextInt(4), random.nextInt(200) == 0 ? 0 : time);
            if (random.nextInt(50) != 0) continue;
            if (rounds) round();
            else complete(now - random.nextInt(100));
        }
        finish();
        assertThat(checked.total(ImportStat.REORDERED)).isPositive();
        assertThat(checked.total(ImportStat.CLOCK_BACKWARD)).isPositive();
    }
}
