package rewake.kernel.pelt;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** The generator of the vectors R02 and R03: tasks that run and sleep at random, woken on idle CPUs; the same numbers as there. */
final class WakeStorm {
    private static final long TICK_NS = 4_000_000;

    private record Due(long ns, int order, int kind, int a, int b) {}

    private static final int FORK = 0;
    private static final int TICK = 1;
    private static final int WAKE = 2;
    private static final int SLEEP = 3;

    private final LoadEvents to;
    private final PriorityQueue<Due> queue =
            new PriorityQueue<>(Comparator.comparingLong(Due::ns).thenComparingInt(Due::order));
    private final int[] running;
    private final List<ArrayDeque<Integer>> waiting = new ArrayList<>();
    private final int runMeanUs;
    private final int sleepMeanUs;
    private long seed;
    private int order;
    private long wakeups;
    private long lastNs;

    WakeStorm(LoadEvents to, int cpus, long seed, int runMeanUs, int sleepMeanUs) {
        this.to = to;
        this.seed = seed;
        this.runMeanUs = runMeanUs;
        this.sleepMeanUs = sleepMeanUs;
        running = new int[cpus];
        for (int cpu = 0; cpu < cpus; cpu++) {
            running[cpu] = -1;
            waiting.add(new ArrayDeque<>());
        }
    }

    private int random(int n) {
        seed = seed * 6364136223846793005L + 1442695040888963407L;
        return (int) Long.remainderUnsigned(seed >>> 33, n);
    }

    private void push(long ns, int kind, int a, int b) {
        queue.add(new Due(ns, ++order, kind, a, b));
    }

    /** Runs until {@code endNs}; returns the number of wake-ups. */
    long run(int tasks, long endNs) {
        for (int task = 0; task < tasks; task++) push(1_000_000 + task * 37_000L, FORK, task, 0);
        for (int cpu = 0; cpu < running.length; cpu++) push(TICK_NS, TICK, cpu, 0);
        while (!queue.isEmpty()) {
            Due due = queue.remove();
            if (due.ns > endNs) break;
            switch (due.kind) {
                case TICK -> tick(due.ns, due.a);
                case SLEEP -> sleep(due.ns, due.a, due.b);
                default -> start(due.ns, due.kind, due.a);
            }
        }
        return wakeups;
    }

    /** The last event's time. */
    long lastNs() {
        return lastNs;
    }

    private void tick(long ns, int cpu) {
        if (running[cpu] >= 0) to.tick(cpu, happened(ns));
        else if (ns / TICK_NS % 8 == 0) to.blocked(cpu, happened(ns));
        push(ns + TICK_NS, TICK, cpu, 0);
    }

    private long happened(long ns) {
        lastNs = ns;
        return ns;
    }

    private void start(long ns, int kind, int task) {
        var idle = new ArrayList<Integer>();
        for (int cpu = 0; cpu < running.length; cpu++) if (running[cpu] < 0) idle.add(cpu);
        int cpu = idle.isEmpty() ? random(running.length) : idle.get(random(idle.size()));
        if (kind == FORK) to.fork(task, cpu, 1024, happened(ns));
        else to.wake(task, cpu, 1024, happened(ns));
        if (kind == WAKE) wakeups++;
        if (running[cpu] >= 0) {
            waiting.get(cpu).add(task);
            return;
        }
        to.pick(cpu, task, ns);
        running[cpu] = task;
        push(ns + 1000L * (1 + random(2 * runMeanUs)), SLEEP, cpu, task);
    }

    private void sleep(long ns, int cpu, int task) {
        Integer next = waiting.get(cpu).poll();
        to.sleep(task, happened(ns));
        if (next == null) to.pickIdle(cpu, ns);
        else to.pick(cpu, next, ns);
        running[cpu] = next == null ? -1 : next;
        push(ns + 1000L * (1 + random(2 * sleepMeanUs)), WAKE, task, 0);
        if (next != null) push(ns + 1000L * (1 + random(2 * runMeanUs)), SLEEP, cpu, next);
    }
}
