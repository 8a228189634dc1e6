package rewake.replay;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import rewake.kernel.CpuMask;

/**
 * Where each task may run, which no event shows. Everywhere, until the kernel has refused a CPU {@value #ENOUGH} times: the
 * model gives that CPU, the recorded one is another, and the task was never seen there. What the trace leaves open may
 * explain a refusal; then it counts only for a task that was never seen on a second CPU, which is taken as bound to the one.
 * Children inherit; a CPU on which a task is seen after all is open to it for good.
 *
 * <p>How many refusals are enough is a choice of ours. Source: {@code select_task_rq_fair()} tests {@code p->cpus_ptr},
 * which fork copies. Memory: a bit per task and CPU, a byte more for tasks that were refused something.
 */
final class AffinityGuess {
    private static final int ENOUGH = 8;
    private static final byte SEEN = -1;

    private final int cpus;
    private final int words;
    private final long[] everywhere;
    private long[] seen = new long[256];
    private byte[] @Nullable [] refused = new byte[64][];
    private long[] @Nullable [] allowed = new long[64][];
    /** Of any CPU, while a task was seen on one only; below 0 once it was seen on a second. */
    private byte[] refusals = new byte[64];

    AffinityGuess(int cpus) {
        this.cpus = cpus;
        everywhere = CpuMask.all(cpus);
        words = everywhere.length;
    }

    /** {@code task} runs, or was sent to, {@code cpu}. */
    void seen(int task, int cpu) {
        int word = task * words + (cpu >> 6);
        if (word >= seen.length) seen = Arrays.copyOf(seen, Math.max(word + words, seen.length * 2));
        if ((seen[word] >>> cpu & 1) != 0) return;
        seen[word] |= 1L << cpu;
        if (task < refused.length && refused[task] != null) open(task, cpu);
    }

    /**
     * The kernel passed over {@code cpu} for {@code task}.
     *
     * @param explained something that the trace leaves open can be the reason
     */
    void refused(int task, int cpu, boolean explained) {
        boolean oneCpu = cpusSeen(task) == 1;
        if ((explained && !oneCpu) || wasSeen(task, cpu)) return;
        byte[] counts = countsOf(task);
        if (counts[cpu] == SEEN) return;
        if (oneCpu && ++refusals[task] == ENOUGH) bind(task);
        if (!explained && counts[cpu] < ENOUGH && ++counts[cpu] == ENOUGH) CpuMask.clear(maskOf(task), cpu);
    }

    /** {@code child} may run where {@code parent} may. */
    void forked(int parent, int child) {
        if (parent >= refused.length || refused[parent] == null) return;
        byte[] counts = countsOf(child);
        for (int cpu = 0; cpu < cpus; cpu++) counts[cpu] = (byte) Math.max(0, refused[parent][cpu]);
        allowed[child] = allowed[parent] == null ? null : allowed[parent].clone();
        refusals[child] = (byte) Math.max(0, refusals[parent]);
    }

    /** CPUs where {@code task} may run, as far as known. Read only. */
    long[] of(int task) {
        long[] some = task < allowed.length ? allowed[task] : null;
        return some == null ? everywhere : some;
    }

    /** Whether some CPU is closed to {@code task}. */
    boolean restricts(int task) {
        return task < allowed.length && allowed[task] != null;
    }

    /** Whether one CPU is left to {@code task}. */
    boolean bound(int task) {
        return restricts(task) && CpuMask.weight(of(task)) == 1;
    }

    private boolean wasSeen(int task, int cpu) {
        int word = task * words + (cpu >> 6);
        return word < seen.length && (seen[word] >>> cpu & 1) != 0;
    }

    private void open(int task, int cpu) {
        byte[] counts = countsOf(task);
        if (cpusSeen(task) > 1) {
            if (refusals[task] >= ENOUGH) allowed[task] = null; // not bound after all
            refusals[task] = Byte.MIN_VALUE;
        }
        if (allowed[task] != null) CpuMask.set(maskOf(task), cpu);
        counts[cpu] = SEEN;
    }

    private void bind(int task) {
        for (int cpu = 0; cpu < cpus; cpu++) if (!wasSeen(task, cpu)) CpuMask.clear(maskOf(task), cpu);
    }

    private int cpusSeen(int task) {
        int n = 0;
        for (int word = task * words; word < Math.min(seen.length, (task + 1) * words); word++)
            n += Long.bitCount(seen[word]);
        return n;
    }

    private long[] maskOf(int task) {
        long[] mask = allowed[task];
        if (mask == null) allowed[task] = mask = everywhere.clone();
        return mask;
    }

    private byte[] countsOf(int task) {
        if (task >= refused.length) {
            int size = Math.max(task + 1, refused.length * 2);
            refused = Arrays.copyOf(refused, size);
            allowed = Arrays.copyOf(allowed, size);
            refusals = Arrays.copyOf(refusals, size);
        }
        byte[] counts = refused[task];
        if (counts == null) refused[task] = counts = new byte[cpus];
        return counts;
    }
}
