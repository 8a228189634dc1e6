package rewake.kernel.pelt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Variants that are computed as one until they differ make what each of them makes alone: nobody goes with a variant whose
 * threshold is none of the base's, so that its numbers alone come about without any copy.
 */
final class AlikeLoadsTest {
    private static final int CPUS = 4;
    private static final int TASKS = 6;
    private static final int[] NODE_OF = {0, 0, 1, 1};
    private static final long MS = 1_000_000;
    private static final long PERIOD_NS = 1 << 20;
    private static final TgRules LEAD = TgRules.BASE.withThreshold(16).withReads(TgRules.Reads.SKIPS);
    private static final List<TgRules> VARIANTS = List.of(
            LEAD,
            LEAD.withReads(TgRules.Reads.TICK),
            LEAD.withReads(TgRules.Reads.SKIPS_DEQUEUE),
            LEAD.withClearsOffline(true),
            LEAD.withCounters(TgRules.Counters.PER_NODE).withClearsOffline(true),
            LEAD.withKeepsContributing(true),
            LEAD.withKeepsContributing(true).withReads(TgRules.Reads.TICK));

    /** A task a CPU, then more; two CPUs go offline with load and come back. */
    @Test
    void asAlone() {
        List<String> together = numbers(VARIANTS);
        for (int v = 0; v < VARIANTS.size(); v++)
            assertThat(numbers(List.of(VARIANTS.get(v))))
                    .as(VARIANTS.get(v).toString())
                    .containsExactly(together.get(v));
        assertThat(together.getFirst()).isNotEqualTo(together.get(1)).isNotEqualTo(together.get(3));
    }

    /** As long as no queue has two entities, and nobody goes offline, all are one; then each is by itself. */
    @Test
    void asOneUntilTheyDiffer() {
        FairLoads fair = loads(VARIANTS);
        fair.wake(0, 0, 1024, 100 * MS);
        fair.pick(0, 0, 100 * MS);
        assertThat(distinct(fair)).isEqualTo(1);
        fair.wake(1, 0, 1024, 101 * MS);
        assertThat(distinct(fair)).isEqualTo(4);
        fair.offline(0, 102 * MS);
        assertThat(distinct(fair)).isEqualTo(5);
        fair.finish();
    }

    /** A task is pulled away before its load may be told: whether the queue that is gone stays on the list is the last rule. */
    @Test
    void aLoadThatStays() {
        TgRules limited = TgRules.BASE.withLimit(TgRules.Limit.SCHED_CLOCK);
        FairLoads fair = loads(List.of(limited, limited.withKeepsContributing(true)));
        long start = 96 * PERIOD_NS;
        fair.fork(TASKS, 0, 1024, start);
        fair.pick(0, TASKS, start);
        fair.fork(0, 0, 1024, start + PERIOD_NS + 50_000);
        fair.move(0, 1, start + PERIOD_NS + 950_000);
        assertThat(fair.variant(1)).isSameAs(fair.variant(0));
        fair.blocked(0, start + PERIOD_NS + 1_000_000);
        assertThat(fair.variant(1)).isNotSameAs(fair.variant(0));
        fair.blocked(0, start + 10 * MS);
        assertThat(fair.variant(0).contrib(2, 0)).isEqualTo(1024);
        assertThat(fair.variant(1).contrib(2, 0)).isZero();
        assertThat(fair.ledger(1).of(TgCount.WRITES, 2, 0))
                .isEqualTo(fair.ledger(0).of(TgCount.WRITES, 2, 0) + 1);
        fair.finish();
    }

    private static FairLoads loads(List<TgRules> variants) {
        var fair = new FairLoads(CPUS, PeltRules.V6_1, variants, NODE_OF, 2);
        fair.addGroup(0, 1024, MS);
        int group = fair.addGroup(1, 2048, MS);
        for (int task = 0; task < TASKS; task++) fair.regroup(task, group, MS);
        fair.countFromHere();
        return fair;
    }

    private static long distinct(FairLoads fair) {
        return IntStream.range(0, VARIANTS.size())
                .mapToObj(fair::variant)
                .distinct()
                .count();
    }

    /** All that can be read of each variant after the same events. */
    private static List<String> numbers(List<TgRules> variants) {
        FairLoads fair = loads(variants);
        happen(fair);
        fair.finish();
        var out = new ArrayList<String>();
        for (int v = 0; v < variants.size(); v++) out.add(loads(fair, v) + accounts(fair.ledger(v)));
        return out;
    }

    private static void happen(FairLoads fair) {
        var random = new Random(1);
        boolean[] awake = new boolean[TASKS];
        long now = 100 * MS;
        for (int i = 0; i < 6000; i++) {
            now += 1000 + random.nextInt(i % 1000 < 20 ? 40_000_000 : 400_000);
            int task = random.nextInt(i < 1000 ? CPUS : TASKS);
            int cpu = i < 1000 ? task : random.nextInt(CPUS);
            if (i == 2000) fair.offline(3, now);
            if (i == 3000) fair.online(3, now);
            if (random.nextInt(4) == 0) fair.blocked(cpu, now);
            else if (random.nextInt(4) == 0) fair.tick(cpu, now);
            else if (awake[task]) sleep(fair, task, now, awake);
            else {
                fair.wake(task, cpu, 1024, now);
                if (fair.running(cpu) < 0) fair.pick(cpu, task, now);
                awake[task] = true;
            }
        }
    }

    private static void sleep(FairLoads fair, int task, long now, boolean[] awake) {
        int cpu = fair.cpu(task);
        boolean ran = fair.running(cpu) == task;
        if (!ran) return;
        fair.sleep(task, now);
        awake[task] = false;
        int next = fair.anyOn(cpu);
        if (next < 0) fair.pickIdle(cpu, now);
        else fair.pick(cpu, next, now);
    }

    private static String loads(FairLoads fair, int v) {
        var out = new StringBuilder();
        GroupLoads of = fair.variant(v);
        for (int g = 0; g < fair.tree.count(); g++)
            for (int cpu = 0; cpu < CPUS; cpu++) {
                int q = fair.tree.queue(g, cpu);
                for (int field = 0; field < 8; field++)
                    out.append(of.queues.avgs.get(q, field)).append(' ');
                if (g == 0) continue;
                for (int field = 0; field < 8; field++)
                    out.append(of.groups.avgs.get(q, field)).append(' ');
                out.append(of.entityWeight(g, cpu)).append(' ').append(of.contrib(g, cpu));
                out.append(' ')
                        .append(of.writtenNs(g, cpu))
                        .append(' ')
                        .append(of.tgLoad(g))
                        .append('\n');
            }
        return out.toString();
    }

    private static String accounts(TgLedger ledger) {
        var out = new StringBuilder();
        for (TgCount what : TgCount.values())
            for (int g = 0; g < 3; g++)
                for (int cpu = 0; cpu < CPUS; cpu++)
                    out.append(what).append(' ').append(ledger.of(what, g, cpu)).append('\n');
        for (TgError kind : TgError.values())
            for (int g = 0; g < 3; g++) {
                WeightedErrors e = ledger.error(kind, g);
                out.append(kind)
                        .append(Arrays.asList(e.weight(), e.mean(), e.signedMean(), e.p95(), e.max()))
                        .append('\n');
            }
        return out.toString();
    }
}
