package rewake.observe.wake;

import rewake.observe.LatencyHistogram;
import rewake.observe.Selection;

import java.util.Arrays;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import rewake.event.Distance;
import rewake.event.Topology;
import rewake.timeline.Tasks;
import rewake.timeline.Timeline;
import rewake.timeline.TimelineListener;
import rewake.timeline.WaitKind;

/**
 * Wake-up latencies by what the chosen CPU was doing when the wake-up was sent there, and by how far the task moved for it. A
 * latency lasts from sched_waking to the switch to the task (from the switch that put it to sleep, where it was woken before
 * that); where sched_waking was not recorded, from sched_wakeup.
 *
 * <p>What a CPU was doing: as of sched_waking where the task stays on its CPU, since that CPU may wake up before the waker's
 * next event tells so; else as of sched_migrate_task.
 */
public final class LatencySplit implements TimelineListener {
    /** Where the task was sent. */
    public enum Placement {
        /** To the CPU where it last ran. */
        PREV_CPU,
        /** To another one. */
        MIGRATED,
        /** No event tells where it came from. */
        UNKNOWN;

        /** The stable lower-case name in machine output. */
        public String id() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    /** Latencies, and how many ended by no switch in the trace. */
    public static final class Cell {
        final LatencyHistogram waits = new LatencyHistogram();
        long cut;

        /** Those that ended. */
        public LatencyHistogram waits() {
            return waits;
        }

        /** How many did not: events are missing, or the trace ended. */
        public long cut() {
            return cut;
        }

        private void add(@Nullable Cell other) {
            if (other == null) return;
            waits.add(other.waits);
            cut += other.cut;
        }
    }

    private static final int NOT_YET = -1;
    private static final int PLACES = Placement.values().length;
    private static final int DISTANCES = Distance.values().length;

    private final Timeline timeline;
    private final Topology topology;
    private final Selection selection;
    private final IdleStates idleStates;
    private final IdleExits exits;
    private final IntPredicate schedIdle;
    private final IntPredicate wakees;
    private final @Nullable Cell[] cells = new Cell[CpuState.CODES * PLACES];
    private final @Nullable Cell[] byDistance = new Cell[DISTANCES + 1];
    // per task
    private int[] prevCode = new int[256];
    private int[] code = new int[256];
    private int[] chosen = new int[256];
    private int[] from = new int[256];

    /**
     * Nothing split yet.
     *
     * @param idleStates asked while a wake-up is placed; events go there first
     * @param exits told of wake-ups that are sent to idle CPUs
     * @param schedIdle whether a task is known to run under SCHED_IDLE
     * @param wakees whose latencies count
     */
    public LatencySplit(
            Timeline timeline,
            Topology topology,
            Selection selection,
            IdleStates idleStates,
            IdleExits exits,
            IntPredicate schedIdle,
            IntPredicate wakees) {
        this.timeline = timeline;
        this.topology = topology;
        this.selection = selection;
        this.idleStates = idleStates;
        this.exits = exits;
        this.schedIdle = schedIdle;
        this.wakees = wakees;
        Arrays.fill(code, NOT_YET);
    }

    /** Latencies of wake-ups that found their CPU in {@code state} and went to {@code placement}; null for all placements. */
    public Cell of(CpuState state, @Nullable Placement placement, int deepFrom) {
        var sum = new Cell();
        for (int i = 0; i < cells.length; i++)
            if (CpuState.of(i / PLACES, deepFrom) == state && (placement == null || placement.ordinal() == i % PLACES))
                sum.add(cells[i]);
        return sum;
    }

    /** Latencies by the distance from the CPU where the task last ran; null for those of which it is not known. */
    public Cell of(@Nullable Distance distance) {
        var sum = new Cell();
        sum.add(byDistance[distance == null ? DISTANCES : distance.ordinal()]);
        return sum;
    }

    @Override
    public void waking(int task, long timeNs) {
        room(task);
        int prev = timeline.prevCpu(task);
        code[task] = NOT_YET;
        from[task] = prev;
        prevCode[task] = codeOf(prev, task);
    }

    @Override
    public void placed(int task, long timeNs) {
        room(task);
        int cpu = timeline.cpu(task);
        if (code[task] != NOT_YET) {
            if (chosen[task] == cpu) return;
            exits.wokenElsewhere(chosen[task], task);
        }
        place(task, cpu, cpu == from[task] ? prevCode[task] : codeOf(cpu, task));
    }

    /** Without sched_waking it is only known here. */
    @Override
    public void woken(int task, int cpu, boolean queued, long timeNs) {
        room(task);
        if (timeline.prevCpu(task) == Tasks.NONE) {
            from[task] = Tasks.NONE;
            place(task, cpu, codeOf(cpu, task));
        } else if (code[task] == NOT_YET) place(task, cpu, codeOf(cpu, task));
    }

    @Override
    public void waited(int cpu, int task, long sinceNs, long runNs, WaitKind kind) {
        if (kind != WaitKind.WAKEUP || !selection.delay(cpu, runNs) || !isPlaced(task) || !wakees.test(task)) return;
        long waited = runNs - sinceNs;
        cell(task).waits.record(waited);
        distanceCell(task).waits.record(waited);
    }

    @Override
    public void waitCut(int cpu, int task, long sinceNs, long untilNs, WaitKind kind) {
        if (kind != WaitKind.WAKEUP || !selection.delay(cpu, untilNs) || !isPlaced(task) || !wakees.test(task)) return;
        cell(task).cut++;
        distanceCell(task).cut++;
    }

    private boolean isPlaced(int task) {
        return task < code.length && code[task] != NOT_YET;
    }

    private void place(int task, int cpu, int cpuCode) {
        code[task] = cpuCode;
        chosen[task] = cpu;
        exits.woken(cpu, cpuCode, task, timeline.wakingNs(task));
    }

    /** What {@code cpu} does now, from the point of view of a wake-up of {@code task}. */
    private int codeOf(int cpu, int task) {
        if (cpu < 0 || cpu >= timeline.cpus() || !timeline.known(cpu)) return CpuState.UNKNOWN.code();
        int current = timeline.current(cpu);
        Tasks tasks = timeline.tasks();
        if (current == task) return CpuState.LEAVING.code();
        if (tasks.isIdle(current)) return idleCode(idleStates.of(cpu));
        if (!tasks.isFair(current)) return CpuState.RT.code();
        return (schedIdle.test(current) ? CpuState.SCHED_IDLE : CpuState.FAIR).code();
    }

    private static int idleCode(int state) {
        if (state >= 0) return state;
        return (state == IdleStates.AWAKE ? CpuState.IDLE_LOOP : CpuState.IDLE).code();
    }

    private Cell cell(int task) {
        Placement placement = from[task] == Tasks.NONE
                ? Placement.UNKNOWN
                : from[task] == chosen[task] ? Placement.PREV_CPU : Placement.MIGRATED;
        return cell(cells, code[task] * PLACES + placement.ordinal());
    }

    private Cell distanceCell(int task) {
        boolean known = from[task] >= 0 && Math.max(from[task], chosen[task]) < topology.cpus();
        return cell(
                byDistance, known ? topology.distance(from[task], chosen[task]).ordinal() : DISTANCES);
    }

    private static Cell cell(@Nullable Cell[] all, int at) {
        Cell cell = all[at];
        if (cell == null) {
            cell = new Cell();
            all[at] = cell;
        }
        return cell;
    }

    private void room(int task) {
        int old = code.length;
        if (task < old) return;
        int n = Math.max(task + 1, old * 2);
        prevCode = Arrays.copyOf(prevCode, n);
        code = Arrays.copyOf(code, n);
        Arrays.fill(code, old, n, NOT_YET);
        chosen = Arrays.copyOf(chosen, n);
        from = Arrays.copyOf(from, n);
    }
}
