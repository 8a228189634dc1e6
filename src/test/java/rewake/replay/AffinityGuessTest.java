package rewake.replay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import rewake.HandMade;
import rewake.kernel.CpuMask;

/** Where a task may run: concluded from idle CPUs that the kernel would not give it. */
class AffinityGuessTest {
    private static final int TASK = 300;

    private final AffinityGuess affinity = new AffinityGuess(70);

    @Test
    void everywhereUntilEightRefusalsOfOneCpu() {
        affinity.seen(TASK, 1);
        affinity.seen(TASK, 2);
        for (int i = 0; i < 7; i++) affinity.refused(TASK, 65, false);
        assertThat(affinity.restricts(TASK)).isFalse();
        affinity.refused(TASK, 65, false);
        assertThat(affinity.restricts(TASK)).isTrue();
        assertThat(CpuMask.has(affinity.of(TASK), 65)).isFalse();
        assertThat(CpuMask.weight(affinity.of(TASK))).isEqualTo(69);
        affinity.seen(TASK, 65);
        assertThat(CpuMask.has(affinity.of(TASK), 65))
                .as("seen there after all")
                .isTrue();
        for (int i = 0; i < 100; i++) affinity.refused(TASK, 65, false);
        assertThat(CpuMask.has(affinity.of(TASK), 65)).isTrue();
    }

    @Test
    void whatSomethingElseMayExplainCountsForATaskOfOneCpuOnly() {
        affinity.seen(TASK, 3);
        for (int i = 0; i < 8; i++) affinity.refused(TASK, 4 + i, true);
        assertThat(affinity.bound(TASK)).isTrue();
        assertThat(CpuMask.has(affinity.of(TASK), 3)).isTrue();

        int roams = TASK + 1;
        affinity.seen(roams, 3);
        affinity.seen(roams, 60);
        for (int i = 0; i < 80; i++) affinity.refused(roams, 4, true);
        assertThat(affinity.restricts(roams)).isFalse();
    }

    @Test
    void aBoundTaskSeenElsewhereIsFreeForGood() {
        affinity.seen(TASK, 3);
        for (int i = 0; i < 8; i++) affinity.refused(TASK, 4, true);
        affinity.seen(TASK, 4);
        assertThat(affinity.bound(TASK)).isFalse();
        for (int i = 0; i < 300; i++) affinity.refused(TASK, 5, true);
        assertThat(affinity.restricts(TASK)).isFalse();
    }

    @Test
    void childrenInherit() {
        affinity.seen(TASK, 3);
        for (int i = 0; i < 8; i++) affinity.refused(TASK, 4, true);
        affinity.forked(TASK, 9);
        assertThat(affinity.bound(9)).isTrue();
        affinity.seen(9, 7);
        assertThat(affinity.bound(9)).isFalse();
        assertThat(affinity.bound(TASK))
                .as("what a child is seen to do says nothing of its parent")
                .isTrue();
    }

    @Test
    void aTaskThatAlwaysWaitsForItsBusyCpuIsTakenAsBoundThere() {
        // 0 and 1 are busy, 2 and 3 idle; u is woken again and again and waits for CPU 1.
        var lines = new StringBuilder();
        for (int t = 200; t < 1400; t += 100) lines.append("""
                    %d [0] b0:100 waking u:50 target_cpu=1
                    %d [1] b1:101 wakeup u:50 target_cpu=1
                    %d [1] b1:101 switch b1:101 R ==> u:50
                    %d [1] u:50   switch u:50 S ==> b1:101
                    """.formatted(t, t + 5, t + 40, t + 60));
        var trace = HandMade.flat(4)
                .busy(0, 1)
                .lines("150 [1] u:50 switch u:50 S ==> b1:101")
                .lines(lines.toString());
        var verdict = Verdict.of(trace, "v5.15"); // no scan limit that could explain it
        assertThat(verdict.scores().decisions()).isEqualTo(12);
        assertThat(verdict.exact()).isEqualTo("4 of 12");
        assertThat(verdict.scores().missedByAffinity()).isEqualTo(4);
    }
}
