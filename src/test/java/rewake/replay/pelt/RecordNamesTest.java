package rewake.replay.pelt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import rewake.event.CgroupPaths;
import rewake.event.EventBatch;
import rewake.event.EventKind;
import rewake.event.PeltField;
import rewake.event.PeltRow;
import rewake.replay.Cgroups;

/** Whose entities probes record, which name the run queue that it is on and the address of its own. */
final class RecordNamesTest {
    private static final int LAB = 2;
    private static final int A = 3;
    private static final int B = 4;
    private static final long OF_LAB = 0x1000;
    private static final long OF_A = 0x2000;
    private static final long OF_B = 0x3000;

    private final RecordNames names = new RecordNames(
            Cgroups.of(
                    "test",
                    List.of(
                            new Cgroups.Group("/lab", Cgroups.DEFAULT_SHARES, LAB),
                            new Cgroups.Group("/lab/a", Cgroups.DEFAULT_SHARES, A),
                            new Cgroups.Group("/lab/b", Cgroups.DEFAULT_SHARES, B)),
                    Map.of(),
                    Map.of()),
            new CgroupPaths(),
            1);
    private final EventBatch lane = new EventBatch(0, 4);

    private int queue(int css) {
        return record(EventKind.PELT_CFS, css, 0);
    }

    private int entity(int on, long ofQueue) {
        return record(EventKind.PELT_SE, on, ofQueue);
    }

    private int record(EventKind kind, int css, long ofQueue) {
        return names.group(lane, row(kind, css, ofQueue), 0);
    }

    private int row(EventKind kind, int css, long ofQueue) {
        var row = new PeltRow();
        row.set(PeltField.CSS, css);
        if (ofQueue != 0) row.set(PeltField.MY_Q, ofQueue);
        return row.appendTo(lane, 1000, 0, kind);
    }

    /** Where a load is passed up, the entity is recorded again, after the run queue that it is on. */
    @Test
    void anEntityKeepsItsNameAfterTheRunQueueAbove() {
        assertThat(queue(A)).isEqualTo(2);
        assertThat(entity(LAB, OF_A)).isEqualTo(2);
        assertThat(queue(LAB)).isEqualTo(1);
        assertThat(entity(LAB, OF_A)).isEqualTo(2);
        assertThat(entity(1, OF_LAB)).isEqualTo(1);
        assertThat(queue(1)).isZero();
        assertThat(entity(1, OF_LAB)).isEqualTo(1);
    }

    /** Nobody has recorded its run queue. */
    @Test
    void anAddressThatNothingTellsIsOfNoGroup() {
        assertThat(entity(LAB, OF_A)).isEqualTo(-1);
        queue(LAB);
        assertThat(entity(LAB, OF_A)).isEqualTo(-1);
    }

    /** The run queue of one group, then the entity of another of which only a load was passed up. */
    @Test
    void mostSay() {
        queue(A);
        assertThat(entity(LAB, OF_B)).as("so it seems").isEqualTo(2);
        for (int i = 0; i < 3; i++) {
            queue(B);
            entity(LAB, OF_B);
        }
        assertThat(entity(LAB, OF_B)).isEqualTo(3);
    }

    @Test
    void whoAsksAgainTellsNothing() {
        queue(A);
        entity(LAB, OF_B);
        int row = row(EventKind.PELT_SE, LAB, OF_B);
        for (int i = 0; i < 3; i++) assertThat(names.entity(lane, row)).isEqualTo(2);
        queue(B);
        entity(LAB, OF_B);
        assertThat(entity(LAB, OF_B)).isEqualTo(3);
        assertThat(names.entity(lane, row(EventKind.PELT_SE, LAB, 0)))
                .as("named itself")
                .isEqualTo(1);
        assertThat(names.entity(lane, row(EventKind.PELT_SE, LAB, OF_A)))
                .as("nothing told")
                .isEqualTo(-1);
    }
}
