package rewake.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rewake.HandMade;
import rewake.catalogue.Kernels;
import rewake.event.Topology;
import rewake.kernel.KernelModel;
import rewake.replay.Judge;
import rewake.replay.JudgeOptions;

/** What is predicted of a patch, by hand: two clusters of four CPUs, and a kernel that does not know them against one that does. */
class PredictionTest {
    private static final Topology CLUSTERS = Topology.of(
            "test", new int[] {0, 1, 2, 3, 4, 5, 6, 7}, new int[] {0, 0, 0, 0, 1, 1, 1, 1}, new int[8], new int[8]);

    /** 5, 6 and 7 are busy; b and c come from 6. The scan of the LLC begins behind it: with 0, in the other cluster. */
    private static HandMade trace() {
        return HandMade.on(CLUSTERS).busy(5).lines("""
                0   [6] b:20   stat_runtime b:20
                1   [7] b7:107 stat_runtime b7:107
                5   [6] b:20   switch b:20 S ==> c:30
                10  [6] c:30   switch c:30 S ==> h:40
                20  [5] b5:105 waking b:20 target_cpu=6
                20  [5] b5:105 migrate b:20 orig_cpu=6 dest_cpu=0
                21  [5] b5:105 wakeup b:20 target_cpu=0
                23  [0] idle:0 switch idle:0 R ==> b:20
                40  [7] b7:107 switch b7:107 S ==> idle:0
                50  [5] b5:105 waking c:30 target_cpu=6
                50  [5] b5:105 migrate c:30 orig_cpu=6 dest_cpu=7
                51  [5] b5:105 wakeup c:30 target_cpu=7
                53  [7] idle:0 switch idle:0 R ==> c:30
                90  [5] b5:105 stat_runtime b5:105
                """);
    }

    private static Prediction prediction(Prediction.Writes writes) {
        HandMade trace = trace();
        KernelModel base = Kernels.parse("v6.1");
        KernelModel patched = Kernels.variant(base, "cluster-scan");
        var judge = new Judge(
                trace.facts(), trace.comms(), trace.stats(), JudgeOptions.all(), base, List.of(base, patched));
        trace.read(judge);
        judge.finish();
        assertThat(judge.judged().decisions()).isEqualTo(2);
        assertThat(judge.judged().exact()).isEqualTo(2);
        return new Prediction(
                patched.name(),
                List.of(judge.scores().get(0)),
                List.of(judge.scores().get(1)),
                writes);
    }

    @ParameterizedTest
    @CsvSource({
        "wakeup_migrations, 0", // both move both
        "wakeup_migration_share, 0",
        "near_migration_share, 1", // one of two within the cluster; both with the patch
        "cross_cluster_share, -1" // one of two; none
    })
    void itIsTheChangeBetweenTheTwoModels(String metric, double change) {
        Prediction.Change predicted = prediction(Prediction.Writes.none("no groups"))
                .of(Metric.of(metric).orElseThrow(), "all");
        assertThat(Objects.requireNonNull(predicted).change()).isCloseTo(change, within(1e-12));
        // one decision of two changed: ± 1.96 · √1 over what the base counts
        double counted = metric.startsWith("wakeup") ? 2 : 1;
        assertThat(predicted.high()).isCloseTo(change + 1.96 / counted, within(1e-12));
        assertThat(predicted.low()).isCloseTo(Math.max(-1, change - 1.96 / counted), within(1e-12));
    }

    @Test
    void nothingElseIsPredictedAndTheReasonIsTold() {
        Prediction prediction = prediction(Prediction.Writes.none("no groups"));
        for (Metric metric : Metric.values())
            assertThat(prediction.of(metric, "all") == null)
                    .as(metric.id())
                    .isEqualTo(prediction.whyNot(metric, "all") != null);
        assertThat(prediction.whyNot(Metric.WAKEUP_LATENCY_P99, "all")).startsWith("outcome of the evolving kernel");
        assertThat(prediction.whyNot(Metric.CROSS_NODE_SHARE, "all")).startsWith("the base model does nothing");
        assertThat(prediction.whyNot(Metric.WAKEUP_MIGRATIONS, "comm:b")).contains("machine as a whole");
        assertThat(prediction.whyNot(Metric.TG_WRITES_PER_WAKEUP, "all")).isEqualTo("no groups");
        assertThat(prediction.headline()).contains("first order only", "1 of 2 wake-ups");
    }

    @Test
    void writesAreComparedAsCountedAndHaveNoInterval() {
        Prediction.Change change =
                prediction(new Prediction.Writes(200L, 50L, null)).of(Metric.TG_WRITES_PER_WAKEUP, "all");
        assertThat(Objects.requireNonNull(change).change()).isEqualTo(-0.75);
        assertThat(change.low()).isNaN();
        assertThat(change.high()).isNaN();
    }

    @ParameterizedTest
    @CsvSource({"near_migration_share, 0.5", "cross_cluster_share, 0.5", "wakeup_migration_share, 1"})
    void measuredAreTheRecordedMoves(String metric, double share) {
        assertThat(Sides.row(trace(), metric, "all").a()).isEqualTo(share);
    }
}
