package rewake.replay;

import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import rewake.event.Comms;
import rewake.kernel.Weights;
import rewake.timeline.Tasks;

/**
 * Which tasks run under SCHED_IDLE. The policy is in no scheduler event and the priority says nothing (it is 120 + nice as
 * for others), so it is taken from the user ({@code --sched-idle}), or from evidence: sched_stat_runtime carries vruntime,
 * which advances by 1024/weight of the run time, so a task whose vruntime repeatedly runs 200 times or more ahead has a
 * weight no normal task has (nice 19 is 15, SCHED_IDLE is 3); and a PELT event of a task's entity tells its weight outright.
 * Kernels without vruntime in the event, and without PELT events, give no evidence.
 *
 * <p>Source: {@code calc_delta_fair()}, {@code WEIGHT_IDLEPRIO}; the trace events of sched.h print no policy.
 */
public final class SchedIdleTasks {
    private static final int SURE_AFTER = 3;
    /** A weight as probes record it on 64 bit: {@code scale_load()}. */
    private static final int LOAD_SHIFT = 10;

    private static final double SLOPE = 200;
    private static final double SLOPE_MAX = 2.0 * Weights.NICE_0 / Weights.SCHED_IDLE;

    private final Set<String> named;
    private final Comms comms;
    private final Tasks tasks;
    private byte[] seen = new byte[256];
    private long[] vruntime = new long[256];
    private int known;
    private int byEvidence;

    public SchedIdleTasks(Set<String> named, Comms comms, Tasks tasks) {
        this.named = named;
        this.comms = comms;
        this.tasks = tasks;
    }

    /** Whether any task is known to be SCHED_IDLE. */
    public boolean any() {
        return known > 0 || !named.isEmpty();
    }

    /** Whether {@code task} is known to be SCHED_IDLE. */
    public boolean has(int task) {
        if (task < seen.length && seen[task] == SURE_AFTER) return true;
        return !named.isEmpty() && isNamed(task);
    }

    /** How many tasks were recognised by their vruntime or weight. */
    int byEvidence() {
        return byEvidence;
    }

    /** A sched_stat_runtime of {@code task}; true where it is thereby recognised. */
    public boolean ran(int task, long runtimeNs, long vruntimeNs) {
        room(task);
        long before = vruntime[task];
        vruntime[task] = vruntimeNs;
        if (seen[task] == SURE_AFTER || before == 0 || runtimeNs < 1000) return false;
        double slope = (double) (vruntimeNs - before) / runtimeNs;
        if (slope < SLOPE || slope > SLOPE_MAX) {
            seen[task] = 0;
            return false;
        }
        if (++seen[task] < SURE_AFTER) return false;
        known++;
        byEvidence++;
        return true;
    }

    /** A PELT event of {@code task}'s entity with this weight, scaled or not; true where it is thereby recognised. */
    public boolean weighs(int task, long weight) {
        if (weight != Weights.SCHED_IDLE && weight != (long) Weights.SCHED_IDLE << LOAD_SHIFT) return false;
        room(task);
        if (seen[task] == SURE_AFTER) return false;
        seen[task] = SURE_AFTER;
        known++;
        byEvidence++;
        return true;
    }

    /** What the user named and no task of the trace is called, by its newest name or its thread id. */
    Set<String> unmatched() {
        var left = new TreeSet<>(named);
        for (int task = 0; task < tasks.size() && !left.isEmpty(); task++) {
            left.remove(comms.text(tasks.comm(task)));
            left.remove(Integer.toString(tasks.pid(task)));
        }
        return left;
    }

    private boolean isNamed(int task) {
        return named.contains(comms.text(tasks.comm(task))) || named.contains(Integer.toString(tasks.pid(task)));
    }

    private void room(int task) {
        if (task < seen.length) return;
        seen = Arrays.copyOf(seen, Math.max(task + 1, seen.length * 2));
        vruntime = Arrays.copyOf(vruntime, seen.length);
    }
}
