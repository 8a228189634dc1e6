package rewake.observe.queue;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import rewake.event.Comms;
import rewake.event.Topology;
import rewake.observe.Selection;
import rewake.timeline.Timeline;
import rewake.timeline.TimelineListener;

/**
 * Length of the run queues over time, and violations of work conservation. What changes within one event is looked at once,
 * when the event is over: {@link #settle}.
 *
 * <p>A CPU without any event is idle. A CPU of which events are missing is neither idle nor does anybody wait there until its
 * next event.
 */
public final class RunQueues implements TimelineListener {
    private final Timeline timeline;
    private final Selection selection;
    private final BoundThreads boundThreads;
    private final QueueTimes times;
    private final QueueSeries series;
    private final WakesInFlight inFlight;
    private final Map<Scope, WorkConservation> scopes = new EnumMap<>(Scope.class);
    private final WorkConservation[] conservation;
    private final boolean[] counts;
    private final CpuState[] states;
    private final CpuState next = new CpuState();
    // per CPU
    private final int[][] queued;
    private final boolean[] known;
    private final boolean[] assumed;
    private final boolean[] heard;
    private final boolean[] touched;
    private final int[] touchedCpus;
    private final int[] length;
    private final boolean[] busy;
    private int touchedCount;
    // per task
    private int[] lastCpu = new int[256];
    private byte[] mobility = new byte[256];

    private boolean begun;
    private int tasks;
    private int busyCpus;

    /**
     * Nothing followed yet.
     *
     * @param among the scopes in which violations are looked for
     * @param book where times are written
     */
    public RunQueues(
            Timeline timeline, Topology topology, Comms comms, Selection selection, Set<Scope> among, TimeBook book) {
        this.timeline = timeline;
        this.selection = selection;
        boundThreads = new BoundThreads(comms);
        int cpus = timeline.cpus();
        times = new QueueTimes(cpus, selection, book);
        series = new QueueSeries(selection);
        inFlight = new WakesInFlight(cpus);
        for (Scope scope : Scope.values())
            if (among.contains(scope) && scope.on(topology)) scopes.put(scope, conservation(scope, topology));
        conservation = scopes.values().stream().distinct().toArray(WorkConservation[]::new);
        counts = new boolean[cpus];
        for (int cpu = 0; cpu < cpus; cpu++) counts[cpu] = selection.cpu(cpu);
        states = new CpuState[cpus];
        Arrays.setAll(states, _ -> new CpuState());
        queued = new int[Mobility.COUNT][cpus];
        known = new boolean[cpus];
        Arrays.fill(known, true);
        assumed = new boolean[cpus];
        heard = new boolean[cpus];
        touched = new boolean[cpus];
        touchedCpus = new int[cpus];
        length = new int[cpus];
        busy = new boolean[cpus];
    }

    /** Where two scopes are the same CPUs, as LLC and node often are, what holds for one holds for the other. */
    private WorkConservation conservation(Scope scope, Topology topology) {
        int[] domains = scope.of(topology);
        for (var known : scopes.entrySet())
            if (Arrays.equals(known.getKey().of(topology), domains)) return known.getValue();
        return new WorkConservation(domains, scope.count(topology));
    }

    @Override
    public void enqueued(int cpu, int task, long timeNs) {
        int before = inFlight.arrived(task);
        if (before >= 0) touch(before);
        byte now = mobility(cpu, task);
        mobility[task] = now;
        count(cpu, task, 1);
    }

    @Override
    public void dequeued(int cpu, int task, long timeNs) {
        count(cpu, task, -1);
        if (timeline.isWaking(task)) sent(task, cpu); // woken while it was leaving; mostly it comes back here
    }

    private void count(int cpu, int task, int change) {
        for (int m = 0; m <= mobility[task]; m++) queued[m][cpu] += change;
        touch(cpu);
    }

    /** The last {@link Mobility} that the task has, noting where it is. */
    private byte mobility(int cpu, int task) {
        if (task >= lastCpu.length) {
            lastCpu = Arrays.copyOf(lastCpu, Math.max(task + 1, lastCpu.length * 2));
            mobility = Arrays.copyOf(mobility, lastCpu.length);
        }
        int last = lastCpu[task];
        boolean moved = mobility[task] == Mobility.MOVED.ordinal() || (last != 0 && last != cpu + 1);
        lastCpu[task] = cpu + 1;
        if (boundThreads.bound(timeline.tasks().comm(task))) return (byte) Mobility.ANY.ordinal();
        return (byte) (moved ? Mobility.MOVED : Mobility.FREE).ordinal();
    }

    @Override
    public void running(int cpu, int task, long timeNs) {
        if (timeline.firstNs() == 0) assumed[cpu] = timeline.known(cpu);
        known[cpu] = true;
        if (timeline.tasks().isIdle(task)) inFlight.idles(cpu);
        touch(cpu);
    }

    @Override
    public void placed(int task, long timeNs) {
        if (!timeline.onRq(task)) sent(task, timeline.cpu(task));
    }

    private void sent(int task, int to) {
        int before = inFlight.sent(task, to);
        if (before >= 0) touch(before);
        touch(to);
    }

    @Override
    public void gap(int cpu, long timeNs) {
        times.missing(cpu, timeNs);
        known[cpu] = false;
        inFlight.missing(cpu);
        touch(cpu);
    }

    private void touch(int cpu) {
        if (touched[cpu]) return;
        touched[cpu] = true;
        touchedCpus[touchedCount++] = cpu;
    }

    /** An event is over. */
    public void settle(long timeNs) {
        if (!begun) begin();
        while (touchedCount > 0) {
            int cpu = touchedCpus[--touchedCount];
            touched[cpu] = false;
            refresh(cpu, timeNs);
        }
    }

    /** The event that is over was of this CPU, so that nothing is missing since the one before it; before the first there may be. */
    public void heard(int cpu, long timeNs) {
        boolean late = !heard[cpu] && !assumed[cpu] && timeNs > timeline.firstNs();
        if (late) times.missing(cpu, timeNs);
        times.heard(cpu, timeNs);
        heard[cpu] = true;
    }

    private void begin() {
        begun = true;
        long first = timeline.firstNs();
        times.begin(first);
        series.begin(first);
        for (int cpu = 0; cpu < known.length; cpu++) {
            touched[cpu] = false;
            refresh(cpu, first);
        }
        touchedCount = 0;
    }

    private void refresh(int cpu, long timeNs) {
        int current = timeline.current(cpu);
        boolean runs = known[cpu] && !timeline.tasks().isIdle(current);
        int n = known[cpu] ? queued[0][cpu] : 0;
        if (n != length[cpu] || runs != busy[cpu]) total(cpu, n, runs, timeNs);
        times.set(cpu, n, runs, !known[cpu], timeNs);
        next.idle = known[cpu] && !runs && n == 0 && !inFlight.any(cpu);
        for (int m = 0; m < Mobility.COUNT; m++) next.waiting[m] = n < 2 ? 0 : waiting(cpu, m, n, runs, current);
        if (!counts[cpu] || next.same(states[cpu])) return;
        long at = selection.clip(timeNs);
        for (WorkConservation scope : conservation) scope.change(cpu, states[cpu], next, at);
        states[cpu].copy(next);
    }

    private void total(int cpu, int n, boolean runs, long timeNs) {
        if (counts[cpu]) {
            series.pass(tasks, busyCpus, timeNs);
            tasks += n - length[cpu];
            busyCpus += (runs ? 1 : 0) - (busy[cpu] ? 1 : 0);
        }
        length[cpu] = n;
        busy[cpu] = runs;
    }

    /** Tasks of one mobility beyond the one that runs; where none runs yet, any of them may be the one that will. */
    private int waiting(int cpu, int m, int n, boolean runs, int current) {
        if (!runs) return Math.min(queued[m][cpu], n - 1);
        return queued[m][cpu] - (mobility[current] >= m ? 1 : 0);
    }

    @Override
    public void end(long timeNs) {
        series.pass(tasks, busyCpus, timeNs);
        for (int cpu = 0; cpu < known.length; cpu++) times.end(cpu, timeNs);
        for (WorkConservation scope : conservation) scope.end(selection.clip(timeNs));
    }

    /** Violations within domains of this scope, or null where it is not known which CPUs share that or none do. */
    public @Nullable WorkConservation conservation(Scope scope) {
        return scopes.get(scope);
    }

    /** Queued tasks and busy CPUs over time. */
    public QueueSeries series() {
        return series;
    }
}
