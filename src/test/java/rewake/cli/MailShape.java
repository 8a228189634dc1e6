package rewake.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.PriorityQueue;
import java.util.Random;

/**
 * A generated text of ftrace, the 224 CPUs of {@code spr-2x56-smt2.json}, in the shape of a workload of the thread on tg-&gt;load_avg: tasks that run and sleep, woken
 * by whoever is anywhere, on their own CPU or another that is idle. Made up, not recorded; what is the mail's and what is not
 * stands with each.
 *
 * @param tasks how many
 * @param runNs how long they run and
 * @param sleepNs sleep on average, exponentially spread
 * @param moves of wake-ups whose CPU is idle, how many go elsewhere
 */
record MailShape(int tasks, double runNs, double sleepNs, double moves) {
    static final int CPUS = 224;
    static final int MS = 12;

    /** postgres_sysbench, a thread a CPU: 14 million wake-ups and 11 million migrations of 224 CPUs in 5 s; as in bench/Postgres.java. */
    static final MailShape STORM = new MailShape(CPUS, 38_000, 36_000, 0.69);
    /** The same with threads for a quarter of the CPUs: one whose CPU is idle is woken there, as the kernel has it. */
    static final MailShape LOW_LOAD = new MailShape(CPUS / 4, 38_000, 36_000, 0);
    /** hackbench with one group: 40 tasks. How long they run the mail does not tell. */
    static final MailShape FEW_GROUPS = new MailShape(40, 10_000, 20_000, 0);
    /** TCP_STREAM with a client a CPU: long runs, few wake-ups; how many the mail does not tell. */
    static final MailShape STREAM = new MailShape(CPUS, 900_000, 100_000, 0);

    private static final int FIRST_PID = 1000;
    private static final long START_NS = 1_000_000_000;
    private static final long SWITCH_NS = 1500;
    private static final long SHORTEST_NS = 500;

    /** {@code kind}: 0 wakes, 1 runs, 2 sleeps. */
    private record Next(long ns, int task, int kind) {}

    /** Writes it; the same text each time. */
    Path write(Path file) throws IOException {
        try (var out = new PrintWriter(Files.newBufferedWriter(file))) {
            out.printf("# tracer: nop%n#%n# entries-in-buffer/entries-written: 0/0   #P:%d%n#%n", CPUS);
            new Run(out).go();
        }
        return file;
    }

    private final class Run {
        private final PrintWriter out;
        private final Random random = new Random(20230327);
        private final PriorityQueue<Next> agenda = new PriorityQueue<>((a, b) -> Long.compare(a.ns, b.ns));
        private final int[] cpuOf = new int[tasks];
        private final int[] on = new int[CPUS];

        Run(PrintWriter out) {
            this.out = out;
            for (int task = 0; task < tasks; task++) cpuOf[task] = -1;
        }

        void go() {
            for (int task = 0; task < tasks; task++)
                agenda.add(new Next(START_NS + (long) (random.nextDouble() * sleepNs), task, 0));
            for (Next next = agenda.remove(); next.ns <= START_NS + MS * 1_000_000L; next = agenda.remove()) {
                int task = next.task;
                int cpu = cpuOf[task];
                switch (next.kind) {
                    case 0 -> {
                        wakes(task, next.ns);
                        agenda.add(new Next(next.ns + SWITCH_NS, task, 1));
                    }
                    case 1 -> {
                        switches(cpu, next.ns, "swapper/" + cpu, 0, "R", "postgres", FIRST_PID + task);
                        agenda.add(new Next(next.ns + spread(runNs), task, 2));
                    }
                    default -> {
                        switches(cpu, next.ns, "postgres", FIRST_PID + task, "S", "swapper/" + cpu, 0);
                        on[cpu] = 0;
                        agenda.add(new Next(next.ns + spread(sleepNs), task, 0));
                    }
                }
            }
        }

        private long spread(double mean) {
            return SHORTEST_NS + (long) (-mean * Math.log(1 - random.nextDouble()));
        }

        private void wakes(int task, long ns) {
            int prev = cpuOf[task];
            int by = random.nextInt(CPUS);
            boolean isNew = prev < 0;
            int cpu = !isNew && on[prev] == 0 && random.nextDouble() >= moves ? prev : anyIdle();
            cpuOf[task] = cpu;
            on[cpu] = FIRST_PID + task;
            String who = "comm=postgres pid=" + (FIRST_PID + task) + " prio=120 ";
            if (!isNew) emit(by, ns, "sched_waking: " + who + "target_cpu=" + prev);
            if (!isNew && cpu != prev)
                emit(by, ns, "sched_migrate_task: " + who + "orig_cpu=" + prev + " dest_cpu=" + cpu);
            emit(by, ns, (isNew ? "sched_wakeup_new: " : "sched_wakeup: ") + who + "target_cpu=" + cpu);
        }

        private int anyIdle() {
            int cpu = random.nextInt(CPUS);
            while (on[cpu] != 0) cpu = (cpu + 1) % CPUS;
            return cpu;
        }

        private void switches(int cpu, long ns, String prev, int pid, String state, String next, int nextPid) {
            String from = "prev_comm=" + prev + " prev_pid=" + pid + " prev_prio=120 prev_state=" + state;
            emit(
                    cpu,
                    ns,
                    "sched_switch: " + from + " ==> next_comm=" + next + " next_pid=" + nextPid + " next_prio=120");
        }

        private void emit(int cpu, long ns, String event) {
            long us = ns / 1000;
            out.printf(
                    Locale.ROOT,
                    "          <idle>-0       [%03d] d....  %d.%06d: %s%n",
                    cpu,
                    us / 1_000_000,
                    us % 1_000_000,
                    event);
        }
    }
}
