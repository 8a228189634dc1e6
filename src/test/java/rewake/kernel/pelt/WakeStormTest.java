package rewake.kernel.pelt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** R02 and R03: 16 CPUs, 20 tasks, 195 000 wake-ups a second; all variants at once, on two threads, as alone. */
final class WakeStormTest {
    private static final int CPUS = 16;
    private static final int TASKS = 20;
    private static final long END_NS = 120_000_000;
    private static final PeltRules RULES = VectorRun.peltRules("base");

    private static int[] nodes() {
        int[] nodeOf = new int[CPUS];
        for (int cpu = 8; cpu < CPUS; cpu++) nodeOf[cpu] = 1;
        return nodeOf;
    }

    private static List<String> variants(JsonNode result) {
        var out = new ArrayList<String>();
        for (var e : result.properties()) if (!e.getKey().equals("v6.12.y")) out.add(e.getKey());
        return out;
    }

    /** v6.12.y keeps empty groups as well, which is no rule of a variant: alone in {@link #alone}. */
    @Test
    void allVariantsAtOnce() {
        JsonNode result = VectorRun.vector("R02_wake_storm_16cpu").required("result");
        List<String> names = variants(result);
        List<TgRules> rules = names.stream().map(VectorRun::rules).toList();
        var loads = new FairLoads(CPUS, RULES, rules, nodes(), 2);
        int group = loads.addGroup(0, 1024, VectorRun.CREATED_NS);
        loads.countFromHere();
        for (int task = 0; task < TASKS; task++) loads.regroup(task, group, VectorRun.CREATED_NS);
        var storm = new WakeStorm(loads, CPUS, 777, 60, 40);
        assertThat(storm.run(TASKS, END_NS))
                .isEqualTo(VectorRun.vector("R02_wake_storm_16cpu")
                        .required("wakeups")
                        .asLong());
        loads.finish();
        for (int v = 0; v < names.size(); v++)
            assertRates(names.get(v), loads.ledger(v), storm.lastNs() / 1e9, result.required(names.get(v)));
    }

    @Test
    void alone() {
        JsonNode expected =
                VectorRun.vector("R02_wake_storm_16cpu").required("result").required("v6.12.y");
        var run = new VectorRun(nodes(), "v6.12.y").depth(1);
        assertRates("v6.12.y", run.fair.ledger(0), play(run) / 1e9, expected);
    }

    /** At a quarter of their speed. */
    @Test
    void onSlowCpus() {
        for (var e : VectorRun.vector("R03_same_at_quarter_capacity")
                .required("result")
                .properties()) {
            var run = new VectorRun(nodes(), e.getKey());
            for (int cpu = 0; cpu < CPUS; cpu++) run.fair.scale(cpu, 256);
            run.depth(1);
            double seconds = play(run) / 1e9;
            assertThat(Math.round(run.total(TgCount.WRITES) / seconds))
                    .as(e.getKey())
                    .isEqualTo(e.getValue().required("writes_per_s").asLong());
        }
    }

    private static long play(VectorRun run) {
        for (int task = 0; task < TASKS; task++) run.fair.regroup(task, 1, VectorRun.CREATED_NS);
        var storm = new WakeStorm(run.fair, CPUS, 777, 60, 40);
        storm.run(TASKS, END_NS);
        run.fair.finish();
        return storm.lastNs();
    }

    private static void assertRates(String variant, TgLedger ledger, double seconds, JsonNode expected) {
        List<TgCount> counts = List.of(
                TgCount.WRITES,
                TgCount.CALLS,
                TgCount.READS,
                TgCount.READ_OPERATIONS,
                TgCount.WRITE_TRANSFERS,
                TgCount.WRITE_TRANSFERS_CROSS_NODE,
                TgCount.READ_TRANSFERS,
                TgCount.READ_TRANSFERS_CROSS_NODE);
        List<String> names =
                List.of("writes", "calls", "reads", "read_ops", "w_miss", "w_miss_x", "r_miss", "r_miss_x");
        for (int i = 0; i < names.size(); i++)
            assertThat(Math.round(ledger.total(counts.get(i)) / seconds))
                    .as("%s of %s", names.get(i), variant)
                    .isEqualTo(expected.required(names.get(i) + "_per_s").asLong());
        WeightedErrors relative = ledger.error(TgError.CONTRIB_RELATIVE, 1);
        assertThat(relative.mean() * relative.weight() / (seconds * 1e9) / 1e6)
                .as(variant)
                .isCloseTo(expected.required("mean_rel_err").asDouble(), within(1e-4));
        assertThat(ledger.error(TgError.SHARE, 1).mean() / 1e6)
                .as(variant)
                .isCloseTo(expected.required("mean_share_err").asDouble(), within(1e-4));
    }
}
