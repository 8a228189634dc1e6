package rewake.replay.pelt;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import rewake.event.CgroupPaths;
import rewake.event.EventBatch;
import rewake.event.EventConsumer;
import rewake.event.EventKind;
import rewake.event.PeltField;
import rewake.replay.Cgroups;

/**
 * What has to be known of a trace before its loads are replayed, found by a pass of its own: task groups, who begins in which,
 * the distance of the PELT clock from the trace's, the tick.
 *
 * <p>Groups are named by paths from the root ({@code /lab/a}); or, by probes, with the last part alone ({@code a}), and then
 * the group's entity that is recorded after its run queue tells whose child it is. No event tells weights. A task is taken to
 * begin where it is first recorded.
 */
public final class PeltSurvey implements EventConsumer {
    /** A distance or a tick that nothing tells. */
    public static final long UNKNOWN = Long.MAX_VALUE;

    private static final int PELT_SE = EventKind.PELT_SE.ordinal();
    private static final int PELT_CFS = EventKind.PELT_CFS.ordinal();
    private static final int TG_LOAD = EventKind.TG_LOAD_AVG.ordinal();
    private static final int ATTACH = EventKind.CGROUP_ATTACH_TASK.ordinal();
    private static final int STAT_RUNTIME = EventKind.STAT_RUNTIME.ordinal();
    private static final long ROOT = 1;
    /** Below all ids: groups that are named by path alone. */
    private static final long NO_CSS = -1;

    /** More than nice −20 weighs. */
    private static final long MAX_WEIGHT = 1 << 17;
    /** HZ that kernels are built with, as ticks in ns. */
    private static final long[] TICKS = {1_000_000, 3_333_333, 4_000_000, 10_000_000};
    /** As many whole ticks without anything between are no chance. */
    private static final int SURE = 8;
    /** Averages recorded as they are made are this much older than their event at most, ns. */
    private static final long PROMPT_NS = 20_000;

    private final CgroupPaths paths;
    private final Map<Long, Integer> nameOfCss = new TreeMap<>();
    private final Map<Long, Map<Long, Integer>> parents = new HashMap<>();
    private final Map<Integer, Long> firstCss = new HashMap<>();
    private final Set<String> attached = new TreeSet<>();
    private final Map<Integer, String> firstPath = new HashMap<>();
    private long[] newestCss = new long[64];
    private final int[] ticks = new int[TICKS.length];
    private long distance = UNKNOWN;
    private long[] least = new long[0];
    private long firstNs = UNKNOWN;
    private long lastNs;
    private long prompt;
    private long late;
    private boolean writes;
    private boolean rawWeights;
    private boolean writeTimes;
    private boolean contribs;

    /** A survey of a trace with these names of groups. */
    public PeltSurvey(CgroupPaths paths) {
        this.paths = paths;
    }

    @Override
    public void event(EventBatch batch, int row) {
        int kind = batch.kind(row);
        long time = batch.timeNs(row);
        if (time != 0) {
            if (firstNs == UNKNOWN) firstNs = time;
            lastNs = time;
        }
        if (kind == STAT_RUNTIME) ran(batch.arg0(row));
        else if (kind == PELT_SE) entity(batch, row);
        else if (kind == PELT_CFS) queue(batch, row);
        else if (kind == TG_LOAD) writes = true;
        else if (kind == ATTACH && Attached.counts(batch, row)) attached(batch, row);
    }

    private void attached(EventBatch batch, int row) {
        String path = paths.text((int) batch.pelt(row, PeltField.PATH));
        attached.add(path);
        firstPath.putIfAbsent(batch.pid(row), path);
    }

    private void ran(long runtime) {
        for (int i = 0; i < TICKS.length; i++) if (Math.abs(runtime - TICKS[i]) < TICKS[i] / 100) ticks[i]++;
    }

    private void queue(EventBatch batch, int row) {
        writeTimes |= batch.hasPelt(row, PeltField.LAST_TG_UPDATE);
        contribs |= batch.hasPelt(row, PeltField.CONTRIB);
        if (batch.hasPelt(row, PeltField.UPDATE_TIME))
            clock(batch.cpu(), batch.timeNs(row), batch.pelt(row, PeltField.UPDATE_TIME));
        boolean hasCss = batch.hasPelt(row, PeltField.CSS);
        if (hasCss) newest(batch.cpu(), batch.pelt(row, PeltField.CSS));
        if (!batch.hasPelt(row, PeltField.PATH)) return;
        int name = (int) batch.pelt(row, PeltField.PATH);
        nameOfCss.put(hasCss ? batch.pelt(row, PeltField.CSS) : NO_CSS - name, name);
    }

    private void newest(int cpu, long css) {
        if (cpu >= newestCss.length) newestCss = Arrays.copyOf(newestCss, Math.max(cpu + 1, newestCss.length * 2));
        newestCss[cpu] = css;
    }

    private void clock(int cpu, long timeNs, long updated) {
        if (updated <= 0) return;
        long off = timeNs - updated;
        if (off < distance) distance = off;
        if (cpu >= least.length) {
            int known = least.length;
            least = Arrays.copyOf(least, Math.max(cpu + 1, known * 2));
            Arrays.fill(least, known, least.length, UNKNOWN);
        }
        if (off < least[cpu]) least[cpu] = off;
        if (off - least[cpu] < PROMPT_NS) prompt++;
        else late++;
    }

    private void entity(EventBatch batch, int row) {
        if (RecordNames.isTask(batch, row)) {
            if (batch.hasPelt(row, PeltField.WEIGHT)) rawWeights |= batch.pelt(row, PeltField.WEIGHT) > MAX_WEIGHT;
            if (batch.hasPelt(row, PeltField.CSS)) firstCss.putIfAbsent(batch.pid(row), batch.pelt(row, PeltField.CSS));
            return;
        }
        boolean above = batch.hasPelt(row, PeltField.MY_Q) && batch.hasPelt(row, PeltField.CSS);
        if (!above || batch.cpu() >= newestCss.length || newestCss[batch.cpu()] <= ROOT) return;
        parents.computeIfAbsent(newestCss[batch.cpu()], _ -> new TreeMap<>())
                .merge(batch.pelt(row, PeltField.CSS), 1, Integer::sum);
        newestCss[batch.cpu()] = 0;
    }

    /** Groups and who is in them; {@link Cgroups#FLAT} where the trace names none. */
    public Cgroups cgroups() {
        var pathOfCss = new TreeMap<Long, String>();
        for (long css : nameOfCss.keySet()) {
            String path = path(css, 0);
            if (path != null && path.length() > 1) pathOfCss.put(css, path);
        }
        var groups = new ArrayList<Cgroups.Group>();
        for (String path : attached)
            if (path.length() > 1) groups.add(new Cgroups.Group(path, Cgroups.DEFAULT_SHARES, 0));
        if (pathOfCss.isEmpty() && groups.isEmpty()) return Cgroups.FLAT;
        pathOfCss.forEach((css, path) -> groups.add(new Cgroups.Group(
                path, Cgroups.DEFAULT_SHARES, css > 0 && css == css.intValue() ? css.intValue() : 0)));
        var byPid = new HashMap<>(firstPath);
        firstCss.forEach((pid, css) -> {
            String path = css == ROOT ? "/" : pathOfCss.get(css);
            if (path != null) byPid.put(pid, path);
        });
        String source = pathOfCss.isEmpty() ? "cgroup events" : "load tracking events";
        return Cgroups.of(source + ", cpu.weight taken as 100", List.copyOf(groups), byPid, Map.of());
    }

    private @Nullable String path(long css, int depth) {
        Integer name = nameOfCss.get(css);
        if (css == ROOT) return "/";
        if (name == null || depth > 32) return null;
        String text = paths.text(name);
        if (text.startsWith("/")) return text;
        long parent = ROOT;
        int most = 0;
        for (var vote : parents.getOrDefault(css, Map.of()).entrySet()) {
            if (vote.getValue() <= most || vote.getKey() == css) continue;
            most = vote.getValue();
            parent = vote.getKey();
        }
        if (most == 0) return null;
        String above = path(parent, depth + 1);
        if (above == null) return null;
        return above.length() == 1 ? above + text : above + "/" + text;
    }

    /** From the first event to the last, ns. */
    public long spanNs() {
        return firstNs == UNKNOWN ? 0 : lastNs - firstNs;
    }

    /** How far the trace clock is ahead of the PELT clock, ns; {@link #UNKNOWN} where no run queue was recorded. */
    public long clockDistanceNs() {
        return distance;
    }

    /** Whether averages were recorded before the update that recorded them, so that they are as old as the last one. */
    public boolean recordsBefore() {
        return late * 2 > prompt;
    }

    /** Whether weights were recorded as they are in memory, 1024 times those of tasks by nice value. */
    public boolean rawWeights() {
        return rawWeights;
    }

    /** The tick, ns, as the longest run times without an event between tell; {@link #UNKNOWN} where they do not. */
    public long tickNs() {
        int best = 0;
        for (int i = 1; i < TICKS.length; i++) if (ticks[i] > ticks[best]) best = i;
        return ticks[best] < SURE ? UNKNOWN : TICKS[best];
    }

    /** What tells of writes to {@code tg->load_avg}. */
    public RecordedWrites.Source writes() {
        if (writes) return RecordedWrites.Source.EVENTS;
        if (writeTimes) return RecordedWrites.Source.WRITE_TIMES;
        return contribs ? RecordedWrites.Source.CONTRIBS : RecordedWrites.Source.NONE;
    }
}
