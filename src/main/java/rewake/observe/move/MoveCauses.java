package rewake.observe.move;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import rewake.event.Comms;
import rewake.event.EventBatch;
import rewake.event.EventKind;
import rewake.event.TaskState;
import rewake.event.Topology;
import rewake.event.TraceFacts;
import rewake.timeline.Tasks;
import rewake.timeline.Timeline;

/**
 * Tells the cause of each sched_migrate_task from what a trace shows. Rules, in this order, for a task p that CPU c moves to
 * {@code to}:
 *
 * <ol>
 *   <li>c's last event of note is the sched_waking of p, and the wake-up is still open: {@link MoveCause#WAKEUP}; interrupts
 *       are off in between. If p sleeps and its next event is its sched_wakeup without a sched_waking, the same: the beginning
 *       was not recorded.
 *   <li>c runs its stopper ({@code migration/N}): {@link MoveCause#NUMA} if sched_move_numa or sched_swap_numa sent p there.
 *       Else who woke the stopper tells. p itself: {@link MoveCause#EXEC} if p goes on to exec (sched_process_exec, or perf's
 *       COMM record of an exec) before it sleeps interruptibly or moves again, else {@link MoveCause#AFFINITY}. A soft
 *       interrupt: {@link MoveCause#ACTIVE}. A CPU in task context: active if it moves p to itself and, as in the last rule, has
 *       run dry, else affinity.
 *   <li>Real-time and deadline tasks: unknown.
 *   <li>Soft interrupt: {@link MoveCause#PERIODIC} where {@code to} is c; else {@link MoveCause#NOHZ} if c runs its idle task or
 *       ksoftirqd, and periodic if not (a balancer tries another CPU of its group where p may not run on its own).
 *   <li>Task context: where {@code to} is c and c's next event of note is a switch away from a task that goes to sleep, or from
 *       its idle task, {@link MoveCause#NEWIDLE}: interrupts are off from the pull to the switch. Else affinity: who changes
 *       the CPUs of a queued task moves it at once.
 * </ol>
 *
 * <p>Source: {@code kernel/sched/core.c} (try_to_wake_up, sched_exec, affine_move_task, move_queued_task, migrate_swap),
 * {@code kernel/sched/fair.c} (sched_balance_rq, sched_balance_newidle, nohz_idle_balance, active_load_balance_cpu_stop);
 * {@code kernel/stop_machine.c}. Not told apart: moves off a CPU that goes offline, which look like affinity; moves of
 * sched_ext schedulers.
 */
final class MoveCauses {
    private static final EventKind[] KINDS = EventKind.values();
    private static final int INTERRUPTS = EventBatch.HARDIRQ | EventBatch.SOFTIRQ;
    private static final int NONE = -1;

    private final Timeline timeline;
    private final Tasks tasks;
    private final ThreadNames names;
    private final Topology topology;
    private final boolean recordsExec;
    private final boolean recordsNuma;
    private final boolean recordsWakeup;
    private final MoveListener to;
    private final PendingMoves pending;
    /** By task: where NUMA balancing sends it, or {@link #NONE}. */
    private int[] numaTo = new int[0];
    /** By CPU: whom it is waking, or {@link #NONE}. */
    private int[] wakes = new int[0];
    /** By task: the CPU that is waking it, or {@link #NONE}. */
    private int[] wokenBy = new int[0];
    /** By CPU: the stopper that it woke in task context, while it has done nothing of note since. */
    private int[] wokeStopper = new int[0];
    /** By task, for stoppers that were woken in task context: what the CPU that woke it did next. */
    private @Nullable CpuNext[] wakerDid = new CpuNext[0];
    /** By task, for stoppers: whether a sched_waking of it was seen. */
    private boolean[] stopperWoken = new boolean[0];

    MoveCauses(TraceFacts facts, Comms comms, Timeline timeline, MoveListener to) {
        this.timeline = timeline;
        this.to = to;
        tasks = timeline.tasks();
        names = new ThreadNames(comms);
        topology = facts.topology();
        recordsExec = facts.records(EventKind.PROCESS_EXEC) || facts.format().equals("perf.data");
        recordsWakeup = facts.records(EventKind.WAKEUP);
        recordsNuma = facts.records(EventKind.MOVE_NUMA) && facts.records(EventKind.SWAP_NUMA);
        pending = new PendingMoves(to);
    }

    /** The next event; the timeline is still as it was before it. */
    void event(EventBatch batch, int row) {
        EventKind kind = KINDS[batch.kind(row)];
        int cpu = batch.cpu();
        switch (kind) {
            case MIGRATE_TASK -> migrate(batch, row, cpu);
            case SWITCH -> switched(batch, row, cpu);
            case WAKING, WAKEUP -> woken(kind, batch, row, cpu);
            case WAKEUP_NEW, PROCESS_FORK -> did(cpu, CpuNext.GOES_ON);
            case PROCESS_EXEC -> {
                execs(batch.otherPid(row), cpu);
                execs(batch.pid(row), cpu);
            }
            case PROCESS_EXIT -> passed(tasks.of(batch.pid(row), cpu), PendingMoves.EXEC);
            case COMM -> {
                if (batch.arg0(row) == 1 && batch.timeNs(row) != 0) execs(batch.pid(row), cpu);
            }
            case MOVE_NUMA -> numa(tasks.of(batch.pid(row), cpu), (int) batch.arg1(row));
            case SWAP_NUMA -> {
                numa(tasks.of(batch.pid(row), cpu), (int) batch.arg1(row));
                numa(tasks.of(batch.otherPid(row), cpu), (int) batch.arg0(row));
            }
            case LOST -> did(cpu, CpuNext.LOST);
            default -> {} // tells nothing of moves
        }
    }

    /** The trace has ended. */
    void end() {
        pending.end();
    }

    private void migrate(EventBatch batch, int row, int cpu) {
        int task = tasks.of(batch.pid(row), cpu);
        int target = (int) batch.arg1(row);
        if (pending.ofTask(task) != 0) pending.taskPassed(task);
        boolean asleep = !timeline.onRq(task);
        boolean waking = cpu < wakes.length && wakes[cpu] == task && wokenBy(task) == cpu;
        boolean waits = !waking && !asleep && !timeline.isRunning(task);
        long move = to.moved(task, (int) batch.arg0(row), target, waits, batch.timeNs(row));
        if (waking) {
            to.caused(move, task, MoveCause.WAKEUP, MoveReason.NONE);
            return;
        }
        byte wake = asleep ? PendingMoves.WAKEUP : 0;
        int current = tasks.of(batch.currentPid(row), cpu);
        if (names.isStopper(tasks.comm(current))) stopped(move, task, current, batch, row, wake);
        else if (batch.prio(row) < 100) settle(move, task, wake, MoveCause.UNKNOWN, MoveReason.RT_PUSH_PULL);
        else balanced(move, task, current, batch, row, wake);
    }

    /** By a balancer, or by who changed the affinity of a queued task. */
    private void balanced(long move, int task, int current, EventBatch batch, int row, byte wake) {
        int cpu = batch.cpu();
        boolean own = batch.arg1(row) == cpu;
        boolean idle = tasks.isIdle(current);
        int flags = batch.flags(row);
        if ((flags & EventBatch.CONTEXT_KNOWN) == 0) {
            if (idle && !own) settle(move, task, wake, MoveCause.NOHZ, MoveReason.NONE);
            else settle(move, task, wake, MoveCause.UNKNOWN, MoveReason.NO_CONTEXT);
        } else if ((flags & EventBatch.SOFTIRQ) != 0) {
            boolean other = !own && (idle || names.isKsoftirqd(tasks.comm(current)));
            settle(move, task, wake, other ? MoveCause.NOHZ : MoveCause.PERIODIC, MoveReason.NONE);
        } else if ((flags & EventBatch.HARDIRQ) != 0) {
            settle(move, task, wake, MoveCause.UNKNOWN, MoveReason.HARD_INTERRUPT);
        } else if (own) {
            pending.addOnCpu(move, task, cpu, wake, false);
        } else if (idle) {
            settle(move, task, wake, MoveCause.UNKNOWN, MoveReason.NO_PATTERN);
        } else {
            settle(move, task, wake, MoveCause.AFFINITY, MoveReason.NONE);
        }
    }

    private void stopped(long move, int task, int stopper, EventBatch batch, int row, byte wake) {
        int target = (int) batch.arg1(row);
        if (takeNuma(task) == target) {
            settle(move, task, wake, MoveCause.NUMA, MoveReason.NONE);
            return;
        }
        boolean realTime = batch.prio(row) < 100;
        if (stopper >= stopperWoken.length || !stopperWoken[stopper])
            settle(move, task, wake, MoveCause.UNKNOWN, MoveReason.STOPPER_WAKER);
        else if (timeline.waker(stopper) == task) bySelf(move, task, (int) batch.arg0(row), target, realTime);
        else if (realTime) settle(move, task, wake, MoveCause.UNKNOWN, MoveReason.RT_PUSH_PULL);
        else byOther(move, task, stopper, target, wake);
    }

    /** The task that moves woke the stopper. */
    private void bySelf(long move, int task, int from, int target, boolean realTime) {
        boolean nodes = !recordsNuma && !realTime && crossesNodes(from, target);
        MoveCause otherwise = nodes ? MoveCause.UNKNOWN : MoveCause.AFFINITY;
        MoveReason why = nodes ? MoveReason.NUMA_OR_AFFINITY : MoveReason.NONE;
        if (realTime) settle(move, task, (byte) 0, MoveCause.AFFINITY, MoveReason.NONE);
        else if (recordsExec) settle(move, task, PendingMoves.EXEC, otherwise, why);
        else settle(move, task, (byte) 0, MoveCause.UNKNOWN, nodes ? why : MoveReason.EXEC_OR_AFFINITY);
    }

    /** Something else woke the stopper. */
    private void byOther(long move, int task, int stopper, int target, byte wake) {
        int flags = timeline.wakeFlags(stopper);
        if ((flags & EventBatch.CONTEXT_KNOWN) == 0) settle(move, task, wake, MoveCause.UNKNOWN, MoveReason.NO_CONTEXT);
        else if ((flags & EventBatch.SOFTIRQ) != 0) settle(move, task, wake, MoveCause.ACTIVE, MoveReason.NONE);
        else if ((flags & EventBatch.HARDIRQ) != 0)
            settle(move, task, wake, MoveCause.UNKNOWN, MoveReason.HARD_INTERRUPT);
        else if (timeline.wakerCpu(stopper) != target) settle(move, task, wake, MoveCause.AFFINITY, MoveReason.NONE);
        else toWaker(move, task, stopper, target, wake);
    }

    /** To the CPU that woke the stopper in task context. */
    private void toWaker(long move, int task, int stopper, int target, byte wake) {
        CpuNext did = stopper < wakerDid.length ? wakerDid[stopper] : null;
        if (did == null) {
            pending.addOnCpu(move, task, target, wake, true);
            return;
        }
        MoveReason why = PendingMoves.reason(did, true);
        settle(move, task, wake, why == MoveReason.NONE ? PendingMoves.cause(did, true) : MoveCause.UNKNOWN, why);
    }

    private void settle(long move, int task, byte awaits, MoveCause cause, MoveReason reason) {
        if (awaits == 0) to.caused(move, task, cause, reason);
        else pending.add(move, task, awaits, cause, reason);
    }

    private void switched(EventBatch batch, int row, int cpu) {
        int prev = batch.pid(row);
        TaskState state = TaskState.of(batch.arg1(row));
        if (cpu < wakes.length) wakes[cpu] = NONE;
        if (prev != 0 && state.runnable()) did(cpu, CpuNext.GOES_ON);
        else did(cpu, prev != 0 && state == TaskState.DISK_SLEEP ? CpuNext.SLEEPS_ON_DISK : CpuNext.SLEEPS);
        if (!state.runnable() && state != TaskState.DISK_SLEEP) passed(tasks.of(prev, cpu), PendingMoves.EXEC);
        int in = tasks.of(batch.otherPid(row), cpu);
        passed(in, PendingMoves.WAKEUP);
        if (!recordsWakeup && in < wokenBy.length) wokenBy[in] = NONE;
    }

    private void woken(EventKind kind, EventBatch batch, int row, int cpu) {
        int task = tasks.of(batch.pid(row), cpu);
        if (pending.ofTask(task) == PendingMoves.WAKEUP) {
            if (kind == EventKind.WAKEUP) pending.taskTold(task, MoveCause.WAKEUP);
            else pending.taskPassed(task);
        }
        rooms(task, cpu);
        wakes[cpu] = kind == EventKind.WAKING ? task : NONE;
        wokenBy[task] = kind == EventKind.WAKING ? cpu : NONE;
        if (!names.isStopper(batch.comm(row))) {
            did(cpu, CpuNext.GOES_ON); // it could not between a newidle pull and the switch
        } else if (kind == EventKind.WAKING) {
            wakerDid[task] = null;
            stopperWoken[task] = true;
            if ((batch.flags(row) & INTERRUPTS) == 0) wokeStopper[cpu] = task;
        }
    }

    private int wokenBy(int task) {
        return task < wokenBy.length ? wokenBy[task] : NONE;
    }

    private void did(int cpu, CpuNext what) {
        if (pending.onCpu(cpu)) pending.cpuSpoke(cpu, what);
        if (cpu >= wokeStopper.length || wokeStopper[cpu] == NONE) return;
        wakerDid[wokeStopper[cpu]] = what;
        wokeStopper[cpu] = NONE;
    }

    private void execs(int pid, int cpu) {
        if (pid <= 0) return;
        int task = tasks.of(pid, cpu);
        if (pending.ofTask(task) == PendingMoves.EXEC) pending.taskTold(task, MoveCause.EXEC);
    }

    private void passed(int task, byte what) {
        if (pending.ofTask(task) == what) pending.taskPassed(task);
    }

    private void numa(int task, int target) {
        rooms(task, 0);
        numaTo[task] = target;
    }

    /** Where NUMA balancing sends the task, once; {@link #NONE} for nowhere. */
    private int takeNuma(int task) {
        if (task >= numaTo.length) return NONE;
        int target = numaTo[task];
        numaTo[task] = NONE;
        return target;
    }

    private boolean crossesNodes(int from, int target) {
        int[] node = topology.node();
        return from < node.length && target < node.length && node[from] != node[target];
    }

    private void rooms(int task, int cpu) {
        numaTo = roomy(numaTo, task);
        wokenBy = roomy(wokenBy, task);
        wokeStopper = roomy(wokeStopper, cpu);
        wakes = roomy(wakes, cpu);
        if (task < wakerDid.length) return;
        int n = Math.max(task + 1, 2 * wakerDid.length);
        wakerDid = Arrays.copyOf(wakerDid, n);
        stopperWoken = Arrays.copyOf(stopperWoken, n);
    }

    private static int[] roomy(int[] table, int index) {
        int old = table.length;
        if (index < old) return table;
        int[] out = Arrays.copyOf(table, Math.max(index + 1, old * 2));
        Arrays.fill(out, old, out.length, NONE);
        return out;
    }
}
