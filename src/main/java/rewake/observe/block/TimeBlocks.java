package rewake.observe.block;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import rewake.event.Comms;
import rewake.event.TaskState;
import rewake.event.Topology;
import rewake.observe.Selection;
import rewake.observe.queue.RunQueues;
import rewake.observe.queue.Scope;
import rewake.observe.queue.WorkConservation;
import rewake.timeline.Tasks;
import rewake.timeline.Timeline;
import rewake.timeline.TimelineListener;
import rewake.timeline.WaitKind;

/**
 * A trace cut into {@value #FEWEST} to {@value #MOST} blocks of equal time, with what can be counted in each: for the machine, for
 * every task name and, where asked for, for every CPU. What ends in a block is the block's; time is cut at its ends. How long
 * a trace is shows only at its end, so blocks are short at first, and two become one whenever there would be too many:
 * memory does not grow with the trace.
 */
public final class TimeBlocks implements TimelineListener {
    /** Most blocks. */
    static final int MOST = 128;
    /** Fewest, unless the trace is shorter than so many of the shortest blocks. */
    static final int FEWEST = MOST / 2;

    private static final long SHORTEST_NS = 1 << 14;
    private static final byte UNPLACED = 0;
    private static final byte STAYED = 1;
    private static final byte MOVED = 2;
    private static final byte WAS_QUEUED = 4;

    private final Timeline timeline;
    private final Tasks tasks;
    private final Topology topology;
    private final Selection selection;
    private final BlockTimes times;
    private final RunQueues queues;
    private final WorkConservation conservation;
    private final CutWaits cutWaits = new CutWaits();
    private final PairTimes leftCpu = new PairTimes();
    private final OpenBlock open;
    private long[] firstRunNs = new long[0];
    private long[] lastRunNs = new long[0];
    private boolean[] placed = new boolean[256];
    private byte[] wakeup = new byte[256];
    private int[] preempted = new int[16];

    private List<Block> blocks = new ArrayList<>();
    private boolean started;
    private long startNs;
    private long blockStartNs;
    private long blockNs = SHORTEST_NS;
    private long windowNs;
    private long unconservedNs;

    /**
     * Empty blocks.
     *
     * @param topology who shares what, for how far wake-ups go
     * @param selection what counts: what ends on these CPUs in this window
     * @param perCpu whether each CPU is a scope of its own
     */
    public TimeBlocks(Timeline timeline, Topology topology, Comms comms, Selection selection, boolean perCpu) {
        this.timeline = timeline;
        this.topology = topology;
        this.selection = selection;
        open = new OpenBlock(perCpu);
        tasks = timeline.tasks();
        times = new BlockTimes(timeline.cpus(), selection, MOST);
        queues = new RunQueues(timeline, topology, comms, selection, EnumSet.of(Scope.ALL), times);
        conservation = Objects.requireNonNull(queues.conservation(Scope.ALL));
        Arrays.fill(preempted, Tasks.NONE);
    }

    // ---- what is counted ----

    @Override
    public void enqueued(int cpu, int task, long timeNs) {
        queues.enqueued(cpu, task, timeNs);
    }

    @Override
    public void dequeued(int cpu, int task, long timeNs) {
        queues.dequeued(cpu, task, timeNs);
    }

    /** An event is over. */
    void settle(long timeNs) {
        reach(0, timeNs);
        queues.settle(timeNs);
    }

    /** It was of this CPU. */
    void heard(int cpu, long timeNs) {
        queues.heard(cpu, timeNs);
    }

    @Override
    public void slice(int cpu, int task, long startNs, long endNs, TaskState state, boolean known) {
        boolean counts = reach(cpu, endNs);
        leftCpu.put(task, cpu, endNs);
        if (!counts) return;
        int comm = tasks.comm(task);
        ran(comm, Math.max(startNs, selection.startNs()), endNs);
        if (state == TaskState.UNKNOWN) return;
        if (known) slice(comm, cpu, endNs - startNs, state.runnable());
        if (!state.runnable()) {
            open.add(comm, cpu, Count.VOLUNTARY, 1);
            return;
        }
        open.add(comm, cpu, Count.INVOLUNTARY, 1);
        if (cpu >= preempted.length) preempted = grown(preempted, cpu);
        preempted[cpu] = task;
    }

    private void slice(int comm, int cpu, long ns, boolean runnable) {
        open.add(comm, cpu, Count.SLICES, 1);
        open.add(comm, cpu, Count.SLICE_NS, ns);
        if (!runnable) return;
        open.add(comm, cpu, Count.INVOLUNTARY_SLICES, 1);
        open.add(comm, cpu, Count.INVOLUNTARY_SLICE_NS, ns);
    }

    @Override
    public void running(int cpu, int task, long timeNs) {
        queues.running(cpu, task, timeNs);
        if (!started && timeline.firstNs() == 0) return; // what a CPU runs at the start of the trace
        boolean counts = reach(cpu, timeNs);
        if (cpu >= preempted.length || preempted[cpu] == Tasks.NONE) return;
        if (counts && !tasks.isIdle(task)) open.add(tasks.comm(preempted[cpu]), cpu, Count.PREEMPTED, 1);
        preempted[cpu] = Tasks.NONE;
    }

    @Override
    public void waited(int cpu, int task, long sinceNs, long runNs, WaitKind kind) {
        if (!reach(cpu, runNs)) return;
        int comm = tasks.comm(task);
        long ns = runNs - sinceNs;
        open.add(comm, cpu, Count.WAITS, 1);
        open.add(comm, cpu, Count.WAITED_NS, ns);
        open.record(comm, cpu, span(task, kind), ns);
        if (kind != WaitKind.WAKEUP) return;
        if ((wakeup[task] & WAS_QUEUED) != 0) open.record(comm, cpu, Span.QUEUED, ns);
        long left = leftCpu.get(task, cpu, Long.MIN_VALUE);
        if (left != Long.MIN_VALUE) open.record(comm, cpu, Span.SINCE_LAST_RUN, runNs - left);
    }

    @Override
    public void waking(int task, long timeNs) {
        room(task);
        placed[task] = false;
    }

    @Override
    public void placed(int task, long timeNs) {
        queues.placed(task, timeNs);
        room(task);
        placed[task] = true;
    }

    @Override
    public void woken(int task, int cpu, boolean queued, long timeNs) {
        boolean counts = reach(cpu, timeNs);
        room(task);
        int prev = timeline.prevCpu(task);
        boolean enqueued = placed[task] || prev == Tasks.NONE;
        placed[task] = false;
        if (!enqueued) return; // it had not left its queue
        byte how = prev == Tasks.NONE ? UNPLACED : prev == cpu ? STAYED : MOVED;
        wakeup[task] = (byte) (timeline.nrRunning(cpu) > 1 ? how | WAS_QUEUED : how);
        if (!counts) return;
        int comm = tasks.comm(task);
        open.add(comm, cpu, Count.WAKEUPS, 1);
        if (timeline.wakerCpu(task) == cpu) open.add(comm, cpu, Count.LOCAL_WAKEUPS, 1);
        if (prev == Tasks.NONE) return;
        open.add(comm, cpu, Count.WAKEUPS_PLACED, 1);
        if (prev != cpu) moved(comm, prev, cpu);
    }

    private void moved(int comm, int prev, int cpu) {
        open.add(comm, cpu, Count.WAKEUP_MOVES, 1);
        open.add(comm, cpu, Count.MOVES, 1);
        if (Math.max(prev, cpu) >= topology.cpus()) return;
        boolean near = topology.cluster()[prev] == topology.cluster()[cpu];
        open.add(comm, cpu, near ? Count.NEAR_MOVES : Count.CLUSTER_MOVES, 1);
        if (topology.llc()[prev] != topology.llc()[cpu]) open.add(comm, cpu, Count.LLC_MOVES, 1);
        if (topology.node()[prev] != topology.node()[cpu]) open.add(comm, cpu, Count.NODE_MOVES, 1);
    }

    /** {@code cpu} wrote tg->load_avg of some group; counted for the task that ran there. */
    public void tgWrite(int cpu, long timeNs) {
        int task = timeline.current(cpu);
        if (reach(cpu, timeNs)) open.add(task < 0 ? 0 : tasks.comm(task), cpu, Count.TG_WRITES, 1);
    }

    @Override
    public void migrated(int task, int from, int to, boolean onRq, long timeNs) {
        boolean counts = reach(to, timeNs);
        if (counts && from != to) open.add(tasks.comm(task), to, Count.MOVES, 1);
    }

    @Override
    public void gap(int cpu, long timeNs) {
        reach(cpu, timeNs);
        queues.gap(cpu, timeNs);
        if (cpu < preempted.length) preempted[cpu] = Tasks.NONE;
    }

    @Override
    public void waitCut(int cpu, int task, long sinceNs, long untilNs, WaitKind kind) {
        room(task);
        boolean counts = reach(cpu, untilNs);
        if (counts) cutWaits.add(tasks.comm(task), span(task, kind), sinceNs, untilNs);
    }

    @Override
    public void end(long timeNs) {
        reach(0, timeNs);
        queues.end(timeNs);
        cutWaits.end(timeNs);
        if (!started) begin(timeNs);
        long last = clamped(timeNs);
        windowNs = Math.max(0, last - startNs);
        close(Math.max(last, blockStartNs));
    }

    private Span span(int task, WaitKind kind) {
        return switch (kind) {
            case FORK -> Span.FORKED;
            case RUNNABLE, PREEMPTED -> Span.PREEMPTED;
            case WAKEUP -> {
                room(task);
                yield switch (wakeup[task] & ~WAS_QUEUED) {
                    case STAYED -> Span.WAKEUP_STAYED;
                    case MOVED -> Span.WAKEUP_MOVED;
                    default -> Span.WAKEUP_UNPLACED;
                };
            }
        };
    }

    // ---- what came of it ----

    /** The machine. */
    public ScopeBlocks all() {
        var tallies = new ArrayList<BlockTally>();
        var busy = new ArrayList<long[]>();
        for (int b = 0; b < blocks.size(); b++) {
            var cpuTime = new Tally();
            times.addTo(cpuTime, b);
            tallies.add(blocks.get(b).all().with(cpuTime.frozen()));
            busy.add(times.busyNs(b));
        }
        return new ScopeBlocks(tallies, busy, cutWaits.lost(), cutWaits.open(), windowNs);
    }

    /** Whether anything of the tasks of a name, by the name's id, was counted. */
    public boolean has(int comm) {
        return blocks.stream().anyMatch(b -> b.comm(comm) != null);
    }

    /** The tasks of one name, by the name's id. */
    public ScopeBlocks comm(int comm) {
        var tallies = new ArrayList<BlockTally>();
        for (Block block : blocks) tallies.add(timed(block.comm(comm), block));
        long span = comm >= 0 && comm < lastRunNs.length ? Math.max(0, lastRunNs[comm] - firstRunNs[comm]) : 0;
        return new ScopeBlocks(tallies, List.of(), cutWaits.lost(comm), cutWaits.open(comm), span);
    }

    /** One CPU, where each is a scope of its own. Cut waits are not told by CPU. */
    public ScopeBlocks cpu(int cpu) {
        var tallies = new ArrayList<BlockTally>();
        for (int b = 0; b < blocks.size(); b++) {
            var cpuTime = new Tally();
            times.addTo(cpuTime, b, cpu);
            tallies.add(timed(blocks.get(b).cpu(cpu), blocks.get(b)).with(cpuTime.frozen()));
        }
        BlockTally none = new Tally().frozen();
        return new ScopeBlocks(tallies, List.of(), none, none, windowNs);
    }

    /** A block's length stands in each of its scopes. */
    private static BlockTally timed(@Nullable BlockTally tally, Block block) {
        var time = new Tally();
        time.add(Count.TIME_NS, block.all().count(Count.TIME_NS));
        return tally == null ? time.frozen() : tally.with(time.frozen());
    }

    /** How often a name was switched to or woken: what names are ranked by. */
    public long weight(int comm) {
        long n = 0;
        for (Block block : blocks) {
            BlockTally tally = block.comm(comm);
            if (tally != null) n += tally.count(Count.WAITS) + tally.count(Count.WAKEUPS);
        }
        return n;
    }

    /** Length of a block, ns. */
    public long blockNs() {
        return blockNs;
    }

    /** Length of the window within the trace, ns. */
    public long windowNs() {
        return windowNs;
    }

    // ---- blocks ----

    /** Opens the block of this time; whether what happens now on {@code cpu} counts. */
    private boolean reach(int cpu, long timeNs) {
        if (!started) begin(timeline.firstNs());
        long now = clamped(timeNs);
        while (now >= blockStartNs + blockNs) close(blockStartNs + blockNs);
        return selection.delay(cpu, timeNs);
    }

    private void begin(long timeNs) {
        started = true;
        startNs = clamped(timeNs);
        blockStartNs = startNs;
        times.begin(startNs, blockNs);
    }

    private long clamped(long timeNs) {
        return Math.max(selection.startNs(), Math.min(selection.stopNs(), timeNs));
    }

    private void close(long untilNs) {
        long before = unconservedNs;
        unconservedNs = conservation.somewhereNs(untilNs);
        blocks.add(open.close(untilNs - blockStartNs, unconservedNs - before));
        blockStartNs = untilNs;
        if (blocks.size() == MOST) pair();
    }

    private void pair() {
        var paired = new ArrayList<Block>(MOST);
        for (int i = 0; i < blocks.size(); i += 2) paired.add(blocks.get(i).with(blocks.get(i + 1)));
        blocks = paired;
        times.pair();
        blockNs *= 2;
    }

    private void ran(int comm, long fromNs, long untilNs) {
        if (comm >= lastRunNs.length) {
            int n = Math.max(comm + 1, lastRunNs.length * 2);
            int old = lastRunNs.length;
            firstRunNs = Arrays.copyOf(firstRunNs, n);
            Arrays.fill(firstRunNs, old, n, Long.MAX_VALUE);
            lastRunNs = Arrays.copyOf(lastRunNs, n);
        }
        firstRunNs[comm] = Math.min(firstRunNs[comm], fromNs);
        lastRunNs[comm] = Math.max(lastRunNs[comm], untilNs);
    }

    private void room(int task) {
        if (task < placed.length) return;
        int n = Math.max(task + 1, placed.length * 2);
        placed = Arrays.copyOf(placed, n);
        wakeup = Arrays.copyOf(wakeup, n);
    }

    private static int[] grown(int[] table, int index) {
        int[] out = Arrays.copyOf(table, Math.max(index + 1, table.length * 2));
        Arrays.fill(out, table.length, out.length, Tasks.NONE);
        return out;
    }
}
