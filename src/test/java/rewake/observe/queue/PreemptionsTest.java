package rewake.observe.queue;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import rewake.HandMade;

final class PreemptionsTest {
    /** a runs from 10 to 30, loses CPU 0 to b, is moved and runs on CPU 1 at 55; b sleeps at 70; c loses CPU 1 to a for good. */
    private static final HandMade STORY = HandMade.flat(2).lines("""
            0   [0] x:9    stat_runtime x:9
            0   [1] c:30   stat_runtime c:30
            8   [0] x:9    wakeup_new a:10 target_cpu=0
            10  [0] x:9    switch x:9 S ==> a:10
            29  [0] a:10   waking b:20 target_cpu=0
            30  [0] a:10   wakeup b:20 target_cpu=0
            30  [0] a:10   switch a:10 R+ ==> b:20
            50  [1] c:30   migrate a:10 orig_cpu=0 dest_cpu=1
            55  [1] c:30   switch c:30 R ==> a:10
            70  [0] b:20   switch b:20 S ==> idle:0
            80  [1] a:10   stat_runtime a:10
            """);

    @Test
    void theWaitIsBookedOnWhoWasSwitchedIn() {
        Preemptions of = Watched.of(STORY).preemptions();
        assertThat(of.pairs())
                .extracting(
                        p -> of.tasks().pid(p.task()),
                        p -> of.tasks().pid(p.by()),
                        Preemptions.Pair::count,
                        Preemptions.Pair::waitNs,
                        Preemptions.Pair::cut)
                .containsExactlyInAnyOrder(
                        org.assertj.core.groups.Tuple.tuple(10, 20, 1L, 25_000L, 0L),
                        org.assertj.core.groups.Tuple.tuple(30, 10, 1L, 0L, 1L));
    }

    @Test
    void slicesAreThoseThatEndedInvoluntarilyAndBeganInTheTrace() {
        Preemptions of = Watched.of(STORY).preemptions();
        assertThat(of.slices().count()).isEqualTo(1);
        assertThat(of.slices().maxNs()).isEqualTo(20_000);
        Preemptions.Counts a = counts(of, 10);
        assertThat(a.involuntary()).isEqualTo(1);
        assertThat(a.preempted()).isEqualTo(1);
        assertThat(a.waits().sumNs()).isEqualTo(25_000);
        Preemptions.Counts c = counts(of, 30);
        assertThat(c.involuntary()).isEqualTo(1);
        assertThat(c.preempted()).isZero();
        assertThat(c.cut()).isEqualTo(1);
        assertThat(counts(of, 20).voluntary()).isEqualTo(1);
    }

    private static Preemptions.Counts counts(Preemptions of, int pid) {
        Preemptions.Counts counts = of.of(of.tasks().of(pid, 0));
        if (counts == null) throw new AssertionError("nothing of " + pid);
        return counts;
    }

    @Test
    void aTableOfPairsCountsAsAMapDoes() {
        var table = new PairTable();
        var expected = new java.util.HashMap<Long, Long>();
        var random = new java.util.Random(7);
        for (int i = 0; i < 200_000; i++) {
            int task = random.nextInt(300);
            int by = random.nextInt(300);
            table.count(table.slot(task, by));
            expected.merge((long) task << 32 | by, 1L, Long::sum);
        }
        assertThat(table.size()).isEqualTo(expected.size() + 1);
        for (int slot = 1; slot < table.size(); slot++)
            assertThat(table.counted(slot)).isEqualTo(expected.get((long) table.task(slot) << 32 | table.by(slot)));
    }
}
