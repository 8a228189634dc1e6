package rewake.replay.pelt;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import rewake.event.CgroupPaths;
import rewake.event.EventBatch;
import rewake.event.EventConsumer;
import rewake.event.EventKind;
import rewake.event.PeltField;
import rewake.kernel.pelt.TgRules;

/**
 * Writes of {@code tg->load_avg} counted from recorded run queues alone, for traces without scheduler events: each recorded
 * load is held against what was written last. Of several records of one update the last counts.
 *
 * <p>What it does not see: load that was removed without a period's end leaves no record of its group, so that a kernel that
 * writes always counts like one that delays removals; records of a task that is put aside, where the kernel tells no group, look
 * like any other. Reads leave no record. A run queue is taken to have told nothing before its first record.
 *
 * <p>Source: where {@code trace_pelt_cfs_tp()} stands, kernel/sched/pelt.c and fair.c.
 */
public final class CfsOnlyWrites implements EventConsumer {
    private static final int PELT_CFS = EventKind.PELT_CFS.ordinal();
    private static final int TG_LOAD = EventKind.TG_LOAD_AVG.ordinal();
    /** Records of one update follow each other more closely. */
    private static final long ONE_UPDATE_NS = 5_000;

    private static final long LIMIT_NS = 1_000_000;
    private static final int PERIOD_SHIFT = 20;

    private final CgroupPaths paths;
    private final List<TgRules> variants;
    private final Map<Integer, Group> groups = new TreeMap<>();

    /** Counts for these variants. */
    public CfsOnlyWrites(CgroupPaths paths, List<TgRules> variants) {
        this.paths = paths;
        this.variants = List.copyOf(variants);
    }

    @Override
    public void event(EventBatch batch, int row) {
        int kind = batch.kind(row);
        if ((kind != PELT_CFS && kind != TG_LOAD) || !batch.hasPelt(row, PeltField.PATH)) return;
        int name = (int) batch.pelt(row, PeltField.PATH);
        String path = paths.text(name);
        if (path.length() < 2 || path.equals("(null)")) return;
        Group group = groups.computeIfAbsent(name, _ -> new Group(path, variants.size()));
        if (kind == TG_LOAD) {
            group.recorded++;
            return;
        }
        if (!batch.hasPelt(row, PeltField.LOAD)) return;
        int cpu = batch.hasPelt(row, PeltField.CPU) ? (int) batch.pelt(row, PeltField.CPU) : batch.cpu();
        long updated = batch.hasPelt(row, PeltField.UPDATE_TIME) ? batch.pelt(row, PeltField.UPDATE_TIME) : -1;
        Queue queue = group.queues.computeIfAbsent(cpu, _ -> new Queue(variants.size()));
        group.records++;
        queue.record(group, batch.timeNs(row), updated, batch.pelt(row, PeltField.LOAD));
    }

    /** Ends the trace. */
    public void finish() {
        for (Group group : groups.values()) for (Queue queue : group.queues.values()) queue.settle(group);
    }

    /** What was counted of one group. */
    public record Count(String path, long records, long recordedWrites, List<Long> writes) {}

    /** All groups, in the order of their first record; writes by variant. */
    public List<Count> counts() {
        var counts = new ArrayList<Count>();
        for (Group group : groups.values()) {
            var writes = new ArrayList<Long>();
            for (long n : group.writes) writes.add(n);
            counts.add(new Count(group.path, group.records, group.recorded, List.copyOf(writes)));
        }
        return counts;
    }

    private static final class Group {
        final String path;
        final long[] writes;
        final Map<Integer, Queue> queues = new LinkedHashMap<>();
        long records;
        long recorded;

        Group(String path, int variants) {
            this.path = path;
            writes = new long[variants];
        }
    }

    private final class Queue {
        private final long[] contrib;
        private final long[] written;
        private boolean held;
        private long heldNs;
        private long heldUpdated;
        private long heldLoad;
        private long lastUpdated = -1L << PERIOD_SHIFT;

        Queue(int variants) {
            contrib = new long[variants];
            written = new long[variants];
        }

        void record(Group group, long timeNs, long updated, long load) {
            boolean same = held && updated >= 0 && updated == heldUpdated && timeNs - heldNs < ONE_UPDATE_NS;
            if (!same) settle(group);
            held = true;
            heldNs = timeNs;
            heldUpdated = updated;
            heldLoad = load;
        }

        void settle(Group group) {
            if (!held) return;
            held = false;
            boolean crossed = heldUpdated < 0 || heldUpdated >> PERIOD_SHIFT != lastUpdated >> PERIOD_SHIFT;
            lastUpdated = heldUpdated;
            for (int v = 0; v < contrib.length; v++) {
                if (!writes(variants.get(v), v, crossed)) continue;
                group.writes[v]++;
                written[v] = clock(variants.get(v));
                contrib[v] = heldLoad;
            }
        }

        private boolean writes(TgRules rules, int v, boolean crossed) {
            if (rules.calls() != TgRules.Calls.EVERY_CHANGE && !crossed) return false;
            long since = clock(rules) - written[v];
            boolean early = switch (rules.limit()) {
                case NONE -> false;
                case PELT_CLOCK -> since <= LIMIT_NS;
                case SCHED_CLOCK -> since < LIMIT_NS;
            };
            return !early && Math.abs(heldLoad - contrib[v]) > contrib[v] / rules.threshold();
        }

        private long clock(TgRules rules) {
            return rules.limit() == TgRules.Limit.PELT_CLOCK && heldUpdated >= 0 ? heldUpdated : heldNs;
        }
    }
}
