package rewake.replay;

import java.util.ArrayList;
import java.util.List;
import rewake.event.Comms;
import rewake.event.Distance;
import rewake.event.EventBatch;
import rewake.kernel.CpuMask;
import rewake.kernel.HiddenState;
import rewake.kernel.IdleAverages;
import rewake.kernel.IdleCores;
import rewake.kernel.KernelModel;
import rewake.kernel.Machine;
import rewake.kernel.Path;
import rewake.kernel.Placement;
import rewake.kernel.SchedState;
import rewake.kernel.WakeeFlips;
import rewake.timeline.Tasks;

/**
 * Asks the models for a decision whose state has been taken, and scores the answers against the recorded CPU. Keeps what
 * the trace does not show: hidden state per model, loads, flips, idle averages.
 */
final class Answers {
    /** What a probe of one CPU costs a search, ns: the middle of the 20–80 ns of placement.md section 8. */
    private static final long PROBE_NS = 50;
    /** The tick rate, where nothing tells it: it only rounds when flips decay and idle averages age. */
    private static final int HZ = 250;

    private final Machine machine;
    private final Tasks tasks;
    private final Comms comms;
    private final InferredLoads loads;
    private final JudgeOptions options;
    private final List<Modelled> models = new ArrayList<>();
    private final SchedState state;
    private final Unknowns unknowns;
    private final ScanRange scanRange;
    private final WakeeFlips flips = new WakeeFlips(HZ);
    private final IdlePeriods idlePeriods;
    private final WideGuess wide = new WideGuess();
    private final SyncGuess sync = new SyncGuess();
    private final int judged;
    private final long[] recordedMoves = new long[Distance.values().length];
    private long answered;
    private long loadMattered;
    private long limitMattered;

    Answers(
            Machine machine,
            Tasks tasks,
            Comms comms,
            InferredLoads loads,
            JudgeOptions options,
            KernelModel recorded,
            List<KernelModel> kernels) {
        this.machine = machine;
        this.tasks = tasks;
        this.comms = comms;
        this.loads = loads;
        this.options = options;
        state = new SchedState(machine);
        unknowns = new Unknowns(state);
        scanRange = new ScanRange(machine, loads);
        idlePeriods = new IdlePeriods(machine.cpus(), HZ);
        int own = -1;
        for (KernelModel kernel : kernels) {
            if (own < 0 && kernel.decidesLike(recorded)) own = models.size();
            models.add(new Modelled(kernel, machine, models.size() == own));
        }
        if (own < 0) {
            own = models.size();
            models.add(new Modelled(recorded, machine, true));
        }
        judged = own;
    }

    List<Scores> scores() {
        return models.stream().map(m -> m.scores).toList();
    }

    Scores judgedScores() {
        return models.get(judged).scores;
    }

    long[] recordedMoves() {
        return recordedMoves.clone();
    }

    /** The CPU went idle: idle periods begin, and its core may be an idle core now. */
    void wentIdle(int cpu, CpuStates cpus, long now) {
        idlePeriods.wentIdle(cpu, now);
        if (!machine.smtActive()) return;
        state.cpus(cpus.idle(), cpus.schedIdle());
        for (Modelled m : models) IdleCores.wentIdle(state, m.hidden, cpu);
    }

    /** A wake-up was enqueued on {@code cpu}: its idle period ends. */
    void enqueuedByWakeup(int cpu, long now) {
        idlePeriods.enqueuedByWakeup(cpu, now);
    }

    void forked(int parent, int child) {
        flips.fork(parent, child);
        wide.forked(parent, child);
    }

    /** Takes what is not per CPU: loads, flips. */
    void take(Decision d) {
        scanRange.at(d.decideNs);
        d.loadThis = loads.load(d.thisCpu, d.decideNs);
        d.loadPrev = loads.load(d.prev, d.decideNs);
        d.wakeeLoad = loads.taskLoad(d.wakee, d.decideNs);
        d.currentLoad = loads.taskLoad(d.waker, d.decideNs);
        flips.record(d.waker, d.wakee, d.decideNs);
        d.wakerFlips = flips.flips(d.waker);
        d.wakeeFlips = flips.flips(d.wakee);
    }

    /** Whether the user's selection takes it. */
    boolean counts(Decision d) {
        if (d.wakingNs < options.startNs() || d.wakingNs > options.stopNs()) return false;
        if (!options.cpus().isEmpty() && !options.cpus().get(d.thisCpu)) return false;
        if (!options.processes().isEmpty() && !options.processes().contains(tasks.tgid(d.wakee))) return false;
        if (!options.threads().isEmpty() && !options.threads().contains(tasks.pid(d.wakee))) return false;
        return options.names().isEmpty() || options.names().contains(comms.text(tasks.comm(d.wakee)));
    }

    void answer(Decision d) {
        d.stage = Decision.ANSWERED;
        if (d.unknown) return;
        fill(d);
        for (int m = 0; m < models.size(); m++) {
            Modelled model = models.get(m);
            HiddenState hidden = model.hidden;
            state.hidden(hidden);
            for (int llc = 0; llc < machine.llcs(); llc++) hidden.nrIdleScan(llc, scanRange.now(llc));
            long answer = model.kernel.selectTaskRq(state);
            d.answers[m] = answer;
            d.flagged[m] = machine.smtActive() && hidden.hasIdleCores(machine.llc(Placement.target(answer)));
            if (m == judged) explore(d, model, answer);
        }
        follow(d);
    }

    /** Explores the unknowns with the recorded kernel's model and learns from the outcome. */
    private void explore(Decision d, Modelled model, long answer) {
        learn(d, model, answer);
        unknowns.explore(d, model.kernel, answer, scanRange, wide);
        answered++;
        if (unknowns.loadMattered) loadMattered++;
        if (unknowns.limitMattered) limitMattered++;
    }

    /**
     * Moves the hidden state on. Flags and costs follow each model's own search. recent_used_cpu follows the recording: as
     * the way goes that led the recorded kernel's model to the recorded CPU, or unknown where none did; models with another
     * rule for it follow their own answer.
     */
    private void follow(Decision d) {
        var rule = models.get(judged).kernel.earlyTests().recent();
        for (int m = 0; m < models.size(); m++) {
            Modelled model = models.get(m);
            long own = d.answers[m];
            boolean sameRule = model.kernel.earlyTests().recent() == rule;
            long way = sameRule ? unknowns.match : own;
            Placement.apply((own & ~RECENTS) | (way & RECENTS), state, model.hidden);
            if (sameRule && !unknowns.matched) model.hidden.recentUsed(d.wakee, -1);
            if (Placement.is(own, Placement.COST_COUNTS)) cost(model.hidden, Placement.scanned(own) * PROBE_NS);
        }
    }

    private static final long RECENTS = Placement.RECENT_IS_PREV | Placement.WAKER_RECENT_IS_THIS;

    private void cost(HiddenState hidden, long ns) {
        int cpu = state.thisCpu();
        hidden.avgScanCost(cpu, IdleAverages.step(hidden.avgScanCost(cpu), ns));
    }

    /** Credits the values of the two learned unknowns, where exactly one of two values gives the recorded CPU. */
    private void learn(Decision d, Modelled model, long answer) {
        boolean isSync = state.sync();
        state.sync(!isSync);
        long other = model.kernel.selectTaskRq(state);
        state.sync(isSync);
        boolean differs = Placement.cpu(other) != Placement.cpu(answer);
        sync.asked(differs);
        if (differs && (Placement.cpu(other) == d.chosen || Placement.cpu(answer) == d.chosen))
            sync.vote(tasks.comm(d.waker), isSync == (Placement.cpu(answer) == d.chosen));
        if (d.thisCpu == d.prev || !state.allowed(d.thisCpu)) return;
        int atPrev = Placement.cpu(model.kernel.selectIdleSibling(state, d.prev));
        int affine = Placement.cpu(model.kernel.selectIdleSibling(state, model.kernel.wakeAffine(state)));
        wide.asked(atPrev != affine);
        if (atPrev != affine && (d.chosen == atPrev || d.chosen == affine)) wide.vote(state, d, d.chosen == atPrev);
    }

    private void fill(Decision d) {
        state.cpus(d.idle, d.schedIdle);
        state.nrRunning(d.thisCpu, d.nrThis);
        state.question(d.waker, d.thisCpu, d.wakee, d.prev);
        boolean inTask = (d.flags & (EventBatch.HARDIRQ | EventBatch.SOFTIRQ)) == 0 && !tasks.isIdle(d.waker);
        state.wakerFacts(sync.of(tasks.comm(d.waker)), d.wakerKthread, inTask);
        state.load(d.thisCpu, d.loadThis);
        state.load(d.prev, d.loadPrev);
        state.taskLoads(d.wakeeLoad, d.currentLoad);
        state.flips(d.wakerFlips + wide.base(d.waker), d.wakeeFlips + wide.base(d.wakee));
        state.allowed(state.everywhere());
        state.avgIdle(d.thisCpu, idlePeriods.avgIdle(d.thisCpu), idlePeriods.wakeAvgIdle(d.thisCpu, d.decideNs));
    }

    void score(Decision d) {
        int nullIdle = nullIdle(d);
        recordedMoves[machine.topology().distance(d.prev, d.chosen).ordinal()]++;
        for (int m = 0; m < models.size(); m++) {
            Scores s = models.get(m).scores;
            long answer = d.answers[m];
            int cpu = Placement.cpu(answer);
            boolean right = cpu == d.chosen;
            s.decisions++;
            if (right) s.exact++;
            if (d.chosen != d.prev) {
                s.moved++;
                if (right) s.movedExact++;
            }
            if (d.chosen == d.prev) s.nullPrev++;
            if (d.chosen == nullIdle) s.nullIdle++;
            if (cpu != Placement.cpu(d.answers[0])) s.changed++;
            s.migrated(machine.topology().distance(d.prev, cpu));
            nearness(s, d, cpu);
            s.confused(
                    Placement.path(answer),
                    machine.topology().distance(d.prev, cpu),
                    machine.topology().distance(d.prev, d.chosen));
            search(s, d, m);
            if (m == judged) judged(s, d, right);
        }
    }

    private void judged(Scores s, Decision d, boolean right) {
        if (d.racy) s.racy++;
        else if (right) s.nonRacyExact++;
        if (CpuMask.has(d.allowed, d.chosen)) s.consistent++;
        s.allowedSum += d.allowedSize;
    }

    private void nearness(Scores s, Decision d, int cpu) {
        Distance apart = machine.topology().distance(cpu, d.chosen);
        if (apart.compareTo(Distance.SMT) <= 0) s.sameCore++;
        if (apart.compareTo(Distance.LLC) <= 0) s.sameLlc++;
        if (apart.compareTo(Distance.NODE) <= 0) s.sameNode++;
        if (usable(d, cpu) == usable(d, d.chosen)) s.idleAgree++;
    }

    private void search(Scores s, Decision d, int m) {
        long answer = d.answers[m];
        Path path = Placement.path(answer);
        if (!Placement.is(answer, Placement.SEARCHED)) {
            s.fast++;
            return;
        }
        s.searchesScanning++;
        s.scanned += Placement.scanned(answer);
        if (d.flagged[m]) {
            s.flagSearches++;
            if (path != Path.IDLE_CORE) s.flagFalse++;
        }
        if (path != Path.NO_IDLE) {
            s.found++;
            int target = Placement.target(answer);
            if (path == Path.CLUSTER_SCAN
                    || (path == Path.IDLE_CORE
                            && machine.shareResources(target, Placement.cpu(answer))
                            && machine.clusterActive())) s.foundInCluster++;
            return;
        }
        s.failures++;
        missed(s, d, answer);
    }

    /** Why a search that found nothing missed a CPU that was idle, if one was. */
    private void missed(Scores s, Decision d, long answer) {
        long[] llc = machine.llcSpan(Placement.target(answer));
        boolean usable = false;
        boolean forbidden = false;
        boolean racing = false;
        for (int cpu = CpuMask.next(llc, 0); cpu >= 0; cpu = CpuMask.next(llc, cpu + 1)) {
            if (CpuMask.has(d.idle, cpu)) {
                if (state.allowed(cpu)) usable = true;
                else forbidden = true;
            } else if (CpuMask.has(d.flipped, cpu)) racing = true;
        }
        if (usable) s.missedByLimit++;
        else if (forbidden) s.missedByAffinity++;
        else if (racing) s.missedByRace++;
    }

    private static boolean usable(Decision d, int cpu) {
        return CpuMask.has(d.idle, cpu) || CpuMask.has(d.schedIdle, cpu);
    }

    private int nullIdle(Decision d) {
        if (usable(d, d.prev)) return d.prev;
        long[] llc = machine.llcSpan(d.prev);
        for (int cpu = CpuMask.next(llc, d.prev + 1); cpu >= 0; cpu = CpuMask.next(llc, cpu + 1))
            if (usable(d, cpu)) return cpu;
        for (int cpu = CpuMask.next(llc, 0); cpu >= 0 && cpu < d.prev; cpu = CpuMask.next(llc, cpu + 1))
            if (usable(d, cpu)) return cpu;
        return d.prev;
    }

    List<Inferred> inferred(SchedIdleTasks schedIdle, long decideDelayNs) {
        var out = new ArrayList<Inferred>();
        out.add(new Inferred("sync flag of wake-ups, learned per waker name from past decisions", sync.share()));
        out.add(new Inferred(
                "wakee_flips from before the trace, learned per fork root from past decisions", wide.share()));
        out.add(new Inferred(
                "loads in wake_affine, replayed with flat groups and nothing before the trace (too close to call)",
                share(loadMattered)));
        out.add(new Inferred("nr_idle_scan, from replayed utilisation", share(limitMattered)));
        out.add(new Inferred(
                "affinity: every task may run everywhere, but for kernel threads named after a CPU", null));
        out.add(new Inferred("avg_scan_cost: " + PROBE_NS + " ns a CPU looked at (kernels with SIS_PROP)", null));
        out.add(new Inferred("decision instant: " + decideDelayNs + " ns after sched_waking, the median seen", null));
        out.add(new Inferred(
                "SCHED_IDLE tasks: " + schedIdle.byEvidence() + " recognised by vruntime, others by --sched-idle",
                null));
        return out;
    }

    private double share(long n) {
        return answered == 0 ? 0 : (double) n / answered;
    }
}
