package rewake.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import rewake.HandMade;
import rewake.timeline.TimelineListener;
import rewake.timeline.TimelineListeners;
import rewake.timeline.TimelineTracker;
import rewake.timeline.WaitKind;

final class CoverageTest {
    /** 100 µs; CPU 1 loses events between 40 and 60 and says at 70 what it runs. */
    private static final HandMade LOSSY = HandMade.flat(2).lines("""
                    0   [0] a:10   stat_runtime a:10
                    10  [1] b:20   stat_runtime b:20
                    40  [1] b:20   wakeup c:30 target_cpu=1
                    60  [1] idle:0 lost
                    70  [1] b:20   switch b:20 S ==> idle:0
                    100 [0] a:10   stat_runtime a:10
                    """);

    private static Coverage of(HandMade trace, Selection selection, List<String> cuts) {
        var made = new ArrayList<Coverage>();
        var tracker = new TimelineTracker(trace.facts(), trace.stats(), timeline -> {
            made.add(new Coverage(timeline, selection));
            return new TimelineListeners(made.getFirst(), new TimelineListener() {
                @Override
                public void waitCut(int cpu, int task, long sinceNs, long untilNs, WaitKind kind) {
                    cuts.add("%d@%d %d-%d %s"
                            .formatted(timeline.tasks().pid(task), cpu, us(sinceNs), us(untilNs), kind.id()));
                }
            });
        });
        trace.read(tracker);
        tracker.finish();
        return made.getFirst();
    }

    private static long us(long ns) {
        return (ns - HandMade.ns(0)) / 1000;
    }

    @Test
    void whatACpuRanIsUnknownFromItsLastEventBeforeALossToTheNextOneAfterIt() {
        Coverage coverage = of(LOSSY, Selection.ALL, new ArrayList<>());
        assertThat(coverage.windowNs()).isEqualTo(100_000);
        assertThat(coverage.knownNs(0)).isEqualTo(100_000);
        assertThat(coverage.knownNs(1)).isEqualTo(70_000);
        assertThat(coverage.unknownNs()).isEqualTo(30_000);
        assertThat(coverage.share()).isEqualTo(0.85);
        assertThat(coverage.share(1)).isEqualTo(0.7);
    }

    @Test
    void onlyTheWindowAndTheCpusThatCountAreCounted() {
        BitSet second = new BitSet();
        second.set(1);
        Coverage coverage = of(LOSSY, new Selection(second, HandMade.ns(20), HandMade.ns(80)), new ArrayList<>());
        assertThat(coverage.cpus()).isEqualTo(1);
        assertThat(coverage.windowNs()).isEqualTo(60_000);
        assertThat(coverage.knownNs()).isEqualTo(30_000);
        assertThat(coverage.share()).isEqualTo(0.5);
    }

    @Test
    void aWaitThatALossCutsIsTold() {
        var cuts = new ArrayList<String>();
        of(LOSSY, Selection.ALL, cuts);
        assertThat(cuts).containsExactly("30@1 40-60 wakeup");
    }

    @Test
    void aWaitThatLastsToTheEndIsTold() {
        var cuts = new ArrayList<String>();
        of(HandMade.flat(1).lines("""
                                0  [0] a:10 stat_runtime a:10
                                5  [0] a:10 switch a:10 R ==> b:20
                                50 [0] b:20 stat_runtime b:20
                                """), Selection.ALL, cuts);
        assertThat(cuts).containsExactly("10@0 5-50 runnable");
    }

    @Test
    void aCpuWithoutEventsIsTakenAsIdleAllTheTime() {
        Coverage coverage = of(HandMade.flat(2).lines("""
                        0  [0] a:10 stat_runtime a:10
                        50 [0] a:10 stat_runtime a:10
                        """), Selection.ALL, new ArrayList<>());
        assertThat(coverage.share(1)).isEqualTo(1.0);
    }

    @Test
    void aSwitchFromATaskThatDidNotRunLeavesTheTimeSinceTheLastEventUnknown() {
        Coverage coverage = of(HandMade.flat(1).lines("""
                        0  [0] a:10 stat_runtime a:10
                        20 [0] a:10 stat_runtime a:10
                        60 [0] b:20 switch b:20 S ==> idle:0
                        100 [0] idle:0 switch idle:0 R ==> a:10
                        """), Selection.ALL, new ArrayList<>());
        assertThat(coverage.knownNs(0)).isEqualTo(60_000);
    }
}
