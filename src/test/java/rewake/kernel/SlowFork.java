package rewake.kernel;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;

/** The fork and exec path once more, with sets and streams, without the model under test. */
final class SlowFork {
    /** What stays in its node: the four generations of the rule. */
    enum Numa {
        LOCAL_IDLE,
        QUARTER,
        LLCS,
        LLCS_CLOSE
    }

    /** Of a sched-idle CPU in a group. */
    enum SchedIdle {
        AT_ONCE,
        SECOND,
        NEVER
    }

    private record Group(Set<Integer> cpus, String type, long avgLoad, int idle, long util, int nr) {}

    private final SlowState s;
    private final Numa numa;
    private final SchedIdle schedIdle;
    private final boolean clusterLevel;
    private final int farPct;
    private final Map<Integer, Long> util = new HashMap<>();
    private final Map<Integer, Long> runnable = new HashMap<>();
    private final Map<Integer, Long> idleSince = new HashMap<>();

    SlowFork(SlowState s, RandomGenerator random, Numa numa, SchedIdle schedIdle, boolean clusterLevel, int farPct) {
        this.s = s;
        this.numa = numa;
        this.schedIdle = schedIdle;
        this.clusterLevel = clusterLevel;
        this.farPct = farPct;
        for (int cpu = 0; cpu < s.cpus; cpu++) {
            util.put(cpu, (long) random.nextInt(s.idle.contains(cpu) ? 300 : 1024));
            runnable.put(cpu, (long) random.nextInt(s.idle.contains(cpu) ? 300 : 2048));
            idleSince.put(cpu, s.idle.contains(cpu) ? (long) random.nextInt(1000) : 0L);
        }
    }

    /** The same for the model. */
    SchedState state() {
        SchedState state = s.state();
        for (int cpu = 0; cpu < s.cpus; cpu++)
            state.stats().cpu(cpu, of(util, cpu), of(runnable, cpu), of(idleSince, cpu));
        return state;
    }

    int select() {
        int cpu = walk();
        if (s.mask.contains(cpu)) return cpu;
        Set<Integer> node = s.of(s.nodes, s.prev);
        return s.mask.stream()
                .min(Comparator.comparing((Integer c) -> !node.contains(c)).thenComparing(c -> c))
                .orElseThrow();
    }

    private int walk() {
        int cpu = s.here;
        List<Set<Integer>> domains = domains(cpu);
        if (domains.isEmpty() || !allowed(domains.getLast())) return s.prev;
        while (!domains.isEmpty()) {
            Set<Integer> sd = domains.removeLast();
            Optional<Group> idlest = idlestGroup(sd, cpu);
            if (idlest.isEmpty()) continue;
            int next = cpuOf(idlest.get().cpus, cpu);
            if (next == cpu) continue;
            cpu = next;
            domains = domains(cpu);
            domains.removeIf(d -> d.size() >= sd.size());
        }
        return cpu;
    }

    /** The domains that forks use, from the narrowest on. */
    private List<Set<Integer>> domains(int cpu) {
        List<Set<Integer>> spans = spans(cpu, 30);
        int[] below = {1};
        spans.removeIf(span -> {
            boolean same = span.size() <= below[0];
            below[0] = Math.max(below[0], span.size());
            return same;
        });
        return spans;
    }

    /** All levels up to nodes of that distance, also those that equal the one below. */
    private List<Set<Integer>> spans(int cpu, int farthest) {
        var spans = new ArrayList<Set<Integer>>();
        spans.add(s.of(s.cores, cpu));
        if (clusterLevel && s.clusterActive) spans.add(s.of(s.clusters, cpu));
        spans.add(s.of(s.llcs, cpu));
        spans.add(s.of(s.nodes, cpu));
        for (int distance : distances()) {
            if (distance > farthest) continue;
            Set<Integer> reached = new TreeSet<>();
            for (int c = 0; c < s.cpus; c++) if (s.distance(cpu, c) <= distance) reached.add(c);
            spans.add(reached);
        }
        return spans;
    }

    private Set<Integer> distances() {
        Set<Integer> all = new TreeSet<>();
        for (int a = 0; a < s.cpus; a++)
            for (int b = 0; b < s.cpus; b++) if (s.distance(a, b) > 10) all.add(s.distance(a, b));
        return all;
    }

    private Optional<Group> idlestGroup(Set<Integer> sd, int cpu) {
        Group local = null;
        Group best = null;
        Set<Integer> seen = new TreeSet<>();
        for (int c : SlowState.wrap(sd, cpu)) {
            if (seen.contains(c)) continue;
            Group group = group(sd, cpu, c);
            seen.addAll(group.cpus);
            if (!allowed(group.cpus)) continue;
            if (group.cpus.contains(cpu)) local = group;
            else if (best == null || better(group, best)) best = group;
        }
        if (best == null) return Optional.empty();
        if (local == null) return Optional.of(best);
        int order = local.type.compareTo(best.type);
        if (order != 0) return order < 0 ? Optional.empty() : Optional.of(best);
        return stays(sd, cpu, local, best) ? Optional.empty() : Optional.of(best);
    }

    private boolean stays(Set<Integer> sd, int cpu, Group local, Group best) {
        boolean isNuma = sd.size() > s.of(s.nodes, cpu).size();
        if (local.type.equals("0 spare"))
            return (isNuma && staysInNode(sd, cpu, local, best)) || local.idle >= best.idle;
        int pct = pct(sd);
        int imbalance = 1024 * (pct - 100) / 100;
        if (isNuma && best.avgLoad + imbalance >= local.avgLoad) return true;
        return best.avgLoad >= local.avgLoad + imbalance || 100 * local.avgLoad <= pct * best.avgLoad;
    }

    private boolean staysInNode(Set<Integer> sd, int cpu, Group local, Group best) {
        int node = s.of(s.nodes, cpu).size();
        int llcs = node / s.of(s.llcs, cpu).size();
        List<Set<Integer>> all = spans(cpu, Integer.MAX_VALUE);
        int first = all.get(all.size() - distances().size()).size();
        int one = numa == Numa.LLCS ? node / 4 : Math.max(1, node / 8);
        int allowance = (llcs == 1 ? one : llcs) * Math.max(1, sd.size() / first);
        long mine = local.cpus.stream().filter(s.mask::contains).count();
        return switch (numa) {
            case LOCAL_IDLE -> local.idle > 0;
            case QUARTER -> local.nr < sd.size() / 4;
            case LLCS -> local.nr < allowance;
            case LLCS_CLOSE ->
                local.nr < (s.mask.size() == s.cpus ? allowance : Math.min(allowance, mine))
                        && Math.abs(local.idle - best.idle) <= 2;
        };
    }

    private static boolean better(Group a, Group b) {
        int order = a.type.compareTo(b.type);
        if (order != 0) return order < 0;
        if (!a.type.equals("0 spare")) return a.avgLoad < b.avgLoad;
        return a.idle > b.idle || (a.idle == b.idle && a.util < b.util);
    }

    /** The member's own widest level below the domain's that lies within it. */
    private Group group(Set<Integer> sd, int from, int cpu) {
        int level = levelOf(sd, from);
        Set<Integer> cpus = Set.of(cpu);
        for (Set<Integer> span : spans(cpu, Integer.MAX_VALUE).subList(0, level)) if (sd.containsAll(span)) cpus = span;
        long load = cpus.stream().mapToLong(c -> of(s.load, c)).sum();
        long used = cpus.stream().mapToLong(c -> of(util, c)).sum();
        long waiting = cpus.stream().mapToLong(c -> of(runnable, c)).sum();
        int nr = cpus.stream().mapToInt(s::nrRunning).sum();
        int idle = (int) cpus.stream().filter(s.idle::contains).count();
        long cap = 1024L * cpus.size();
        int pct = pct(sd);
        boolean overloaded = nr > cpus.size() && (cap * 100 < used * pct || cap * pct < waiting * 100);
        boolean capacity = nr < cpus.size() || (cap * pct >= waiting * 100 && cap * 100 > used * pct);
        String type = overloaded ? "2 overloaded" : capacity ? "0 spare" : "1 busy";
        return new Group(cpus, type, load * 1024 / cap, idle, used, nr);
    }

    private int pct(Set<Integer> sd) {
        int cpu = sd.iterator().next();
        if (sd.equals(s.of(s.cores, cpu))) return 110;
        return s.of(s.llcs, cpu).containsAll(sd) ? 117 : farPct;
    }

    private int cpuOf(Set<Integer> group, int cpu) {
        if (group.size() == 1) return group.iterator().next();
        List<Integer> usable = group.stream().filter(s.mask::contains).sorted().toList();
        Optional<Integer> onlyIdlePolicy =
                usable.stream().filter(s.schedIdle::contains).findFirst();
        if (schedIdle == SchedIdle.AT_ONCE && onlyIdlePolicy.isPresent()) return onlyIdlePolicy.get();
        Optional<Integer> idle = usable.stream()
                .filter(s.idle::contains)
                .min(Comparator.comparingLong((Integer c) -> -of(idleSince, c)).thenComparing(c -> c));
        if (idle.isPresent()) return idle.get();
        if (schedIdle == SchedIdle.SECOND && onlyIdlePolicy.isPresent()) return onlyIdlePolicy.get();
        return usable.stream()
                .min(Comparator.comparingLong((Integer c) -> of(s.load, c)).thenComparing(c -> c))
                .orElse(cpu);
    }

    /** The lowest level at which the domain of {@code cpu} is {@code sd}. */
    private int levelOf(Set<Integer> sd, int cpu) {
        return spans(cpu, Integer.MAX_VALUE).indexOf(sd);
    }

    private boolean allowed(Set<Integer> cpus) {
        return cpus.stream().anyMatch(s.mask::contains);
    }

    private static long of(Map<Integer, Long> column, int cpu) {
        return column.getOrDefault(cpu, 0L);
    }
}
