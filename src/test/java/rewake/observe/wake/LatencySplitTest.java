package rewake.observe.wake;

import rewake.observe.LatencyHistogram;
import rewake.observe.Selection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import rewake.HandMade;
import rewake.event.Distance;
import rewake.event.EventBatch;
import rewake.event.EventConsumer;
import rewake.event.EventKind;
import rewake.timeline.Timeline;
import rewake.timeline.TimelineListeners;
import rewake.timeline.TimelineTracker;

/** Wake-ups worked by hand; times in µs. */
final class LatencySplitTest {
    /** CPU 1 sleeps deep, CPU 2 runs a fair task, CPU 3 one under SCHED_IDLE. */
    private static final String START = """
            0  [0] wk:100 stat_runtime wk:100
            0  [1] idle:0 cpu_idle cpu_id=1 state=2
            0  [2] f:50   stat_runtime f:50
            0  [3] si:60  stat_runtime si:60
            """;

    private static final String LEAVES = "cpu_idle cpu_id=1 state=4294967295\n";

    private record Parts(IdleStates states, IdleExits exits, LatencySplit split) {
        static Parts of(HandMade trace, Timeline timeline) {
            var exits = new IdleExits(timeline, Selection.ALL);
            var states = new IdleStates(trace.facts().records(EventKind.CPU_IDLE), exits);
            var split = new LatencySplit(
                    timeline,
                    trace.facts().topology(),
                    Selection.ALL,
                    states,
                    exits,
                    task -> timeline.tasks().pid(task) == 60,
                    _ -> true);
            return new Parts(states, exits, split);
        }
    }

    /** What was counted of a trace, in which task 60 is under SCHED_IDLE. */
    private static final class Counted implements EventConsumer {
        final TimelineTracker tracker;
        final IdleStates states;
        final IdleExits exits;
        final LatencySplit split;

        Counted(HandMade trace) {
            var made = new ArrayList<Parts>();
            tracker = new TimelineTracker(trace.facts(), trace.stats(), timeline -> {
                made.add(Parts.of(trace, timeline));
                return new TimelineListeners(made.getFirst().split, made.getFirst().exits);
            });
            states = made.getFirst().states;
            exits = made.getFirst().exits;
            split = made.getFirst().split;
            trace.read(this);
            tracker.finish();
        }

        @Override
        public void firstOf(EventBatch lane) {
            tracker.firstOf(lane);
        }

        @Override
        public void event(EventBatch batch, int row) {
            states.event(batch, row);
            tracker.event(batch, row);
        }

        /** Count, sum in µs, and how many were cut, of a state with states from 2 on taken as deep. */
        String of(CpuState state, LatencySplit.Placement placement) {
            return shown(split.of(state, placement, 2));
        }

        static String shown(LatencySplit.Cell cell) {
            return cell.waits().count() + " " + cell.waits().sumNs() / 1000 + " " + cell.cut();
        }

        String exits(int state) {
            IdleExits.Counted of = Objects.requireNonNull(exits.of(state));
            return us(of.lasted()) + ", " + us(of.wakeToExit()) + ", " + us(of.exitToRun()) + ", " + us(of.wakeToRun());
        }

        private static String us(LatencyHistogram of) {
            return of.count() + " " + of.sumNs() / 1000;
        }
    }

    private static Counted of(String lines) {
        return new Counted(HandMade.flat(4)
                .with(EventKind.CPU_IDLE)
                .with(EventKind.STAT_RUNTIME)
                .lines(START + lines));
    }

    @Test
    void aWakeUpWaitsForADeepIdleCpuToWake() {
        Counted counted = of("""
                10 [0] wk:100 waking a:200 target_cpu=1
                11 [0] wk:100 stat_runtime wk:100
                30 [1] idle:0 %s32 [1] idle:0 wakeup a:200 target_cpu=1
                35 [1] idle:0 switch idle:0 R ==> a:200
                """.formatted(LEAVES));
        assertThat(counted.of(CpuState.DEEP_IDLE, LatencySplit.Placement.PREV_CPU))
                .isEqualTo("1 25 0");
        assertThat(counted.exits(2))
                .as("state 0–30, wake to exit 20, exit to run 5, wake to run 25")
                .isEqualTo("1 30, 1 20, 1 5, 1 25");
        assertThat(counted.exits(IdleExits.WHOLE))
                .as("when it became idle is not known")
                .isEqualTo("0 0, 0 0, 0 0, 1 25");
    }

    @Test
    void theStateIsThatOfTheWakeUpThoughTheWakersNextEventComesLate() {
        Counted counted = of("""
                10 [0] wk:100 waking a:200 target_cpu=1
                30 [1] idle:0 %s32 [1] idle:0 wakeup a:200 target_cpu=1
                35 [1] idle:0 switch idle:0 R ==> a:200
                50 [0] wk:100 stat_runtime wk:100
                """.formatted(LEAVES));
        assertThat(counted.of(CpuState.DEEP_IDLE, LatencySplit.Placement.PREV_CPU))
                .isEqualTo("1 25 0");
        assertThat(counted.exits(2)).isEqualTo("1 30, 1 20, 1 5, 1 25");
    }

    @Test
    void statesAreCountedEachAndTheShallowOneThatTheWakeUpEnded() {
        Counted counted = of("""
                1  [1] idle:0 switch idle:0 R ==> a:200
                10 [1] a:200  switch a:200 S ==> idle:0
                11 [1] idle:0 cpu_idle cpu_id=1 state=1
                20 [1] idle:0 %s22 [1] idle:0 cpu_idle cpu_id=1 state=0
                30 [0] wk:100 waking a:200 target_cpu=1
                31 [0] wk:100 wakeup a:200 target_cpu=1
                35 [1] idle:0 %s37 [1] idle:0 switch idle:0 R ==> a:200
                """.formatted(LEAVES, LEAVES));
        assertThat(counted.of(CpuState.SHALLOW_IDLE, LatencySplit.Placement.PREV_CPU))
                .isEqualTo("1 7 0");
        assertThat(counted.of(CpuState.DEEP_IDLE, LatencySplit.Placement.PREV_CPU))
                .isEqualTo("0 0 0");
        assertThat(counted.exits(1)).isEqualTo("1 9, 0 0, 0 0, 0 0");
        assertThat(counted.exits(0)).isEqualTo("1 13, 1 5, 1 2, 1 7");
        assertThat(counted.exits(IdleExits.WHOLE)).isEqualTo("1 27, 0 0, 0 0, 1 7");
        assertThat(counted.exits.of(2))
                .as("left by a switch, nobody knows when")
                .isNull();
    }

    @Test
    void busyCpusAreToldByWhoRunsThere() {
        Counted counted = of("""
                40 [0] wk:100 waking b:201 target_cpu=1
                41 [0] wk:100 migrate b:201 orig_cpu=1 dest_cpu=2
                42 [0] wk:100 wakeup b:201 target_cpu=2
                50 [2] f:50   switch f:50 R ==> b:201
                60 [0] wk:100 waking c:202 target_cpu=3
                61 [0] wk:100 wakeup c:202 target_cpu=3
                64 [3] si:60  switch si:60 R ==> c:202
                70 [0] wk:100 switch wk:100 S ==> rt:70 prio=10
                80 [2] b:201  waking d:203 target_cpu=0
                81 [2] b:201  wakeup d:203 target_cpu=0
                99 [0] rt:70  switch rt:70 S ==> d:203
                """);
        assertThat(counted.of(CpuState.FAIR, LatencySplit.Placement.MIGRATED)).isEqualTo("1 10 0");
        assertThat(counted.of(CpuState.SCHED_IDLE, LatencySplit.Placement.PREV_CPU))
                .isEqualTo("1 4 0");
        assertThat(counted.of(CpuState.RT, LatencySplit.Placement.PREV_CPU)).isEqualTo("1 19 0");
        assertThat(Counted.shown(counted.split.of(Distance.SAME))).isEqualTo("2 23 0");
        assertThat(Counted.shown(counted.split.of(Distance.LLC))).isEqualTo("1 10 0");
    }

    @Test
    void aTaskThatIsWokenWhileItStillRunsFindsItself() {
        Counted counted = of("""
                10 [0] wk:100 waking f:50 target_cpu=2
                12 [2] f:50   switch f:50 S ==> idle:0
                13 [0] wk:100 wakeup f:50 target_cpu=2
                20 [2] idle:0 switch idle:0 R ==> f:50
                """);
        assertThat(counted.of(CpuState.LEAVING, LatencySplit.Placement.PREV_CPU))
                .as("from the switch that put it to sleep")
                .isEqualTo("1 8 0");
    }

    @Test
    void betweenTwoStatesAnIdleCpuIsAwake() {
        Counted counted = of("""
                5  [1] idle:0 %s6  [0] wk:100 waking a:200 target_cpu=1
                7  [0] wk:100 wakeup a:200 target_cpu=1
                9  [1] idle:0 switch idle:0 R ==> a:200
                """.formatted(LEAVES));
        assertThat(counted.of(CpuState.IDLE_LOOP, LatencySplit.Placement.PREV_CPU))
                .isEqualTo("1 3 0");
    }

    @Test
    void withoutCpuIdleAnIdleCpuIsJustIdle() {
        Counted counted = new Counted(HandMade.flat(4).lines("""
                0  [0] wk:100 stat_runtime wk:100
                5  [1] a:200  switch a:200 S ==> idle:0
                10 [0] wk:100 waking a:200 target_cpu=1
                11 [0] wk:100 wakeup a:200 target_cpu=1
                15 [1] idle:0 switch idle:0 R ==> a:200
                """));
        assertThat(counted.of(CpuState.IDLE, LatencySplit.Placement.PREV_CPU)).isEqualTo("1 5 0");
        assertThat(counted.exits.deepest()).isEqualTo(-1);
    }

    @Test
    void afterALossNobodyKnowsAndWaitsThatItCutsAreCounted() {
        Counted counted = of("""
                10 [0] wk:100 waking a:200 target_cpu=2
                11 [0] wk:100 wakeup a:200 target_cpu=2
                20 [2] idle:0 lost
                25 [0] wk:100 waking b:201 target_cpu=2
                26 [0] wk:100 wakeup b:201 target_cpu=2
                40 [2] f:50   switch f:50 R ==> b:201
                """);
        assertThat(counted.of(CpuState.FAIR, LatencySplit.Placement.PREV_CPU)).isEqualTo("0 0 1");
        assertThat(counted.of(CpuState.UNKNOWN, LatencySplit.Placement.PREV_CPU))
                .isEqualTo("1 15 0");
    }

    @Test
    void withoutSchedWakingTheLatencyBeginsAtSchedWakeup() {
        Counted counted = new Counted(HandMade.flat(2).without(EventKind.WAKING).lines("""
                0  [0] wk:100 stat_runtime wk:100
                0  [1] f:50   stat_runtime f:50
                10 [0] wk:100 wakeup a:200 target_cpu=1
                15 [1] f:50   switch f:50 R ==> a:200
                """));
        assertThat(counted.of(CpuState.FAIR, LatencySplit.Placement.UNKNOWN)).isEqualTo("1 5 0");
        assertThat(Counted.shown(counted.split.of(null))).isEqualTo("1 5 0");
    }
}
