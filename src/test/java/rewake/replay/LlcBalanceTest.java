package rewake.replay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import rewake.event.Topology;
import rewake.kernel.Machine;
import rewake.kernel.pelt.PeltRules;

/** When an LLC is balanced by the rules of the kernel, and what nr_idle_scan is then. */
final class LlcBalanceTest {
    private static final long MS = 1_000_000;
    private static final long HALF = 32L << 20;
    private static final long T0 = 1000L << 20;

    private InferredLoads loads = new InferredLoads(1, PeltRules.V6_1, null, false);
    private ForkOffsets offsets = new ForkOffsets(new Machine(Topology.flat(1, "test")), false);

    private LlcBalance of(Topology topology) {
        var machine = new Machine(topology);
        loads = new InferredLoads(machine.cpus(), PeltRules.V6_1, null, false);
        offsets = new ForkOffsets(machine, false);
        return new LlcBalance(machine, loads, offsets);
    }

    private void busy(int... cpus) {
        for (int cpu : cpus) loads.running(cpu, 1 + cpu, true, 1024, T0);
    }

    @Test
    void oneBusyCpuKicksNobody() {
        var balance = of(Topology.flat(8, "test"));
        busy(0);
        balance.tick(T0);
        assertThat(balance.tick(T0 + 8 * MS)).isTrue();
        assertThat(balance.isDue(0)).isFalse();
        assertThat(balance.isOpen(0)).isFalse();
    }

    @Test
    void twoBusyCpusKickTheIdleOnesEvery8MsOfAnLlcOf8() {
        var balance = of(Topology.flat(8, "test"));
        busy(0, 1);
        balance.tick(T0);
        assertThat(balance.isDue(0)).isTrue();
        balance.tick(T0 + 4 * MS);
        assertThat(balance.isDue(0)).isFalse();
        assertThat(balance.isOpen(0)).isTrue();
        balance.tick(T0 + 8 * MS);
        assertThat(balance.isDue(0)).isTrue();
    }

    @Test
    void oneCpuWithTwoTasksKicksThemToo() {
        var balance = of(Topology.flat(8, "test"));
        busy(0);
        loads.queued(20, 0, 1024, T0);
        balance.tick(T0);
        assertThat(balance.isDue(0)).isTrue();
    }

    @Test
    void busyCpusBalance16TimesLessOften() {
        var balance = of(Topology.flat(8, "test"));
        busy(0, 1, 2, 3, 4, 5, 6, 7);
        for (int ms = 0; ms < 120; ms += 4) {
            balance.tick(T0 + ms * MS);
            assertThat(balance.isDue(0)).isFalse();
            assertThat(balance.isOpen(0)).isFalse();
        }
        balance.tick(T0 + 120 * MS); // the last balance is taken as 8 ms before the first tick
        assertThat(balance.isDue(0)).isTrue();
    }

    @Test
    void theSameTickOnAnotherCpuCountsOnce() {
        var balance = of(Topology.flat(8, "test"));
        assertThat(balance.tick(T0)).isTrue();
        assertThat(balance.tick(T0 + 30_000)).isFalse();
        assertThat(balance.tick(T0 + MS)).isTrue();
    }

    @Test
    void theFirstIdleCpuOfAClusterBalancesForIt() {
        int[] core = {0, 1, 2, 3, 4, 5, 6, 7};
        int[] cluster = {0, 0, 0, 0, 1, 1, 1, 1};
        var balance = of(Topology.of("test", core, cluster, new int[8], new int[8]));
        busy(0, 4, 5, 6, 7); // 1 to 3 are idle: the first of them balances, 2 and 3 have had their turn with it
        balance.tick(T0);
        assertThat(balance.isDue(0)).isTrue();
        loads.running(1, 2, true, 1024, T0 + MS);
        balance.tick(T0 + 4 * MS);
        assertThat(balance.isDue(0)).isFalse();
        balance.tick(T0 + 8 * MS);
        assertThat(balance.isDue(0)).isTrue(); // 2 is the first idle one now
    }

    /** The examples of the formula for 16 CPUs: 16 at no utilisation, 14 at 256, 10 at 512 of 1024. */
    @Test
    void nrIdleScanFallsWithTheSquareOfUtilisation() {
        var balance = of(Topology.flat(16, "test"));
        balance.tick(T0);
        assertThat(balance.nrIdleScan(0)).isEqualTo(16);
        for (int cpu = 0; cpu < 16; cpu++) loads.running(cpu, 1 + cpu, true, 1024, T0);
        for (int cpu = 0; cpu < 16; cpu++) loads.ran(1 + cpu, T0 + HALF); // half of 1024
        balance.tick(T0 + HALF);
        assertThat(balance.nrIdleScan(0)).isEqualTo(10);
    }

    @Test
    void whatForksTellOfUtilisationCounts() {
        var balance = of(Topology.flat(4, "test"));
        balance.tick(T0);
        assertThat(balance.nrIdleScan(0)).isEqualTo(4);
        // A fork went to CPU 3 with 512, and not to 1, which is believed to have none: so 1 has more.
        offsets.learn(0, 3, 1, new long[] {0, 0, 700, 512}, new long[] {0b1110}, T0);
        assertThat(balance.nrIdleScan(0)).isEqualTo(3);
    }
}
