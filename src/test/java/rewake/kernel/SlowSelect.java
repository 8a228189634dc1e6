package rewake.kernel;

import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

/**
 * The reference text's pseudo-code, written down once more with sets, without the model under test and without thought for
 * speed. Letters as there: A, B, R, C, D, E, F, G; besides, the patches that are switches, by name.
 */
final class SlowSelect {
    private final SlowState s;
    private final char letter;
    private final Set<String> switches;

    final Map<Integer, Boolean> flagAfter;
    int recentOfWakee;
    int recentOfWaker = -1;
    boolean costCounts;
    boolean limitHit;
    int target;
    int scanned;

    private OptionalInt fallback = OptionalInt.empty();
    private Set<Integer> m = new TreeSet<>();
    private int nr;

    SlowSelect(SlowState state, char letter, Set<String> switches) {
        s = state;
        this.letter = letter == 'R' ? 'B' : letter;
        this.switches = new TreeSet<>(switches);
        if (letter == 'R') this.switches.add("sis-cluster-rfc-v2");
        if (letter == 'A') this.switches.add("no-mask-before-scan");
        if (letter == 'A') this.switches.add("no-wa-prev-idle");
        if (letter == 'G') this.switches.addAll(Set.of("cluster-scan", "cluster-prev"));
        for (String half : new String[] {"cluster-scan", "cluster-prev"})
            if (switches.contains("no-" + half)) this.switches.remove(half);
        flagAfter = new HashMap<>(state.flag);
        recentOfWakee = state.recentOfWakee;
    }

    int selectTaskRq() {
        int chosen = s.prev;
        boolean wantAffine = !wakeWide() && s.mask.contains(s.here);
        if (wantAffine && s.here != s.prev && s.distance(s.here, s.prev) <= 30) chosen = wakeAffine();
        target = chosen;
        int cpu = selectIdleSibling();
        if (letter <= 'D' && wantAffine) recentOfWaker = s.here;
        if (s.mask.contains(cpu)) return cpu;
        Set<Integer> node = s.of(s.nodes, s.prev);
        return s.mask.stream()
                .min(Comparator.comparing((Integer c) -> !node.contains(c)).thenComparing(c -> c))
                .orElseThrow();
    }

    boolean wakeWide() {
        int master = Math.max(s.wakerFlips, s.wakeeFlips);
        int slave = Math.min(s.wakerFlips, s.wakeeFlips);
        int k = s.of(s.llcs, s.here).size();
        return !(slave < k || master < slave * k);
    }

    int wakeAffine() {
        int here = s.here;
        int prev = s.prev;
        if (on("no-wa-idle")) return heavier(here, prev);
        if (idle(here) && shareLlc(here, prev)) return idle(prev) ? prev : here;
        int alone = s.nrRunning(here) - (letter == 'G' ? s.delayed : 0);
        if (s.sync && alone == 1) return here;
        if (!on("no-wa-prev-idle") && idle(prev)) return prev;
        return heavier(here, prev);
    }

    private int heavier(int here, int prev) {
        if (on("no-wa-weight")) return prev;
        Map<Integer, Long> load = letter == 'A' ? s.runnableLoad : s.load;
        long t = load.getOrDefault(here, 0L);
        if (s.sync) {
            if (s.currentLoad > t) return here;
            t -= s.currentLoad;
        }
        int pct = s.of(s.cores, here).contains(prev) ? 110 : 117;
        if (letter == 'A' && !shareLlc(here, prev)) pct = 125;
        boolean bias = !on("no-wa-bias");
        long mine = (t + s.wakeeLoad) * (bias ? 100 : 1) * 1024;
        long theirs = (load.getOrDefault(prev, 0L) - s.wakeeLoad) * (bias ? 100 + (pct - 100) / 2 : 1) * 1024;
        if (s.sync) theirs += 1;
        return mine < theirs ? here : prev;
    }

    int selectIdleSibling() {
        OptionalInt prevAff = OptionalInt.empty();
        if (ok(target)) return target;
        if (s.prev != target && shareLlc(s.prev, target) && ok(s.prev)) {
            if (!on("cluster-prev") || !s.clusterActive || shareRes(s.prev, target)) return s.prev;
            prevAff = OptionalInt.of(s.prev);
        }
        if (letter > 'A' && s.kthread && (s.inTask || letter < 'E') && s.prev == s.here && s.nrRunning(s.here) <= 1)
            return s.prev;
        int r = s.recentOfWakee;
        if (letter >= 'E') recentOfWakee = s.prev;
        OptionalInt recent = OptionalInt.empty();
        int guarded = letter == 'E' ? s.prev : r; // by mistake, to 6.4
        if (r != -1 && r != s.prev && r != target && shareLlc(r, target) && ok(r) && s.mask.contains(guarded)) {
            if (letter <= 'D') recentOfWakee = s.prev;
            if (!on("cluster-prev") || !s.clusterActive || shareRes(r, target)) return r;
            recent = OptionalInt.of(r);
        }
        if (s.of(s.llcs, target).size() == 1) return target;
        OptionalInt found = letter <= 'B' ? threePasses() : laterSearch();
        if (found.isPresent()) return found.getAsInt();
        if (prevAff.isPresent()) return prevAff.getAsInt();
        return recent.orElse(target);
    }

    private OptionalInt threePasses() {
        if (s.smtActive() && flag(target)) {
            OptionalInt core = passCore();
            if (core.isPresent()) return core;
        }
        OptionalInt cpu = rfcCluster();
        if (cpu.isEmpty()) cpu = passCpu();
        if (cpu.isPresent()) return cpu;
        return s.smtActive() ? siblings(s.of(s.cores, target)) : OptionalInt.empty();
    }

    private OptionalInt rfcCluster() {
        if (!on("sis-cluster-rfc-v2") || s.smtActive() || !s.clusterActive) return OptionalInt.empty();
        for (int c : SlowState.wrap(s.of(s.clusters, target), target)) {
            if (!s.mask.contains(c)) continue;
            scanned++;
            if (idle(c)) return OptionalInt.of(c);
        }
        return OptionalInt.empty();
    }

    private OptionalInt passCore() {
        Set<Integer> left = searched();
        for (int core : SlowState.wrap(left, target)) {
            if (!left.contains(core)) continue;
            boolean all = true;
            for (int c : s.of(s.cores, core)) {
                scanned++;
                if (!idle(c)) {
                    all = false;
                    break;
                }
            }
            if (all) return OptionalInt.of(core);
            left.removeAll(s.of(s.cores, core));
        }
        for (int c : s.of(s.llcs, target)) flagAfter.put(c, false);
        return OptionalInt.empty();
    }

    private OptionalInt passCpu() {
        int budget = on("sis-unlimited") ? Integer.MAX_VALUE : sisProp();
        OptionalInt si = OptionalInt.empty();
        Set<Integer> walked = on("no-mask-before-scan") ? s.of(s.llcs, target) : searched();
        for (int c : SlowState.wrap(walked, target)) {
            if (--budget == 0) {
                limitHit = true;
                return si;
            }
            if (!s.mask.contains(c)) continue;
            scanned++;
            if (idle(c) || (letter == 'B' && schedIdle(c))) {
                costCounts = !on("sis-unlimited");
                return OptionalInt.of(c);
            }
            if (si.isEmpty() && schedIdle(c)) si = OptionalInt.of(c);
        }
        costCounts = !on("sis-unlimited");
        return OptionalInt.empty();
    }

    private OptionalInt siblings(Set<Integer> of) {
        OptionalInt si = OptionalInt.empty();
        for (int c : of) {
            if (!s.mask.contains(c)) continue;
            if (idle(c) || (letter >= 'B' && schedIdle(c))) return OptionalInt.of(c);
            if (si.isEmpty() && schedIdle(c)) si = OptionalInt.of(c);
        }
        return si;
    }

    private OptionalInt laterSearch() {
        boolean flag = s.smtActive() && flag(target);
        if (letter >= 'D' && s.smtActive() && !flag && shareLlc(s.prev, target)) {
            Set<Integer> others = new TreeSet<>(s.of(s.cores, s.prev));
            others.remove(s.prev);
            OptionalInt cpu = siblings(others);
            if (cpu.isPresent()) return cpu;
        }
        OptionalInt cpu = rfcCluster();
        return cpu.isPresent() ? cpu : selectIdleCpu(flag, letter >= 'E' ? target + 1 : target);
    }

    private OptionalInt selectIdleCpu(boolean flag, int start) {
        m = on("no-mask-before-scan") && !flag ? new TreeSet<>(s.of(s.llcs, target)) : searched();
        nr = Integer.MAX_VALUE;
        boolean unlimited = on("sis-unlimited");
        boolean prop = (letter <= 'E' || on("sis-prop")) && !unlimited;
        if (prop && !flag) nr = sisProp();
        if (!prop && !unlimited) {
            nr = s.nrIdleScan.getOrDefault(target, 0) + 1;
            if (nr == 1) {
                limitHit = true;
                return OptionalInt.empty();
            }
        }
        if (on("cluster-scan") && s.clusterActive) {
            Set<Integer> cluster = s.of(s.clusters, target);
            OptionalInt cpu = loop(SlowState.wrap(cluster, start), flag);
            if (cpu.isPresent() || (limitHit && !flag)) return cpu;
            m.removeAll(cluster);
        }
        OptionalInt cpu = loop(SlowState.wrap(new LinkedHashSet<>(m), start), flag);
        if (cpu.isPresent() || (limitHit && !flag)) return cpu;
        if (flag) for (int c : s.of(s.llcs, letter == 'C' ? s.here : target)) flagAfter.put(c, false);
        if (prop && !flag) costCounts = true;
        return fallback;
    }

    private OptionalInt loop(List<Integer> order, boolean flag) {
        for (int c : order) {
            if (!m.contains(c)) continue;
            if (flag) {
                if (coreTest(c)) return OptionalInt.of(c);
                continue;
            }
            if (--nr <= 0) {
                limitHit = true;
                return OptionalInt.empty();
            }
            if (!s.mask.contains(c)) continue;
            scanned++;
            if (ok(c)) {
                costCounts = (letter <= 'E' || on("sis-prop")) && !on("sis-unlimited");
                return OptionalInt.of(c);
            }
        }
        return OptionalInt.empty();
    }

    private boolean coreTest(int c) {
        boolean allIdle = true;
        for (int sibling : s.of(s.cores, c)) {
            scanned++;
            if (!idle(sibling)) {
                allIdle = false;
                if (fallback.isPresent()) break;
                if (schedIdle(sibling) && s.mask.contains(sibling)) {
                    fallback = OptionalInt.of(sibling);
                    break;
                }
                continue;
            }
            boolean usable = letter >= 'F' ? m.contains(sibling) : s.mask.contains(sibling);
            if (fallback.isEmpty() && usable) fallback = OptionalInt.of(sibling);
        }
        if (!allIdle) m.removeAll(s.of(s.cores, c));
        return allIdle;
    }

    private int sisProp() {
        long estimate =
                letter >= 'E' ? s.wakeAvgIdle.getOrDefault(s.here, 0L) : s.avgIdle.getOrDefault(s.here, 0L) / 512;
        long cost = s.scanCost.getOrDefault(s.here, 0L) + 1;
        long spanAvg = s.of(s.llcs, target).size() * estimate;
        if (on("sis-prop-cores")) {
            int widest = s.cores.values().stream().mapToInt(Set::size).max().orElseThrow();
            return (int) (Math.max(2, spanAvg / cost) * widest);
        }
        return spanAvg > 4 * cost ? (int) (spanAvg / cost) : 4;
    }

    private Set<Integer> searched() {
        Set<Integer> both = new TreeSet<>(s.of(s.llcs, target));
        both.retainAll(s.mask);
        return both;
    }

    private boolean flag(int cpu) {
        return s.flag.getOrDefault(cpu, false);
    }

    private boolean idle(int cpu) {
        return s.idle.contains(cpu);
    }

    private boolean ok(int cpu) {
        return idle(cpu) || schedIdle(cpu);
    }

    private boolean schedIdle(int cpu) {
        if (on("sched-idle-skip") && s.wakeeSchedIdle) return false;
        return !on("sched-idle-never") && s.schedIdle.contains(cpu);
    }

    private boolean on(String name) {
        return switches.contains(name);
    }

    private boolean shareLlc(int a, int b) {
        return s.of(s.llcs, a).contains(b);
    }

    private boolean shareRes(int a, int b) {
        return s.of(s.clusters, a).contains(b);
    }
}
