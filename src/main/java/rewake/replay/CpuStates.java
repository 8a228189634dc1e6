package rewake.replay;

import rewake.kernel.CpuMask;
import rewake.kernel.Machine;
import rewake.kernel.Wakelist;
import rewake.timeline.Tasks;
import rewake.timeline.Timeline;

/** What is queued on each CPU as of its last event, and whoever decides is told how the CPU is now. */
final class CpuStates {
    private final Timeline timeline;
    private final Machine machine;
    private final Wakelist wakelist;
    private final SchedIdleTasks schedIdleTasks;
    private final EventCost cost;
    private final Deciding deciding;
    private final CpuLooks looks;
    private final long[] unqueued;
    private final int[] nrRunning;

    CpuStates(
            Timeline timeline,
            Machine machine,
            Wakelist wakelist,
            SchedIdleTasks schedIdleTasks,
            EventCost cost,
            Deciding deciding,
            CpuLooks looks) {
        this.timeline = timeline;
        this.machine = machine;
        this.wakelist = wakelist;
        this.schedIdleTasks = schedIdleTasks;
        this.cost = cost;
        this.deciding = deciding;
        this.looks = looks;
        unqueued = CpuMask.all(machine.cpus());
        nrRunning = new int[machine.cpus()];
    }

    /** CPUs with nothing queued as of their last event, as a mask. Read only. */
    long[] unqueued() {
        return unqueued;
    }

    /** Queued tasks of {@code cpu} as of its last event. */
    int nrRunning(int cpu) {
        return nrRunning[cpu];
    }

    /** All that the decision may have seen was told. */
    void look(Decision d) {
        d.wakeeSchedIdle = isSchedIdle(d);
        deciding.look(d, d.decideNs);
    }

    /** How CPUs looked at the instant of {@code d}, by what was told so far. */
    void lookNow(Decision d) {
        deciding.catchUp();
        d.wakeeSchedIdle = isSchedIdle(d);
        looks.lookAt(d, d.decideNs, 0);
    }

    private boolean isSchedIdle(Decision d) {
        return schedIdleTasks.any() && schedIdleTasks.has(d.wakee);
    }

    /**
     * A wake-up sends {@code task} to {@code cpu}.
     *
     * @param how SENT or SENT_BACK
     * @param now the event, of {@code by}, that shows it
     * @param atNs when it happened
     */
    void sent(int task, int cpu, int wakerCpu, SeenGuess.Change how, int by, long now, long atNs) {
        boolean byInterrupt = wakelist.queues(machine, wakerCpu, cpu, nrRunning[cpu]);
        int looks = read(cpu) | (byInterrupt ? Deciding.BY_INTERRUPT : 0);
        deciding.turned(how, cpu, task, looks, by, wakerCpu, now, atNs, cost.ns());
    }

    /**
     * Reads {@code cpu} again after an event of {@code by}.
     *
     * @param how what happened
     * @param task to whom, or {@link Tasks#NONE}
     */
    void refresh(int cpu, SeenGuess.Change how, int by, int task, long now) {
        if (cpu < machine.cpus()) deciding.turned(how, cpu, task, read(cpu), by, by, now, now, cost.ns());
    }

    private int read(int cpu) {
        int nr = timeline.nrRunning(cpu);
        nrRunning[cpu] = nr;
        CpuMask.put(unqueued, cpu, nr == 0);
        if (nr == 0) return timeline.tasks().isIdle(timeline.current(cpu)) ? Deciding.IDLE : 0;
        return schedIdleTasks.any() && onlySchedIdle(cpu) ? Deciding.SCHED_IDLE : 0;
    }

    private boolean onlySchedIdle(int cpu) {
        for (int task = timeline.firstOnRq(cpu); task != Tasks.NONE; task = timeline.nextOnRq(task))
            if (!schedIdleTasks.has(task)) return false;
        return true;
    }
}
