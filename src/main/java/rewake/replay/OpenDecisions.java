package rewake.replay;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import rewake.event.TaskState;
import rewake.kernel.CpuMask;
import rewake.kernel.KernelModel;
import rewake.kernel.Machine;
import rewake.timeline.Tasks;
import rewake.timeline.Timeline;

/**
 * The wake-ups between sched_waking and their end: when each was decided, whether it was a decision at all, and when it
 * can be answered.
 *
 * <p>The instant of a decision: just before its sched_migrate_task; without one, the median distance of such records from
 * sched_waking on this recording so far, or earlier where the waker's next event comes earlier. A wakee that still ran when
 * it was woken is decided when it has been switched out. Loads are taken at the instant; how CPUs looked is known when the
 * race window behind it is over; the models answer when the wake-up has ended too, since until then a record can correct
 * where it went.
 *
 * <p>Source: {@code try_to_wake_up()}, {@code ttwu_runnable()}, {@code ttwu_queue_wakelist()}.
 */
final class OpenDecisions {
    private final Timeline timeline;
    private final Tasks tasks;
    private final Machine machine;
    private final JudgeOptions options;
    private final KernelModel recorded;
    private final CpuStates cpus;
    private final InferredLoads loads;
    private final Deciding deciding;
    private final Selected selected;
    private final KernelThreads kernelThreads;
    private final EventCost cost;
    private final long[] skipped = new long[SkipReason.values().length];
    private final ArrayList<Decision> open = new ArrayList<>();
    private @Nullable Decision[] byTask = new Decision[256];
    /** CPUs of which events are missing, until their next one. */
    private final boolean[] gaps;

    private int gapCount;
    private long nextDueNs = Long.MAX_VALUE;
    private long delayNs;
    private boolean statisticsSeen;

    OpenDecisions(
            Timeline timeline,
            Machine machine,
            JudgeOptions options,
            KernelModel recorded,
            CpuStates cpus,
            InferredLoads loads,
            Deciding deciding,
            Selected selected,
            KernelThreads kernelThreads,
            EventCost cost) {
        this.timeline = timeline;
        tasks = timeline.tasks();
        this.machine = machine;
        this.options = options;
        this.recorded = recorded;
        this.cpus = cpus;
        this.loads = loads;
        this.deciding = deciding;
        this.selected = selected;
        this.kernelThreads = kernelThreads;
        this.cost = cost;
        gaps = new boolean[machine.cpus()];
        delayNs = options.raceWindowNs();
    }

    /** Wake-ups that were not judged, by reason. */
    Map<SkipReason, Long> skipped() {
        var out = new EnumMap<SkipReason, Long>(SkipReason.class);
        for (SkipReason reason : SkipReason.values())
            if (skipped[reason.ordinal()] > 0) out.put(reason, skipped[reason.ordinal()]);
        return out;
    }

    /** Skipped ones that may have been decisions after all. */
    long maybeNoDecision() {
        return skipped[SkipReason.MAYBE_DELAYED_DEQUEUE.ordinal()] + skipped[SkipReason.ON_CPU.ordinal()];
    }

    /** Wake-ups that have not ended. */
    long unfinished() {
        return open.size();
    }

    /** The median distance from sched_waking to sched_migrate_task so far, ns. */
    long delayNs() {
        return delayNs;
    }

    /** A statistic was seen: they can be recorded and yet be switched off (kernel.sched_schedstats). */
    void statisticsAreOn() {
        statisticsSeen = true;
    }

    /** Events of {@code cpu} are missing. */
    void misses(int cpu) {
        if (cpu >= gaps.length || gaps[cpu]) return;
        gaps[cpu] = true;
        gapCount++;
    }

    /** It is known again what {@code cpu} runs. */
    void speaks(int cpu) {
        if (!gaps[cpu]) return;
        gaps[cpu] = false;
        gapCount--;
    }

    /** Whether it is known what every CPU runs. */
    boolean knowsAll() {
        return gapCount == 0;
    }

    /** The waking {@code task} is being enqueued. */
    void enqueuing(int task) {
        Decision d = decisionOf(task);
        if (d != null) d.enqueueSeen = true;
    }

    /** Moves on every decision whose instant, or whose race window, lies before {@code now}. */
    void advance(long now) {
        if (now <= nextDueNs) return;
        long next = Long.MAX_VALUE;
        for (int i = 0; i < open.size(); i++) {
            Decision d = open.get(i);
            if (d.stage == Decision.AHEAD && d.decideNs < now) take(d);
            if (d.stage == Decision.TAKEN && over(d) < now) see(d);
            if (d.stage == Decision.AHEAD) next = Math.min(next, d.decideNs);
            else if (d.stage == Decision.TAKEN) next = Math.min(next, over(d));
            if (d.stage == Decision.SEEN && d.ended) {
                answer(d);
                i--;
            }
        }
        nextDueNs = next;
    }

    /** When all events that may have been seen by the decision have come in. */
    private long over(Decision d) {
        return d.decideNs + options.raceWindowNs() + cost.ns();
    }

    private void take(Decision d) {
        d.stage = Decision.TAKEN;
        d.nrThis = cpus.nrRunning(d.thisCpu);
        System.arraycopy(cpus.unqueued(), 0, d.unqueued, 0, d.unqueued.length);
        d.unknown |= !stateKnown(d.prev) || !stateKnown(d.thisCpu);
        loads.take(d);
    }

    private void see(Decision d) {
        d.stage = Decision.SEEN;
        cpus.look(d);
    }

    private void answer(Decision d) {
        if (d.unknown) d.skip = SkipReason.UNKNOWN_STATE;
        d.wakerComm = tasks.comm(d.waker);
        d.wakerIdle = tasks.isIdle(d.waker);
        d.costNs = cost.ns();
        deciding.answer(d, d.skip == null && selected.takes(d));
        close(d);
    }

    private boolean stateKnown(int cpu) {
        if (gapCount == 0) return true;
        long[] llc = machine.llcSpan(cpu);
        for (int c = CpuMask.next(llc, 0); c >= 0; c = CpuMask.next(llc, c + 1)) if (gaps[c]) return false;
        return true;
    }

    /** sched_waking of {@code wakee}. */
    void begin(int wakee, long now) {
        Decision old = decisionOf(wakee);
        if (old != null) forget(old, null);
        Decision d = deciding.unused();
        d.begin(wakee, now);
        d.waker = timeline.waker(wakee);
        d.thisCpu = timeline.wakerCpu(wakee);
        d.prev = timeline.prevCpu(wakee);
        d.flags = timeline.wakeFlags(wakee);
        d.decideNs = now + delayNs;
        d.wakerKthread = kernelThreads.isPerCpu(d.waker);
        if (d.thisCpu >= machine.cpus() || d.prev >= machine.cpus()) d.skip = SkipReason.UNKNOWN_STATE;
        else if (wakee == timeline.current(d.thisCpu)) d.skip = SkipReason.SELF_WAKE;
        else if (timeline.isRunning(wakee)) d.stage = Decision.SPINNING;
        else if (timeline.onRq(wakee)) d.skip = SkipReason.ON_RQ;
        if (d.skip == null && !tasks.isFair(wakee)) d.skip = SkipReason.NOT_FAIR;
        if (d.skip == null && kernelThreads.isPerCpu(wakee)) d.skip = SkipReason.PINNED;
        if (d.skip != null) d.stage = Decision.SKIPPED;
        byTask[wakee] = d;
        open.add(d);
        if (d.stage == Decision.AHEAD) nextDueNs = Math.min(nextDueNs, d.decideNs);
        if (d.skip == SkipReason.SELF_WAKE) close(d);
    }

    /** It is known, or known better, where the wake-up of {@code wakee} goes. */
    void place(int wakee, long now) {
        Decision d = decisionOf(wakee);
        if (d == null || d.stage == Decision.SKIPPED) return;
        int chosen = timeline.cpu(wakee);
        boolean moved = chosen != d.prev;
        if (moved && !d.spun) learnDelay(now - d.wakingNs);
        if (moved || d.stage == Decision.AHEAD) {
            d.decideNs = moved ? now - 1 : Math.min(d.decideNs, now - 1);
            take(d);
        }
        if (chosen >= machine.cpus()) d.unknown = true;
        d.chosen = chosen;
        nextDueNs = Math.min(nextDueNs, over(d));
    }

    /** Median of sched_waking → sched_migrate_task so far, followed in steps of a sixteenth. */
    private void learnDelay(long gapNs) {
        long step = Math.max(1, delayNs / 16);
        if (gapNs > delayNs) delayNs += step;
        else if (gapNs < delayNs) delayNs -= step;
    }

    /** Whether the waking {@code task}, of which it is known where it goes, leaves its CPU. */
    boolean moves(int task) {
        Decision d = decisionOf(task);
        return d == null || d.chosen != d.prev;
    }

    /** When the wake-up of {@code task} is decided, at most {@code now}. */
    long instant(int task, long now) {
        Decision d = decisionOf(task);
        return d == null ? now : Math.min(now, d.decideNs);
    }

    /** {@code wakee} went to sleep: a waker that waited for that decides now. */
    void leftCpu(int wakee, long now) {
        Decision d = decisionOf(wakee);
        if (d == null || d.stage != Decision.SPINNING) return;
        d.stage = Decision.AHEAD;
        d.spun = true;
        d.decideNs = Math.max(d.decideNs, now);
        nextDueNs = Math.min(nextDueNs, d.decideNs);
    }

    /** The wake-up of {@code wakee} ended on {@code cpu}. */
    void end(int wakee, int cpu, boolean queued) {
        Decision d = decisionOf(wakee);
        if (d == null) {
            count(SkipReason.NO_WAKING_EVENT);
            return;
        }
        if (d.chosen < 0) d.chosen = cpu;
        if (d.skip == null) d.skip = lateReason(d, queued);
        if (d.skip != null) {
            close(d);
            return;
        }
        d.ended = true;
        byTask[wakee] = null;
        if (d.stage == Decision.SEEN) answer(d);
    }

    /** Counts why a wake-up was skipped, if it was, and gives its object back. */
    private void close(Decision d) {
        if (d.skip != null && selected.takes(d)) count(d.skip);
        forget(d, d.skip);
    }

    private void forget(Decision d, @Nullable SkipReason skipped) {
        if (byTask[d.wakee] == d) byTask[d.wakee] = null;
        open.remove(d);
        deciding.drop(d, skipped);
    }

    private @Nullable SkipReason lateReason(Decision d, boolean queued) {
        if (d.stage == Decision.SPINNING) return SkipReason.ON_RQ;
        boolean onPrev = d.chosen == d.prev || d.chosen < 0;
        if (d.spun && onPrev && queued) return SkipReason.ON_CPU;
        if (recorded.delaysDequeue() && onPrev && !queued && mayBeDelayed(d)) return SkipReason.MAYBE_DELAYED_DEQUEUE;
        return null;
    }

    /** A task that was never dequeued has no sleep to report when it is woken ({@code update_stats_enqueue_sleeper_fair()}). */
    private boolean mayBeDelayed(Decision d) {
        if (statisticsSeen && timeline.state(d.wakee) == TaskState.SLEEPING) return !d.enqueueSeen;
        return timeline.nrRunning(d.prev) > 1 || d.nrThis > 1;
    }

    private void count(SkipReason reason) {
        skipped[reason.ordinal()]++;
    }

    private @Nullable Decision decisionOf(int task) {
        if (task >= byTask.length) byTask = Arrays.copyOf(byTask, Math.max(task + 1, byTask.length * 2));
        return byTask[task];
    }
}
