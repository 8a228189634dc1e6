package rewake.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rewake.HandMade;
import rewake.event.EventKind;
import rewake.event.Topology;

/** Every metric on traces worked by hand. */
final class MetricTest {
    /** Four CPUs, two a cluster, two LLCs and nodes of two. */
    private static final Topology FOUR =
            Topology.of("test", new int[] {0, 1, 2, 3}, null, new int[] {0, 0, 1, 1}, new int[] {0, 0, 1, 1});

    /**
     * 100 µs on four CPUs, all heard from the start. b:20 is woken three times: at 10 onto its own CPU 1 (idle: 2 µs), at 30 onto
     * CPU 0 behind a:10 (5 µs), at 50 onto CPU 2 in the other LLC (4 µs). a:10 is put off at 35 and runs again at 45.
     */
    private static HandMade trace() {
        return HandMade.on(FOUR).with(EventKind.STAT_RUNTIME).lines("""
                0   [0] a:10   stat_runtime a:10
                0   [1] b:20   switch b:20 S ==> idle:0
                0   [2] c:30   switch c:30 S ==> idle:0
                0   [3] d:40   switch d:40 S ==> idle:0
                10  [0] a:10   waking b:20 target_cpu=1
                11  [0] a:10   wakeup b:20 target_cpu=1
                12  [1] idle:0 switch idle:0 R ==> b:20
                22  [1] b:20   switch b:20 S ==> idle:0
                30  [0] a:10   waking b:20 target_cpu=1
                30  [0] a:10   migrate b:20 orig_cpu=1 dest_cpu=0
                31  [0] a:10   wakeup b:20 target_cpu=0
                35  [0] a:10   switch a:10 R ==> b:20
                45  [0] b:20   switch b:20 S ==> a:10
                50  [0] a:10   waking b:20 target_cpu=0
                50  [0] a:10   migrate b:20 orig_cpu=0 dest_cpu=2
                51  [0] a:10   wakeup b:20 target_cpu=2
                54  [2] idle:0 switch idle:0 R ==> b:20
                64  [2] b:20   switch b:20 S ==> idle:0
                100 [0] a:10   stat_runtime a:10
                """);
    }

    @ParameterizedTest
    @CsvSource({
        "wakeups, all, 30000", // 3 in 100 µs
        "wakeups, comm:b, 30000",
        "wakeups, cpu:2, 10000",
        "wakeup_migrations, all, 20000",
        "migrations, all, 20000",
        "migrations_per_wakeup, all, 0.666666667",
        "wakeup_latency_p50, all, 4000",
        "wakeup_latency_p95, all, 5000",
        "wakeup_latency_p99, all, 5000",
        "wakeup_latency_p999, all, 5000",
        "wakeup_latency_max, all, 5000",
        "wakeup_latency_max, cpu:1, 2000",
        "wakeup_latency_prev_p50, all, 2000",
        "wakeup_latency_prev_p99, all, 2000",
        "wakeup_latency_moved_p50, all, 4000",
        "wakeup_latency_moved_p99, all, 5000",
        "queued_latency_p50, all, 5000",
        "queued_latency_p99, all, 5000",
        "preempt_wait_p50, all, 10000",
        "preempt_wait_p99, comm:a, 10000",
        "run_delay, all, 210000000", // 2 + 5 + 4 + 10 of 100 µs
        "run_delay, comm:b, 110000000",
        "wait_per_run, all, 5250",
        "preemptions, all, 10000",
        "involuntary_switches, all, 10000",
        "voluntary_switches, comm:b, 40000", // at 0, 22, 45 and 64
        "slice_mean, all, 10000", // b's three; the start of a's first is the trace's
        "queue_length_mean, all, 0.345", // a 100, b 11 (11-22), 14 (31-45), 13 (51-64); of 400
        "idle_share, all, 0.7", // busy: 100 + 10 + 10 of 400
        "idle_share, cpu:0, 0",
        "time_since_last_run, all, 12000", // CPU 1: left at 0, runs at 12; never before on 0 and 2
        "ttwu_local_share, all, 0.333333333",
        "cross_llc_share, all, 0.333333333",
        "cross_node_share, all, 0.333333333",
        "makespan, all, 100000",
        "makespan, comm:b, 64000",
        "censored_waits, all, 0"
    })
    void worked(String metric, String scope, double value) {
        DiffRow row = Sides.row(trace(), metric, scope);
        double share = metric.contains("_p") ? 0.004 : 1e-6;
        assertThat(row.a()).isCloseTo(value, within(value * share + 1e-9));
        assertThat(row.b()).isEqualTo(row.a());
    }

    @Test
    void aShareOfTheTimeHasAnIdleCpuWhileATaskWaits() {
        // from 31 to 45 two tasks are on CPU 0, and CPUs 1 to 3 have none
        assertThat(Sides.row(trace(), "conservation_violation", "all").a()).isCloseTo(0.14, within(1e-9));
    }

    @Test
    void imbalanceIsTheDeviationOfBusyTimesOverTheirMean() {
        // 100, 10, 10, 0: mean 30, squares 70² + 20² + 20² + 30² = 6600, over 4: 1650
        assertThat(Sides.row(trace(), "imbalance_cv", "all").a()).isCloseTo(Math.sqrt(1650) / 30, within(1e-6));
    }

    @Test
    void theRunBeforeAPreemptionIsCountedWhereItsStartWasSeen() {
        assertThat(Sides.row(trace(), "slice_before_preemption", "all").a()).isNaN();
        HandMade twice = trace().lines("""
                101 [3] idle:0 switch idle:0 R ==> d:40
                121 [3] d:40   switch d:40 R+ ==> c:30
                123 [3] c:30   switch c:30 S ==> d:40
                """);
        assertThat(Sides.row(twice, "slice_before_preemption", "all").a()).isEqualTo(20_000);
    }

    @Test
    void whatWasNotRecordedIsNullWithAReason() {
        DiffRow row = Sides.row(trace().without(EventKind.MIGRATE_TASK), "migrations", "all");
        assertThat(row.a()).isNaN();
        assertThat(row.why()).isEqualTo("sched_migrate_task was not recorded");
        assertThat(Sides.row(trace(), "cross_cluster_share", "all").why()).isEqualTo("no clusters are known");
    }

    @Test
    void clustersCountWhereThereAreSome() {
        Topology clusters = Topology.of("test", new int[] {0, 1, 2, 3}, new int[] {0, 0, 1, 1}, new int[4], new int[4]);
        HandMade trace = HandMade.on(clusters).lines("""
                0   [0] a:10   stat_runtime a:10
                10  [0] a:10   waking b:20 target_cpu=1
                10  [0] a:10   migrate b:20 orig_cpu=1 dest_cpu=3
                11  [0] a:10   wakeup b:20 target_cpu=3
                12  [3] idle:0 switch idle:0 R ==> b:20
                22  [3] b:20   switch b:20 S ==> idle:0
                """);
        assertThat(Sides.row(trace, "cross_cluster_share", "all").a()).isEqualTo(1);
        assertThat(Sides.row(trace, "cross_llc_share", "all").why()).isEqualTo("one last-level cache");
    }

    @Test
    void aWaitThatALossCutsBoundsThePercentilesAndIsCounted() {
        HandMade lossy = HandMade.flat(2).lines("""
                0   [0] a:10   stat_runtime a:10
                0   [1] b:20   stat_runtime b:20
                10  [0] a:10   switch a:10 S ==> idle:0
                15  [1] b:20   waking a:10 target_cpu=0
                16  [1] b:20   wakeup a:10 target_cpu=0
                18  [0] idle:0 switch idle:0 R ==> a:10
                40  [1] b:20   waking c:30 target_cpu=1
                40  [1] b:20   wakeup c:30 target_cpu=1
                60  [1] idle:0 lost
                70  [1] b:20   switch b:20 S ==> idle:0
                100 [0] a:10   stat_runtime a:10
                """);
        DiffSide side = Sides.of("a", lossy);
        var formula = Metric.WAKEUP_LATENCY_P50.formula();
        Sample sample = side.sample("all");
        Missing missing = side.missing("all");
        assertThat(formula.of(sample)).isCloseTo(3000, within(12.0));
        assertThat(formula.low(sample, missing)).isEqualTo(Double.NEGATIVE_INFINITY); // the cut one may be the shorter
        assertThat(formula.high(sample, missing)).isCloseTo(3000, within(12.0));
        assertThat(Sides.row(lossy, "censored_waits", "all").a()).isEqualTo(1);
        DiffRow idle = Sides.row(lossy, "idle_share", "all");
        assertThat(Metric.IDLE_SHARE.formula().low(sample, missing)).isLessThan(idle.a());
    }

    @Test
    void namesAreTheContracts() {
        assertThat(Stream.of(Metric.values()).map(Metric::id))
                .contains(
                        "wakeups",
                        "wakeup_migrations",
                        "migrations",
                        "migrations_per_wakeup",
                        "wakeup_latency_p50",
                        "wakeup_latency_p95",
                        "wakeup_latency_p99",
                        "wakeup_latency_p999",
                        "wakeup_latency_max",
                        "queued_latency_p50",
                        "queued_latency_p99",
                        "run_delay",
                        "wait_per_run",
                        "preemptions",
                        "involuntary_switches",
                        "queue_length_mean",
                        "slice_before_preemption",
                        "time_since_last_run",
                        "idle_share",
                        "makespan",
                        "ttwu_local_share",
                        "cross_cluster_share",
                        "cross_llc_share",
                        "cross_node_share");
    }
}
