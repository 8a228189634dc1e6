package rewake.replay.pelt;

import java.util.Arrays;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import rewake.kernel.Weights;
import rewake.kernel.pelt.FairLoads;
import rewake.kernel.pelt.LoadEvents;
import rewake.replay.SchedIdleTasks;
import rewake.replay.TaskGroups;
import rewake.timeline.Tasks;

/**
 * Loads that follow the recorded operations, and whoever else is to be told of them. Where an operation does not fit what it knows, as after lost events,
 * it does first what must have been missed.
 */
final class Replayed {
    final FairLoads fair;

    private final @Nullable LoadEvents also;
    private final LoadEvents to;

    private final Tasks tasks;
    private final @Nullable TaskGroups groups;
    private final SchedIdleTasks schedIdle;
    /** Recorded run queues are taken over, so that they contain what moved before anything tells that it did. */
    private final boolean corrected;

    /** Whether the averages of a run queue are recorded ones, so that they contain tasks that no event has told yet. */
    private final Told told;

    /** By task: the CPU where it slept before its first event, and one more; 0 where unknown. */
    private int[] sleptOn = new int[64];

    /** By task: the CPU whose root run queue contained its load when that was told, and one more; 0 where none. */
    private int[] containedOn = new int[64];

    private boolean foundInGroup;
    private @Nullable IntConsumer regrouped;

    Replayed(
            FairLoads fair,
            @Nullable LoadEvents also,
            Tasks tasks,
            @Nullable TaskGroups groups,
            SchedIdleTasks schedIdle,
            boolean corrected,
            Told told) {
        this.told = told;
        this.fair = fair;
        this.also = also;
        to = also == null ? fair : new Both(fair, also);
        this.tasks = tasks;
        this.groups = groups;
        this.schedIdle = schedIdle;
        this.corrected = corrected;
    }

    /** Tells of a run queue whether its averages were recorded. */
    @FunctionalInterface
    interface Told {
        boolean isTold(int group, int cpu);
    }

    /** {@code task} is woken from sleep on {@code cpu}. */
    void sleptOn(int task, int cpu) {
        if (task >= sleptOn.length) sleptOn = Arrays.copyOf(sleptOn, task * 2);
        if (sleptOn[task] == 0) sleptOn[task] = cpu + 1;
    }

    /** The first event of {@code task}: its load is where it slept. */
    private void find(int task, int prio, long now) {
        join(task, now);
        int cpu = task < sleptOn.length ? sleptOn[task] - 1 : -1;
        if (cpu < 0 || !told.isTold(fair.group(task), cpu)) return;
        fair.found(task, cpu, weight(task, prio));
        if (fair.cpu(task) == cpu && fair.group(task) == 0) contains(cpu, task);
    }

    void begin(long now) {
        if (groups != null) groups.create(to, now);
    }

    void operation(Op op, int cpu, int task, int arg, int by, long now) {
        to.executedBy(by);
        switch (op) {
            case ENQUEUE -> queued(task, cpu, arg, now);
            case FORK -> forked(task, cpu, arg, now);
            case LEAVE -> {
                if (fair.cpu(task) < 0) find(task, arg, now);
                if (!fair.onRq(task)) to.leave(task, cpu, now);
            }
            case DETACH -> {
                if (fair.onRq(task) && fair.cpu(task) == cpu) to.detach(task, arg, now);
            }
            case ATTACH -> {
                if (!fair.onRq(task) && fair.cpu(task) == cpu) to.attach(task, now);
            }
            case SLEEP -> {
                if (fair.onRq(task)) to.sleep(task, now);
            }
            case EXIT -> {
                if (!fair.onRq(task)) to.exit(task, now);
            }
            case DELAY -> {
                if (fair.onRq(task) && !fair.isDelayed(task)) to.delay(task, now);
            }
            case PICK -> {
                if (!fair.onRq(task) || fair.cpu(task) != cpu || fair.isDelayed(task)) queued(task, cpu, arg, now);
                to.executedBy(by);
                to.pick(cpu, task, now);
            }
            case PICK_OTHER -> {
                if (fair.onRq(task)) to.sleep(task, now);
                to.pickOther(cpu, now);
            }
            case PICK_IDLE -> idle(cpu, now);
            case TICK -> {
                if (fair.running(cpu) == task) to.tick(cpu, now);
            }
            case REJOIN -> {
                if (fair.running(cpu) == task) to.rejoin(task, now);
            }
            case REGROUP -> recordedIn(task, arg, now);
            case NAMED -> named(task, now);
            case RECORD, RECORDED -> throw new IllegalArgumentException("a record is no operation");
        }
    }

    /** Whatever was believed to be queued there was not. */
    private void idle(int cpu, long now) {
        for (int left = fair.anyOn(cpu); left >= 0; left = fair.anyOn(cpu)) to.sleep(left, now);
        to.pickIdle(cpu, now);
    }

    private void forked(int task, int cpu, int prio, long now) {
        if (fair.onRq(task)) {
            queued(task, cpu, prio, now);
            return;
        }
        join(task, now);
        int parent = tasks.parent(task);
        if (!corrected && parent >= 0 && fair.cpu(parent) >= 0) regroup(parent, fair.group(task), now);
        to.fork(task, cpu, weight(task, prio), now);
    }

    private void queued(int task, int cpu, int prio, long now) {
        if (!fair.onRq(task)) {
            boolean first = fair.cpu(task) < 0;
            if (first) find(task, prio, now);
            foundInGroup |= first && fair.group(task) != 0;
            to.wake(task, cpu, weight(task, prio), now);
            return;
        }
        if (fair.cpu(task) != cpu) to.move(task, cpu, now);
        if (fair.isDelayed(task)) to.wake(task, cpu, weight(task, prio), now);
    }

    private void join(int task, long now) {
        if (groups != null && fair.cpu(task) < 0) to.regroup(task, groups.first(task, fair), now);
    }

    private int weight(int task, int prio) {
        return schedIdle.has(task) ? Weights.SCHED_IDLE : Weights.ofPrio(prio);
    }

    /** {@code task} is recorded in {@code group}. */
    void recordedIn(int task, int group, long now) {
        if (groups != null && fair.group(task) != group) regroup(task, group, now);
    }

    /** {@code task} has another name, which may be one that tells its group. */
    private void named(int task, long now) {
        int told = groups == null ? -1 : groups.renamed(task);
        if (told >= 0) regroup(task, told, now);
    }

    /** Whether a task of a group other than the root was there before its first event: it has a load that is not known. */
    boolean foundInGroup() {
        return foundInGroup;
    }

    /** Tells {@code listener} of each task that another group gets, load and all. */
    void tellRegrouped(IntConsumer listener) {
        regrouped = listener;
    }

    private void regroup(int task, int group, long now) {
        to.regroup(task, group, now);
        if (regrouped != null && fair.onRq(task)) regrouped.accept(task);
    }

    void weighs(int task, int weight) {
        if (fair.cpu(task) >= 0 && fair.weight(task) != weight) to.reweight(task, weight);
    }

    /** The averages of the root's run queue on {@code cpu} were told: tasks that are there are in them, told or not. */
    void rootTold(int cpu) {
        for (int task = 0; task < fair.tasks(); task++)
            if (fair.cpu(task) == cpu && fair.group(task) == 0) contains(cpu, task);
    }

    private void contains(int cpu, int task) {
        if (task >= containedOn.length) containedOn = Arrays.copyOf(containedOn, task * 2);
        containedOn[task] = cpu + 1;
    }

    void seed(int task, int load, int runnable, int util, long now) {
        if (isContained(task)) {
            fair.told(task, load, runnable, util, now);
            if (also != null) also.seed(task, load, runnable, util, now);
        } else to.seed(task, load, runnable, util, now);
    }

    private boolean isContained(int task) {
        return task < containedOn.length
                && containedOn[task] != 0
                && fair.cpu(task) == containedOn[task] - 1
                && fair.group(task) == 0;
    }

    void tick(int cpu, long now) {
        to.tick(cpu, now);
    }

    void blocked(int cpu, long now) {
        to.blocked(cpu, now);
    }

    void sample() {
        to.sample();
    }
}
