package rewake.kernel.pelt;

import static org.assertj.core.api.Assertions.assertThat;

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

/** Plays the events of a vector of {@code tg_vectors.json}; tasks by name, in the group that was added last. */
final class VectorRun {
    static final JsonNode VECTORS = read("pelt_vectors.json");
    private static final JsonNode COUNTED = read("tg_vectors.json");
    static final long CREATED_NS = 102_400;

    final FairLoads fair;
    private final boolean counted;
    private final int cpus;
    private final Map<String, Integer> tasks = new HashMap<>();
    private final Map<String, Integer> groups = new HashMap<>();
    private int lowest;

    /** Under the rules alone. */
    VectorRun(int cpus, PeltRules rules) {
        this.cpus = cpus;
        fair = new FairLoads(cpus, rules);
        counted = false;
    }

    /** Counted, the variant as the vectors name it. */
    VectorRun(int[] nodeOf, String variant) {
        cpus = nodeOf.length;
        fair = new FairLoads(cpus, peltRules(variant), List.of(rules(variant)), nodeOf, 1);
        counted = true;
    }

    /** What the variant makes of it. */
    GroupLoads above() {
        return counted ? fair.variant(0) : fair.first;
    }

    static PeltRules peltRules(String variant) {
        return new PeltRules(false, false, variant.equals("v6.12.y"), false, TgRules.BASE);
    }

    static TgRules rules(String variant) {
        TgRules base = TgRules.BASE;
        TgRules delay = base.withDelaysRemoval(true).withCounters(TgRules.Counters.PER_NODE_MASKED);
        return switch (variant) {
            case "base" -> base;
            case "node" -> base.withCounters(TgRules.Counters.PER_NODE);
            case "delay" -> delay;
            case "skip" -> delay.withReads(TgRules.Reads.SKIPS);
            case "skip+nodeq" -> delay.withReads(TgRules.Reads.SKIPS_DEQUEUE);
            case "tickonly" -> delay.withReads(TgRules.Reads.TICK);
            case "delay_alone" -> base.withDelaysRemoval(true);
            case "skip_alone" -> base.withReads(TgRules.Reads.SKIPS);
            case "tickonly_alone" -> base.withReads(TgRules.Reads.TICK);
            case "decay_v1" -> base.withCalls(TgRules.Calls.PERIOD_V1);
            case "decay_v2" -> base.withCalls(TgRules.Calls.PERIOD_V2);
            case "decay_vincent" -> base.withCalls(TgRules.Calls.PERIOD_OR_REMOVAL);
            case "thresh16" -> base.withThreshold(16);
            case "rl_pelt" -> base.withLimit(TgRules.Limit.PELT_CLOCK);
            case "rl_sched(v6.7)" -> base.withLimit(TgRules.Limit.SCHED_CLOCK);
            case "v6.12.y" -> base.withLimit(TgRules.Limit.SCHED_CLOCK).withKeepsContributing(true);
            default -> throw new IllegalArgumentException(variant);
        };
    }

    private static JsonNode read(String file) {
        try (InputStream in = VectorRun.class.getResourceAsStream(file)) {
            return new ObjectMapper().readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static JsonNode vector(String key) {
        return COUNTED.required(key);
    }

    static int[] ints(JsonNode array) {
        int[] out = new int[array.size()];
        for (int i = 0; i < out.length; i++) out[i] = array.get(i).asInt();
        return out;
    }

    static List<Long> numbers(JsonNode array) {
        var out = new ArrayList<Long>();
        for (JsonNode n : array) out.add(n.asLong());
        return out;
    }

    VectorRun group(String name, int parent) {
        lowest = fair.addGroup(parent, 1024, CREATED_NS);
        groups.put(name, lowest);
        return this;
    }

    /** Groups below each other; what their creation did is not counted. */
    VectorRun depth(int depth) {
        for (int level = 1; level <= depth; level++) group("G" + level, level - 1);
        fair.countFromHere();
        return this;
    }

    int number(String group) {
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

    /** All events; after each, the group's load as it is known, and as its run queues have it, are those of {@code rows}. */
    VectorRun events(JsonNode events, @Nullable JsonNode rows) {
        for (int i = 0; i < events.size(); i++) {
            long calls = total(TgCount.CALLS);
            long writes = total(TgCount.WRITES);
            long reads = total(TgCount.READS);
            happen(events.get(i));
            if (rows == null) continue;
            JsonNode row = rows.get(i);
            String event = row.required("ev").asText();
            for (var e : row.required("tg").properties())
                assertThat(above().tgLoad(number(e.getKey())))
                        .as("load of %s after %s", e.getKey(), event)
                        .isEqualTo(e.getValue().asLong());
            for (var e : row.required("sum").properties())
                assertThat(loads(e.getKey()).stream().mapToLong(n -> n).sum())
                        .as("loads of %s after %s", e.getKey(), event)
                        .isEqualTo(e.getValue().asLong());
            if (!counted) continue;
            assertThat(List.of(
                            total(TgCount.CALLS) - calls, total(TgCount.WRITES) - writes, total(TgCount.READS) - reads))
                    .as("calls, writes, reads of %s", event)
                    .isEqualTo(List.of(
                            row.required("calls").asLong(),
                            row.required("writes").asLong(),
                            row.required("reads").asLong()));
        }
        if (counted) fair.finish();
        return this;
    }

    long total(TgCount what) {
        return counted ? fair.ledger(0).total(what) : 0;
    }

    void happen(JsonNode e) {
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
        for (int cpu = 0; cpu < cpus; cpu++) out.add(above().load(number(group), cpu));
        return out;
    }

    List<Long> contribs(String group) {
        var out = new ArrayList<Long>();
        for (int cpu = 0; cpu < cpus; cpu++) out.add(above().contrib(number(group), cpu));
        return out;
    }
}
