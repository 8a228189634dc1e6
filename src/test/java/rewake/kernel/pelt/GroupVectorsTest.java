package rewake.kernel.pelt;

import static org.assertj.core.api.Assertions.assertThat;
import static rewake.kernel.pelt.SchedAvgs.LOAD_AVG;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rewake.replay.Cgroups;

/** The worked examples of {@code pelt_vectors.json} with groups, computed by a program of its own from the kernel's formulas. */
final class GroupVectorsTest {
    private static final JsonNode VECTORS = read();
    private static final long CREATED_NS = 102_400;
    private static final long MS = 1_000_000;

    private static PeltRules rules(String variant) {
        return switch (variant) {
            case "base" -> PeltRules.V6_1;
            case "rl_sched(v6.7)" -> new PeltRules(false, false, true, false, false);
            case "v6.12.y" -> new PeltRules(false, false, true, true, true);
            default -> throw new IllegalArgumentException(variant);
        };
    }

    private static JsonNode read() {
        try (InputStream in = GroupVectorsTest.class.getResourceAsStream("pelt_vectors.json")) {
            return new ObjectMapper().readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void sharesOfAQueue() {
        for (JsonNode c : VECTORS.required("S01_shares").required("result")) {
            JsonNode in = c.get(0);
            assertThat(Groups.share(
                            in.get(0).asLong(),
                            in.get(1).asLong(),
                            in.get(2).asLong(),
                            in.get(3).asLong(),
                            in.get(4).asLong()))
                    .as(c.toString())
                    .isEqualTo(c.get(1).asLong());
        }
    }

    @Test
    void whatIsWritten() {
        for (JsonNode c : VECTORS.required("S02_threshold").required("result"))
            assertThat(Groups.isWorthWriting(c.get(0).asLong(), c.get(1).asLong()))
                    .as(c.toString())
                    .isEqualTo(c.get(2).asBoolean());
    }

    @Test
    void sharesOfAWeight() {
        JsonNode vector = VECTORS.required("S03_cpu_weight_to_shares");
        var shares = new ArrayList<Long>();
        for (JsonNode weight : vector.required("input").required("cpu.weight"))
            shares.add((long) Cgroups.shares(weight.asInt()));
        assertThat(shares).isEqualTo(numbers(vector.required("result")));
    }

    /** After every event: the group's load as it is known, and as its run queues have it. */
    @ParameterizedTest
    @CsvSource({"base, 1", "base, 2", "rl_sched(v6.7), 1", "rl_sched(v6.7), 2", "v6.12.y, 1", "v6.12.y, 2"})
    void aTinySequence(String rules, int depth) {
        JsonNode vector = VECTORS.required("T01_tiny_sequence");
        JsonNode expected = vector.required("result").required(rules + "/depth" + depth);
        var run = new Run(4, rules(rules));
        for (int level = 1; level <= depth; level++) run.group("G" + level, level - 1);
        run.events(vector.required("events"), expected.required("rows"));
        expected.required("contrib")
                .properties()
                .forEach(e -> assertThat(run.contribs(e.getKey())).isEqualTo(numbers(e.getValue())));
    }

    @ParameterizedTest
    @CsvSource({"base", "rl_sched(v6.7)", "v6.12.y"})
    void aMigrationStorm(String rules) {
        JsonNode vector = VECTORS.required("R01_replay_4cpu_6task_30ms");
        JsonNode expected = vector.required("result").required(rules);
        var run = new Run(4, rules(rules));
        run.group("G1", 0);
        run.events(vector.required("events"), null);
        assertThat(run.fair.groups.load(1)).isEqualTo(expected.required("tg").asLong());
        assertThat(run.contribs("G1")).isEqualTo(numbers(expected.required("contrib")));
        assertThat(run.loads("G1")).isEqualTo(numbers(expected.required("per_cpu")));
    }

    /** With the rate limit alone the load of a queue that is long empty stays in its group's. */
    @ParameterizedTest
    @CsvSource({"base", "rl_sched(v6.7)", "v6.12.y"})
    void aContributionThatStalls(String rules) {
        JsonNode vector = VECTORS.required("R05_stalled_contrib");
        JsonNode expected = vector.required("result").required(rules);
        var run = new Run(2, rules(rules));
        run.group("G1", 0);
        run.inRoot("X");
        run.events(vector.required("events"), expected.required("rows"));
        assertThat(run.contribs("G1")).isEqualTo(numbers(expected.required("contrib")));
        assertThat(run.fair.groups.isListed(run.fair.groups.queue(1, 0)))
                .isEqualTo(expected.required("on_list0").asBoolean());
    }

    /** No vector: a task that runs, then sleeps, takes what it is from group to group. */
    @Test
    void aTaskThatChangesItsGroupTakesItsLoadAlong() {
        var run = new Run(1, PeltRules.V6_1);
        run.group("A", 0);
        run.group("B", 0);
        FairLoads fair = run.fair;
        fair.regroup(0, 1, CREATED_NS);
        fair.fork(0, 0, 1024, MS);
        fair.pick(0, 0, MS);
        fair.tick(0, 200 * MS);
        long load = fair.taskLoad(0);
        assertThat(run.loads("A").getFirst()).isBetween(load, load + 1);
        fair.regroup(0, 2, 200 * MS);
        assertThat(run.loads("A").getFirst()).isBetween(0L, 1L);
        assertThat(run.loads("B").getFirst()).isEqualTo(load);
        assertThat(fair.running(0)).isZero();
        assertThat(fair.groups.onRq(fair.groups.queue(1, 0))).isFalse();
        assertThat(fair.groups.onRq(fair.groups.queue(2, 0))).isTrue();
        assertThat(fair.taskHLoad(0)).isBetween(load - 3, load);
        fair.sleep(0, 201 * MS);
        fair.pickIdle(0, 201 * MS);
        fair.regroup(0, 0, 202 * MS);
        assertThat(run.loads("B").getFirst()).isBetween(0L, 1L);
        assertThat(fair.load(0)).isBetween(fair.taskLoad(0), fair.taskLoad(0) + 2);
        assertThat(fair.running(0)).isEqualTo(-1);
    }

    private static List<Long> numbers(JsonNode array) {
        var out = new ArrayList<Long>();
        for (JsonNode n : array) out.add(n.asLong());
        return out;
    }

    /** Plays the events of a vector; tasks by name, in the group that was added last. */
    private static final class Run {
        final FairLoads fair;
        private final int cpus;
        private final Map<String, Integer> tasks = new HashMap<>();
        private final Map<String, Integer> groups = new HashMap<>();
        private int lowest;

        Run(int cpus, PeltRules rules) {
            this.cpus = cpus;
            fair = new FairLoads(cpus, rules);
        }

        void group(String name, int parent) {
            lowest = fair.addGroup(parent, 1024, CREATED_NS);
            groups.put(name, lowest);
        }

        private int number(String group) {
            return Objects.requireNonNull(groups.get(group));
        }

        void inRoot(String name) {
            tasks.put(name, tasks.size());
        }

        private int task(JsonNode name) {
            if (name.isNull()) return -1;
            Integer known = tasks.get(name.asText());
            if (known != null) return known;
            int task = tasks.size();
            tasks.put(name.asText(), task);
            fair.regroup(task, lowest, CREATED_NS);
            return task;
        }

        void events(JsonNode events, @Nullable JsonNode rows) {
            for (int i = 0; i < events.size(); i++) {
                happen(events.get(i));
                if (rows == null) continue;
                JsonNode row = rows.get(i);
                row.required("tg")
                        .properties()
                        .forEach(e -> assertThat(fair.groups.load(number(e.getKey())))
                                .as("load of %s after %s", e.getKey(), row.required("ev"))
                                .isEqualTo(e.getValue().asLong()));
                row.required("sum")
                        .properties()
                        .forEach(e -> assertThat(loads(e.getKey()).stream()
                                        .mapToLong(n -> n)
                                        .sum())
                                .as("loads of %s after %s", e.getKey(), row.required("ev"))
                                .isEqualTo(e.getValue().asLong()));
            }
        }

        private void happen(JsonNode e) {
            long now = e.get(0).asLong();
            int cpu = e.get(2).asInt();
            switch (e.get(1).asText()) {
                case "fork" -> fair.fork(task(e.get(3)), cpu, 1024, now);
                case "wake" -> fair.wake(task(e.get(3)), cpu, 1024, now);
                case "tick" -> fair.tick(cpu, now);
                case "blocked" -> fair.blocked(cpu, now);
                case "lb" -> fair.move(task(e.get(4)), e.get(3).asInt(), now);
                case "switch" -> switched(cpu, task(e.get(3)), e.get(4).asInt() == 1, task(e.get(5)), now);
                case "exit" -> {
                    switched(cpu, task(e.get(3)), true, task(e.get(4)), now);
                    fair.exit(task(e.get(3)), now);
                }
                default -> throw new IllegalArgumentException(e.toString());
            }
        }

        private void switched(int cpu, int prev, boolean sleeps, int next, long now) {
            if (prev >= 0 && sleeps) fair.sleep(prev, now);
            if (next >= 0) fair.pick(cpu, next, now);
            else fair.pickIdle(cpu, now);
        }

        List<Long> loads(String group) {
            var out = new ArrayList<Long>();
            for (int cpu = 0; cpu < cpus; cpu++)
                out.add(fair.queues.avgs.get(fair.groups.queue(number(group), cpu), LOAD_AVG));
            return out;
        }

        List<Long> contribs(String group) {
            var out = new ArrayList<Long>();
            for (int cpu = 0; cpu < cpus; cpu++) out.add(fair.groups.contrib(fair.groups.queue(number(group), cpu)));
            return out;
        }
    }
}
