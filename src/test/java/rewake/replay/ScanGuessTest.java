package rewake.replay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import rewake.event.Topology;
import rewake.kernel.Machine;
import rewake.kernel.pelt.PeltRules;

/** What is believed of nr_idle_scan. */
final class ScanGuessTest {
    private static final int LLC = 8;
    private static final long MS = 1_000_000;
    private static final long T0 = 1_000_000_000;

    private final Machine machine = new Machine(Topology.flat(LLC, "test"));
    private final InferredLoads loads = new InferredLoads(LLC, PeltRules.V6_1, null, false);
    private final LlcBalance balance = new LlcBalance(machine, loads, new ForkOffsets(machine, false));
    private final ScanGuess guess = new ScanGuess(machine);

    private void tick(long ns) {
        balance.tick(ns, guess::computed);
    }

    private void busy(int cpus) {
        for (int cpu = 0; cpu < cpus; cpu++) loads.running(cpu, 1 + cpu, true, 1024, T0);
    }

    @Test
    void beforeAnyBalanceItIsOneLessThanTheLlcHas() {
        assertThat(guess.now(0)).isEqualTo(7);
        tick(T0); // of an idle machine: nobody balances
        assertThat(guess.now(0)).isEqualTo(7);
    }

    @Test
    void itIsTheModelledOneUntilOutcomesSayOtherwise() {
        busy(7);
        for (int i = 0; i < 6; i++) tick(T0 + 8L * i * MS);
        assertThat(guess.now(0)).isEqualTo(5); // after 40 ms 577 of 1024 each, on average of 8 CPUs 504
        for (int i = 0; i < 10; i++) {
            guess.learn(0, 3, true); // an idle CPU was found at the third probe
            guess.learn(0, 4, false); // and one at the fourth was not
        }
        assertThat(guess.now(0)).isEqualTo(3);
        assertThat(guess.low(0)).isEqualTo(3);
        assertThat(guess.high(0)).isEqualTo(3);
    }

    @Test
    void itFollowsAChangeAtATick() {
        busy(2);
        for (int i = 0; i < 1000; i++) guess.learn(0, 4, false);
        assertThat(guess.now(0)).isLessThan(4);
        tick(T0);
        for (int i = 0; i < 4; i++) guess.learn(0, 4, true);
        assertThat(guess.now(0)).isGreaterThanOrEqualTo(4);
    }

    @Test
    void whatOutcomesToldIsForgottenAsItIsRecomputed() {
        busy(2);
        for (int i = 0; i < 10; i++) guess.learn(0, 4, false);
        assertThat(guess.now(0)).isLessThan(4);
        for (int i = 0; i < 12; i++) tick(T0 + 8L * i * MS);
        assertThat(guess.now(0)).isGreaterThanOrEqualTo(7);
    }

    @Test
    void itStaysWhileAllCpusAreBusyAndNoneIsDue() {
        busy(LLC);
        for (int i = 0; i < 10; i++) {
            guess.learn(0, 5, true);
            guess.learn(0, 6, false);
        }
        for (int i = 0; i < 100; i++) tick(T0 + i * MS);
        assertThat(guess.now(0)).isEqualTo(5);
    }
}
