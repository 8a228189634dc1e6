package rewake.kernel.pelt;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A rate limit is one for each run queue and each write: looked at after every operation of a storm of migrations. */
final class RateLimitTest {
    private static final int CPUS = 16;
    private static final int TASKS = 20;
    private static final long END_NS = 40_000_000;

    private final long[] told = new long[CPUS];
    private final long[] writtenNs = new long[CPUS];
    private long writes;
    private long nearestNs = Long.MAX_VALUE;

    @ParameterizedTest
    @EnumSource(
            value = TgRules.Limit.class,
            names = {"PELT_CLOCK", "SCHED_CLOCK"})
    void noTwoWritesOfARunQueueAreCloserThanAMs(TgRules.Limit limit) {
        var fair =
                new FairLoads(CPUS, PeltRules.V6_1.withTg(TgRules.BASE.withLimit(limit)), List.of(), new int[CPUS], 0);
        int group = fair.addGroup(0, 1024, VectorRun.CREATED_NS);
        for (int task = 0; task < TASKS; task++) fair.regroup(task, group, VectorRun.CREATED_NS);
        var watched = (LoadEvents) Proxy.newProxyInstance(
                LoadEvents.class.getClassLoader(), new Class<?>[] {LoadEvents.class}, (proxy, method, args) -> {
                    Object result = method.invoke(fair, args);
                    look(fair.first(), group);
                    return result;
                });
        new WakeStorm(watched, CPUS, 777, 60, 40).run(TASKS, END_NS);
        assertThat(writes).isBetween(CPUS * 10L, CPUS * (END_NS / 1_000_000 + 1));
        assertThat(nearestNs).isBetween(1_000_000L, 1_010_000L);
    }

    private void look(GroupLoads loads, int group) {
        for (int cpu = 0; cpu < CPUS; cpu++) {
            long now = loads.contrib(group, cpu);
            if (now == told[cpu]) continue;
            long ns = loads.writtenNs(group, cpu);
            if (writtenNs[cpu] != 0) nearestNs = Math.min(nearestNs, ns - writtenNs[cpu]);
            told[cpu] = now;
            writtenNs[cpu] = ns;
            writes++;
        }
    }
}
