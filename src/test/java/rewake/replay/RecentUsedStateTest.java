package rewake.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import rewake.HandMade;

/** recent_used_cpu over a trace: 8 CPUs under one cache, two rules. */
final class RecentUsedStateTest {
    /** u, whose prev is 0, goes to 4 (the first idle one behind 0), runs and sleeps there, and 4 gets another task. */
    private static final String U_WENT_FROM_0_TO_4 = """
            200 [0] b0:100 waking u:50 target_cpu=0
            201 [0] b0:100 migrate u:50 orig_cpu=0 dest_cpu=4
            205 [4] idle:0 wakeup u:50 target_cpu=4
            206 [4] idle:0 switch idle:0 R ==> u:50
            """;

    @Test
    void newRuleRemembersPrevOfTheLastSearch() {
        // 5.15 and later: at the first wake-up the search was reached, so recent := prev = 0.
        var verdict = Verdict.of(
                HandMade.flat(8).busy(0, 1, 2, 3, 7).lines(U_WENT_FROM_0_TO_4).lines("""
                220 [4] u:50   switch u:50 S ==> x:60
                230 [0] b0:100 switch b0:100 S ==> idle:0
                # prev = 4 and the waker's CPU 4 are busy. recent = 0 is idle: taken, though 5 and 6 are nearer in the walk.
                300 [4] x:60   waking u:50 target_cpu=4
                301 [4] x:60   migrate u:50 orig_cpu=4 dest_cpu=0
                305 [0] idle:0 wakeup u:50 target_cpu=0
                """), "v6.1");
        assertThat(verdict.paths()).containsExactly("1 recent_used llc/llc", "1 llc_scan llc/llc");
        assertThat(verdict.exact()).isEqualTo("2 of 2");
    }

    @Test
    void newRuleLeavesItAloneWhenAnEarlyTestHits() {
        var verdict = Verdict.of(
                HandMade.flat(8).busy(0, 1, 2, 3, 7).lines(U_WENT_FROM_0_TO_4).lines("""
                220 [4] u:50   switch u:50 S ==> idle:0
                # prev = 4 is idle: taken before recent is looked at, so recent stays 0.
                240 [1] b1:101 waking u:50 target_cpu=4
                241 [1] b1:101 switch b1:101 S ==> y:61
                245 [4] idle:0 wakeup u:50 target_cpu=4
                246 [4] idle:0 switch idle:0 R ==> u:50
                260 [4] u:50   switch u:50 S ==> x:60
                270 [0] b0:100 switch b0:100 S ==> idle:0
                300 [4] x:60   waking u:50 target_cpu=4
                301 [4] x:60   migrate u:50 orig_cpu=4 dest_cpu=0
                305 [0] idle:0 wakeup u:50 target_cpu=0
                """), "v6.1");
        assertThat(verdict.paths())
                .containsExactly("1 target_idle same/same", "1 recent_used llc/llc", "1 llc_scan llc/llc");
    }

    @Test
    void oldRuleRemembersWhereTheTaskLastWoke() {
        // Up to 5.14 recent changes on a hit, and for the *waker* at the end of an affine wake-up: u woke v on CPU 4.
        String uWakesVOn4ThenIsOn2 = """
                210 [4] u:50   waking v:51 target_cpu=5
                211 [4] u:50   switch u:50 S ==> x:60      # v stays on 5, which is idle
                215 [5] idle:0 wakeup v:51 target_cpu=5
                216 [5] idle:0 switch idle:0 R ==> v:51
                220 [2] b2:102 migrate u:50 orig_cpu=4 dest_cpu=2
                230 [4] x:60   switch x:60 S ==> idle:0
                # prev = 2 and the waker's CPU 2 are busy; recent = 4 is idle. Without it the walk from 2 meets 4 as well, so
                # 3 is made idle too.
                240 [3] b3:103 switch b3:103 S ==> idle:0
                300 [2] b2:102 waking u:50 target_cpu=2
                301 [2] b2:102 migrate u:50 orig_cpu=2 dest_cpu=4
                305 [4] idle:0 wakeup u:50 target_cpu=4
                """;
        var old = Verdict.of(
                HandMade.flat(8).busy(0, 1, 2, 3, 7).lines(U_WENT_FROM_0_TO_4).lines(uWakesVOn4ThenIsOn2), "v5.12");
        assertThat(old.paths())
                .containsExactly("1 target_idle same/same", "1 recent_used llc/llc", "1 llc_scan llc/llc");
        assertThat(old.exact()).isEqualTo("3 of 3");
        // The new rule has recent = 0 (busy) from the first wake-up, so it would go to 3.
        var now = Verdict.of(
                HandMade.flat(8).busy(0, 1, 2, 3, 7).lines(U_WENT_FROM_0_TO_4).lines(uWakesVOn4ThenIsOn2), "v6.1");
        assertThat(now.paths()).containsExactly("1 target_idle same/same", "2 llc_scan llc/llc");
        assertThat(now.exact()).isEqualTo("2 of 3");
    }

    @Test
    void aCpuThatIsNeitherTheWakersNorPrevShowsThatTheTestWasReached() {
        var verdict = Verdict.of(HandMade.flat(8).busy(0, 1, 2, 3, 7).lines("""
                # Recorded on busy CPU 2, which nothing explains. But whatever was missed, it was behind the test of recent.
                200 [0] b0:100 waking u:50 target_cpu=0
                201 [0] b0:100 migrate u:50 orig_cpu=0 dest_cpu=2
                202 [0] b0:100 wakeup u:50 target_cpu=2
                220 [2] b2:102 switch b2:102 S ==> u:50
                230 [2] u:50   switch u:50 S ==> x:60
                240 [0] b0:100 switch b0:100 S ==> idle:0
                # So recent = prev = 0, which is idle now; a search from 2 would meet 4 first.
                300 [2] x:60   waking u:50 target_cpu=2
                301 [2] x:60   migrate u:50 orig_cpu=2 dest_cpu=0
                305 [0] idle:0 wakeup u:50 target_cpu=0
                """), "v6.1");
        assertThat(verdict.exact()).isEqualTo("1 of 2");
        assertThat(verdict.scores().consistent()).isEqualTo(1);
        assertThat(verdict.paths()).containsExactly("1 recent_used llc/llc", "1 llc_scan llc/llc");
    }

    @Test
    void aDecisionForPrevThatNothingExplainsLeavesItUnknown() {
        var verdict = Verdict.of(HandMade.flat(8).busy(0, 1, 2, 3, 7).lines("""
                # u came to 5, which was taken from it; recorded on busy prev = 5, though 4 and 6 are idle (no scan limit to blame).
                190 [5] idle:0 switch idle:0 R ==> u:50
                195 [5] u:50   switch u:50 S ==> y:61
                200 [0] b0:100 waking u:50 target_cpu=5
                205 [5] y:61   wakeup u:50 target_cpu=5
                220 [5] y:61   switch y:61 S ==> u:50
                230 [5] u:50   switch u:50 S ==> x:60
                # Whether an early test hit (recent stays) or none did (recent = 5) is not known: the search finds 6, from 5.
                300 [0] b0:100 waking u:50 target_cpu=5
                301 [0] b0:100 migrate u:50 orig_cpu=5 dest_cpu=6
                305 [6] idle:0 wakeup u:50 target_cpu=6
                """), "v5.15");
        assertThat(verdict.exact()).isEqualTo("1 of 2");
        assertThat(verdict.paths()).containsExactly("1 llc_scan llc/same", "1 llc_scan llc/llc");
    }

    @Test
    void aForkedTaskBeginsWithItsParentsCpu() {
        // wake_up_new_task(), since recent_used_cpu exists (4.16): it := task_cpu(p), which is still the CPU of the
        // parent (here 3).
        HandMade trace = HandMade.flat(8).busy(0, 1, 2, 3, 7).lines("""
                200 [3] b3:103 fork b3:103 u:50
                204 [3] b3:103 wakeup_new u:50 target_cpu=4
                205 [4] idle:0 switch idle:0 R ==> u:50
                220 [4] u:50   switch u:50 S ==> x:60
                230 [3] b3:103 switch b3:103 S ==> idle:0
                # The first wake-up: prev = 4 is busy. recent = 3 is idle: taken, though 5 and 6 are nearer in the walk.
                300 [4] x:60   waking u:50 target_cpu=4
                301 [4] x:60   migrate u:50 orig_cpu=4 dest_cpu=3
                305 [3] idle:0 wakeup u:50 target_cpu=3
                """);
        for (String kernel : List.of("v5.4", "v5.12", "v6.1", "v6.12")) {
            var verdict = Verdict.of(trace, kernel);
            assertThat(verdict.paths()).as(kernel).containsExactly("1 recent_used llc/llc");
            assertThat(verdict.exact()).as(kernel).isEqualTo("1 of 1");
        }
    }
}
