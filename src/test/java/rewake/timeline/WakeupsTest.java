package rewake.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import rewake.HandMade;
import rewake.event.EventKind;
import rewake.event.ImportStat;

/** From sched_waking to running: where a wake-up goes, when that is known, and how long the task waited for what. */
final class WakeupsTest {
    @Test
    void aMovedWakeupIsPlacedByItsMigrateRecordAndQueuedByInterrupt() {
        var story = Story.of(HandMade.flat(8).lines("""
                10 [6] wk:100 waking u:200 target_cpu=1
                13 [6] wk:100 migrate u:200 orig_cpu=1 dest_cpu=4
                19 [4] idle:0 wakeup u:200 target_cpu=4
                21 [4] idle:0 switch idle:0 R ==> u:200
                """));
        assertThat(story.only("waking", "placed", "woken", "waited", "migrated"))
                .containsExactly(
                        "waking 200 10 by 100@6 from 1",
                        "placed 200@4 13",
                        "woken 200@4 19 queued",
                        "waited 200@4 10-21 wakeup");
    }

    @Test
    void aWakeupThatStaysOnPrevIsKnownAtTheWakersNextEvent() {
        var story = Story.of(HandMade.flat(8).lines("""
                10 [6] wk:100 waking u:200 target_cpu=1
                11 [3] x:7    waking y:8 target_cpu=3       # another CPU's event tells nothing
                14 [6] wk:100 switch wk:100 S ==> idle:0
                19 [1] idle:0 wakeup u:200 target_cpu=1
                21 [1] idle:0 switch idle:0 R ==> u:200
                """));
        assertThat(story.only("placed", "woken")).containsExactly("placed 200@1 14", "woken 200@1 19 queued");
    }

    @Test
    void waitsAreKeptApartByWhatBeganThem() {
        var story = Story.of(HandMade.flat(2).lines("""
                10 [0] a:1 waking b:2 target_cpu=0
                11 [0] a:1 wakeup b:2 target_cpu=0
                12 [0] a:1 switch a:1 R+ ==> b:2      # preempted in the kernel
                15 [0] b:2 switch b:2 R ==> a:1       # the tick, or a yield
                18 [0] a:1 fork a:1 c:3
                19 [0] a:1 wakeup_new c:3 target_cpu=1
                22 [1] idle:0 switch idle:0 R ==> c:3
                25 [0] a:1 switch a:1 S ==> b:2
                """));
        assertThat(story.only("waited"))
                .containsExactly(
                        "waited 2@0 10-12 wakeup",
                        "waited 1@0 12-15 preempted",
                        "waited 3@1 19-22 fork",
                        "waited 2@0 15-25 runnable");
    }

    @Test
    void aTaskThatWakesItselfKeepsRunning() {
        var story = Story.of(HandMade.flat(1).lines("""
                10 [0] a:1 waking a:1 target_cpu=0
                11 [0] a:1 wakeup a:1 target_cpu=0
                20 [0] a:1 switch a:1 S ==> idle:0
                """));
        assertThat(story.only("placed", "woken", "waited")).isEmpty();
        assertThat(story.only("slice")).containsExactly("slice 1@0 10-20 S open");
        assertThat(story.tracker().timeline().nrRunning(0)).isZero();
    }

    @Test
    void aWakeeThatIsSwitchedOutBetweenWakingAndWakeupWasWaitedFor() {
        var story = Story.of(HandMade.flat(4).lines("""
                10 [1] idle:0 switch idle:0 R ==> u:2
                20 [0] w:1 waking u:2 target_cpu=1
                22 [1] u:2 switch u:2 S ==> idle:0    # the waker spun until here, then chose
                23 [0] w:1 migrate u:2 orig_cpu=1 dest_cpu=3
                26 [3] idle:0 wakeup u:2 target_cpu=3
                27 [3] idle:0 switch idle:0 R ==> u:2
                """));
        // It waits from when it went to sleep, not from when it was woken while it ran.
        assertThat(story.only("placed", "woken", "waited"))
                .containsExactly("placed 2@3 23", "woken 2@3 26 queued", "waited 2@3 22-27 wakeup");
    }

    @Test
    void aWakeeThatKeepsRunningWaitsForNothing() {
        var story = Story.of(HandMade.flat(2).lines("""
                10 [1] idle:0 switch idle:0 R ==> u:2
                20 [0] w:1 waking u:2 target_cpu=1
                21 [0] w:1 wakeup u:2 target_cpu=1
                30 [1] u:2 switch u:2 S ==> idle:0
                """));
        assertThat(story.only("woken", "waited", "slice"))
                .containsExactly("woken 2@1 21", "slice 2@1 10-30 S", "slice 1@0 10-30 ? open");
    }

    @Test
    void withoutSchedWakeupAWakeupEndsWhereItsCpuIsKnown() {
        var trace = HandMade.flat(8).without(EventKind.WAKEUP).lines("""
                10 [6] wk:100 waking u:200 target_cpu=1
                13 [6] wk:100 migrate u:200 orig_cpu=1 dest_cpu=4
                21 [4] idle:0 switch idle:0 R ==> u:200
                """);
        var story = Story.of(trace);
        assertThat(story.only("woken", "waited")).containsExactly("woken 200@4 13", "waited 200@4 10-21 wakeup");
        assertThat(trace.counted(ImportStat.WAKEUP_UNFINISHED)).isZero();
    }

    @Test
    void aWakeupWithoutItsWakingEventIsStillAWait() {
        var story = Story.of(HandMade.flat(2).lines("""
                10 [1] idle:0 wakeup u:2 target_cpu=1
                12 [1] idle:0 switch idle:0 R ==> u:2
                """));
        assertThat(story.only("waking", "woken", "waited")).containsExactly("woken 2@1 10", "waited 2@1 10-12 wakeup");
    }

    @Test
    void aSwitchInEndsAWakeupWhoseSchedWakeupIsMissing() {
        var story = Story.of(HandMade.flat(2).lines("""
                10 [0] w:1 waking u:2 target_cpu=1
                12 [0] w:1 waking x:3 target_cpu=0
                15 [1] idle:0 switch idle:0 R ==> u:2
                """));
        assertThat(story.only("placed", "woken", "waited"))
                .containsExactly("placed 2@1 12", "woken 2@1 15", "waited 2@1 10-15 wakeup");
        assertThat(story.tracker().timeline().nrRunning(1)).isEqualTo(1);
    }

    @Test
    void anInterruptBetweenWakingAndMigrateIsCorrected() {
        var story = Story.of(HandMade.flat(8).lines("""
                10 [6] wk:100   waking u:200 target_cpu=1
                11 [6] wk:100/h waking v:300 target_cpu=6    # the interrupt's own wake-up comes between
                12 [6] wk:100/h wakeup v:300 target_cpu=6
                13 [6] wk:100   migrate u:200 orig_cpu=1 dest_cpu=4
                19 [4] idle:0   wakeup u:200 target_cpu=4
                """));
        // At 11 it looked as if u stayed on prev; its migrate record says better.
        assertThat(story.only("placed")).containsExactly("placed 200@1 11", "placed 300@6 12", "placed 200@4 13");
        assertThat(story.only("woken")).containsExactly("woken 300@6 12", "woken 200@4 19 queued");
    }

    @Test
    void aMigratedSleeperDoesNotBecomeRunnable() {
        var story = Story.of(HandMade.flat(4).lines("""
                10 [1] u:2    switch u:2 S ==> idle:0
                20 [3] idle:0 migrate u:2 orig_cpu=1 dest_cpu=3   # a delayed dequeue that balance moved
                """));
        assertThat(story.only("migrated")).containsExactly("migrated 2 1->3 20 asleep");
        Timeline timeline = story.tracker().timeline();
        assertThat(timeline.nrRunning(3)).isZero();
        assertThat(timeline.cpu(timeline.tasks().of(2, 0))).isEqualTo(3);
    }

    @Test
    void aMigratedWaiterMovesWithItsWait() {
        var story = Story.of(HandMade.flat(4).lines("""
                10 [1] a:1    switch a:1 R ==> b:2
                20 [3] idle:0 migrate a:1 orig_cpu=1 dest_cpu=3   # a new-idle pull
                21 [3] idle:0 switch idle:0 R ==> a:1
                """));
        assertThat(story.only("migrated", "waited")).containsExactly("migrated 1 1->3 20", "waited 1@3 10-21 runnable");
        assertThat(story.tracker().timeline().nrRunning(1)).isEqualTo(1);
        assertThat(story.tracker().timeline().nrRunning(3)).isEqualTo(1);
    }

    @Test
    void aStatisticTellsThatAWakeupIsBeingEnqueued() {
        var story = Story.of(HandMade.flat(4).with(EventKind.STAT_SLEEP).lines("""
                10 [0] w:1    waking u:2 target_cpu=1
                11 [0] w:1    migrate u:2 orig_cpu=1 dest_cpu=3
                14 [3] idle:0 stat_sleep u:2 delay=5000
                15 [3] idle:0 wakeup u:2 target_cpu=3
                16 [3] idle:0 stat_sleep u:2 delay=5000    # no wake-up is open: tells nothing
                """));
        assertThat(story.only("enqueuing")).containsExactly("enqueuing 2@3 14");
    }

    @Test
    void aWakeupThatIsOpenWhenTheTraceEndsIsCounted() {
        var trace = HandMade.flat(4).lines("""
                10 [0] w:1 waking u:2 target_cpu=1
                11 [0] w:1 migrate u:2 orig_cpu=1 dest_cpu=3
                """);
        Story.of(trace);
        assertThat(trace.counted(ImportStat.WAKEUP_UNFINISHED)).isEqualTo(1);
    }
}
