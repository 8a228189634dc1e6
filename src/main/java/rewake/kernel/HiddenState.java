package rewake.kernel;

import java.util.Arrays;

/**
 * What the kernel knows and a trace does not show, kept <em>per model</em> because it depends on the model's own
 * decisions: has_idle_cores and nr_idle_scan per LLC, avg_scan_cost per waker CPU, recent_used_cpu per task.
 *
 * <p>Source: {@code sched_domain_shared}, {@code sched_domain.avg_scan_cost}, {@code task_struct.recent_used_cpu}.
 */
public final class HiddenState {
    /** {@link #nrIdleScan}: not known yet, because no balance has been modelled. */
    public static final int UNKNOWN_SCAN = -1;

    private final boolean[] hasIdleCores;
    private final int[] nrIdleScan;
    private final long[] avgScanCost;
    private int[] recentUsed = new int[64];

    /** The state of a kernel that has seen nothing: flags false, scan limits unknown, costs 0, recent CPUs none. */
    public HiddenState(Machine machine) {
        hasIdleCores = new boolean[machine.llcs()];
        nrIdleScan = new int[machine.llcs()];
        Arrays.fill(nrIdleScan, UNKNOWN_SCAN);
        avgScanCost = new long[machine.cpus()];
        Arrays.fill(recentUsed, -1);
    }

    /** {@code has_idle_cores} of LLC {@code llc}. */
    public boolean hasIdleCores(int llc) {
        return hasIdleCores[llc];
    }

    /** Sets {@code has_idle_cores}. */
    public void hasIdleCores(int llc, boolean value) {
        hasIdleCores[llc] = value;
    }

    /** {@code nr_idle_scan} of LLC {@code llc}, or {@link #UNKNOWN_SCAN}. */
    public int nrIdleScan(int llc) {
        return nrIdleScan[llc];
    }

    /** Sets {@code nr_idle_scan}. */
    public void nrIdleScan(int llc, int value) {
        nrIdleScan[llc] = value;
    }

    /** {@code avg_scan_cost} of the LLC domain object of waker CPU {@code cpu}, ns. */
    public long avgScanCost(int cpu) {
        return avgScanCost[cpu];
    }

    /** Sets {@code avg_scan_cost}. */
    public void avgScanCost(int cpu, long ns) {
        avgScanCost[cpu] = ns;
    }

    /** {@code recent_used_cpu} of a task (dense id), or −1 where it is not known. */
    public int recentUsed(int task) {
        return task < recentUsed.length ? recentUsed[task] : -1;
    }

    /** Sets {@code recent_used_cpu}; −1 forgets it. */
    public void recentUsed(int task, int cpu) {
        if (task >= recentUsed.length) {
            int old = recentUsed.length;
            recentUsed = Arrays.copyOf(recentUsed, Math.max(task + 1, old * 2));
            Arrays.fill(recentUsed, old, recentUsed.length, -1);
        }
        recentUsed[task] = cpu;
    }
}
