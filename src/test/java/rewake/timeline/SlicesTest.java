package rewake.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import rewake.HandMade;
import rewake.event.EventKind;
import rewake.event.ImportStat;

/** Who ran where and how long, and what is known of it when a trace starts late, stops early or has holes. */
final class SlicesTest {
    @Test
    void aSwitchEndsOneSliceAndBeginsTheNext() {
        var story = Story.of(HandMade.flat(2).lines("""
                10 [0] idle:0 switch idle:0 R ==> a:1
                15 [0] a:1    switch a:1 S ==> b:2
                18 [0] b:2    switch b:2 D ==> idle:0
                20 [1] idle:0 switch idle:0 R ==> c:3
                21 [1] c:3    switch c:3 X ==> idle:0
                """));
        assertThat(story.only("slice")).containsExactly("slice 1@0 10-15 S", "slice 2@0 15-18 D", "slice 3@1 20-21 X");
    }

    @Test
    void theFirstEventTellsWhatRanBefore() {
        var trace = HandMade.flat(2).lines("""
                10 [0] idle:0 waking b:2 target_cpu=0
                12 [1] a:1    switch a:1 S ==> idle:0   # its first event: a has run since the trace began
                """);
        assertThat(Story.of(trace).only("slice")).containsExactly("slice 1@1 10-12 S open");
        assertThat(trace.counted(ImportStat.CPU_LATE)).isZero();
    }

    @Test
    void whatACpuRanAtTheStartIsTakenBackWhenItsTaskShowsUpElsewhere() {
        var trace = HandMade.flat(2).lines("""
                10 [0] idle:0 switch idle:0 R ==> a:1    # so a did not run on CPU 1 yet
                14 [0] a:1    switch a:1 R ==> idle:0
                20 [1] a:1    switch a:1 S ==> idle:0    # the first event of CPU 1
                """);
        var story = Story.of(trace);
        // Between 14 and 20 a moved without a record; CPU 1 is known from its own first event on.
        assertThat(story.only("slice")).containsExactly("slice 1@0 10-14 R", "slice 1@1 20-20 S open");
        assertThat(trace.counted(ImportStat.TASK_ON_TWO_CPUS)).isZero();
        assertThat(trace.counted(ImportStat.CPU_LATE)).isEqualTo(1);
    }

    @Test
    void aCpuWithoutEventsIsIdleAndCounted() {
        var trace = HandMade.flat(3).lines("10 [1] a:1 switch a:1 S ==> idle:0");
        var story = Story.of(trace);
        Timeline timeline = story.tracker().timeline();
        assertThat(timeline.tasks().isIdle(timeline.current(0))).isTrue();
        assertThat(timeline.known(0)).isFalse();
        assertThat(trace.counted(ImportStat.CPU_SILENT)).isEqualTo(2);
    }

    @Test
    void openSlicesEndWithTheTraceAndAreMarked() {
        var story = Story.of(HandMade.flat(2).lines("""
                10 [0] idle:0 switch idle:0 R ==> a:1
                30 [1] b:2    waking c:3 target_cpu=1
                """));
        // a began within the trace, b before it; neither end was seen, so the state is not known.
        assertThat(story.only("slice")).containsExactly("slice 1@0 10-30 ?", "slice 2@1 10-30 ? open");
        assertThat(story.tracker().lastNs()).isEqualTo(HandMade.ns(30));
    }

    @Test
    void afterALossACpuIsUnknownUntilItsNextEvent() {
        var trace = HandMade.flat(1).lines("""
                10 [0] idle:0 switch idle:0 R ==> a:1
                20 [0] idle:0 lost n=5
                30 [0] b:2    switch b:2 S ==> c:3
                35 [0] c:3    switch c:3 S ==> idle:0
                """);
        var story = Story.of(trace);
        assertThat(trace.counted(ImportStat.SWITCH_MISMATCH)).isZero();
        assertThat(trace.counted(ImportStat.CPU_LATE)).isZero();
        // What a did after 10 and since when b ran is lost: neither may become a slice that claims to be whole.
        assertThat(story.lines()).contains("gap @0 20");
        assertThat(story.only("slice")).containsExactly("slice 2@0 30-30 S open", "slice 3@0 30-35 S");
    }

    @Test
    void aSwitchFromAnotherTaskThanTheRunningOneMeansMissingEvents() {
        var trace = HandMade.flat(1).lines("""
                10 [0] idle:0 switch idle:0 R ==> a:1
                20 [0] b:2    switch b:2 S ==> idle:0
                """);
        var story = Story.of(trace);
        assertThat(story.only("slice", "gap")).containsExactly("gap @0 20", "slice 2@0 20-20 S open");
        assertThat(trace.counted(ImportStat.SWITCH_MISMATCH)).isEqualTo(1);
        assertThat(story.tracker().timeline().nrRunning(0)).isZero();
    }

    @Test
    void aRecorderThatStopsCpuByCpuIsNoLoss() {
        var trace = HandMade.flat(2).lines("""
                10 [0] idle:0 switch idle:0 R ==> perf:9   # then CPU 0 is no longer recorded, and perf moves on
                20 [1] idle:0 switch idle:0 R ==> perf:9
                """);
        var story = Story.of(trace);
        assertThat(story.lines()).contains("gap @0 20");
        assertThat(trace.counted(ImportStat.TASK_ON_TWO_CPUS)).isZero();
        assertThat(trace.counted(ImportStat.CPU_SILENT)).isZero();
    }

    @Test
    void aTaskOnTwoCpusIsALossWhereTheFirstGoesOn() {
        var trace = HandMade.flat(2).lines("""
                10 [0] idle:0 switch idle:0 R ==> a:1
                20 [1] idle:0 switch idle:0 R ==> a:1
                30 [0] b:2    switch b:2 S ==> idle:0
                """);
        Story.of(trace);
        assertThat(trace.counted(ImportStat.TASK_ON_TWO_CPUS)).isEqualTo(1);
    }

    @Test
    void everyCpuHasAnIdleTaskOfItsOwn() {
        var story = Story.of(HandMade.flat(3).lines("""
                10 [0] a:1 switch a:1 S ==> idle:0
                11 [1] b:2 switch b:2 S ==> idle:0
                12 [1] idle:0 switch idle:0 R ==> b:2
                """));
        Tasks tasks = story.tracker().timeline().tasks();
        assertThat(tasks.idle(0)).isNotEqualTo(tasks.idle(1));
        assertThat(tasks.pid(tasks.idle(0))).isZero();
        assertThat(story.tracker().timeline().current(0)).isEqualTo(tasks.idle(0));
        assertThat(story.only("slice")).noneMatch(l -> l.contains("idle"));
    }

    @Test
    void aForkOfAKnownPidIsAnotherTask() {
        var trace = HandMade.flat(1).with(EventKind.PROCESS_EXIT).lines("""
                10 [0] idle:0 switch idle:0 R ==> a:7
                12 [0] a:7    exit a:7
                14 [0] a:7    switch a:7 Z ==> p:1
                16 [0] p:1    fork p:1 c:7
                17 [0] p:1    wakeup_new c:7 target_cpu=0
                20 [0] p:1    switch p:1 S ==> c:7
                25 [0] c:7    switch c:7 S ==> idle:0
                """);
        var story = Story.of(trace);
        Tasks tasks = story.tracker().timeline().tasks();
        int newest = tasks.of(7, 0);
        assertThat(tasks.parent(newest)).isEqualTo(tasks.of(1, 0));
        assertThat(trace.comms().text(tasks.comm(newest))).isEqualTo("c");
        assertThat(trace.counted(ImportStat.PID_REUSED)).isEqualTo(1);
        assertThat(story.only("waited")).containsExactly("waited 7@0 17-20 fork");
    }

    @Test
    void aPidThatWasNeverSeenToDieIsReusedAsWell() {
        var trace = HandMade.flat(1).lines("""
                10 [0] idle:0 switch idle:0 R ==> a:7
                14 [0] a:7    switch a:7 S ==> p:1
                16 [0] p:1    fork p:1 c:7
                17 [0] p:1    wakeup_new c:7 target_cpu=0
                """);
        var story = Story.of(trace);
        assertThat(trace.counted(ImportStat.PID_REUSED)).isEqualTo(1);
        Timeline timeline = story.tracker().timeline();
        // The new task is queued; the old one, which slept, has left no trace in the queue.
        assertThat(timeline.nrRunning(0)).isEqualTo(2);
    }

    @Test
    void aNameChangesWithTheEventsThatCarryIt() {
        var trace = HandMade.flat(1).with(EventKind.TASK_RENAME).lines("""
                10 [0] idle:0 switch idle:0 R ==> sh:5
                12 [0] sh:5   rename sh:5 to=make
                """);
        Tasks tasks = Story.of(trace).tracker().timeline().tasks();
        assertThat(trace.comms().text(tasks.comm(tasks.of(5, 0)))).isEqualTo("make");
    }

    @Test
    void aCpuThatTheMachineLacksIsCountedAndNotBelieved() {
        var trace = HandMade.flat(2).lines("""
                10 [0] w:1 waking u:2 target_cpu=1
                11 [0] w:1 migrate u:2 orig_cpu=1 dest_cpu=65536
                12 [0] w:1 wakeup u:2 target_cpu=0
                """);
        var story = Story.of(trace);
        assertThat(trace.counted(ImportStat.CPU_OUT_OF_RANGE)).isEqualTo(1);
        assertThat(story.tracker().timeline().cpus()).isEqualTo(2);
        assertThat(story.only("placed")).containsExactly("placed 2@0 11");
    }

    @Test
    void queuesAreEmptyWhenACpuGoesIdle() {
        var trace = HandMade.flat(2).lines("""
                10 [0] a:1    wakeup u:2 target_cpu=1      # u is queued on CPU 1, but never picked there
                20 [1] b:3    switch b:3 S ==> idle:0
                """);
        var story = Story.of(trace);
        assertThat(story.tracker().timeline().nrRunning(1)).isZero();
        assertThat(trace.counted(ImportStat.SWITCH_MISMATCH)).isEqualTo(1);
    }
}
