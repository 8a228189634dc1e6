package rewake.kernel.pelt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What the vectors do not show: parents under a delay, a CPU that goes offline, nodes that readers walk, seconds. */
final class TgLedgerTest {
    private static final long MS = 1_000_000;
    private static final long CREATED_NS = 1 << 20;
    private static final int[] NODE_OF = {0, 1};

    private static FairLoads loads(TgRules... variants) {
        var fair = new FairLoads(2, PeltRules.V6_1, List.of(variants), NODE_OF, 1);
        fair.regroup(0, fair.addGroup(0, 1024, CREATED_NS), CREATED_NS);
        return fair;
    }

    /** A task leaves CPU 0 in the middle of a period: the root keeps its utilisation until something else passes it up. */
    @Test
    void delayedRemovalKeepsParentsTooHigh() {
        var fair = loads(TgRules.BASE, TgRules.BASE.withDelaysRemoval(true));
        long start = 100 << 20;
        fair.fork(0, 0, 1024, start);
        fair.pick(0, 0, start);
        fair.tick(0, start + 300 * MS);
        fair.sleep(0, start + 300 * MS);
        fair.pickIdle(0, start + 300 * MS);
        long left = start + 300 * MS + 1000;
        fair.wake(0, 1, 1024, left);
        fair.blocked(0, left + 2000); // within the period: the removal alone
        assertThat(fair.variant(0).util(0, 0)).isZero();
        long kept = fair.variant(1).util(0, 0);
        assertThat(kept).isGreaterThan(900);
        assertThat(fair.variant(1).util(1, 0)).as("the group's own run queue").isZero();
        fair.blocked(0, left + 4 * MS);
        assertThat(fair.variant(1).util(0, 0)).isZero();
        fair.finish();
        WeightedErrors util = fair.ledger(1).error(TgError.PARENT_UTIL, 0);
        assertThat(util.max()).isEqualTo(kept);
        assertThat(util.signedMean()).isPositive();
        assertThat(fair.ledger(0).error(TgError.PARENT_UTIL, 0).weight()).isZero();
    }

    /**
     * What a delay saves: a call a migration where the CPU that was left finds the removal alone; none where the next task comes
     * to it first, for that was one call before as well.
     */
    @Test
    void aDelayHalvesTheCallsOfRemovalsThatAreFoundAlone() {
        long[] alone = callsOfMigrations(true);
        assertThat(alone[0]).isEqualTo(2 * alone[1]);
        long[] together = callsOfMigrations(false);
        assertThat(together[0]).isEqualTo(together[1]);
        assertThat(together[0]).isEqualTo(alone[1]).isEqualTo(10);
    }

    /** A task changes places ten times within a period; {@code looks}: each time the CPU that it left is updated before. */
    private static long[] callsOfMigrations(boolean looks) {
        var fair = loads(TgRules.BASE, TgRules.BASE.withDelaysRemoval(true));
        long start = 100 << 20;
        fair.fork(0, 0, 1024, start);
        for (int cpu = 0; cpu < 2; cpu++) {
            fair.regroup(1 + cpu, 1, start);
            fair.fork(1 + cpu, cpu, 1024, start);
            fair.pick(cpu, 1 + cpu, start);
        }
        fair.countFromHere();
        long now = start;
        for (int i = 0; i < 10; i++) {
            int from = fair.cpu(0);
            fair.sleep(0, now += 1000);
            fair.wake(0, 1 - from, 1024, now += 1000);
            if (looks) fair.tick(from, now += 1000);
        }
        return new long[] {fair.ledger(0).total(TgCount.CALLS), fair.ledger(1).total(TgCount.CALLS)};
    }

    @Test
    void aCpuThatGoesOfflineTakesItsLoadAlong() {
        TgRules limited = TgRules.BASE.withLimit(TgRules.Limit.SCHED_CLOCK);
        var fair = loads(limited, limited.withClearsOffline(true));
        fair.fork(0, 0, 1024, 5 * MS);
        fair.move(0, 1, 5 * MS + 1000); // too early for CPU 0 to write again
        fair.offline(0, 6 * MS);
        assertThat(fair.variant(0).tgLoad(1)).isEqualTo(2048);
        assertThat(fair.variant(1).tgLoad(1)).isEqualTo(1024);
        assertThat(fair.variant(1).contrib(1, 0)).isZero();
        assertThat(fair.ledger(1).of(TgCount.WRITES, 1, 0) - fair.ledger(0).of(TgCount.WRITES, 1, 0))
                .isOne();
    }

    @Test
    void readersWalkTheNodes() {
        var fair = loads(
                TgRules.BASE,
                TgRules.BASE.withCounters(TgRules.Counters.PER_NODE),
                TgRules.BASE.withCounters(TgRules.Counters.PER_NODE_MASKED));
        fair.fork(0, 0, 1024, 5 * MS);
        fair.pick(0, 0, 5 * MS);
        fair.tick(0, 9 * MS);
        assertThat(fair.ledger(0).nodeBits()).isZero();
        assertThat(fair.ledger(1).nodeBits()).isEqualTo(2 * 1024);
        assertThat(fair.ledger(2).nodeBits()).isEqualTo(2 * 2);
        for (int variant = 0; variant < 3; variant++) {
            assertThat(fair.ledger(variant).total(TgCount.READS)).isEqualTo(2);
            assertThat(fair.ledger(variant).total(TgCount.READ_OPERATIONS)).isEqualTo(variant == 0 ? 2 : 4);
        }
    }

    @Test
    void secondsBeginWithTheFirstOperation() {
        var fair = loads(TgRules.BASE);
        fair.fork(0, 0, 1024, 5 * MS);
        fair.pick(0, 0, 5 * MS);
        fair.tick(0, CREATED_NS + 2500 * MS);
        TgLedger ledger = fair.ledger(0);
        assertThat(ledger.startNs()).isEqualTo(CREATED_NS);
        assertThat(ledger.pages()).as("the second between is silent").isEqualTo(2);
        assertThat(ledger.second(1)).isEqualTo(2);
        assertThat(ledger.of(TgCount.READS, 1, 0, 0)).isOne();
        assertThat(ledger.of(TgCount.READS, 1, 0, 1)).isOne();
    }

    @Test
    void aGapOfYearsCostsNothing() {
        var fair = loads(TgRules.BASE);
        fair.fork(0, 0, 1024, 5 * MS);
        fair.pick(0, 0, 5 * MS);
        fair.tick(0, 9_000_000_000L * 1000 * MS);
        TgLedger ledger = fair.ledger(0);
        assertThat(ledger.pages()).isEqualTo(2);
        assertThat(ledger.second(1)).isEqualTo(8_999_999_999L);
        assertThat(ledger.of(TgCount.READS, 1, 0)).isEqualTo(2);
    }
}
