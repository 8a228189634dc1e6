package rewake.replay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import rewake.HandMade;
import rewake.event.Topology;

/** has_idle_cores over a trace: 4 cores of 2 threads, {0,1} {2,3} {4,5} {6,7}, one cache, kernel 6.1. */
final class IdleCoresStateTest {
    private static HandMade smt() {
        int[] core = {0, 0, 1, 1, 2, 2, 3, 3};
        return HandMade.on(Topology.of("test", core, null, new int[8], new int[8]))
                .busy(0, 1, 2, 3, 4, 5, 6, 7);
    }

    /** CPU 4 goes idle while 5 is busy: no idle core. CPU 5 follows: the flag is set. Then both run again: it stays. */
    private static final String CORE_4_WAS_IDLE = """
            100 [4] b4:104 switch b4:104 S ==> idle:0
            110 [5] b5:105 switch b5:105 S ==> idle:0
            120 [4] idle:0 switch idle:0 R ==> x:24
            130 [5] idle:0 switch idle:0 R ==> y:25
            140 [3] b3:103 switch b3:103 S ==> idle:0
            """;

    @Test
    void staysSetWhenTheCoreGetsBusyAndFallsWithAFailedSearch() {
        var verdict = Verdict.of(smt().lines(CORE_4_WAS_IDLE).lines("""
                # Flag set, so no sibling of prev is tried and the scan for a core has no limit. From target+1 = 1:
                # {0,1} busy; {2,3}: 3 idle, kept; {4,5}, {6,7} busy. No core: flag cleared, 3 taken.
                200 [0] b0:100 waking u:50 target_cpu=0
                201 [0] b0:100 migrate u:50 orig_cpu=0 dest_cpu=3
                205 [3] idle:0 wakeup u:50 target_cpu=3
                206 [3] idle:0 switch idle:0 R ==> u:50
                220 [3] u:50   switch u:50 S ==> idle:0
                # Flag clear now: sibling 1 is busy, then CPU by CPU from 1: 1, 2 busy, 3 idle.
                300 [0] b0:100 waking v:51 target_cpu=0
                301 [0] b0:100 migrate v:51 orig_cpu=0 dest_cpu=3
                305 [3] idle:0 wakeup v:51 target_cpu=3
                """), "v6.1");
        assertThat(verdict.exact()).isEqualTo("2 of 2");
        assertThat(verdict.scores().flagSearches()).isEqualTo(1);
        assertThat(verdict.scores().flagFalse()).isEqualTo(1);
    }

    @Test
    void staysSetWhenACoreIsFound() {
        var verdict = Verdict.of(smt().lines("""
                100 [6] b6:106 switch b6:106 S ==> idle:0
                110 [7] b7:107 switch b7:107 S ==> idle:0
                # From 1: {0,1}, {2,3}, {4,5} busy, {6,7} idle: CPU 6, where the walk met the core.
                200 [0] b0:100 waking u:50 target_cpu=0
                201 [0] b0:100 migrate u:50 orig_cpu=0 dest_cpu=6
                205 [6] idle:0 wakeup u:50 target_cpu=6
                206 [6] idle:0 switch idle:0 R ==> u:50
                # 7 alone is no core; the flag is a false positive now. 7 is kept while the walk goes on, then taken.
                300 [0] b0:100 waking v:51 target_cpu=0
                301 [0] b0:100 migrate v:51 orig_cpu=0 dest_cpu=7
                305 [7] idle:0 wakeup v:51 target_cpu=7
                """), "v6.1");
        assertThat(verdict.paths()).containsExactly("1 idle_core llc/llc", "1 llc_scan llc/llc");
        assertThat(verdict.scores().flagSearches()).isEqualTo(2);
        assertThat(verdict.scores().flagFalse()).isEqualTo(1);
    }

    @Test
    void isNotSetWhileASiblingIsBusyOrAWakeupIsOnItsWay() {
        var verdict = Verdict.of(smt().lines("""
                100 [4] b4:104 switch b4:104 S ==> idle:0
                # u is sent to 4 and not yet queued there when 5 goes idle: 4 does not count as idle.
                200 [0] b0:100 waking u:50 target_cpu=4
                201 [0] b0:100 switch b0:100 S ==> z:30
                202 [5] b5:105 switch b5:105 S ==> idle:0
                205 [4] idle:0 wakeup u:50 target_cpu=4
                206 [4] idle:0 switch idle:0 R ==> u:50
                # No flag: the sibling of prev = 0 is busy, CPU by CPU from 1 finds 5.
                300 [0] z:30   waking v:51 target_cpu=0
                301 [0] z:30   migrate v:51 orig_cpu=0 dest_cpu=5
                305 [5] idle:0 wakeup v:51 target_cpu=5
                """), "v6.1");
        assertThat(verdict.paths()).containsExactly("1 target_idle same/same", "1 llc_scan llc/llc");
        assertThat(verdict.scores().flagSearches()).isZero();
    }

    @Test
    void isKeptByEachModelOfItsOwn() {
        // v5.11 walks for a core first as well, but then walks again CPU by CPU; both clear the flag by their own
        // failure.
        var verdict = Verdict.of(smt().lines(CORE_4_WAS_IDLE).lines("""
                200 [0] b0:100 waking u:50 target_cpu=0
                201 [0] b0:100 migrate u:50 orig_cpu=0 dest_cpu=3
                205 [3] idle:0 wakeup u:50 target_cpu=3
                206 [3] idle:0 switch idle:0 R ==> u:50
                300 [0] b0:100 waking v:51 target_cpu=0
                302 [0] b0:100 wakeup v:51 target_cpu=0
                """), "v5.12", "no-sis-single-pass");
        assertThat(verdict.scores().flagSearches()).isEqualTo(1);
        assertThat(verdict.variant(1).flagSearches()).isEqualTo(1);
        assertThat(verdict.variant(1).flagFalse()).isEqualTo(1);
        assertThat(verdict.variant(1).changed()).isZero();
    }
}
