package rewake.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** PELT rows beside ordinary ones: values stay with their row through sorting and dropping, names find their kind. */
final class PeltRowTest {
    private final PeltRow values = new PeltRow();

    private int append(EventBatch lane, long time, long load) {
        values.clear();
        values.set(PeltField.LOAD, load);
        if (load % 3 == 0) values.set(PeltField.CPU, load % 7);
        return values.appendTo(lane, time, time, EventKind.PELT_CFS);
    }

    @Test
    void valuesStayWithTheirRows() {
        var random = new Random(1);
        var lane = new EventBatch(0, 2);
        long next = 1;
        for (int round = 0; round < 200; round++) {
            for (int i = 0; i < 50; i++, next++) {
                long time = next + random.nextInt(3);
                if (random.nextInt(4) == 0) lane.append(time, next, EventKind.SWITCH);
                else append(lane, time, next);
            }
            lane.sortByTime(0);
            for (int row = 0; row < lane.size(); row++) check(lane, row);
            lane.dropFirst(random.nextInt(lane.size() + 1));
        }
        lane.dropFirst(lane.size());
        append(lane, 5, 9);
        check(lane, 0);
    }

    /** A PELT row's time is its load plus at most 2. */
    private static void check(EventBatch lane, int row) {
        if (lane.kind(row) == EventKind.SWITCH.ordinal()) {
            assertThatThrownBy(() -> lane.pelt(row, PeltField.LOAD)).isInstanceOf(IllegalStateException.class);
            return;
        }
        long load = lane.pelt(row, PeltField.LOAD);
        if (load != 9) assertThat(lane.timeNs(row) - load).isBetween(0L, 2L);
        assertThat(lane.hasPelt(row, PeltField.CPU)).isEqualTo(load % 3 == 0);
        if (load % 3 == 0) assertThat(lane.pelt(row, PeltField.CPU)).isEqualTo(load % 7);
        assertThat(lane.hasPelt(row, PeltField.UTIL)).isFalse();
    }

    @Test
    void aGroupEntityHasNoTask() {
        var lane = new EventBatch(0, 2);
        values.set(PeltField.PID, 77);
        values.set(PeltField.COMM, 5);
        values.set(PeltField.UTIL, 3);
        values.set(PeltField.MY_Q, 0);
        int task = values.appendTo(lane, 1, 1, EventKind.PELT_SE);
        values.set(PeltField.MY_Q, 0xffff_8880_0000_0000L);
        int group = values.appendTo(lane, 2, 2, EventKind.PELT_SE);
        assertThat(lane.pid(task)).isEqualTo(77);
        assertThat(lane.comm(task)).isEqualTo(5);
        assertThat(lane.pid(group)).isEqualTo(-1);
        assertThat(lane.comm(group)).isZero();
        assertThat(lane.hasPelt(task, PeltField.PID))
                .as("is a column of the row")
                .isFalse();
    }

    @Test
    void utilEstLosesItsFlag() {
        var lane = new EventBatch(0, 2);
        values.set(PeltField.UTIL_EST, 0x8000_0008L);
        assertThat(lane.pelt(values.appendTo(lane, 1, 1, EventKind.UTIL_EST_SE), PeltField.UTIL_EST))
                .isEqualTo(8);
    }

    @Test
    void namesOfAllDialects() {
        PeltDialect names = PeltDialect.standard();
        for (String name : new String[] {
            "pelt_cfs",
            "pelt_cfs_tp",
            "sched_pelt_cfs",
            "lisa__sched_pelt_cfs",
            "sched_load_cfs_rq",
            "sched_load_avg_cpu"
        }) assertThat(names.event("x", name)).map(PeltEvent::kind).as(name).contains(EventKind.PELT_CFS);
        for (String name : new String[] {"pelt_se", "sched_load_se", "sched_load_avg_task", "lisa__sched_pelt_se"})
            assertThat(names.event("x", name)).map(PeltEvent::kind).as(name).contains(EventKind.PELT_SE);
        assertThat(names.event("lisa", "lisa__sched_util_est_se_unified"))
                .map(PeltEvent::kind)
                .contains(EventKind.UTIL_EST_SE);
        assertThat(names.event("sched", "sched_switch")).isEmpty();
        PeltEvent write = names.event("sched", "sched_load_tg").orElseThrow();
        assertThat(write.field("load")).contains(PeltField.TG_LOAD);
        assertThat(write.complete(Set.of(PeltField.LOAD))).isFalse();
        PeltEvent cfs = names.event("sched", "sched_pelt_cfs").orElseThrow();
        assertThat(cfs.field("rbl_load")).contains(PeltField.RUNNABLE);
        assertThat(cfs.field("RBL_load")).contains(PeltField.RUNNABLE);
        assertThat(cfs.field("load")).contains(PeltField.LOAD);
        assertThat(cfs.field("__probe_ip")).isEmpty();
    }

    @Test
    void theUsersNamesWin() {
        var mine = new PeltEvent(EventKind.PELT_CFS, Map.of("x1", PeltField.LOAD, "load", PeltField.TG_LOAD));
        PeltDialect names = PeltDialect.standard().with(Map.of("my:probe", mine, "pelt_se", mine));
        assertThat(names.event("my", "probe")).contains(mine);
        assertThat(names.event("other", "probe")).isEmpty();
        assertThat(names.event("any", "pelt_se")).contains(mine);
        assertThat(mine.field("x1")).contains(PeltField.LOAD);
        assertThat(mine.field("load")).contains(PeltField.TG_LOAD);
        assertThat(mine.field("util")).contains(PeltField.UTIL);
    }
}
