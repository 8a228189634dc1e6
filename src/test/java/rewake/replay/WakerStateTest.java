package rewake.replay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import rewake.HandMade;

/** What a waker brings along: its flips, its sync flag. 2 CPUs under one cache, kernel 6.1. */
final class WakerStateTest {
    /**
     * z, on CPU 1, wakes two tasks (2 turns), which run on CPU 0, and sleeps; CPU 1 stays busy, so its load is about 870 at
     * 90 ms, while CPU 0 is idle until w starts there. By loads a wakee with prev 1 would come to CPU 0.
     */
    private static final String Z_TURNED_TWICE = """
            0     [1] z:60   stat_runtime z:60
            10    [1] z:60   waking p:61 target_cpu=1
            11    [1] z:60   migrate p:61 orig_cpu=1 dest_cpu=0
            14    [0] idle:0 wakeup p:61 target_cpu=0
            15    [0] idle:0 switch idle:0 R ==> p:61
            20    [0] p:61   switch p:61 S ==> idle:0
            30    [1] z:60   waking q:62 target_cpu=1
            31    [1] z:60   migrate q:62 orig_cpu=1 dest_cpu=0
            34    [0] idle:0 wakeup q:62 target_cpu=0
            35    [0] idle:0 switch idle:0 R ==> q:62
            40    [0] q:62   switch q:62 S ==> idle:0
            50    [1] z:60   switch z:60 S ==> x:63
            90000 [0] idle:0 switch idle:0 R ==> w:50
            """;

    /** w wakes {@code n} tasks whose prev is its own CPU: they are queued behind it. Their names are {@code name}70, ... */
    private static String turnsOfW(int n, String name) {
        var out = new StringBuilder();
        for (int i = 0; i < n; i++) {
            int at = 90010 + 10 * i;
            out.append("%d [0] w:50 waking %s:%d target_cpu=0\n".formatted(at, name, 70 + i));
            out.append("%d [0] w:50 wakeup %s:%d target_cpu=0\n".formatted(at + 1, name, 70 + i));
        }
        return out.toString();
    }

    private static final String Z_STAYS_ON_1 = """
            90100 [0] w:50 waking z:60 target_cpu=1
            90102 [0] w:50 wakeup z:60 target_cpu=1
            """;

    private static final String Z_COMES_TO_0 = """
            90100 [0] w:50 waking z:60 target_cpu=1
            90101 [0] w:50 migrate z:60 orig_cpu=1 dest_cpu=0
            90102 [0] w:50 wakeup z:60 target_cpu=0
            """;

    private static Verdict judge(String turns, String last) {
        return Verdict.of(HandMade.flat(2).lines(Z_TURNED_TWICE).lines(turns).lines(last), "v6.1");
    }

    @Test
    void aWideWakeupStaysOnPrev() {
        // Both began with 2, the cache's size. With z the turns of w are 2 + 6, those of z 2 + 2: w's are 2 times z's.
        // Wide:
        // prev.
        var verdict = judge(turnsOfW(5, "t"), Z_STAYS_ON_1);
        assertThat(verdict.exact()).isEqualTo("8 of 8");
    }

    @Test
    void oneTurnLessIsNotWide() {
        // 2 + 5 < 2 · 4: wake_affine decides, and CPU 0 is lighter.
        var verdict = judge(turnsOfW(4, "t"), Z_COMES_TO_0);
        assertThat(verdict.exact()).isEqualTo("7 of 7");
    }

    @Test
    void wakeupsOfPinnedTasksAreNoTurns() {
        // Only the turn towards z itself: 1.
        var verdict = judge(turnsOfW(3, "kworker/0:1"), Z_COMES_TO_0);
        assertThat(verdict.exact()).isEqualTo("3 of 3");
        assertThat(verdict.judge().skipped()).containsEntry(SkipReason.PINNED, 3L);
    }

    @Test
    void wakeupsThatPlaceNothingAreNoTurns() {
        // x runs, t is still queued: 2 turns with that towards z, not 4.
        String again = """
                90012 [0] w:50 waking x:63 target_cpu=1
                90013 [0] w:50 wakeup x:63 target_cpu=1
                90014 [0] w:50 waking t:70 target_cpu=0
                90015 [0] w:50 wakeup t:70 target_cpu=0
                """;
        var verdict = judge(turnsOfW(1, "t") + again, Z_COMES_TO_0);
        assertThat(verdict.exact()).isEqualTo("4 of 4");
        assertThat(verdict.judge().skipped()).containsEntry(SkipReason.ON_RQ, 2L);
    }

    @Test
    void aForkedWakerHasItsParentsTurns() {
        // w's three turns, then its child c takes over CPU 0 and wakes z: 3 + 1 turns, wide.
        var verdict = judge(turnsOfW(3, "t") + """
                90050 [0] w:50 fork w:50 c:51
                90051 [0] w:50 wakeup_new c:51 target_cpu=0
                90060 [0] w:50 switch w:50 S ==> c:51
                """, Z_STAYS_ON_1.replace("w:50", "c:51"));
        assertThat(verdict.exact()).isEqualTo("6 of 6");
    }

    @Test
    void theSyncFlagIsLearnedFromWhereWakeupsWent() {
        // CPU 0 is the heavier one, so without sync u stays on busy prev 1; synchronous and alone, w pulls it to 0. The
        // first
        // such wake-up is a miss that teaches it for this name, the second is right.
        var verdict = Verdict.of(HandMade.flat(2).lines("""
                0     [0] w:50   stat_runtime w:50
                90000 [1] idle:0 switch idle:0 R ==> b:90
                90100 [0] w:50   waking u:70 target_cpu=1
                90101 [0] w:50   migrate u:70 orig_cpu=1 dest_cpu=0
                90102 [0] w:50   wakeup u:70 target_cpu=0
                90110 [0] w:50   switch w:50 S ==> u:70
                90120 [0] u:70   waking w:51 target_cpu=0
                90121 [0] u:70   wakeup w:51 target_cpu=0
                90130 [0] u:70   switch u:70 S ==> w:51
                90200 [0] w:51   waking v:71 target_cpu=1
                90201 [0] w:51   migrate v:71 orig_cpu=1 dest_cpu=0
                90202 [0] w:51   wakeup v:71 target_cpu=0
                """), "v6.1");
        assertThat(verdict.exact()).isEqualTo("2 of 3");
        assertThat(verdict.scores().consistent()).isEqualTo(3);
    }
}
