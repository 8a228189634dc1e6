package rewake.kernel.pelt;

import static rewake.kernel.pelt.SchedAvgs.LOAD_AVG;
import static rewake.kernel.pelt.SchedAvgs.LOAD_SUM;
import static rewake.kernel.pelt.SchedAvgs.LUT;
import static rewake.kernel.pelt.SchedAvgs.PERIOD_CONTRIB;
import static rewake.kernel.pelt.SchedAvgs.RUNNABLE_AVG;
import static rewake.kernel.pelt.SchedAvgs.RUNNABLE_SUM;
import static rewake.kernel.pelt.SchedAvgs.UTIL_AVG;
import static rewake.kernel.pelt.SchedAvgs.UTIL_SUM;

import java.io.IOException;
import java.nio.file.Path;
import java.util.BitSet;
import rewake.catalogue.Formats;
import rewake.event.EventBatch;
import rewake.event.EventConsumer;
import rewake.event.EventKind;
import rewake.event.PeltField;
import rewake.event.TaskState;
import rewake.parser.TraceReader;
import rewake.store.TimeMerge;
import rewake.timeline.Tasks;
import rewake.timeline.TimelineListener;
import rewake.timeline.TimelineTracker;

/**
 * From each recorded average of a task to its next one: {@link FairLoads}, driven by the scheduler's events alone, says what
 * comes next, the recording says what came; then the model takes the recorded value over.
 *
 * <p>The PELT clock runs at a constant distance from the trace's, taken as the least seen. An average is recorded inside the
 * operation that updates it, before the event that tells of the operation; so it is compared with the state from before.
 */
final class RecordedSteps implements TimelineListener {
    private static final long NO_DISTANCE = Long.MAX_VALUE;

    private final FairLoads fair;
    private final TimelineTracker tracker;
    private final Tasks tasks;
    private final long distance;
    private final int cpus;
    private final SchedAvgs scratch = new SchedAvgs(1);
    private final BitSet seen = new BitSet();

    /** Averages compared. */
    int steps;
    /** Of them, within 1 unit: load, runnable, util, all three. */
    final int[] near = new int[4];
    /** Of them, within the larger of 1 unit and 1 %. */
    final int[] close = new int[4];

    private RecordedSteps(TraceReader reader, long distance) {
        this.distance = distance;
        cpus = reader.facts().cpus();
        tracker = new TimelineTracker(reader.facts(), reader.stats(), this);
        tasks = tracker.timeline().tasks();
        fair = new FairLoads(cpus, PeltRules.of(reader.facts().kernelRelease()));
    }

    static RecordedSteps of(Path file) throws IOException {
        long distance = distance(file);
        try (TraceReader reader = Formats.open(file)) {
            var steps = new RecordedSteps(reader, distance);
            read(reader, new EventConsumer() {
                @Override
                public void firstOf(EventBatch lane) {
                    steps.tracker.firstOf(lane);
                }

                @Override
                public void event(EventBatch batch, int row) {
                    steps.event(batch, row);
                }
            });
            return steps;
        }
    }

    private static void read(TraceReader reader, EventConsumer consumer) throws IOException {
        var merge = new TimeMerge(consumer, reader.stats());
        reader.read(merge);
        merge.finish();
    }

    private static long distance(Path file) throws IOException {
        long[] least = {NO_DISTANCE};
        try (TraceReader reader = Formats.open(file)) {
            read(reader, (batch, row) -> {
                if (EventKind.of(batch.kind(row)) == EventKind.PELT_CFS)
                    least[0] = Math.min(least[0], batch.timeNs(row) - batch.pelt(row, PeltField.UPDATE_TIME));
            });
        }
        if (least[0] == NO_DISTANCE) throw new IllegalArgumentException(file + " has no averages of run queues");
        return least[0];
    }

    private void event(EventBatch batch, int row) {
        EventKind kind = EventKind.of(batch.kind(row));
        if (kind == EventKind.PELT_SE) {
            boolean task =
                    batch.pid(row) > 0 && !(batch.hasPelt(row, PeltField.MY_Q) && batch.pelt(row, PeltField.MY_Q) != 0);
            if (task) recorded(batch, row, tasks.of(batch.pid(row), batch.cpu()));
        } else if (kind == EventKind.STAT_RUNTIME) {
            int task = tasks.of(batch.pid(row), batch.cpu());
            int cpu = fair.cpu(task);
            if (cpu >= 0 && fair.running(cpu) == task) fair.tick(cpu, clock(batch.timeNs(row)));
        }
        tracker.event(batch, row);
    }

    private long clock(long timeNs) {
        return timeNs - distance;
    }

    private void recorded(EventBatch batch, int row, int task) {
        long now = batch.pelt(row, PeltField.UPDATE_TIME);
        long[] values = {
            batch.pelt(row, PeltField.LOAD), batch.pelt(row, PeltField.RUNNABLE), batch.pelt(row, PeltField.UTIL)
        };
        int weight = (int) batch.pelt(row, PeltField.WEIGHT);
        if (weight > 1 << 17) weight >>= 10;
        if (fair.cpu(task) < 0) return;
        if (fair.weight(task) != weight) fair.reweight(task, weight);
        if (seen.get(task) && fair.avgs.get(task, LUT) != 0) compare(task, now, weight, values);
        take(task, now, weight, values);
        seen.set(task);
    }

    private void compare(int task, long now, int weight, long[] values) {
        for (int field = LUT; field <= UTIL_AVG; field++) scratch.set(0, field, fair.avgs.get(task, field));
        boolean queued = fair.onRq(task);
        scratch.updateSum(0, now, queued ? 1 : 0, queued ? 1 : 0, fair.running(fair.cpu(task)) == task);
        scratch.updateAvg(0, weight);
        long[] model = {scratch.get(0, LOAD_AVG), scratch.get(0, RUNNABLE_AVG), scratch.get(0, UTIL_AVG)};
        steps++;
        boolean allNear = true;
        boolean allClose = true;
        for (int i = 0; i < 3; i++) {
            long off = Math.abs(model[i] - values[i]);
            boolean isNear = off <= 1;
            boolean isClose = off <= Math.max(1, values[i] / 100);
            if (isNear) near[i]++;
            if (isClose) close[i]++;
            allNear &= isNear;
            allClose &= isClose;
        }
        if (allNear) near[3]++;
        if (allClose) close[3]++;
    }

    /** Takes the recorded averages over, and the sums as far as these leave them open. */
    private void take(int task, long now, int weight, long[] values) {
        long divider = Decay.MIN_DIVIDER + (now >> 10) % Decay.PERIOD;
        long sum = scratch.get(0, LOAD_SUM);
        set(task, LOAD_SUM, LOAD_AVG, values[0], (values[0] * divider + weight - 1) / weight, divider / weight, sum);
        set(
                task,
                RUNNABLE_SUM,
                RUNNABLE_AVG,
                values[1],
                values[1] * divider,
                divider - 1,
                scratch.get(0, RUNNABLE_SUM));
        set(task, UTIL_SUM, UTIL_AVG, values[2], values[2] * divider, divider - 1, scratch.get(0, UTIL_SUM));
        fair.avgs.set(task, LUT, now);
        fair.avgs.set(task, PERIOD_CONTRIB, (now >> 10) % Decay.PERIOD);
    }

    private void set(int task, int sumField, int field, long average, long least, long room, long sum) {
        fair.avgs.set(task, field, average);
        fair.avgs.set(task, sumField, seen.get(task) ? Math.clamp(sum, least, least + room) : least + room / 2);
    }

    @Override
    public void slice(int cpu, int task, long startNs, long endNs, TaskState state, boolean known) {
        if (state.runnable() || !fair.onRq(task)) return;
        fair.sleep(task, switchClock(cpu, endNs));
        if (state.dead()) fair.exit(task, clock(endNs));
    }

    @Override
    public void running(int cpu, int task, long timeNs) {
        long now = switchClock(cpu, timeNs);
        if (tasks.isIdle(task)) fair.pickIdle(cpu, now);
        else if (!tasks.isFair(task)) fair.pickOther(cpu, now);
        else {
            queued(task, cpu, clock(timeNs));
            fair.pick(cpu, task, now);
        }
    }

    /** The clock stands since the last update of the task that leaves, or since the enqueue that woke the idle CPU. */
    private long switchClock(int cpu, long timeNs) {
        return fair.isIdle(cpu) || fair.running(cpu) >= 0 ? fair.clockNs(cpu) : clock(timeNs);
    }

    @Override
    public void enqueuing(int task, int byCpu, long timeNs) {
        if (tasks.isFair(task)) queued(task, tracker.timeline().cpu(task), clock(timeNs));
    }

    @Override
    public void woken(int task, int cpu, boolean queued, long timeNs) {
        if (tasks.isFair(task)) queued(task, cpu, clock(timeNs));
    }

    @Override
    public void wokenNew(int task, int cpu, long timeNs) {
        if (tasks.isFair(task) && !fair.onRq(task)) fair.fork(task, cpu, 1024, clock(timeNs));
    }

    @Override
    public void migrated(int task, int from, int to, boolean onRq, long timeNs) {
        if (onRq && fair.onRq(task)) queued(task, to, clock(timeNs));
    }

    private void queued(int task, int cpu, long now) {
        if (!fair.onRq(task)) fair.wake(task, cpu, Math.max(1, fair.weight(task)) == 1 ? 1024 : fair.weight(task), now);
        else if (fair.cpu(task) != cpu) fair.move(task, cpu, now);
    }

    @Override
    public String toString() {
        var out = new StringBuilder("%d steps; within 1 unit / max(1, 1 %%):".formatted(steps));
        String[] names = {"load", "runnable", "util", "all"};
        for (int i = 0; i < 4; i++)
            out.append(" %s %.4f / %.4f".formatted(names[i], (double) near[i] / steps, (double) close[i] / steps));
        return out.toString();
    }
}
