package rewake.kernel.pelt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every variant on the counted vectors of {@code tg_vectors.json}, computed by a program of its own from the formulas. */
final class TgVectorsTest {
    private static final double SHORTENED = 1e-5; // the vectors have five decimals

    static Stream<Arguments> tiny() {
        return names("T01_tiny_sequence").map(name -> {
            int slash = name.indexOf('/');
            return Arguments.of(name.substring(0, slash), Integer.parseInt(name.substring(slash + "/depth".length())));
        });
    }

    static Stream<String> storm() {
        return names("R01_replay_4cpu_6task_30ms");
    }

    static Stream<String> pingPong() {
        return names("R04_busy_pingpong_40ms");
    }

    static Stream<String> stalled() {
        return names("R05_stalled_contrib");
    }

    private static Stream<String> names(String key) {
        return VectorRun.vector(key).required("result").properties().stream().map(e -> e.getKey());
    }

    /** T01 and T02: after every event counts, known load and loads; at the end contributions, transfers and errors. */
    @ParameterizedTest
    @MethodSource("tiny")
    void aTinySequence(String variant, int depth) {
        JsonNode vector = VectorRun.vector("T01_tiny_sequence");
        JsonNode expected = vector.required("result").required(variant + "/depth" + depth);
        VectorRun run = new VectorRun(VectorRun.ints(vector.required("cpu2node")), variant)
                .depth(depth)
                .events(vector.required("events"), expected.required("rows"));
        assertTotals(run, expected.required("totals"));
        for (var e : expected.required("contrib").properties())
            assertThat(run.contribs(e.getKey())).isEqualTo(VectorRun.numbers(e.getValue()));
        double off = 0;
        double shareOff = 0;
        double reads = 0;
        long worstShare = 0;
        for (int group = 1; group <= depth; group++) {
            WeightedErrors contrib = run.fair.ledger(0).error(TgError.CONTRIB, group);
            off += contrib.mean() * contrib.weight();
            WeightedErrors share = run.fair.ledger(0).error(TgError.SHARE, group);
            shareOff += share.mean() * share.weight();
            reads += share.weight();
            worstShare = Math.max(worstShare, share.max());
        }
        assertThat(off / 12_000_000).isCloseTo(expected.required("mean_err").asDouble(), within(0.006));
        assertThat(reads)
                .isEqualTo(expected.required("totals").required("reads").asDouble());
        assertThat(shareOff / reads / 1e6)
                .isCloseTo(expected.required("mean_share_err").asDouble(), within(SHORTENED));
        assertThat(worstShare / 1e6)
                .isCloseTo(expected.required("max_share_err").asDouble(), within(SHORTENED));
    }

    private static void assertTotals(VectorRun run, JsonNode totals) {
        TgLedger ledger = run.fair.ledger(0);
        var names = List.of("calls", "writes", "reads", "read_ops", "w_miss", "w_miss_x", "r_miss", "r_miss_x");
        var counts = List.of(
                TgCount.CALLS,
                TgCount.WRITES,
                TgCount.READS,
                TgCount.READ_OPERATIONS,
                TgCount.WRITE_TRANSFERS,
                TgCount.WRITE_TRANSFERS_CROSS_NODE,
                TgCount.READ_TRANSFERS,
                TgCount.READ_TRANSFERS_CROSS_NODE);
        var actual = new ArrayList<String>();
        var expected = new ArrayList<String>();
        for (int i = 0; i < names.size(); i++) {
            actual.add(names.get(i) + " " + ledger.total(counts.get(i)));
            expected.add(names.get(i) + " " + totals.required(names.get(i)).asLong());
        }
        assertThat(actual).isEqualTo(expected);
        assertThat(ledger.total(TgCount.RATE_LIMITED) + ledger.total(TgCount.BELOW_THRESHOLD))
                .isEqualTo(ledger.total(TgCount.CALLS) - ledger.total(TgCount.WRITES));
    }

    @ParameterizedTest
    @MethodSource("storm")
    void aMigrationStorm(String variant) {
        JsonNode vector = VectorRun.vector("R01_replay_4cpu_6task_30ms");
        JsonNode expected = vector.required("result").required(variant);
        VectorRun run = new VectorRun(VectorRun.ints(vector.required("cpu2node")), variant)
                .depth(1)
                .events(vector.required("events"), null);
        assertTotals(run, expected.required("totals"));
        assertThat(run.above().tgLoad(1)).isEqualTo(expected.required("tg").asLong());
        assertThat(run.contribs("G1")).isEqualTo(VectorRun.numbers(expected.required("contrib")));
        assertThat(run.loads("G1")).isEqualTo(VectorRun.numbers(expected.required("per_cpu")));
        TgLedger ledger = run.fair.ledger(0);
        WeightedErrors relative = ledger.error(TgError.CONTRIB_RELATIVE, 1);
        JsonNode events = vector.required("events");
        double all = events.get(events.size() - 1).get(0).asDouble(); // the vector counts from time 0
        assertThat(relative.mean() * relative.weight() / all / 1e6)
                .isCloseTo(expected.required("mean_rel_err").asDouble(), within(SHORTENED));
        assertThat(ledger.error(TgError.SHARE, 1).mean() / 1e6)
                .isCloseTo(expected.required("mean_share_err").asDouble(), within(SHORTENED));
    }

    /** Two busy CPUs at full and at a quarter of their speed: what waits for the PELT clock writes less on the slow ones. */
    @ParameterizedTest
    @MethodSource("pingPong")
    void aTaskThatIsPulledToAndFro(String variant) {
        JsonNode vector = VectorRun.vector("R04_busy_pingpong_40ms");
        for (JsonNode expected : vector.required("result").required(variant)) {
            var run = new VectorRun(VectorRun.ints(vector.required("cpu2node")), variant);
            for (int cpu = 0; cpu < 2; cpu++)
                run.fair.scale(cpu, expected.required("scale").asInt());
            run.depth(1).events(vector.required("events"), null);
            assertThat(run.total(TgCount.WRITES))
                    .isEqualTo(expected.required("writes").asLong());
            assertThat(run.total(TgCount.CALLS))
                    .isEqualTo(expected.required("calls").asLong());
        }
    }

    /** With the rate limit alone the load of a queue that is long empty stays in its group's. */
    @ParameterizedTest
    @MethodSource("stalled")
    void aContributionThatStalls(String variant) {
        JsonNode vector = VectorRun.vector("R05_stalled_contrib");
        JsonNode expected = vector.required("result").required(variant);
        var run = new VectorRun(new int[2], variant).depth(1);
        run.inRoot("X");
        run.events(vector.required("events"), expected.required("rows"));
        assertThat(run.contribs("G1")).isEqualTo(VectorRun.numbers(expected.required("contrib")));
        assertThat(run.above().groups.isListed(run.fair.tree.queue(1, 0)))
                .isEqualTo(expected.required("on_list0").asBoolean());
    }

    /** T03 and T04: what a wake-up, a switch, a tick and a sleep cost by level, with and without a migration. */
    @ParameterizedTest
    @CsvSource({"T03_cost_per_event_base, base", "T04_cost_per_event_v6.7, rl_sched(v6.7)"})
    void whatAnEventCosts(String key, String variant) {
        for (var e : VectorRun.vector(key).required("result").properties()) {
            int depth = Character.digit(e.getKey().charAt("depth".length()), 10);
            int cpu = e.getKey().endsWith("_mig") ? 2 : 0;
            VectorRun run = new VectorRun(new int[] {0, 0, 1, 1}, variant).depth(depth);
            for (String event : List.of(
                    "[1000000,'fork',0,'A']", "[1000000,'switch',0,null,0,'A']", "[21000000,'switch',0,'A',1,null]"))
                run.happen(json(event));
            assertCost(run, e.getValue(), "wake", "[22100000,'wake',%d,'A']".formatted(cpu));
            assertCost(run, e.getValue(), "switch_in", "[22100000,'switch',%d,null,0,'A']".formatted(cpu));
            assertCost(run, e.getValue(), "tick", "[23200000,'tick',%d]".formatted(cpu));
            assertCost(run, e.getValue(), "sleep", "[24400000,'switch',%d,'A',1,null]".formatted(cpu));
            assertCost(run, e.getValue(), "src_blocked", "[24500000,'blocked',0]");
        }
    }

    private static void assertCost(VectorRun run, JsonNode costs, String step, String event) {
        run.fair.countFromHere();
        run.happen(json(event));
        JsonNode cost = costs.required(step);
        assertThat(List.of(run.total(TgCount.CALLS), run.total(TgCount.WRITES), run.total(TgCount.READS)))
                .as(event)
                .isEqualTo(List.of(
                        cost.required("calls").asLong(),
                        cost.required("writes").asLong(),
                        cost.required("reads").asLong()));
    }

    private static JsonNode json(String text) {
        try {
            return new ObjectMapper().readTree(text.replace('\'', '"'));
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
