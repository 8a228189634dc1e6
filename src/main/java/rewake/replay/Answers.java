package rewake.replay;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rewake.event.Comms;
import rewake.event.EventBatch;
import rewake.kernel.HiddenState;
import rewake.kernel.IdleAverages;
import rewake.kernel.IdleCores;
import rewake.kernel.KernelModel;
import rewake.kernel.Machine;
import rewake.kernel.Placement;
import rewake.kernel.SchedState;
import rewake.timeline.Tasks;

/**
 * Asks the models for a decision whose state has been taken, and scores the answers against the recorded CPU. Keeps what
 * the trace does not show: hidden state per model, loads, flips, idle averages.
 */
final class Answers {
    /** What a probe of one CPU costs a search, ns: assumed, the middle of 20 to 80 ns for a CPU nearby. */
    private static final long PROBE_NS = 50;
    /** The tick rate, where nothing tells it: it only rounds when flips decay and idle averages age. */
    private static final int HZ = 250;

    private static final long RECENTS = Placement.RECENT_IS_PREV | Placement.WAKER_RECENT_IS_THIS;

    private final Machine machine;
    private final Tasks tasks;
    private final Comms comms;
    private final JudgeOptions options;
    private final List<Modelled> models = new ArrayList<>();
    private final SchedState state;
    private final Unknowns unknowns;
    private final Hindsight hindsight;
    private final IdlePeriods idlePeriods;
    private final Scorer scorer;
    private final int judged;
    private @Nullable Explainer explainer;
    private long answered;
    private long selected;
    private long syncMattered;
    private long wideMattered;
    private long loadMattered;
    private long limitMattered;
    private long affinityMattered;

    Answers(
            Machine machine,
            Tasks tasks,
            Comms comms,
            JudgeOptions options,
            KernelModel recorded,
            List<KernelModel> kernels,
            SeenGuess seen) {
        this.machine = machine;
        this.tasks = tasks;
        this.comms = comms;
        this.options = options;
        state = new SchedState(machine);
        hindsight = new Hindsight(state, HZ, seen);
        unknowns = new Unknowns(state, hindsight);
        idlePeriods = new IdlePeriods(machine.cpus(), HZ);
        int own = -1;
        for (KernelModel kernel : kernels) {
            if (own < 0 && kernel.decidesLike(recorded)) own = models.size();
            models.add(new Modelled(kernel, recorded, machine, models.size() == own));
        }
        if (own < 0) {
            own = models.size();
            models.add(new Modelled(recorded, recorded, machine, true));
        }
        judged = own;
        scorer = new Scorer(machine, models, judged);
    }

    /** Explains what {@code witness} wants explained. */
    void explainTo(Witness witness, CpuLooks looks) {
        explainer = new Explainer(witness, looks, state, hindsight, unknowns, tasks, comms, options.raceWindowNs());
    }

    List<Scores> scores() {
        Scores own = judgedScores();
        return models.stream()
                .map(m -> m.scores == own ? own : m.scores.plus(own))
                .toList();
    }

    List<KernelModel> kernels() {
        return models.stream().map(m -> m.kernel).toList();
    }

    Scores judgedScores() {
        return models.get(judged).scores;
    }

    long[] recordedMoves() {
        return scorer.recordedMoves();
    }

    /** The CPU went idle: idle periods begin, and its core may be an idle core now. */
    void wentIdle(int cpu, CpuLooks looks, long now) {
        idlePeriods.wentIdle(cpu, now);
        if (!machine.smtActive()) return;
        state.cpus(looks.idle(), looks.schedIdle());
        for (Modelled m : models) IdleCores.wentIdle(state, m.hidden, cpu);
    }

    /** {@code task} runs on {@code cpu}: it may. */
    void runs(int task, int cpu) {
        hindsight.affinity.seen(task, cpu);
    }

    /** A wake-up was enqueued on {@code cpu}: its idle period ends. */
    void enqueuedByWakeup(int cpu, long now) {
        idlePeriods.enqueuedByWakeup(cpu, now);
    }

    /** A balance of {@code llc}, due or not, computes {@code nrIdleScan}. */
    void computed(int llc, int nrIdleScan, boolean due) {
        hindsight.scan.computed(llc, nrIdleScan, due);
    }

    /** {@code parent} forked {@code child} on {@code cpu}, which {@code wake_up_new_task()} makes its recently used CPU. */
    void forked(int parent, int child, int cpu, long now) {
        if (cpu < machine.cpus()) for (Modelled m : models) m.hidden.recentUsed(child, cpu);
        hindsight.flips.forked(parent, child, now);
        hindsight.affinity.forked(parent, child);
    }

    /** Which of {@link #kernels} is the recorded kernel's own. */
    int judged() {
        return judged;
    }

    /** Scores a decision that the selection takes, unless it was only there to be learned from. */
    void score(Decision d) {
        if (options.lessons().scores(selected++)) scorer.score(d);
    }

    /** {@code d} took no decision, or none that can be judged. */
    void skipped(Decision d, SkipReason reason) {
        if (explainer != null) explainer.skipped(d, reason);
    }

    void answer(Decision d) {
        hindsight.flips.record(d.waker, d.wakee, d.decideNs);
        if (d.unknown) return;
        fill(d);
        state.forgetLooks();
        ask(d, judged);
        state.keepLooks();
        boolean early = Placement.endedEarly(d.answers[judged]);
        for (int m = 0; m < models.size(); m++) {
            if (m == judged) continue;
            if (early && models.get(m).beginsAlike) share(d, m);
            else ask(d, m);
        }
        state.hidden(models.get(judged).hidden);
        state.recallLooks();
        explore(d, models.get(judged), d.answers[judged]);
        follow(d);
    }

    private void ask(Decision d, int m) {
        Modelled model = models.get(m);
        state.hidden(model.hidden);
        limits(model.hidden);
        answered(d, m, model.kernel.selectTaskRq(state));
    }

    /** What all that begin alike answer where no test has read hidden state. */
    private void share(Decision d, int m) {
        limits(models.get(m).hidden);
        answered(d, m, d.answers[judged]);
    }

    private void limits(HiddenState hidden) {
        for (int llc = 0; llc < machine.llcs(); llc++) hidden.nrIdleScan(llc, hindsight.scan.now(llc));
    }

    private void answered(Decision d, int m, long answer) {
        HiddenState hidden = models.get(m).hidden;
        d.answers[m] = answer;
        d.flagged[m] = machine.smtActive() && hidden.hasIdleCores(machine.llc(Placement.target(answer)));
    }

    /**
     * Explores the unknowns with the recorded kernel's model and learns from the outcome; after all models have answered, so
     * that they answer from the same knowledge.
     */
    private void explore(Decision d, Modelled model, long answer) {
        unknowns.explore(d, model.kernel, answer);
        answered++;
        if (unknowns.syncMattered) syncMattered++;
        if (unknowns.wideMattered) wideMattered++;
        if (unknowns.loadMattered) loadMattered++;
        if (unknowns.limitMattered) limitMattered++;
        if (unknowns.affinityMattered) affinityMattered++;
        if (explainer != null) explainer.explain(d, models, judged);
        if (options.lessons().teaches(selected)) hindsight.learn(d, model.kernel, answer, unknowns);
    }

    /**
     * Moves the hidden state on. Flags and costs follow each model's own search. recent_used_cpu follows the recording: as
     * the way goes that led the recorded kernel's model to the recorded CPU. Where none did, it is unknown, but for a CPU that is
     * neither the waker's nor prev: no test before that of recent_used_cpu gives such a one, so that one was reached. Models
     * with another rule for it follow their own answer.
     */
    private void follow(Decision d) {
        boolean always = models.get(judged).kernel.earlyTests().recent().always();
        int reached = always && d.chosen != d.prev && d.chosen != d.thisCpu ? d.prev : -1;
        for (int m = 0; m < models.size(); m++) {
            Modelled model = models.get(m);
            long own = d.answers[m];
            boolean sameRule = model.kernel.earlyTests().recent().always() == always;
            long way = sameRule ? unknowns.match : own;
            Placement.apply((own & ~RECENTS) | (way & RECENTS), state, model.hidden);
            if (sameRule && !unknowns.matched) model.hidden.recentUsed(d.wakee, reached);
            if (Placement.is(own, Placement.COST_COUNTS)) cost(model.hidden, Placement.scanned(own) * PROBE_NS);
        }
    }

    private void cost(HiddenState hidden, long ns) {
        int cpu = state.thisCpu();
        hidden.avgScanCost(cpu, IdleAverages.step(hidden.avgScanCost(cpu), ns));
    }

    private void fill(Decision d) {
        state.cpus(d.idle, d.schedIdle);
        state.nrRunning(d.thisCpu, d.nrThis);
        state.question(d.waker, d.thisCpu, d.wakee, d.prev);
        boolean inTask = (d.flags & (EventBatch.HARDIRQ | EventBatch.SOFTIRQ)) == 0 && !d.wakerIdle;
        state.wakerFacts(hindsight.sync.of(d.wakerComm), d.wakerKthread, inTask);
        long offThis = hindsight.loadOffsets.of(d.thisCpu, d.decideNs);
        long offPrev = hindsight.loadOffsets.of(d.prev, d.decideNs);
        state.load(d.thisCpu, Math.max(0, d.loadThis + offThis));
        state.load(d.prev, Math.max(0, d.loadPrev + offPrev));
        state.runnableLoad(d.thisCpu, Math.max(0, d.runnableLoadThis + offThis));
        state.runnableLoad(d.prev, Math.max(0, d.runnableLoadPrev + offPrev));
        state.wakeeSchedIdle(d.wakeeSchedIdle);
        state.taskLoads(d.wakeeLoad, d.currentLoad);
        state.flips(hindsight.flips.of(d.waker), hindsight.flips.of(d.wakee));
        d.mayRun = hindsight.affinity.of(d.wakee);
        state.allowed(d.mayRun);
        state.avgIdle(d.thisCpu, idlePeriods.avgIdle(d.thisCpu), idlePeriods.wakeAvgIdle(d.thisCpu, d.decideNs));
    }

    List<Inferred> inferred(SchedIdleTasks schedIdle, long decideDelayNs, String visibility) {
        var out = new ArrayList<Inferred>();
        out.add(new Inferred("sync flag of wake-ups, learned per waker name from past decisions", share(syncMattered)));
        out.add(new Inferred(
                "wakee_flips from before the trace, at first as many as the LLC has CPUs, learned per fork root from past"
                        + " decisions",
                share(wideMattered)));
        out.add(new Inferred(
                "loads in wake_affine, replayed with "
                        + (options.cgroups().isFlat()
                                ? "flat groups"
                                : "the groups of " + options.cgroups().source())
                        + ", offsets learned per CPU from past decisions (too close to call)",
                share(loadMattered)));
        out.add(new Inferred(
                "utilisation of CPUs from before the trace, which forks read: learned per CPU from past forks that went to"
                        + " another than the least utilised",
                null));
        out.add(new Inferred(
                "nr_idle_scan, from replayed utilisation at ticks where a balance may be due, and past decisions",
                share(limitMattered)));
        out.add(new Inferred(
                "affinity: a task may run everywhere but where the kernel refused a CPU repeatedly in past decisions;"
                        + " kernel threads named after a CPU stay on it",
                share(affinityMattered)));
        out.add(new Inferred("avg_scan_cost: " + PROBE_NS + " ns a CPU looked at (kernels with SIS_PROP)", null));
        out.add(new Inferred(
                "decision instant: just before sched_migrate_task, else " + decideDelayNs
                        + " ns after sched_waking, the median distance seen",
                null));
        out.add(new Inferred(
                "visibility: when others see what an event tells of, ns after it, learned per kind from past decisions: "
                        + visibility,
                null));
        out.add(new Inferred(
                "SCHED_IDLE tasks: " + schedIdle.byEvidence()
                        + " recognised by vruntime or weight, others by --sched-idle",
                null));
        return out;
    }

    private double share(long n) {
        return answered == 0 ? 0 : (double) n / answered;
    }
}
