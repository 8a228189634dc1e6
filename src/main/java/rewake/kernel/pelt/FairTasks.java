package rewake.kernel.pelt;

import static rewake.kernel.pelt.SchedAvgs.LOAD_AVG;
import static rewake.kernel.pelt.SchedAvgs.LOAD_SUM;
import static rewake.kernel.pelt.SchedAvgs.LUT;
import static rewake.kernel.pelt.SchedAvgs.RUNNABLE_AVG;
import static rewake.kernel.pelt.SchedAvgs.RUNNABLE_SUM;
import static rewake.kernel.pelt.SchedAvgs.UTIL_AVG;
import static rewake.kernel.pelt.SchedAvgs.UTIL_SUM;

import java.util.Arrays;

/** Fair tasks: where each is, what it weighs, and its averages. Weights are 1024 at nice 0. */
final class FairTasks {
    private static final int NONE = CfsRqs.NONE;

    final SchedAvgs avgs = new SchedAvgs(64);
    int[] cpu = new int[64];
    /** The run queue of the task's group and CPU. */
    int[] queue = new int[64];

    int[] group = new int[64];
    int[] weight = new int[64];
    boolean[] onRq = new boolean[64];
    /** Asleep and queued: the dequeue is delayed. */
    boolean[] delayed = new boolean[64];

    FairTasks() {
        Arrays.fill(cpu, NONE);
        Arrays.fill(queue, NONE);
    }

    /** Whether there is a row for {@code task}. */
    boolean has(int task) {
        return task < cpu.length;
    }

    void room(int task) {
        if (has(task)) return;
        int old = cpu.length;
        int n = Math.max(task + 1, old * 2);
        cpu = Arrays.copyOf(cpu, n);
        Arrays.fill(cpu, old, n, NONE);
        queue = Arrays.copyOf(queue, n);
        Arrays.fill(queue, old, n, NONE);
        group = Arrays.copyOf(group, n);
        weight = Arrays.copyOf(weight, n);
        onRq = Arrays.copyOf(onRq, n);
        delayed = Arrays.copyOf(delayed, n);
        avgs.room(n - 1);
    }

    /** A task that is queued on {@code onCpu}. */
    int anyOn(int onCpu) {
        for (int task = 0; task < onRq.length; task++) if (onRq[task] && cpu[task] == onCpu) return task;
        throw new IllegalStateException("CPU " + onCpu + " counts queued fair tasks and has none");
    }

    /** The averages of {@code task} are these. */
    void set(int task, long load, long runnable, long util) {
        avgs.set(task, LOAD_AVG, load);
        avgs.set(task, RUNNABLE_AVG, runnable);
        avgs.set(task, UTIL_AVG, util);
    }

    /** Whether anything is left of what {@code task} has ever run. */
    boolean hasAny(int task) {
        return (avgs.get(task, LOAD_SUM) | avgs.get(task, UTIL_SUM) | avgs.get(task, RUNNABLE_SUM)) != 0;
    }

    /** Brings {@code task} to {@code now}, unless it is not attached; tells whether its averages were worked out anew. */
    boolean age(int task, long now, boolean runs) {
        if (avgs.get(task, LUT) == 0) return false;
        if (!avgs.updateSum(task, now, onRq[task] ? 1 : 0, runnable(task), runs)) return false;
        avgs.updateAvg(task, weight[task]);
        return true;
    }

    /** {@code se_runnable()}: whether {@code task} waits or runs. */
    int runnable(int task) {
        return onRq[task] && !delayed[task] ? 1 : 0;
    }

    /** Brings {@code task}, asleep, to {@code now}. */
    void decay(int task, long now) {
        if (avgs.updateSum(task, now, 0, 0, false)) avgs.updateAvg(task, weight[task]);
    }

    /** The load of {@code task} follows its new weight. */
    void reweight(int task, int newWeight) {
        weight[task] = newWeight;
        avgs.set(task, LOAD_AVG, newWeight * avgs.get(task, LOAD_SUM) / avgs.divider(task));
    }
}
