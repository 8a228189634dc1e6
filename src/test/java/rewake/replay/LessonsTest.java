package rewake.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import rewake.HandMade;
import rewake.catalogue.Formats;
import rewake.catalogue.Kernels;
import rewake.catalogue.Rivals;
import rewake.event.ImportStats;
import rewake.kernel.KernelModel;
import rewake.kernel.Machine;
import rewake.parser.TraceReader;
import rewake.store.TimeMerge;

/** What is learned from which decisions, on a recording where it matters. */
class LessonsTest {
    private static final Path TRACE = HandMade.root().resolve("traces/hackbench-16cpu-clusters/perf.data");
    private static final String SMT = "traces/hackbench-16cpu-smt-2nodes/perf.data";

    private static Scores scores(Path file, KernelModel model, Lessons lessons) throws IOException {
        return judge(file, model, lessons).judged();
    }

    private static Judge judge(Path file, KernelModel model, Lessons lessons) throws IOException {
        try (TraceReader reader = Formats.open(file)) {
            var judge = new Judge(
                    reader.facts(),
                    reader.comms(),
                    new ImportStats(),
                    JudgeOptions.all().with(lessons),
                    model,
                    List.of(model));
            var merge = new TimeMerge(judge, reader.stats());
            reader.read(merge);
            merge.finish();
            judge.finish();
            return judge;
        }
    }

    private static Scores scores(Lessons lessons) throws IOException {
        return scores(TRACE, Kernels.model("v6.1.y"), lessons);
    }

    @Test
    void whatIsLearnedLaterChangesNoEarlierAnswer() throws IOException {
        Scores all = scores(Lessons.ALL);
        long half = all.decisions() / 2;
        Scores second = scores(new Lessons(Long.MAX_VALUE, half));
        Scores frozen = scores(new Lessons(half, 0));
        Scores frozenSecond = scores(new Lessons(half, half));
        assertThat(second.decisions()).isEqualTo(all.decisions() - half);
        assertThat(all.exact() - second.exact())
                .as("exact in the first half, however one goes on")
                .isEqualTo(frozen.exact() - frozenSecond.exact());
        assertThat(frozenSecond.exact()).as("freezing changes something").isNotEqualTo(second.exact());
    }

    @Test
    void withoutLessonsOnlyTheModelSpeaks() throws IOException {
        Scores none = scores(Lessons.NONE);
        assertThat(none.decisions()).isEqualTo(scores(Lessons.ALL).decisions());
        assertThat(none.exact()).isLessThan(scores(Lessons.ALL).exact());
    }

    @Test
    void rivalsThatTieByConstructionDecideTheSame() throws IOException {
        int compared = 0;
        for (Path file : List.of(TRACE, HandMade.root().resolve(SMT))) {
            Machine machine;
            try (TraceReader reader = Formats.open(file)) {
                machine = new Machine(reader.facts().topology());
            }
            for (Rivals rival : Rivals.on(machine, false)) {
                if (rival.kernels().size() == 1) continue;
                long first = -1;
                for (Kernels kernel : rival.kernels()) {
                    KernelModel sameQuestions = kernel.model().withDelaysDequeue(false);
                    Scores scores = scores(file, sameQuestions, Lessons.ALL);
                    long mark = scores.exact() * 1_000_003 + scores.wakeupMigrations() * 31 + scores.scanned();
                    if (first < 0) first = mark;
                    assertThat(mark).as(kernel + " in " + rival).isEqualTo(first);
                    compared++;
                }
            }
        }
        assertThat(compared).isGreaterThan(15);
    }

    /** CPUs that were utilised before the trace: forks avoid them, and the first ones that do teach it. */
    @Test
    void forksTeachForks() throws IOException {
        ForkScores learned = forks(Lessons.ALL);
        ForkScores unlearned = forks(Lessons.NONE);
        assertThat(learned.decisions()).isEqualTo(unlearned.decisions()).isGreaterThanOrEqualTo(40);
        assertThat(learned.exact()).isGreaterThan(unlearned.exact() + 10);
        long half = learned.decisions() / 2;
        ForkScores second = forks(new Lessons(Long.MAX_VALUE, 0, Long.MAX_VALUE, half));
        assertThat(second.decisions()).isEqualTo(learned.decisions() - half);
        ForkScores frozen = forks(new Lessons(Long.MAX_VALUE, 0, 0, half));
        assertThat(frozen.exact()).isLessThan(second.exact());
    }

    private static ForkScores forks(Lessons lessons) throws IOException {
        return judge(TRACE, Kernels.model("v6.1.y"), lessons).forkScores().getFirst();
    }
}
