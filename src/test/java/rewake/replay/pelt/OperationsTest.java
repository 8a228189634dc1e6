package rewake.replay.pelt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import rewake.HandMade;
import rewake.event.EventKind;
import rewake.timeline.Tasks;

/** What operations are found in hand-made events; a line each: what, task, CPU, when it began, its clock if another, by whom. */
final class OperationsTest {
    private final List<String> found = new ArrayList<>();
    private boolean delaysDequeue;

    private List<String> of(String events) {
        HandMade trace =
                HandMade.flat(4).lines(events).with(EventKind.STAT_WAIT).with(EventKind.UPDATE_NR_RUNNING);
        var heard = new Operations[1];
        var operations = new Operations(
                trace.facts(),
                trace.stats(),
                (op, cpu, task, arg, by, start, clock) -> {
                    Tasks tasks = heard[0].tasks();
                    String who = tasks.isIdle(task) ? "idle" : String.valueOf(tasks.pid(task));
                    found.add(op + " " + who + "@" + cpu + " " + us(start)
                            + (clock == start ? "" : " clock " + us(clock)) + (by == cpu ? "" : " by " + by));
                },
                null,
                false,
                delaysDequeue);
        heard[0] = operations;
        trace.read(operations);
        operations.finish();
        return found;
    }

    private static String us(long ns) {
        double us = (ns - HandMade.ns(0)) / 1000.0;
        return us == Math.rint(us) ? String.valueOf((long) us) : String.valueOf(us);
    }

    @Test
    void aWakeUpBeginsWithTheStatisticOfWhatRunsThere() {
        assertThat(of("""
                100 [1] idle:0 switch idle:0 R ==> b:50
                120 [0] a:40   waking c:60 target_cpu=1
                121 [0] a:40   stat_runtime b:50 runtime=20800
                122 [0] a:40   stat_sleep c:60 delay=1
                123 [0] a:40   wakeup c:60 target_cpu=1
                """))
                .containsSubsequence("PICK 50@1 100", "ENQUEUE 60@1 121 clock 120.8 by 0")
                .noneMatch(o -> o.startsWith("TICK"));
    }

    @Test
    void aStatisticAloneIsATick() {
        assertThat(of("""
                100  [1] idle:0 switch idle:0 R ==> b:50
                1100 [1] b:50   stat_runtime b:50 runtime=999900
                2100 [1] b:50   stat_runtime b:50 runtime=1000000
                2110 [1] b:50   waking c:60 target_cpu=1
                """)).contains("TICK 50@1 1100 clock 1099.9", "TICK 50@1 2100 clock 2099.9");
    }

    /** By the statistic that is part of the switch; the next one starts by the same clock. */
    @Test
    void aSleepAndThePickThatFollowHaveOneClock() {
        assertThat(of("""
                100 [1] idle:0 switch idle:0 R ==> b:50
                110 [0] a:40   waking c:60 target_cpu=1
                111 [0] a:40   stat_runtime b:50 runtime=10900
                112 [0] a:40   wakeup c:60 target_cpu=1
                200 [1] b:50   stat_runtime b:50 runtime=89000
                201 [1] b:50   stat_wait c:60 delay=88000
                202 [1] b:50   switch b:50 S ==> c:60
                """)).containsSubsequence("SLEEP 50@1 200 clock 199.9", "PICK 60@1 201 clock 199.9");
    }

    /** Detached one after the other, queued the last first, when no more come. */
    @Test
    void pulledTasksAreQueuedWhenAllAreTakenOff() {
        assertThat(of("""
                10  [1] idle:0 switch idle:0 R ==> b:50
                20  [0] a:40   waking c:60 target_cpu=1
                21  [0] a:40   wakeup c:60 target_cpu=1
                22  [0] a:40   waking d:70 target_cpu=1
                23  [0] a:40   wakeup d:70 target_cpu=1
                50  [2] idle:0 migrate c:60 orig_cpu=1 dest_cpu=2
                51  [2] idle:0 migrate d:70 orig_cpu=1 dest_cpu=2
                60  [2] idle:0 switch idle:0 R ==> c:60
                """))
                .containsSubsequence(
                        "DETACH 60@1 50 by 2",
                        "DETACH 70@1 51 by 2",
                        "ATTACH 70@2 51",
                        "ATTACH 60@2 51",
                        "PICK 60@2 60");
    }

    /** A move that another CPU makes between the first and the last event of an operation comes after it. */
    @Test
    void whatBeganFirstGoesFirst() {
        assertThat(of("""
                10  [1] idle:0 switch idle:0 R ==> b:50
                15  [3] idle:0 switch idle:0 R ==> e:80
                20  [3] e:80   switch e:80 S ==> idle:0
                100 [1] b:50   stat_runtime b:50 runtime=89900
                101 [0] a:40   waking e:80 target_cpu=3
                102 [0] a:40   migrate e:80 orig_cpu=3 dest_cpu=0
                103 [1] b:50   switch b:50 S ==> idle:0
                """)).containsSubsequence("SLEEP 50@1 100 clock 99.9", "LEAVE 80@0 102");
    }

    @Test
    void theDeadLeaveTheirLoadWhenTheNextOneRuns() {
        assertThat(of("""
                10  [1] idle:0 switch idle:0 R ==> b:50
                100 [1] b:50   stat_runtime b:50 runtime=89900
                101 [1] b:50   switch b:50 X ==> idle:0
                """))
                .containsSubsequence(
                        "SLEEP 50@1 100 clock 99.9", "PICK_IDLE idle@1 101 clock 99.9", "EXIT 50@1 101 clock 99.9");
    }

    @Test
    void aForkingParentsStatisticIsNoTick() {
        assertThat(of("""
                10  [1] idle:0 switch idle:0 R ==> b:50
                100 [1] b:50   stat_runtime b:50 runtime=89900
                150 [1] b:50   fork b:50 c:60
                160 [1] b:50   wakeup_new c:60 target_cpu=2
                """)).anyMatch(o -> o.startsWith("FORK 60@2 160")).noneMatch(o -> o.startsWith("TICK"));
    }

    /** It goes to sleep and no task less is queued; it is taken off when it would be picked. */
    @Test
    void aSleeperStaysQueuedUntilItsTurnComes() {
        delaysDequeue = true;
        assertThat(of("""
                100 [1] idle:0 switch idle:0 R ==> b:50
                110 [0] a:40   waking c:60 target_cpu=1
                112 [0] a:40   wakeup c:60 target_cpu=1
                200 [1] b:50   stat_runtime b:50 runtime=100000
                201 [1] b:50   stat_wait c:60 delay=88000
                202 [1] b:50   switch b:50 S ==> c:60
                300 [1] c:60   stat_runtime c:60 runtime=100000
                301 [1] c:60   nr_running cpu=1 change=-1
                302 [1] c:60   stat_wait b:50 delay=100000
                303 [1] c:60   nr_running cpu=1 change=-1
                304 [1] c:60   switch c:60 S ==> idle:0
                """))
                .containsSubsequence(
                        "DELAY 50@1 200", "PICK 60@1 201 clock 200", "SLEEP 60@1 300", "SLEEP 50@1 302 clock 300");
    }

    /** A wake-up that finds the task queued has no sleep to account for; whoever missed the dequeue learns of it there. */
    @Test
    void aSleepIsAccountedForWhereItsTaskWasTakenOff() {
        delaysDequeue = true;
        String slept = """
                100 [1] idle:0 switch idle:0 R ==> b:50
                110 [0] a:40   waking c:60 target_cpu=1
                112 [0] a:40   wakeup c:60 target_cpu=1
                200 [1] b:50   stat_runtime b:50 runtime=100000
                201 [1] b:50   stat_wait c:60 delay=88000
                202 [1] b:50   switch b:50 S ==> c:60
                250 [0] a:40   waking b:50 target_cpu=1
                """;
        assertThat(of(slept + "254 [0] a:40 wakeup b:50 target_cpu=1\n"))
                .contains("DELAY 50@1 200", "ENQUEUE 50@1 254 by 0")
                .noneMatch(o -> o.startsWith("SLEEP"));
        found.clear();
        assertThat(of(slept + "252 [0] a:40 stat_sleep b:50 delay=1000\n254 [0] a:40 wakeup b:50 target_cpu=1\n"))
                .containsSubsequence("DELAY 50@1 200", "SLEEP 50@1 252 by 0", "ENQUEUE 50@1 252 by 0");
    }

    /** Kernels that always take sleepers off, and recordings that do not tell. */
    @Test
    void nothingIsDelayedWhereTheKernelDoesNot() {
        assertThat(of("""
                100 [1] idle:0 switch idle:0 R ==> b:50
                200 [1] b:50   stat_runtime b:50 runtime=100000
                202 [1] b:50   switch b:50 S ==> idle:0
                """)).contains("SLEEP 50@1 200").noneMatch(o -> o.startsWith("DELAY"));
    }

    /** What is pulled before the next is picked accounts for the task that has left, which does not dequeue it again. */
    @Test
    void aSleepBeginsBeforeTheTasksThatArePulledForIt() {
        delaysDequeue = true;
        assertThat(of("""
                100 [1] idle:0 switch idle:0 R ==> b:50
                110 [2] idle:0 switch idle:0 R ==> d:70
                120 [0] a:40   waking c:60 target_cpu=2
                122 [0] a:40   wakeup c:60 target_cpu=2
                200 [1] b:50   stat_runtime b:50 runtime=100000
                201 [1] b:50   nr_running cpu=1 change=-1
                205 [1] b:50   stat_runtime d:70 runtime=95000
                206 [1] b:50   stat_wait c:60 delay=84000
                207 [1] b:50   nr_running cpu=2 change=-1
                208 [1] b:50   migrate c:60 orig_cpu=2 dest_cpu=1
                209 [1] b:50   nr_running cpu=1 change=1
                212 [1] b:50   switch b:50 S ==> c:60
                """))
                .containsSubsequence("SLEEP 50@1 200", "DETACH 60@2 205 by 1", "ATTACH 60@1 208")
                .noneMatch(o -> o.startsWith("DELAY") || o.startsWith("TICK"));
    }

    @Test
    void aTaskLeavesItsGroupAndJoinsItWhereItExits() {
        assertThat(of("""
                100 [1] idle:0 switch idle:0 R ==> b:50
                200 [1] b:50   exit b:50
                210 [1] b:50   stat_runtime b:50 runtime=110000
                211 [1] b:50   nr_running cpu=1 change=-1
                212 [1] b:50   nr_running cpu=1 change=1
                213 [1] b:50   stat_wait b:50 delay=0
                220 [1] b:50   stat_runtime b:50 runtime=10000
                221 [1] b:50   nr_running cpu=1 change=-1
                222 [1] b:50   switch b:50 X ==> idle:0
                """)).containsSubsequence("REJOIN 50@1 210", "SLEEP 50@1 220", "EXIT 50@1 222 clock 220");
    }
}
