package rewake.replay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import rewake.event.Topology;
import rewake.kernel.CpuMask;
import rewake.kernel.Machine;

/** What forks tell of utilisation from before the trace. */
final class ForkOffsetsTest {
    private static final long NOW = 1_000_000_000;
    private static final long HALF_LIFE = 32L << 20;
    private static final int HERE = 0;

    private final ForkOffsets offsets = new ForkOffsets(new Machine(Topology.flat(4, "test")), false);
    private final long[] idle = CpuMask.empty(4);

    private void learn(int chosen, int answer, long... util) {
        for (int cpu = 1; cpu < 4; cpu++) CpuMask.set(idle, cpu);
        offsets.learn(HERE, chosen, answer, util, idle, NOW);
    }

    @Test
    void theOneThatWasNotTakenHasMoreThanTheOneThatWas() {
        learn(3, 1, 0, 100, 700, 512);
        assertThat(100 + offsets.of(1, NOW)).isBetween(513L, 560L);
        assertThat(offsets.of(2, NOW)).isZero();
        assertThat(offsets.of(3, NOW)).isZero();
    }

    @Test
    void itFadesAsUtilisationDoes() {
        learn(3, 1, 0, 100, 700, 512);
        long before = offsets.of(1, NOW);
        assertThat(offsets.of(1, NOW + HALF_LIFE)).isBetween(before / 2 - 1, before / 2 + 1);
    }

    @Test
    void aLessonThatWasTooMuchIsTakenBackFirst() {
        learn(3, 1, 0, 100, 700, 512);
        long before = offsets.of(1, NOW);
        learn(1, 2, 0, 100 + before, 400, 512);
        assertThat(100 + offsets.of(1, NOW)).isLessThan(400);
        assertThat(offsets.of(2, NOW)).isZero();
    }

    @Test
    void aBusyCpuTellsNothingOfUtilisation() {
        for (int cpu = 1; cpu < 3; cpu++) CpuMask.set(idle, cpu);
        offsets.learn(HERE, 3, 1, new long[] {0, 100, 700, 512}, idle, NOW);
        assertThat(offsets.of(1, NOW)).isZero();
    }

    @Test
    void aChildHalvesWhatIsNotKnown() {
        learn(3, 1, 0, 100, 700, 512);
        long before = offsets.of(1, NOW);
        offsets.joined(1, NOW);
        assertThat(offsets.of(1, NOW)).isBetween(before / 2 - 1, before / 2 + 1);
    }
}
