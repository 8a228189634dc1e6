package rewake.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rewake.HandMade;
import rewake.catalogue.Formats;
import rewake.catalogue.Kernels;
import rewake.event.ImportStats;
import rewake.kernel.KernelModel;
import rewake.parser.TraceReader;
import rewake.store.TimeMerge;

/** A judge that decides on a thread of its own says what one says that decides at once. */
class TwoThreadsTest {
    /** What makes a judge of these. */
    private interface Maker {
        Judge judge(TraceReader reader, KernelModel own, List<KernelModel> models);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "hackbench-16cpu-smt-2nodes/perf.data", // of SMT, with has_idle_cores
                "hackbench-16cpu-clusters/perf.data", // wake-ups by interrupt that hide a CPU until they are enqueued
                "schedidle-8cpu-pelt/trace.dat", // with tasks found to be SCHED_IDLE on the way
                "schbench-8cpu/perf.data"
            })
    void sayTheSame(String trace) throws IOException {
        String atOnce = told(trace, TwoThreadsTest::one);
        assertThat(atOnce).startsWith("decisions=").doesNotStartWith("decisions=0,");
        assertThat(told(trace, TwoThreadsTest::two)).isEqualTo(atOnce);
    }

    @Test
    void cannotExplain() throws IOException {
        try (TraceReader reader = open("schbench-8cpu/perf.data")) {
            KernelModel own = Kernels.model("v6.12.y");
            Judge judge = two(reader, own, List.of(own));
            judge.finish();
            assertThatThrownBy(() -> judge.explainTo(new NoWitness())).isInstanceOf(IllegalStateException.class);
        }
    }

    private static String told(String trace, Maker maker) throws IOException {
        try (TraceReader reader = open(trace)) {
            KernelModel own = Kernels.newestNotNewerThan(
                            String.valueOf(reader.facts().kernelRelease()))
                    .kernel()
                    .model();
            Judge judge = maker.judge(reader, own, List.of(own, Kernels.model("v5.4"), Kernels.model("v5.11")));
            var merge = new TimeMerge(judge, reader.stats());
            reader.read(merge);
            merge.finish();
            judge.finish();
            var text = new StringBuilder();
            for (Scores s : judge.scores())
                text.append("decisions=%d, exact=%d, allowed=%d, racy=%d, scanned=%d, %s%n"
                        .formatted(s.decisions(), s.exact(), s.allowedSum(), s.racy(), s.scanned(), s.confusion()));
            for (ForkScores s : judge.forkScores()) text.append(s).append('\n');
            return text.append(judge.inferred()).append(judge.skipped()).toString();
        }
    }

    private static Judge one(TraceReader reader, KernelModel own, List<KernelModel> models) {
        return new Judge(reader.facts(), reader.comms(), new ImportStats(), JudgeOptions.all(), own, models);
    }

    private static Judge two(TraceReader reader, KernelModel own, List<KernelModel> models) {
        return Judge.onTwoThreads(reader.facts(), reader.comms(), new ImportStats(), JudgeOptions.all(), own, models);
    }

    private static TraceReader open(String trace) throws IOException {
        return Formats.open(HandMade.root().resolve("traces").resolve(trace));
    }

    private static final class NoWitness implements Witness {
        @Override
        public boolean wants(int pid, long wakingNs) {
            return false;
        }

        @Override
        public void explained(Explanation explanation) {}

        @Override
        public void skipped(int pid, long wakingNs, SkipReason reason) {}
    }
}
