package rewake.observe.chain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import rewake.HandMade;
import rewake.event.ImportStats;
import rewake.timeline.Tasks;

/** Critical paths worked by hand, a kind of part each; times are µs. */
final class ChainsTest {
    private record Walked(Chains chains, Chains.Pass first) {}

    private static Walked walk(HandMade trace, int pid, double from, double to, boolean followSoftirq) {
        var chains = new Chains(trace.facts(), pid, HandMade.ns(from), HandMade.ns(to), followSoftirq, 1024);
        Chains.Pass first = chains.pass(trace.stats());
        trace.read(first);
        first.finish();
        while (!chains.done()) {
            Chains.Pass pass = chains.pass(new ImportStats());
            trace.read(pass);
            pass.finish();
        }
        return new Walked(chains, first);
    }

    /** The parts from the first to the last: {@code from-to pid kind@cpu <behind ^waker@cpu context}. */
    private static List<String> path(HandMade trace, int pid, double from, double to, boolean followSoftirq) {
        Walked walked = walk(trace, pid, from, to, followSoftirq);
        ChainPath path = Objects.requireNonNull(walked.chains.path());
        Tasks tasks = walked.first.timeline().tasks();
        var parts = new ArrayList<String>();
        for (int i = path.size() - 1; i >= 0; i--) {
            String cpu = path.cpu(i) < 0 ? "" : "@" + path.cpu(i);
            String behind = path.behind(i) < 0 ? "" : " <" + tasks.pid(path.behind(i));
            String waker = path.waker(i) < 0
                    ? ""
                    : " ^" + tasks.pid(path.waker(i)) + "@" + path.wakerCpu(i) + " "
                            + path.context(i).id();
            parts.add(us(path.fromNs(i)) + "-" + us(path.toNs(i)) + " " + tasks.pid(path.task(i)) + " "
                    + path.kind(i).name().toLowerCase(Locale.ROOT) + cpu + behind + waker);
        }
        assertThat(walked.chains.contradictions()).isZero();
        return parts;
    }

    private static List<String> path(String lines, int pid, double from, double to) {
        return path(HandMade.flat(3).lines(lines), pid, from, to, false);
    }

    private static long us(long ns) {
        return (ns - HandMade.ns(0)) / 1000;
    }

    /** An interrupt wakes b on CPU 1; b runs and wakes a; a waits behind w on CPU 0 and runs to the end. */
    private static final String CHAIN = """
            0  [0] w:10     stat_runtime w:10
            0  [1] b:20     stat_runtime b:20
            0  [2] a:30     stat_runtime a:30
            2  [1] b:20     switch b:20 S ==> idle:0
            3  [2] a:30     switch a:30 S ==> idle:0
            10 [1] idle:0/h waking b:20 target_cpu=1
            11 [1] idle:0/h wakeup b:20 target_cpu=1
            13 [1] idle:0   switch idle:0 R ==> b:20
            20 [1] b:20     waking a:30 target_cpu=2
            21 [1] b:20     migrate a:30 orig_cpu=2 dest_cpu=0
            22 [1] b:20     wakeup a:30 target_cpu=0
            25 [1] b:20     switch b:20 S ==> idle:0
            28 [0] w:10     switch w:10 S ==> a:30
            40 [0] a:30     stat_runtime a:30
            """;

    @Test
    void thePathGoesOnInTheWakerAndEndsItsSleepsAtInterrupts() {
        assertThat(path(CHAIN, 30, 0, 40))
                .containsExactly(
                        "0-2 20 running@1",
                        "2-10 20 sleeping ^0@1 hardirq",
                        "10-13 20 woken@1 <0 ^0@1 hardirq",
                        "13-20 20 running@1",
                        "20-28 30 woken@0 <10 ^20@1 task",
                        "28-40 30 running@0");
    }

    @Test
    void aWindowCutsTheFirstPartAndTheLast() {
        assertThat(path(CHAIN, 30, 5, 30))
                .containsExactly(
                        "5-10 20 sleeping ^0@1 hardirq",
                        "10-13 20 woken@1 <0 ^0@1 hardirq",
                        "13-20 20 running@1",
                        "20-28 30 woken@0 <10 ^20@1 task",
                        "28-30 30 running@0");
    }

    @Test
    void atTheEndOfTheWindowTheTaskMayWaitOrSleep() {
        assertThat(path(CHAIN, 30, 15, 24)).containsExactly("15-20 20 running@1", "20-24 30 woken@0 <10 ^20@1 task");
        assertThat(path(CHAIN, 30, 0, 8)).containsExactly("0-3 30 running@2", "3-8 30 sleeping");
    }

    @Test
    void aPreemptedWakerWaitsOnThePath() {
        assertThat(path("""
                        0  [0] b:20 stat_runtime b:20
                        0  [2] a:30 stat_runtime a:30
                        2  [2] a:30 switch a:30 S ==> idle:0
                        5  [0] b:20 switch b:20 R+ ==> x:40
                        9  [0] x:40 switch x:40 S ==> y:50
                        12 [0] y:50 switch y:50 S ==> b:20
                        20 [0] b:20 waking a:30 target_cpu=2
                        21 [2] idle:0/h wakeup a:30 target_cpu=2
                        23 [2] idle:0 switch idle:0 R ==> a:30
                        30 [2] a:30 stat_runtime a:30
                        """, 30, 0, 30))
                .containsExactly(
                        "0-5 20 running@0",
                        "5-9 20 preempted@0 <40",
                        "9-12 20 preempted@0 <50",
                        "12-20 20 running@0",
                        "20-23 30 woken@2 <0 ^20@0 task",
                        "23-30 30 running@2");
    }

    @Test
    void aWaitIsCutWhereTheTaskMoves() {
        assertThat(path("""
                        0  [0] a:30 stat_runtime a:30
                        0  [1] w:10 stat_runtime w:10
                        5  [0] a:30 switch a:30 R ==> x:40
                        11 [1] w:10/s migrate a:30 orig_cpu=0 dest_cpu=1
                        15 [1] w:10 switch w:10 S ==> a:30
                        20 [1] a:30 stat_runtime a:30
                        """, 30, 0, 20))
                .containsExactly(
                        "0-5 30 running@0", "5-11 30 runnable@0 <40", "11-15 30 runnable@1 <10", "15-20 30 running@1");
    }

    @Test
    void aChildsPathGoesOnInItsParent() {
        assertThat(path("""
                        0  [0] p:10 stat_runtime p:10
                        5  [0] p:10 fork p:10 c:80
                        6  [0] p:10 wakeup_new c:80 target_cpu=1
                        9  [1] idle:0 switch idle:0 R ==> c:80
                        20 [1] c:80 stat_runtime c:80
                        """, 80, 0, 20))
                .containsExactly("0-6 10 running@0", "6-9 80 forked@1 <0 ^10@0 task", "9-20 80 running@1");
    }

    @Test
    void whoWasWokenBeforeTheTraceIsUnknownUntilItRuns() {
        assertThat(path("""
                        0  [0] w:10 stat_runtime w:10
                        8  [0] w:10 switch w:10 S ==> a:30
                        20 [0] a:30 stat_runtime a:30
                        """, 30, 0, 20)).containsExactly("0-8 30 unknown", "8-20 30 running@0");
    }

    @Test
    void whoSleptSinceBeforeTheTraceSleeps() {
        assertThat(path("""
                        0  [0] w:10 stat_runtime w:10
                        5  [0] w:10/h waking a:30 target_cpu=0
                        6  [0] w:10/h wakeup a:30 target_cpu=0
                        8  [0] w:10 switch w:10 S ==> a:30
                        20 [0] a:30 stat_runtime a:30
                        """, 30, 0, 20))
                .containsExactly(
                        "0-5 30 sleeping ^10@0 hardirq", "5-8 30 woken@0 <10 ^10@0 hardirq", "8-20 30 running@0");
    }

    @Test
    void aLossLeavesWhatItHidesUnknown() {
        assertThat(path("""
                        0  [0] a:30 stat_runtime a:30
                        5  [0] a:30 stat_runtime a:30
                        9  [0] a:30 lost
                        12 [0] a:30 stat_runtime a:30
                        20 [0] a:30 stat_runtime a:30
                        """, 30, 0, 20)).containsExactly("0-12 30 unknown", "12-20 30 running@0");
    }

    /** a sends to b over loopback: the soft interrupt runs on top of a. */
    private static final String LOOPBACK = """
            0  [0] a:30   stat_runtime a:30
            0  [1] b:20   stat_runtime b:20
            2  [1] b:20   switch b:20 S ==> idle:0
            10 [0] a:30/s waking b:20 target_cpu=1
            11 [1] idle:0/h wakeup b:20 target_cpu=1
            12 [1] idle:0 switch idle:0 R ==> b:20
            20 [1] b:20   stat_runtime b:20
            """;

    @Test
    void aSoftInterruptIsAnInterruptUnlessItIsTakenAsTheTasksBelowIt() {
        assertThat(path(LOOPBACK, 20, 0, 20))
                .containsExactly(
                        "0-2 20 running@1",
                        "2-10 20 sleeping ^30@0 softirq",
                        "10-12 20 woken@1 <0 ^30@0 softirq",
                        "12-20 20 running@1");
        assertThat(path(HandMade.flat(3).lines(LOOPBACK), 20, 0, 20, true))
                .containsExactly("0-10 30 running@0", "10-12 20 woken@1 <0 ^30@0 softirq", "12-20 20 running@1");
    }

    @Test
    void aWakerThatHadToWaitForTheWakeesSwitchIsFollowedFromThere() {
        assertThat(path("""
                        0  [0] a:30 stat_runtime a:30
                        0  [1] b:20 stat_runtime b:20
                        10 [0] a:30 waking b:20 target_cpu=1
                        12 [1] b:20 switch b:20 S ==> idle:0
                        13 [0] a:30 wakeup b:20 target_cpu=1
                        15 [1] idle:0 switch idle:0 R ==> b:20
                        20 [1] b:20 stat_runtime b:20
                        """, 20, 0, 20))
                .containsExactly("0-12 30 running@0", "12-15 20 woken@1 <0 ^30@0 task", "15-20 20 running@1");
    }

    @Test
    void theEndOfATaskIsTheEndOfItsPath() {
        assertThat(path("""
                        0  [0] a:30 stat_runtime a:30
                        7  [0] a:30 switch a:30 X ==> w:10
                        20 [0] w:10 stat_runtime w:10
                        """, 30, 0, 20)).containsExactly("0-7 30 running@0");
    }

    @Test
    void wakersAreCountedBothWays() {
        Walked walked = walk(HandMade.flat(3).lines(CHAIN), 20, 0, 40, false);
        Wakers wakers = walked.first.wakers();
        assertThat(Objects.requireNonNull(wakers.in(WakeContext.HARDIRQ)).sumNs())
                .isEqualTo(3_000);
        int a = walked.first.timeline().tasks().of(30, 0);
        assertThat(Objects.requireNonNull(wakers.wakes(a)).sumNs()).isEqualTo(8_000);
        assertThat(wakers.by(a)).isNull();
    }

    @Test
    void aTaskThatNeverWasHasNoPath() {
        assertThat(walk(HandMade.flat(3).lines(CHAIN), 99, 0, 40, false).chains.path())
                .isNull();
    }
}
