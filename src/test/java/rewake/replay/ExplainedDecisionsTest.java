package rewake.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rewake.HandMade;
import rewake.catalogue.Formats;
import rewake.catalogue.Kernels;
import rewake.event.ImportStats;
import rewake.kernel.KernelModel;
import rewake.kernel.Outcome;
import rewake.kernel.Question;
import rewake.parser.TraceReader;
import rewake.store.TimeMerge;

/** An explanation tells the decision that the judge scored, and its steps lead there. */
class ExplainedDecisionsTest {
    /** Wants every wake-up explained. */
    private static final class All implements Witness {
        final List<Explanation> explained = new ArrayList<>();

        @Override
        public boolean wants(int pid, long wakingNs) {
            return true;
        }

        @Override
        public void explained(Explanation explanation) {
            explained.add(explanation);
        }

        @Override
        public void skipped(int pid, long wakingNs, SkipReason reason) {
            assertThat(reason).isNotNull();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "hackbench-16cpu-clusters/perf.data, v6.1.y",
        "hackbench-16cpu-smt-2nodes/perf.data, v6.12.y",
        "schedidle-8cpu-pelt/trace.dat, v6.1.y",
        "cyclictest-8cpu/perf.data, v6.1"
    })
    void everyDecisionIsExplainedAsItWasScored(String file, String recorded) throws IOException {
        KernelModel own = Kernels.model(recorded);
        var models = new ArrayList<KernelModel>();
        models.add(own);
        for (Kernels kernel : Kernels.values()) models.add(kernel.model());
        models.add(Kernels.parse("v6.1+sis-cluster-rfc-v2"));
        models.add(Kernels.parse("v6.1+sched-idle-never+sis-prop"));
        var all = new All();
        List<Scores> explainedScores = judge(file, own, models, all);
        List<Scores> plain = judge(file, own, models, null);
        Set<Question> asked = EnumSet.noneOf(Question.class);
        long[] exact = new long[models.size()];
        for (Explanation e : all.explained) {
            for (int m = 0; m < models.size(); m++) {
                Explanation.Model model = e.models().get(m);
                if (model.cpu() == e.chosen()) exact[m]++;
                Explanation.Step last = null;
                for (Explanation.Step step : model.steps()) {
                    asked.add(step.asked());
                    if (step.outcome() == Outcome.TAKEN) last = step;
                }
                assertThat(last)
                        .as("%s decides %s by steps %s", model.name(), model.cpu(), model.steps())
                        .isNotNull()
                        .extracting(Explanation.Step::cpu)
                        .isEqualTo(model.cpu());
                assertThat(model.steps().getLast())
                        .as("nothing is asked after the last step")
                        .isEqualTo(last);
            }
        }
        for (int m = 0; m < models.size(); m++) {
            assertThat(exact[m]).as(models.get(m).name()).isEqualTo(plain.get(m).exact());
            assertThat(explainedScores.get(m).exact())
                    .as("listening changes nothing")
                    .isEqualTo(plain.get(m).exact());
        }
        assertThat((long) all.explained.size())
                .isEqualTo(plain.getFirst().decisions())
                .isPositive();
        assertThat(asked).contains(Question.WAKE_WIDE, Question.TARGET, Question.TARGET_IDLE);
        if (file.contains("smt")) assertThat(asked).contains(Question.SMT_SIBLING, Question.IDLE_CORE);
        if (file.contains("clusters")) assertThat(asked).contains(Question.CLUSTER_SCAN, Question.WA_WEIGHT);
    }

    private static List<Scores> judge(
            String file, KernelModel own, List<KernelModel> models, @org.jspecify.annotations.Nullable All witness)
            throws IOException {
        try (TraceReader reader = Formats.open(HandMade.root().resolve("traces").resolve(file))) {
            var judge = new Judge(reader.facts(), reader.comms(), new ImportStats(), JudgeOptions.all(), own, models);
            if (witness != null) judge.explainTo(witness);
            var merge = new TimeMerge(judge, reader.stats());
            reader.read(merge);
            merge.finish();
            judge.finish();
            return judge.scores();
        }
    }

    private static List<Explanation> explain(HandMade trace, String kernel) {
        KernelModel model = Kernels.parse(kernel);
        var all = new All();
        var judge = new Judge(trace.facts(), trace.comms(), trace.stats(), JudgeOptions.all(), model, List.of(model));
        judge.explainTo(all);
        trace.read(judge);
        judge.finish();
        return all.explained;
    }

    private static List<String> steps(Explanation e) {
        return e.models().getFirst().steps().stream()
                .map(s -> s.asked().id() + " " + s.cpu() + " " + s.outcome().id())
                .toList();
    }

    /** CPU 2 is the only idle one; the waker is on CPU 0, prev is 1. */
    private static HandMade scan() {
        return HandMade.flat(4).busy(0, 1, 3).lines("""
                        0    [1] b1:101   switch b1:101 R ==> u:200
                        10   [1] u:200    switch u:200 S ==> b1:101
                        100  [0] b0:100   waking u:200 target_cpu=1
                        102  [0] b0:100   migrate u:200 orig_cpu=1 dest_cpu=2
                        104  [2] idle:0   wakeup u:200 target_cpu=2
                        106  [2] idle:0   switch idle:0 R ==> u:200
                        200  [2] u:200    switch u:200 S ==> idle:0
                        """);
    }

    @Test
    void aSearchIsToldInTheKernelsOrder() {
        Explanation e = explain(scan(), "v6.5").getFirst();
        assertThat(e.chosen()).isEqualTo(2);
        assertThat(e.state().idle()).containsExactly(2);
        assertThat(steps(e).subList(0, 4))
                .containsExactly("wake_wide 0 no", "wa_idle 0 no", "wa_sync 0 no", "wa_prev_idle 1 no");
        assertThat(steps(e))
                .contains("target_idle " + target(e) + " passed_over")
                .endsWith("llc_scan 2 taken");
        assertThat(e.models().getFirst().cpu()).isEqualTo(2);
        assertThat(e.racy()).isFalse();
        assertThat(e.races()).isEmpty();
    }

    private static int target(Explanation e) {
        return e.models().getFirst().steps().stream()
                .filter(s -> s.asked() == Question.TARGET)
                .findFirst()
                .orElseThrow()
                .cpu();
    }

    @Test
    void aRaceIsNamedWithWhatItWouldHaveChanged() {
        HandMade trace =
                scan().lines("101.5 [3] b3:103 switch b3:103 S ==> idle:0\n300 [3] idle:0 switch idle:0 R ==> b3:103");
        Explanation e = explain(trace, "v6.5").getFirst();
        assertThat(e.races()).hasSize(1);
        Explanation.Race race = e.races().getFirst();
        assertThat(race.cpu()).isEqualTo(3);
        assertThat(race.to()).isEqualTo("idle");
        assertThat(Math.abs(race.afterNs())).isLessThanOrEqualTo(1000);
        assertThat(race.otherwise()).isNotNull();
    }

    @Test
    void whatIsOpenIsToldWithWhatItWouldGive() {
        Explanation e = explain(scan(), "v6.5").getFirst();
        assertThat(e.models().getFirst().alternatives())
                .extracting(a -> a.unknown() + " " + a.assumed() + "/" + a.other())
                .contains("sync no/yes");
    }
}
