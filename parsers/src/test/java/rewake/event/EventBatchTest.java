package rewake.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class EventBatchTest {
    @Test
    void everyColumnKeepsItsValue() {
        var batch = new EventBatch(3, 0);
        for (int i = 0; i < 40; i++) {
            int row = batch.append(Long.MAX_VALUE - i, i, EventKind.LOST);
            batch.other(row, 4_194_303, 139, -1 >>> 1);
            batch.task(row, 5 + i, -1, 6);
            batch.context(row, 4_194_302, EventBatch.CONTEXT_KNOWN | EventBatch.SOFTIRQ);
            batch.args(row, Long.MIN_VALUE, -1);
        }
        int row = 39;
        assertThat(batch.cpu()).isEqualTo(3);
        assertThat(batch.timeNs(row)).isEqualTo(Long.MAX_VALUE - 39);
        assertThat(batch.ref(row)).isEqualTo(39);
        assertThat(EventKind.of(batch.kind(row))).isEqualTo(EventKind.LOST);
        assertThat(batch.flags(row)).isEqualTo(6);
        assertThat(batch.currentPid(row)).isEqualTo(4_194_302);
        assertThat(batch.pid(row)).isEqualTo(44);
        assertThat(batch.prio(row)).isEqualTo(-1);
        assertThat(batch.comm(row)).isEqualTo(6);
        assertThat(batch.otherPid(row)).isEqualTo(4_194_303);
        assertThat(batch.otherPrio(row)).isEqualTo(139);
        assertThat(batch.otherComm(row)).isEqualTo(Integer.MAX_VALUE);
        assertThat(batch.arg0(row)).isEqualTo(Long.MIN_VALUE);
        assertThat(batch.arg1(row)).isEqualTo(-1);
    }

    @Test
    void aRowAppendedWhereADroppedOneStoodIsEmpty() {
        var batch = new EventBatch(0, 2);
        batch.append(1, 1, EventKind.EXIT);
        int row = batch.append(2, 2, EventKind.EXIT);
        batch.task(row, 7, 7, 7);
        batch.dropFirst(1);
        assertThat(batch.pid(0)).isEqualTo(7);
        batch.dropFirst(1);
        assertThat(batch.size()).isZero();
        batch.append(3, 3, EventKind.EXIT);
        assertThat(batch.pid(0)).isZero();
    }

    @Test
    void sortingByTimeIsStableAndLeavesTheFrontAlone() {
        var batch = new EventBatch(0, 16);
        var random = new SplittableRandom(1);
        batch.append(1000, 0, EventKind.EXIT);
        for (int i = 1; i <= 999; i++) batch.append(random.nextInt(50), i, EventKind.EXIT);
        batch.sortByTime(1);
        assertThat(batch.timeNs(0)).isEqualTo(1000);
        for (int row = 2; row < 1000; row++) {
            assertThat(batch.timeNs(row)).isGreaterThanOrEqualTo(batch.timeNs(row - 1));
            if (batch.timeNs(row) == batch.timeNs(row - 1))
                assertThat(batch.ref(row)).isGreaterThan(batch.ref(row - 1));
        }
    }

    @Test
    void theContextHasRoomForTheProcessAndMoreFlags() {
        var batch = new EventBatch(0, 4);
        for (int process : new int[] {0, 1, 4_194_303}) {
            int row = batch.append(1, 2, EventKind.SWITCH);
            batch.context(row, 4_194_303, EventBatch.HARDIRQ);
            batch.process(row, process);
            batch.flag(row, EventBatch.TASK_GONE);
            assertThat(batch.currentTgid(row)).isEqualTo(process);
            assertThat(batch.currentPid(row)).isEqualTo(4_194_303);
            assertThat(batch.flags(row)).isEqualTo(EventBatch.HARDIRQ | EventBatch.TASK_GONE);
            assertThat(EventKind.of(batch.kind(row))).isEqualTo(EventKind.SWITCH);
        }
    }
}
