package rewake.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import rewake.HandMade;
import rewake.catalogue.Formats;
import rewake.catalogue.Kernels;
import rewake.event.EventKind;
import rewake.kernel.KernelModel;
import rewake.parser.TraceReader;
import rewake.store.TimeMerge;

/** CPUs that run SCHED_IDLE tasks only: 4 CPUs under one cache, a hog on CPU 2, normal tasks on the others. */
final class SchedIdleStateTest {
    private static final String A_WAKEUP_GOES_TO_2 = """
            500 [0] b0:100 waking u:50 target_cpu=0
            501 [0] b0:100 migrate u:50 orig_cpu=0 dest_cpu=2
            503 [0] b0:100 wakeup u:50 target_cpu=2
            504 [2] hog:9  switch hog:9 R ==> u:50
            """;

    private static final String A_WAKEUP_STAYS_ON_0 = """
            500 [0] b0:100 waking u:50 target_cpu=0
            503 [0] b0:100 wakeup u:50 target_cpu=0
            """;

    private static HandMade hog() {
        return HandMade.flat(4).busy(0, 1, 3).lines("0 [2] hog:9 stat_runtime hog:9");
    }

    @Test
    void aTaskNamedByTheUserMakesItsCpuTakable() {
        var verdict = Verdict.withSchedIdle(hog().lines(A_WAKEUP_GOES_TO_2), "hog", "v6.1");
        assertThat(verdict.paths()).containsExactly("1 llc_scan llc/llc");
        assertThat(verdict.judge().sawSchedIdle()).isTrue();
    }

    @Test
    void withoutTheNameItIsABusyCpu() {
        var verdict = Verdict.of(hog().lines(A_WAKEUP_STAYS_ON_0), "v6.1");
        assertThat(verdict.exact()).isEqualTo("1 of 1");
        assertThat(verdict.judge().sawSchedIdle()).isFalse();
    }

    @Test
    void aNormalTaskOnItBreaksIt() {
        var verdict = Verdict.withSchedIdle(hog().lines("""
                100 [3] b3:103 waking n:40 target_cpu=2   # all other CPUs busy, 2 is takable: it stays there and waits
                101 [3] b3:103 wakeup n:40 target_cpu=2
                """).lines(A_WAKEUP_STAYS_ON_0), "hog", "v6.1");
        assertThat(verdict.exact()).isEqualTo("2 of 2");
        assertThat(verdict.paths()).containsExactly("1 target_idle same/same", "1 no_idle same/same");
    }

    @Test
    void vruntimeThatRunsAheadGivesItAway() {
        // Weight 3 of SCHED_IDLE: vruntime advances 1024/3 = 341 times the run time. Three times in a row, then it is
        // known.
        String thrice = """
                100 [2] hog:9 stat_runtime hog:9 runtime=10000 vruntime=1000000
                110 [2] hog:9 stat_runtime hog:9 runtime=10000 vruntime=4413333
                120 [2] hog:9 stat_runtime hog:9 runtime=10000 vruntime=7826666
                130 [2] hog:9 stat_runtime hog:9 runtime=10000 vruntime=11240000
                """;
        var verdict =
                Verdict.of(hog().with(EventKind.STAT_RUNTIME).lines(thrice).lines(A_WAKEUP_GOES_TO_2), "v6.1");
        assertThat(verdict.exact()).isEqualTo("1 of 1");
    }

    @Test
    void aRecordedWeightGivesItAwayAtOnce() {
        for (String weight : new String[] {"3", "3072"}) {
            String entity = "100 [2] hog:9 pelt_se hog:9 weight=" + weight;
            var verdict = Verdict.of(hog().with(EventKind.PELT_SE).lines(entity).lines(A_WAKEUP_GOES_TO_2), "v6.1");
            assertThat(verdict.exact()).isEqualTo("1 of 1");
            assertThat(verdict.judge().sawSchedIdle()).isTrue();
        }
    }

    /** The shipped recording with PELT events has eight hogs; run-time statistics, the other evidence, are left out. */
    @Test
    void theHogsOfARecordingAreKnownByTheirWeightAlone() throws IOException {
        Path file = Path.of(System.getProperty("rewake.traces"), "schedidle-8cpu-pelt", "trace.dat");
        try (TraceReader reader = Formats.open(file)) {
            KernelModel own = Kernels.parse("v6.1.y");
            var judge =
                    new Judge(reader.facts(), reader.comms(), reader.stats(), JudgeOptions.all(), own, List.of(own));
            var merge = new TimeMerge(
                    (batch, row) -> {
                        if (batch.kind(row) != EventKind.STAT_RUNTIME.ordinal()) judge.event(batch, row);
                    },
                    reader.stats());
            reader.read(merge);
            merge.finish();
            judge.finish();
            assertThat(judge.inferred().stream().map(Inferred::unknown))
                    .contains("SCHED_IDLE tasks: 8 recognised by vruntime or weight, others by --sched-idle");
        }
    }

    @Test
    void theWeightOfAGroupOrOfNiceNineteenDoesNot() {
        for (String entity : new String[] {"hog:9 weight=3 my_q=1", "hog:9 weight=15", "hog:9 weight=15360"}) {
            var verdict = Verdict.of(
                    hog().with(EventKind.PELT_SE)
                            .lines("100 [2] hog:9 pelt_se " + entity)
                            .lines(A_WAKEUP_STAYS_ON_0),
                    "v6.1");
            assertThat(verdict.exact()).isEqualTo("1 of 1");
            assertThat(verdict.judge().sawSchedIdle()).isFalse();
        }
    }

    @Test
    void aSchedIdleWakeePassesItsLikeOverFromSevenOne() {
        // Walk from 1: 1 busy, 2 sched-idle, 3 idle.
        var trace = HandMade.flat(4)
                .busy(0, 1)
                .lines("0 [2] hog:9 stat_runtime hog:9")
                .lines("""
                500 [0] b0:100 waking hog:50 target_cpu=0
                501 [0] b0:100 migrate hog:50 orig_cpu=0 dest_cpu=2
                503 [0] b0:100 wakeup hog:50 target_cpu=2
                """);
        var verdict = Verdict.withSchedIdle(trace, "hog", "v6.1", "sched-idle-skip");
        assertThat(verdict.exact()).isEqualTo("1 of 1");
        assertThat(verdict.variant(1).changed()).isEqualTo(1);
    }

    @Test
    void niceNineteenIsNotMistakenForIt() {
        // Weight 15 of nice 19: 68 times. The CPU stays busy.
        String nice = """
                100 [2] hog:9 stat_runtime hog:9 runtime=10000 vruntime=1000000
                110 [2] hog:9 stat_runtime hog:9 runtime=10000 vruntime=1682666
                120 [2] hog:9 stat_runtime hog:9 runtime=10000 vruntime=2365333
                130 [2] hog:9 stat_runtime hog:9 runtime=10000 vruntime=3048000
                """;
        var verdict = Verdict.of(hog().with(EventKind.STAT_RUNTIME).lines(nice).lines(A_WAKEUP_STAYS_ON_0), "v6.1");
        assertThat(verdict.exact()).isEqualTo("1 of 1");
        assertThat(verdict.judge().sawSchedIdle()).isFalse();
    }

    @Test
    void anIdleCpuIsPreferredOnlyWhereThePatchIsTakenOff() {
        // Walk from 1: 1 busy, 2 sched-idle, 3 idle. 6.1 takes 2; without sched-idle-consistent an idle CPU comes
        // first.
        var trace = HandMade.flat(4)
                .busy(0, 1)
                .lines("0 [2] hog:9 stat_runtime hog:9")
                .lines(A_WAKEUP_GOES_TO_2);
        var verdict = Verdict.withSchedIdle(trace, "hog", "v6.1", "no-sched-idle-consistent");
        assertThat(verdict.exact()).isEqualTo("1 of 1");
        assertThat(verdict.variant(1).changed()).isEqualTo(1);
        assertThat(verdict.variant(1).exact()).isZero();
    }
}
