package rewake.kernel;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntUnaryOperator;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import rewake.event.NodeDistances;
import rewake.event.Topology;

/** A random machine and state in plain sets and maps: the input of {@link SlowSelect}, and of the model under test. */
final class SlowState {
    final int cpus;
    final Map<Integer, Set<Integer>> cores = new HashMap<>();
    final Map<Integer, Set<Integer>> clusters = new HashMap<>();
    final Map<Integer, Set<Integer>> llcs = new HashMap<>();
    final Map<Integer, Set<Integer>> nodes = new HashMap<>();
    final boolean clusterActive;
    final Topology topology;
    private final int[][] distance;

    final Set<Integer> idle = new TreeSet<>();
    final Set<Integer> schedIdle = new TreeSet<>();
    final Map<Integer, Integer> nrRunning = new HashMap<>();
    final Map<Integer, Long> load = new HashMap<>();
    final Map<Integer, Long> runnableLoad = new HashMap<>();
    final Map<Integer, Long> avgIdle = new HashMap<>();
    final Map<Integer, Long> wakeAvgIdle = new HashMap<>();
    final Map<Integer, Long> scanCost = new HashMap<>();
    /** By any CPU of the LLC. */
    final Map<Integer, Boolean> flag = new HashMap<>();

    final Map<Integer, Integer> nrIdleScan = new HashMap<>();

    final int here;
    final int prev;
    final boolean sync;
    final boolean kthread;
    final boolean inTask;
    final Set<Integer> mask;
    final int recentOfWakee;
    final int wakerFlips;
    final int wakeeFlips;
    final long wakeeLoad;
    final long currentLoad;
    final int delayed;
    final boolean wakeeSchedIdle;
    private final Machine machine;

    SlowState(RandomGenerator random) {
        int smt = pick(random, 1, 1, 2, 2, 4);
        int coresPerCluster = pick(random, 1, 2, 4);
        int clustersPerLlc = pick(random, 1, 2, 3);
        int llcCount = pick(random, 1, 1, 2, 3, 4);
        int coreCount = coresPerCluster * clustersPerLlc * llcCount;
        cpus = coreCount * smt;
        boolean strided = random.nextBoolean();
        IntUnaryOperator core = c -> strided ? c % coreCount : c / smt;
        boolean withClusters = random.nextInt(3) > 0;
        int[] coreOf = IntStream.range(0, cpus).map(core).toArray();
        int[] clusterOf =
                IntStream.range(0, cpus).map(c -> coreOf[c] / coresPerCluster).toArray();
        int[] llcOf = IntStream.range(0, cpus)
                .map(c -> coreOf[c] / (coresPerCluster * clustersPerLlc))
                .toArray();
        int llcsPerNode = pick(random, 1, 2);
        int[] nodeOf = IntStream.range(0, cpus).map(c -> llcOf[c] / llcsPerNode).toArray();
        group(coreOf, cores);
        group(llcOf, llcs);
        group(nodeOf, nodes);
        clusterActive = withClusters && coresPerCluster > 1 && clustersPerLlc > 1;
        group(clusterActive ? clusterOf : llcOf, clusters);
        Topology near = Topology.of("random", coreOf, withClusters ? clusterOf : null, llcOf, nodeOf);
        distance = distances(random, near.nodeDistances().table().length);
        topology = near.withNodeDistances(new NodeDistances(distance, NodeDistances.RECLAIM, true));

        double idleShare = pick(random, 0, 1, 3, 6) / 10.0;
        double schedIdleShare = pick(random, 0, 0, 1, 3) / 10.0;
        for (int cpu = 0; cpu < cpus; cpu++) {
            double die = random.nextDouble();
            if (die < idleShare) idle.add(cpu);
            else if (die < idleShare + schedIdleShare) schedIdle.add(cpu);
            nrRunning.put(cpu, idle.contains(cpu) ? 0 : 1 + random.nextInt(3));
            load.put(cpu, (long) random.nextInt(3000));
            avgIdle.put(cpu, (long) random.nextInt(1_000_001));
            wakeAvgIdle.put(cpu, random.nextBoolean() ? random.nextInt(500_001) : (long) random.nextInt(5_000));
            scanCost.put(cpu, (long) random.nextInt(8_000));
        }
        for (Set<Integer> llc : llcs.values().stream().distinct().toList()) {
            boolean idleCores = random.nextBoolean();
            int nr = random.nextInt(llc.size() + 1);
            for (int cpu : llc) {
                flag.put(cpu, idleCores);
                nrIdleScan.put(cpu, nr);
            }
        }
        here = random.nextInt(cpus);
        prev = random.nextInt(3) == 0 ? here : random.nextInt(cpus);
        sync = random.nextBoolean();
        kthread = random.nextInt(4) == 0;
        inTask = random.nextBoolean();
        mask = new TreeSet<>();
        boolean restricted = random.nextInt(3) == 0;
        for (int cpu = 0; cpu < cpus; cpu++) if (!restricted || random.nextBoolean()) mask.add(cpu);
        if (mask.isEmpty()) mask.add(random.nextInt(cpus));
        recentOfWakee = random.nextInt(cpus + 1) - 1;
        wakerFlips = random.nextInt(4) == 0 ? random.nextInt(2000) : 0;
        wakeeFlips = random.nextInt(50);
        wakeeLoad = random.nextInt(1024);
        currentLoad = random.nextInt(1024);
        delayed = nrRunning(here) > 1 ? random.nextInt(2) : 0;
        for (int cpu = 0; cpu < cpus; cpu++)
            runnableLoad.put(cpu, (long) random.nextInt(1 + Math.toIntExact(load.getOrDefault(cpu, 0L))));
        wakeeSchedIdle = random.nextBoolean();
        machine = new Machine(topology);
    }

    /** Symmetric, not always metric, some beyond 30. */
    private static int[][] distances(RandomGenerator random, int nodes) {
        int[][] table = new int[nodes][nodes];
        for (int from = 0; from < nodes; from++) {
            table[from][from] = 10;
            for (int to = 0; to < from; to++) {
                table[from][to] = pick(random, 12, 20, 20, 22, 30, 32, 40);
                table[to][from] = table[from][to];
            }
        }
        return table;
    }

    /** From the node of one CPU to that of another. */
    int distance(int from, int to) {
        return distance[topology.node()[from]][topology.node()[to]];
    }

    private static int pick(RandomGenerator random, int... of) {
        return of[random.nextInt(of.length)];
    }

    private static void group(int[] ids, Map<Integer, Set<Integer>> out) {
        Map<Integer, Set<Integer>> byId = IntStream.range(0, ids.length)
                .boxed()
                .collect(Collectors.groupingBy(c -> ids[c], Collectors.toCollection(TreeSet::new)));
        for (int cpu = 0; cpu < ids.length; cpu++) out.put(cpu, byId.get(ids[cpu]));
    }

    int nrRunning(int cpu) {
        return nrRunning.getOrDefault(cpu, 0);
    }

    Set<Integer> of(Map<Integer, Set<Integer>> groups, int cpu) {
        return groups.getOrDefault(cpu, Set.of());
    }

    boolean smtActive() {
        return cores.values().stream().anyMatch(c -> c.size() > 1);
    }

    /** Members of {@code set} from {@code from} on, then the lower ones. */
    static List<Integer> wrap(Set<Integer> set, int from) {
        var order = new ArrayList<Integer>();
        set.stream().filter(c -> c >= from).sorted().forEach(order::add);
        set.stream().filter(c -> c < from).sorted().forEach(order::add);
        return order;
    }

    /** The same for the model under test. */
    SchedState state() {
        var s = new SchedState(machine);
        for (int cpu = 0; cpu < cpus; cpu++) {
            s.cpu(cpu, idle.contains(cpu), schedIdle.contains(cpu), nrRunning(cpu));
            s.load(cpu, load.getOrDefault(cpu, 0L));
            s.runnableLoad(cpu, runnableLoad.getOrDefault(cpu, 0L));
            s.avgIdle(cpu, avgIdle.getOrDefault(cpu, 0L), wakeAvgIdle.getOrDefault(cpu, 0L));
            s.hidden().avgScanCost(cpu, scanCost.getOrDefault(cpu, 0L));
            s.hidden().hasIdleCores(s.machine().llc(cpu), flag.getOrDefault(cpu, false));
            s.hidden().nrIdleScan(s.machine().llc(cpu), nrIdleScan.getOrDefault(cpu, 0));
        }
        s.question(Scene.WAKER, here, Scene.WAKEE, prev);
        s.wakerFacts(sync, kthread, inTask);
        s.taskLoads(wakeeLoad, currentLoad);
        s.flips(wakerFlips, wakeeFlips);
        s.delayedOnThis(delayed);
        s.wakeeSchedIdle(wakeeSchedIdle);
        long[] allowed = CpuMask.empty(cpus);
        for (int cpu : mask) CpuMask.set(allowed, cpu);
        s.allowed(allowed);
        s.hidden().recentUsed(Scene.WAKEE, recentOfWakee);
        return s;
    }
}
