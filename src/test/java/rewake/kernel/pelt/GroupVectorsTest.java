package rewake.kernel.pelt;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import rewake.replay.Cgroups;

/** The worked examples of {@code pelt_vectors.json} with groups, computed by a program of its own from the kernel's formulas. */
final class GroupVectorsTest {
    private static final JsonNode VECTORS = VectorRun.VECTORS;
    private static final long CREATED_NS = VectorRun.CREATED_NS;
    private static final long MS = 1_000_000;

    @Test
    void sharesOfAQueue() {
        for (JsonNode c : VECTORS.required("S01_shares").required("result")) {
            JsonNode in = c.get(0);
            assertThat(Groups.share(
                            in.get(0).asLong(),
                            in.get(1).asLong(),
                            in.get(2).asLong(),
                            in.get(3).asLong(),
                            in.get(4).asLong()))
                    .as(c.toString())
                    .isEqualTo(c.get(1).asLong());
        }
    }

    @Test
    void whatIsWritten() {
        for (JsonNode c : VECTORS.required("S02_threshold").required("result"))
            for (int at = 2; at <= 3; at++)
                assertThat(Groups.isWorthWriting(c.get(0).asLong(), c.get(1).asLong(), at == 2 ? 64 : 16))
                        .as(c.toString())
                        .isEqualTo(c.get(at).asBoolean());
    }

    @Test
    void sharesOfAWeight() {
        JsonNode vector = VECTORS.required("S03_cpu_weight_to_shares");
        var shares = new ArrayList<Long>();
        for (JsonNode weight : vector.required("input").required("cpu.weight"))
            shares.add((long) Cgroups.shares(weight.asInt()));
        assertThat(shares).isEqualTo(VectorRun.numbers(vector.required("result")));
    }

    /** No vector: a task that runs, then sleeps, takes what it is from group to group. */
    @Test
    void aTaskThatChangesItsGroupTakesItsLoadAlong() {
        var run = new VectorRun(1, PeltRules.V6_1);
        run.group("A", 0);
        run.group("B", 0);
        FairLoads fair = run.fair;
        fair.regroup(0, 1, CREATED_NS);
        fair.fork(0, 0, 1024, MS);
        fair.pick(0, 0, MS);
        fair.tick(0, 200 * MS);
        long load = fair.taskLoad(0);
        assertThat(run.loads("A").getFirst()).isBetween(load, load + 1);
        fair.regroup(0, 2, 200 * MS);
        assertThat(run.loads("A").getFirst()).isBetween(0L, 1L);
        assertThat(run.loads("B").getFirst()).isEqualTo(load);
        assertThat(fair.running(0)).isZero();
        assertThat(fair.groups.onRq(fair.tree.queue(1, 0))).isFalse();
        assertThat(fair.groups.onRq(fair.tree.queue(2, 0))).isTrue();
        assertThat(fair.taskHLoad(0)).isBetween(load - 3, load);
        fair.sleep(0, 201 * MS);
        fair.pickIdle(0, 201 * MS);
        fair.regroup(0, 0, 202 * MS);
        assertThat(run.loads("B").getFirst()).isBetween(0L, 1L);
        assertThat(fair.load(0)).isBetween(fair.taskLoad(0), fair.taskLoad(0) + 2);
        assertThat(fair.running(0)).isEqualTo(-1);
    }
}
