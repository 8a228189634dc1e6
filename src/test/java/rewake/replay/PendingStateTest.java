package rewake.replay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import rewake.HandMade;
import rewake.event.EventKind;
import rewake.event.Topology;

/** A CPU to which a wake-up is on its way is not idle; from when until when depends on the kernel. */
final class PendingStateTest {
    private static HandMade machine() {
        return HandMade.flat(8).with(EventKind.STAT_SLEEP).busy(0, 1, 2, 3, 5, 7);
    }

    /** CPUs 4 and 6 are idle. u goes to 4 by interrupt: marked from 201, enqueue begins at 215, done at 225. */
    private static final String U_ON_ITS_WAY_TO_4 = """
            200 [0] b0:100 waking u:50 target_cpu=0
            201 [0] b0:100 migrate u:50 orig_cpu=0 dest_cpu=4
            215 [4] idle:0 stat_sleep u:50 delay=9
            225 [4] idle:0 wakeup u:50 target_cpu=4
            226 [4] idle:0 switch idle:0 R ==> u:50
            """;

    private static String another(double at, int chosen) {
        return """
                %s [1] b1:101 waking v:51 target_cpu=1
                %s [1] b1:101 migrate v:51 orig_cpu=1 dest_cpu=%d
                %s [%d] idle:0 wakeup v:51 target_cpu=%d
                """.formatted(at, at + 1, chosen, at + 40, chosen, chosen);
    }

    @Test
    void hidesThatTheCpuIsIdleUntilItsEnqueueBegins() {
        // v at 208: 4 is marked, so 6.
        var verdict = Verdict.of(machine().lines(U_ON_ITS_WAY_TO_4).lines(another(207, 6)), "v6.1");
        assertThat(verdict.exact()).isEqualTo("2 of 2");
        assertThat(verdict.scores().racy()).isZero();
    }

    @Test
    void fallsBeforeTheEnqueueInKernelsBefore6_2() {
        // v at 220, between the statistic of the enqueue and sched_wakeup: 4 swapper, nothing queued, no mark. So 4
        // again.
        var verdict = Verdict.of(machine().lines(U_ON_ITS_WAY_TO_4).lines(another(219, 4)), "v6.1");
        assertThat(verdict.exact()).isEqualTo("2 of 2");
    }

    @Test
    void isSetAnewByAWakeUpThatComesAfterTheBatchWasTaken() {
        // w is sent to 4 while the mark of u has fallen (214.5) and u is not queued yet: 4 is marked again until w's
        // enqueue.
        String wFollows = """
                208   [2] b2:102 waking w:52 target_cpu=2
                215.5 [2] b2:102 migrate w:52 orig_cpu=2 dest_cpu=4
                227   [4] idle:0 stat_sleep w:52 delay=9
                230   [4] idle:0 wakeup w:52 target_cpu=4
                """;
        var marked =
                Verdict.of(machine().lines(U_ON_ITS_WAY_TO_4).lines(wFollows).lines(another(219, 6)), "v6.1");
        assertThat(marked.exact()).isEqualTo("3 of 3");
        var without = Verdict.of(machine().lines(U_ON_ITS_WAY_TO_4).lines(another(219, 6)), "v6.1");
        assertThat(without.exact()).as("without w the CPU looks idle").isEqualTo("1 of 2");
    }

    @Test
    void fallsForTheWholeBatch() {
        // w is sent to 4 before u's enqueue begins: both marks fall with it.
        var batch = Verdict.of(machine().lines("""
                        200 [0] b0:100 waking u:50 target_cpu=0
                        201 [0] b0:100 migrate u:50 orig_cpu=0 dest_cpu=4
                        206 [2] b2:102 waking w:52 target_cpu=2
                        207 [2] b2:102 migrate w:52 orig_cpu=2 dest_cpu=4
                        215 [4] idle:0 stat_sleep u:50 delay=9
                        225 [4] idle:0 wakeup u:50 target_cpu=4
                        226 [4] idle:0 stat_sleep w:52 delay=9
                        227 [4] idle:0 wakeup w:52 target_cpu=4
                        """).lines(another(219, 4)), "v6.1");
        assertThat(batch.scores().exact())
                .as("but w itself, which went to a marked CPU")
                .isEqualTo(2);
    }

    @Test
    void holdsUntilTheTaskIsQueuedInLaterKernels() {
        var verdict = Verdict.of(machine().lines(U_ON_ITS_WAY_TO_4).lines(another(219, 6)), "v6.12");
        assertThat(verdict.exact()).isEqualTo("2 of 2");
    }

    @Test
    void isSetOnlyAfterTheMigrateRecordWasWritten() {
        // v decides 0.3 µs after u's migrate record, which itself takes 0.5: the mark is not there yet. Both go to 4.
        var verdict = Verdict.of(machine().lines(U_ON_ITS_WAY_TO_4).lines(another(200.3, 4)), "v6.1");
        assertThat(verdict.exact()).isEqualTo("2 of 2");
        assertThat(verdict.scores().racy()).isEqualTo(1);
    }

    @Test
    void isSeenAtOnceByTheCpuThatSetIt() {
        // The same distance, but the same waker: program order. 4 is marked for sure.
        var verdict = Verdict.of(machine().lines("""
                200   [0] b0:100 waking u:50 target_cpu=0
                200.1 [0] b0:100 migrate u:50 orig_cpu=0 dest_cpu=4
                200.2 [0] b0:100 waking v:51 target_cpu=0
                200.3 [0] b0:100 migrate v:51 orig_cpu=0 dest_cpu=6
                225   [4] idle:0 wakeup u:50 target_cpu=4
                226   [6] idle:0 wakeup v:51 target_cpu=6
                """), "v6.1");
        assertThat(verdict.exact()).isEqualTo("2 of 2");
        assertThat(verdict.scores().racy()).isZero();
    }

    /** Two caches, {0-3} and {4-7}. */
    private static HandMade twoCaches() {
        int[] half = {0, 0, 0, 0, 1, 1, 1, 1};
        return HandMade.on(Topology.of("test", new int[] {0, 1, 2, 3, 4, 5, 6, 7}, null, half, half));
    }

    @Test
    void beforeV6_0OnlyWakeupsIntoAnotherCacheAreQueued() {
        // u's prev 5 is idle, so it goes there, from the other cache: marked from 210 on. v must go on to 7.
        String fromTheOtherCache = """
                200 [0] b0:100 waking u:50 target_cpu=5
                201 [0] b0:100 switch b0:100 S ==> x:60
                220 [4] b4:104 waking v:51 target_cpu=4
                221 [4] b4:104 migrate v:51 orig_cpu=4 dest_cpu=7
                230 [5] idle:0 wakeup u:50 target_cpu=5
                231 [7] idle:0 wakeup v:51 target_cpu=7
                """;
        var verdict = Verdict.of(twoCaches().busy(0, 1, 2, 3, 4, 6).lines(fromTheOtherCache), "v5.12");
        assertThat(verdict.exact()).isEqualTo("2 of 2");
        // Within the cache it is enqueued directly by the waker, seen from sched_wakeup on: until then 5 looks idle.
        String fromTheSameCache = """
                200 [6] b6:106 waking u:50 target_cpu=5
                201 [6] b6:106 stat_runtime b6:106
                220 [4] b4:104 waking v:51 target_cpu=4
                221 [4] b4:104 migrate v:51 orig_cpu=4 dest_cpu=5
                230 [6] b6:106 wakeup u:50 target_cpu=5
                231 [4] b4:104 wakeup v:51 target_cpu=5
                """;
        verdict = Verdict.of(twoCaches().busy(0, 1, 2, 3, 4, 6).lines(fromTheSameCache), "v5.12");
        assertThat(verdict.exact()).isEqualTo("2 of 2");
    }
}
