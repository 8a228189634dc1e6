import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.PriorityQueue;
import java.util.Random;
import rewake.catalogue.Kernels;
import rewake.catalogue.Patches;
import rewake.event.CgroupPaths;
import rewake.event.Comms;
import rewake.event.EventBatch;
import rewake.event.EventConsumer;
import rewake.event.EventKind;
import rewake.event.ImportStats;
import rewake.event.TaskState;
import rewake.event.Topology;
import rewake.event.TraceFacts;
import rewake.kernel.KernelModel;
import rewake.kernel.pelt.PeltRules;
import rewake.kernel.pelt.TgCount;
import rewake.kernel.pelt.TgLedger;
import rewake.replay.Cgroups;
import rewake.replay.pelt.LoadPlan;
import rewake.replay.pelt.LoadReplay;
import rewake.replay.pelt.PeltSurvey;
import rewake.replay.pelt.RecordedWrites;

/**
 * {@code bench/postgres}: a SYNTHETIC trace in the shape of the postgres_sysbench case of the thread on tg-&gt;load_avg, replayed
 * under every patch of it. What is taken from the mail (Aaron Lu, 27 Mar 2023, 20230327053955.GA570404@ziqianlu-desk2): two
 * sockets, 112 cores, 224 threads; in 5 s 14 million wake-ups and 11 million migrations; one thread of sysbench a CPU. What the
 * mail does not tell was fixed before the first run: 224 tasks in a group of depth 2, all CPUs alike, each task runs for 38 µs and
 * sleeps for 36 µs on average, exponentially spread, is woken by whoever runs anywhere, and goes in 11 of 14 cases to another CPU that
 * is idle. It is generated event by event and never stored.
 */
final class Postgres {
    private static final int CPUS = 224;
    private static final int TASKS = 224;
    private static final int FIRST_PID = 1000;
    private static final double RUN_NS = 38_000;
    private static final double SLEEP_NS = 36_000;
    /** Of wake-ups whose CPU is idle; where it is not the task moves anyhow, which makes 11 of 14 in all. */
    private static final double MOVES = 0.69;
    private static final long SWITCH_NS = 1500;
    private static final long SHORTEST_NS = 500;

    private final EventConsumer to;
    private final EventBatch[] lanes = new EventBatch[CPUS];
    private final Random random = new Random(20230327);
    private final int[] taken = new int[CPUS];
    private final int[] current = new int[CPUS];
    private final int[] idle = new int[CPUS];
    private final int[] idleAt = new int[CPUS];
    private int idleCount;
    private final int[] cpuOf = new int[TASKS];
    private long wakeups;
    private long migrations;
    private long events;

    private Postgres(EventConsumer to) {
        this.to = to;
        for (int cpu = 0; cpu < CPUS; cpu++) {
            lanes[cpu] = new EventBatch(cpu, 16);
            taken[cpu] = -1;
            idle[cpu] = cpu;
            idleAt[cpu] = cpu;
        }
        idleCount = CPUS;
    }

    public static void main(String[] args) throws IOException {
        double seconds = args.length > 0 ? Double.parseDouble(args[0]) : 5;
        KernelModel base = Kernels.parse("v6.5");
        var models = new ArrayList<KernelModel>(List.of(base));
        for (Patches patch : Patches.values())
            if (patch.id().startsWith("tg-") || patch.id().startsWith("thread-"))
                if (!patch.in(base.series())) models.add(Kernels.variant(base, patch.id()));
        var cgroups = Cgroups.of(
                "synthetic", List.of(), java.util.Map.of(), java.util.Map.of("postgres", "/docker/postgres"));
        var plan = new LoadPlan(
                cgroups,
                java.util.Set.of(),
                PeltSurvey.UNKNOWN,
                false,
                false,
                4_000_000,
                RecordedWrites.Source.NONE,
                false,
                0);
        int[] core = new int[CPUS];
        int[] node = new int[CPUS];
        for (int cpu = 0; cpu < CPUS; cpu++) {
            core[cpu] = cpu % 112;
            node[cpu] = cpu % 112 / 56;
        }
        var facts = new TraceFacts(
                "synthetic",
                "6.5.0",
                null,
                null,
                null,
                CPUS,
                null,
                Topology.of("synthetic", core, core, node, node),
                List.of("sched:sched_switch", "sched:sched_waking", "sched:sched_wakeup", "sched:sched_migrate_task"),
                null,
                true);
        var comms = new Comms();
        int comm = comms.intern("postgres");
        long start = System.nanoTime();
        var replay = new LoadReplay(
                facts,
                comms,
                new CgroupPaths(),
                new ImportStats(),
                plan,
                PeltRules.of("6.5.0"),
                models.stream().map(KernelModel::tg).toList(),
                (long) (seconds * 1e9));
        var trace = new Postgres(replay);
        trace.run((long) (seconds * 1e9), comm);
        replay.finish();
        double took = (System.nanoTime() - start) / 1e9;
        double cpu = ProcessHandle.current().info().totalCpuDuration().orElseThrow().toMillis() / 1e3;
        long heap = Runtime.getRuntime().totalMemory() >> 20;
        System.out.printf(
                Locale.ROOT,
                "%.1f s of %d CPUs: %d wake-ups, %d migrations, %d events; %d models in %.1f s, %.1f s of CPU; heap %d MiB%n%n",
                seconds,
                CPUS,
                trace.wakeups,
                trace.migrations,
                trace.events,
                models.size(),
                took,
                cpu,
                heap);
        System.out.println("| model | calls | writes | reads | read operations | writes per wake-up | transfers | across nodes |");
        System.out.println("|---|---|---|---|---|---|---|---|");
        for (int i = 0; i < models.size(); i++) {
            TgLedger ledger = replay.loads().ledger(i);
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %d | %d | %d | %d | %.4f | %d | %d |%n",
                    models.get(i).name(),
                    ledger.total(TgCount.CALLS),
                    ledger.total(TgCount.WRITES),
                    ledger.total(TgCount.READS),
                    ledger.total(TgCount.READ_OPERATIONS),
                    (double) ledger.total(TgCount.WRITES) / trace.wakeups,
                    ledger.total(TgCount.WRITE_TRANSFERS) + ledger.total(TgCount.READ_TRANSFERS),
                    ledger.total(TgCount.WRITE_TRANSFERS_CROSS_NODE) + ledger.total(TgCount.READ_TRANSFERS_CROSS_NODE));
        }
    }

    private enum Step {
        WAKES,
        RUNS,
        SLEEPS
    }

    /** What a task does next. */
    private record Next(long timeNs, int task, Step step) implements Comparable<Next> {
        @Override
        public int compareTo(Next other) {
            return Long.compare(timeNs, other.timeNs);
        }
    }

    private void run(long lengthNs, int comm) {
        var agenda = new PriorityQueue<Next>();
        for (int task = 0; task < TASKS; task++) {
            cpuOf[task] = task;
            agenda.add(new Next(1 + (long) (random.nextDouble() * SLEEP_NS), task, Step.WAKES));
        }
        for (Next next = agenda.remove(); next.timeNs <= lengthNs; next = agenda.remove()) {
            int task = next.task;
            long time = next.timeNs;
            switch (next.step) {
                case WAKES -> {
                    wake(task, time, comm);
                    agenda.add(new Next(time + SWITCH_NS, task, Step.RUNS));
                }
                case RUNS -> {
                    switches(cpuOf[task], time, 0, 0, FIRST_PID + task, comm, TaskState.RUNNABLE);
                    agenda.add(new Next(time + SHORTEST_NS + spread(RUN_NS), task, Step.SLEEPS));
                }
                case SLEEPS -> {
                    sleep(task, time, comm);
                    agenda.add(new Next(time + SHORTEST_NS + spread(SLEEP_NS), task, Step.WAKES));
                }
            }
        }
    }

    private long spread(double mean) {
        return (long) (-mean * Math.log(1 - random.nextDouble()));
    }

    private void wake(int task, long time, int comm) {
        int waker = random.nextInt(CPUS);
        int prev = cpuOf[task];
        int pid = FIRST_PID + task;
        emit(waker, time, EventKind.WAKING, pid, comm, prev, 0);
        boolean stays = taken[prev] < 0 && random.nextDouble() >= MOVES;
        int chosen = stays ? prev : idle[random.nextInt(idleCount)];
        if (chosen != prev) {
            migrations++;
            emit(waker, time, EventKind.MIGRATE_TASK, pid, comm, prev, chosen);
        }
        wakeups++;
        cpuOf[task] = chosen;
        emit(waker, time, EventKind.WAKEUP, pid, comm, chosen, 0);
        taken[chosen] = task;
        int last = idle[--idleCount];
        idle[idleAt[chosen]] = last;
        idleAt[last] = idleAt[chosen];
    }

    private void sleep(int task, long time, int comm) {
        int cpu = cpuOf[task];
        switches(cpu, time, FIRST_PID + task, comm, 0, 0, TaskState.SLEEPING);
        taken[cpu] = -1;
        idle[idleCount] = cpu;
        idleAt[cpu] = idleCount++;
    }

    private void emit(int cpu, long time, EventKind kind, int pid, int comm, long first, long second) {
        EventBatch lane = lane(cpu);
        int row = lane.append(time, events++, kind);
        lane.context(row, current[cpu], 0);
        lane.task(row, pid, 120, comm);
        lane.args(row, first, second);
        to.event(lane, row);
    }

    private void switches(int cpu, long time, int prev, int prevComm, int next, int nextComm, TaskState state) {
        EventBatch lane = lane(cpu);
        int row = lane.append(time, events++, EventKind.SWITCH);
        lane.context(row, prev, 0);
        lane.task(row, prev, 120, prevComm);
        lane.other(row, next, 120, nextComm);
        lane.args(row, state == TaskState.SLEEPING ? 1 : 0, state.ordinal());
        current[cpu] = next;
        to.event(lane, row);
    }

    private EventBatch lane(int cpu) {
        EventBatch lane = lanes[cpu];
        lane.dropFirst(lane.size());
        return lane;
    }
}
