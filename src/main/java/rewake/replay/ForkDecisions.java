package rewake.replay;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import rewake.event.Comms;
import rewake.kernel.CpuMask;
import rewake.kernel.KernelModel;
import rewake.kernel.Machine;
import rewake.kernel.Placement;
import rewake.kernel.QueueStats;
import rewake.kernel.SchedState;
import rewake.timeline.Tasks;

/**
 * Where forks and execs go, decided again by each model and held against the recording: a figure of its own.
 *
 * <p>A fork is decided between sched_process_fork and sched_wakeup_new of the child, both on the parent's CPU; the state is
 * that of the middle, and where the states of both ends give other answers the decision is racy. An exec that moves wakes the
 * stopper of its CPU, which moves the task; only the exec event that follows tells it from a move for affinity.
 *
 * <p>Source: {@code wake_up_new_task()}, {@code sched_exec()}.
 */
final class ForkDecisions {
    private static final int NONE = -1;
    private static final String STOPPER = "migration/";

    private final Machine machine;
    private final Tasks tasks;
    private final Comms comms;
    private final InferredLoads loads;
    private final CpuStates cpus;
    private final Selected selected;
    private final SchedState state;
    private final Decision instant;
    private final ForkOffsets offsets;
    private final Lessons lessons;
    private final int recorded;
    private long asked;
    private final List<ForkScore> forks = new ArrayList<>();
    private final List<ForkScore> execs = new ArrayList<>();
    private final int[] forkAnswers;
    private final boolean[] forkRacy;
    private final long[] idleSince;
    private final long[] util;
    private final int[] pendingExec;
    private final int[] execTo;
    private final int[][] execAnswers;
    private final long[][] execIdle;
    private int[] forkCpu = new int[256];
    private int[] forkedBy = new int[256];
    private long[] forkNs = new long[256];

    ForkDecisions(
            Machine machine,
            Tasks tasks,
            Comms comms,
            InferredLoads loads,
            CpuStates cpus,
            Selected selected,
            ForkOffsets offsets,
            List<KernelModel> models,
            int recorded,
            Lessons lessons) {
        this.machine = machine;
        this.tasks = tasks;
        this.comms = comms;
        this.loads = loads;
        this.cpus = cpus;
        this.selected = selected;
        state = new SchedState(machine);
        instant = new Decision(machine.cpus(), 0);
        this.recorded = recorded;
        this.lessons = lessons;
        this.offsets = offsets;
        for (KernelModel model : models) {
            forks.add(new ForkScore(model, ForkScores.Kind.FORK, machine));
            execs.add(new ForkScore(model, ForkScores.Kind.EXEC_MOVE, machine));
        }
        forkAnswers = new int[models.size()];
        forkRacy = new boolean[models.size()];
        int n = machine.cpus();
        idleSince = new long[n];
        util = new long[n];
        pendingExec = new int[n];
        Arrays.fill(pendingExec, NONE);
        execTo = new int[n];
        execAnswers = new int[n][models.size()];
        execIdle = new long[n][];
        Arrays.fill(forkCpu, NONE);
    }

    /** Of each model, forks and execs. */
    List<ForkScores> scores() {
        var out = new ArrayList<ForkScores>();
        for (int m = 0; m < forks.size(); m++) {
            out.add(forks.get(m).scores());
            out.add(execs.get(m).scores());
        }
        return out;
    }

    void wentIdle(int cpu, long now) {
        idleSince[cpu] = now;
    }

    /** sched_process_fork on {@code cpu}. */
    void forked(int parent, int child, int cpu, long now) {
        room(child);
        forkCpu[child] = cpu;
        forkedBy[child] = parent;
        forkNs[child] = now;
    }

    /**
     * sched_wakeup_new on {@code cpu}, before the child counts on {@code chosen}.
     *
     * @param known whether it is known what every CPU runs
     */
    void wokenNew(int child, int cpu, int chosen, boolean known, long now) {
        room(child);
        boolean here = forkCpu[child] == cpu;
        forkCpu[child] = NONE;
        if (!tasks.isFair(child)) return;
        if (here && known && cpu < machine.cpus()) decide(child, cpu, chosen, now);
        offsets.joined(chosen, now);
    }

    private void decide(int child, int cpu, int chosen, long now) {
        ask(forkedBy[child], child, cpu, forkNs[child]);
        if (!selected.takes(instant)) return;
        fork(forkNs[child], false);
        int[] atStart = forkAnswers.clone();
        fork(now - 1, false);
        for (int m = 0; m < forks.size(); m++) forkRacy[m] = forkAnswers[m] != atStart[m];
        fork((forkNs[child] + now) / 2, false);
        long n = asked++;
        if (lessons.scoresFork(n))
            for (int m = 0; m < forks.size(); m++)
                forks.get(m).count(forkAnswers[m], forkRacy[m], forkAnswers[0], chosen, cpu, instant.idle);
        if (lessons.forkTeaches(n) && forkAnswers[recorded] != chosen) {
            for (int c = 0; c < util.length; c++) util[c] = state.stats().util(c);
            offsets.learn(cpu, chosen, forkAnswers[recorded], util, instant.idle, now);
        }
    }

    private void ask(int by, int task, int cpu, long wakingNs) {
        instant.begin(task, wakingNs);
        instant.waker = by;
        instant.thisCpu = cpu;
        instant.prev = cpu;
    }

    /** Has all models decide in the state at {@code at}. */
    private void fork(long at, boolean withoutTask) {
        fill(at, withoutTask);
        for (int m = 0; m < forks.size(); m++) {
            KernelModel kernel = forks.get(m).kernel;
            forkAnswers[m] =
                    kernel.slowPath().modelled() ? Placement.cpu(kernel.selectForForkOrExec(state)) : instant.thisCpu;
        }
    }

    /** The state at {@code at}, without the task itself where it runs on the CPU that asks. */
    private void fill(long at, boolean withoutTask) {
        instant.decideNs = at;
        cpus.lookNow(instant);
        int here = instant.thisCpu;
        state.cpus(instant.idle, instant.schedIdle);
        state.question(instant.waker, here, instant.wakee, here);
        state.allowed(state.everywhere());
        state.wakeeSchedIdle(instant.wakeeSchedIdle);
        for (int cpu = 0; cpu < machine.cpus(); cpu++) {
            state.nrRunning(cpu, cpus.nrRunning(cpu));
            state.load(cpu, loads.load(cpu, at));
            state.stats().cpu(cpu, loads.util(cpu, at) + offsets.of(cpu, at), loads.runnable(cpu, at), idleSince[cpu]);
        }
        if (!withoutTask) return;
        int others = Math.max(0, cpus.nrRunning(here) - 1);
        state.nrRunning(here, others);
        state.idle(here, others == 0);
        state.load(here, Math.max(0, state.load(here) - loads.taskLoad(instant.wakee, at)));
        long util = Math.max(0, state.stats().util(here) - loads.taskUtil(instant.wakee, at));
        state.stats().cpu(here, util, QueueStats.UNKNOWN, 0);
    }

    /** {@code waker} on {@code cpu} woke {@code wakee}, which is not fair: if that is the stopper of its own CPU, it may be about to exec. */
    void waking(int waker, int wakee, int cpu, boolean known, long now) {
        if (cpu >= machine.cpus()) return;
        pendingExec[cpu] = NONE;
        if (!known || !tasks.isFair(waker) || tasks.isIdle(waker)) return;
        if (!comms.text(tasks.comm(wakee)).equals(STOPPER + cpu)) return;
        ask(waker, waker, cpu, now);
        fork(now, true);
        System.arraycopy(forkAnswers, 0, execAnswers[cpu], 0, forkAnswers.length);
        execIdle[cpu] = instant.idle.clone();
        pendingExec[cpu] = waker;
        execTo[cpu] = NONE;
    }

    /** {@code task}, queued, moved: the stopper's doing if it is the one that woke it. */
    void migrated(int task, int from, int to) {
        if (from >= 0 && from < machine.cpus() && pendingExec[from] == task) execTo[from] = to;
    }

    /** {@code task} has another program now. */
    void execed(int task, long now) {
        for (int from = 0; from < machine.cpus(); from++) {
            if (pendingExec[from] != task) continue;
            pendingExec[from] = NONE;
            ask(task, task, from, now);
            if (execTo[from] < 0 || execTo[from] >= machine.cpus() || !selected.takes(instant)) continue;
            int[] of = execAnswers[from];
            for (int m = 0; m < execs.size(); m++)
                execs.get(m).count(of[m], false, of[0], execTo[from], from, execIdle[from]);
        }
    }

    private void room(int task) {
        if (task < forkCpu.length) return;
        int old = forkCpu.length;
        int n = Math.max(task + 1, old * 2);
        forkCpu = Arrays.copyOf(forkCpu, n);
        Arrays.fill(forkCpu, old, n, NONE);
        forkedBy = Arrays.copyOf(forkedBy, n);
        forkNs = Arrays.copyOf(forkNs, n);
    }
}
