package rewake.observe.queue;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import rewake.HandMade;

final class LastRunsTest {
    @Test
    void fromTheLastRunOnTheChosenCpuToTheWakeUp() {
        LastRuns runs = Watched.of(HandMade.flat(3).busy(2).lines("""
                0   [0] a:10   stat_runtime a:10
                0   [1] idle:0 stat_runtime idle:0
                10  [0] a:10   switch a:10 S ==> idle:0
                20  [2] b2:102 waking a:10 target_cpu=0           # 10 after it left CPU 0: prev
                22  [0] idle:0 wakeup a:10 target_cpu=0
                23  [0] idle:0 switch idle:0 R ==> a:10
                30  [0] a:10   switch a:10 S ==> idle:0
                40  [2] b2:102 waking a:10 target_cpu=0           # never ran on CPU 1
                41  [2] b2:102 migrate a:10 orig_cpu=0 dest_cpu=1
                42  [1] idle:0 wakeup a:10 target_cpu=1
                43  [1] idle:0 switch idle:0 R ==> a:10
                50  [1] a:10   switch a:10 S ==> idle:0
                65  [2] b2:102 waking a:10 target_cpu=1           # 35 after it left CPU 0: other
                66  [2] b2:102 migrate a:10 orig_cpu=1 dest_cpu=0
                67  [0] idle:0 wakeup a:10 target_cpu=0
                70  [2] b2:102 waking a:10 target_cpu=0           # is queued: nothing is chosen
                71  [2] b2:102 wakeup a:10 target_cpu=0
                """)).lastRuns();
        assertThat(runs.same().count()).isEqualTo(1);
        assertThat(runs.same().ago().maxNs()).isEqualTo(10_000);
        assertThat(runs.other().never()).isEqualTo(1);
        assertThat(runs.other().ago().count()).isEqualTo(1);
        assertThat(runs.other().ago().maxNs()).isEqualTo(35_000);
        assertThat(runs.all().count()).isEqualTo(3);
    }

    /** a runs once on each of 18 CPUs and comes back to the first. */
    @Test
    void whatWasBeforeSixteenOtherCpusIsCountedAndNotMeasured() {
        HandMade trace = HandMade.flat(18).lines("0 [0] a:10 stat_runtime a:10");
        for (int cpu = 1; cpu < 18; cpu++) trace.lines("0 [%d] idle:0 stat_runtime idle:0".formatted(cpu));
        for (int i = 0; i < 18; i++) {
            int to = (i + 1) % 18;
            trace.lines("""
                    %1$d1 [%2$d] a:10 switch a:10 S ==> idle:0
                    %1$d2 [%2$d] idle:0 waking a:10 target_cpu=%2$d
                    %1$d3 [%2$d] idle:0 migrate a:10 orig_cpu=%2$d dest_cpu=%3$d
                    %1$d4 [%2$d] idle:0 wakeup a:10 target_cpu=%3$d
                    %1$d5 [%3$d] idle:0 switch idle:0 R ==> a:10
                    """.formatted(i + 1, i, to));
        }
        LastRuns runs = Watched.of(trace).lastRuns();
        // The first sixteen wake-ups find a place that is free, so it is sure that it never ran there.
        assertThat(runs.other().never()).isEqualTo(15);
        assertThat(runs.other().longAgo()).isEqualTo(3);
    }
}
