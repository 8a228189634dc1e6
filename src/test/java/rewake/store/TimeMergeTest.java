package rewake.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import rewake.event.EventBatch;
import rewake.event.EventConsumer;
import rewake.event.EventKind;
import rewake.event.ImportStat;
import rewake.event.ImportStats;

class TimeMergeTest {
    private final List<String> seen = new ArrayList<>();
    private final ImportStats stats = new ImportStats();
    private final TimeMerge merge = new TimeMerge(
            new EventConsumer() {
                @Override
                public void event(EventBatch batch, int row) {
                    seen.add("%d@%d".formatted(batch.ref(row), batch.timeNs(row)));
                }
            },
            stats);

    private long record;

    @Test
    void aRoundDeliversUpToTheNewestTimeOfTheOneBefore() {
        row(0, 10);
        row(0, 30);
        merge.roundFinished();
        assertThat(seen).isEmpty();
        row(1, 20);
        row(1, 50);
        merge.roundFinished();
        assertThat(seen).containsExactly("1@10", "3@20", "2@30");
        row(0, 40);
        merge.roundFinished();
        assertThat(seen).containsExactly("1@10", "3@20", "2@30", "5@40", "4@50");
        row(1, 60);
        merge.finish();
        assertThat(seen).endsWith("6@60").hasSize(6);
        assertThat(stats.entries()).isEmpty();
    }

    @Test
    void aBarrierDeliversWhatIsOlderThanItsTime() {
        row(0, 10);
        row(0, 90);
        row(1, 20);
        merge.complete(20);
        assertThat(seen).containsExactly("1@10");
        row(2, 20);
        row(1, 30);
        merge.complete(80);
        assertThat(seen).containsExactly("1@10", "3@20", "4@20", "5@30");
        merge.finish();
        assertThat(seen).endsWith("2@90").hasSize(5);
        assertThat(stats.entries()).isEmpty();
    }

    @Test
    void equalTimesKeepTheOrderOfTheFile() {
        row(5, 10);
        row(2, 10);
        row(7, 10);
        row(2, 10);
        row(0, 10);
        row(5, 10);
        merge.roundFinished();
        merge.finish();
        assertThat(seen).containsExactly("1@10", "2@10", "3@10", "4@10", "5@10", "6@10");
    }

    @Test
    void rowsWithoutATimeComeFirstAndAtOnce() {
        row(0, 0);
        row(0, 0);
        row(1, 100);
        merge.roundFinished();
        assertThat(seen).containsExactly("1@0", "2@0");
        row(1, 200);
        merge.roundFinished();
        row(1, 0);
        merge.roundFinished();
        assertThat(seen).containsExactly("1@0", "2@0", "3@100", "5@0", "4@200");
        assertThat(stats.entries()).isEmpty();
    }

    @Test
    void rowsOutOfOrderWithinALaneArePutBack() {
        row(0, 10);
        row(0, 40);
        row(0, 20);
        row(0, 30);
        row(0, 40);
        row(1, 25);
        merge.roundFinished();
        merge.finish();
        assertThat(seen).containsExactly("1@10", "3@20", "6@25", "4@30", "2@40", "5@40");
        assertThat(stats.onCpu(ImportStat.REORDERED, 0)).isEqualTo(2);
        assertThat(stats.total(ImportStat.CLOCK_BACKWARD)).isZero();
    }

    @Test
    void aRowOlderThanWhatWasDeliveredGetsThatTime() {
        row(0, 100);
        merge.roundFinished();
        row(0, 150);
        merge.roundFinished();
        assertThat(seen).containsExactly("1@100");
        row(1, 70);
        row(1, 110);
        merge.finish();
        assertThat(seen).containsExactly("1@100", "3@100", "4@110", "2@150");
        assertThat(stats.onCpu(ImportStat.CLOCK_BACKWARD, 1)).isEqualTo(1);
    }

    @Test
    void withoutRoundsEverythingIsHeldAndThatIsCounted() {
        row(1, 2);
        row(0, 1);
        merge.finish();
        assertThat(seen).containsExactly("2@1", "1@2");
        assertThat(stats.total(ImportStat.NO_ROUNDS)).isEqualTo(1);
    }

    @Test
    void eachLaneIsShownOnceBeforeItsRows() {
        var shown = new ArrayList<Integer>();
        var watched = new TimeMerge(
                new EventConsumer() {
                    @Override
                    public void event(EventBatch batch, int row) {
                        assertThat(shown).contains(batch.cpu());
                    }

                    @Override
                    public void firstOf(EventBatch lane) {
                        shown.add(lane.cpu());
                    }
                },
                stats);
        for (int i = 1; i < 40; i++) {
            watched.lane(i % 3).append(i, i, EventKind.EXIT);
            if (i % 5 == 0) watched.roundFinished();
        }
        watched.finish();
        assertThat(shown).containsExactlyInAnyOrder(0, 1, 2);
    }

    @Test
    void anyStreamComesOutSortedAndWhole() {
        var random = new SplittableRandom(7);
        for (int cpus : new int[] {1, 2, 3, 8, 17, 300}) {
            seen.clear();
            var times = new ArrayList<Long>();
            var inOrder = new TimeMerge((EventBatch batch, int row) -> times.add(batch.timeNs(row)), new ImportStats());
            long now = 1000;
            int rows = 0;
            for (int round = 0; round < 100; round++) {
                for (int cpu = 0; cpu < cpus; cpu++) {
                    long time = now + random.nextInt(10);
                    for (int i = random.nextInt(20); i > 0; i--) {
                        inOrder.lane(cpu).append(time, rows++, EventKind.EXIT);
                        time += random.nextInt(5);
                    }
                }
                now += 100;
                inOrder.roundFinished();
            }
            inOrder.finish();
            assertThat(times).hasSize(rows).isSorted();
        }
    }

    private void row(int cpu, long timeNs) {
        merge.lane(cpu).append(timeNs, ++record, EventKind.EXIT);
    }
}
