package rewake.replay;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rewake.event.Comms;
import rewake.kernel.CpuMask;
import rewake.kernel.HiddenState;
import rewake.kernel.KernelModel;
import rewake.kernel.Machine;
import rewake.kernel.Placement;
import rewake.kernel.SchedState;
import rewake.kernel.SisUtil;
import rewake.timeline.Tasks;

/**
 * Has models decide once more, in the very state in which the judge asked them, and writes down each step; then once for
 * each other value of what the trace leaves open. To be called before anything is learned from the decision.
 */
final class Explainer {
    private final Witness witness;
    private final CpuLooks looks;
    private final SchedState state;
    private final Machine machine;
    private final Hindsight hindsight;
    private final Unknowns unknowns;
    private final Tasks tasks;
    private final Comms comms;
    private final long windowNs;

    Explainer(
            Witness witness,
            CpuLooks looks,
            SchedState state,
            Hindsight hindsight,
            Unknowns unknowns,
            Tasks tasks,
            Comms comms,
            long windowNs) {
        this.witness = witness;
        this.looks = looks;
        this.state = state;
        machine = state.machine();
        this.hindsight = hindsight;
        this.unknowns = unknowns;
        this.tasks = tasks;
        this.comms = comms;
        this.windowNs = windowNs;
    }

    void skipped(Decision d, SkipReason reason) {
        witness.skipped(tasks.pid(d.wakee), d.wakingNs, reason);
    }

    /** Explains {@code d}, whose unknowns were explored, if the witness wants it. */
    void explain(Decision d, List<Modelled> models, int judged) {
        if (!witness.wants(tasks.pid(d.wakee), d.wakingNs)) return;
        Explanation.State known = known();
        var decided = new ArrayList<Explanation.Model>();
        for (int m = 0; m < models.size(); m++) decided.add(model(d, models.get(m), d.answers[m], m == judged));
        Modelled own = models.get(judged);
        state.hidden(own.hidden);
        var races = new ArrayList<Explanation.Race>();
        looks.turns(
                d,
                windowNs,
                (cpu, to, afterNs, byCpu, cause) -> races.add(new Explanation.Race(
                        cpu, to, afterNs, byCpu, cause < 0 ? null : who(cause), otherwise(d, cpu, own.kernel))));
        races.sort(Comparator.comparingLong(r -> Math.abs(r.afterNs())));
        witness.explained(new Explanation(
                who(d.wakee),
                who(d.waker),
                d.wakingNs,
                d.decideNs,
                d.thisCpu,
                d.prev,
                d.chosen,
                d.racy,
                known,
                List.copyOf(decided),
                List.copyOf(races)));
    }

    private Explanation.Model model(Decision d, Modelled m, long answer, boolean judged) {
        state.hidden(m.hidden);
        var steps = new ArrayList<Explanation.Step>();
        state.steps((asked, cpu, outcome, value) -> steps.add(new Explanation.Step(asked, cpu, outcome, value)));
        long again = m.kernel.selectTaskRq(state);
        state.steps(null);
        if (again != answer)
            throw new IllegalStateException(m.kernel.name() + " decided " + Placement.cpu(answer)
                    + " for the judge and " + Placement.cpu(again) + " when explained");
        return new Explanation.Model(
                m.kernel.name(),
                judged,
                Placement.cpu(answer),
                Placement.path(answer),
                List.copyOf(steps),
                List.copyOf(alternatives(d, m.kernel, answer)));
    }

    private List<Explanation.Alternative> alternatives(Decision d, KernelModel kernel, long answer) {
        var out = new ArrayList<Explanation.Alternative>();
        boolean sync = state.sync();
        state.sync(!sync);
        out.add(new Explanation.Alternative("sync", yes(sync), yes(!sync), cpu(kernel.selectTaskRq(state))));
        state.sync(sync);
        if (d.thisCpu != d.prev && state.allowed(d.thisCpu)) target(d, kernel, out);
        if (kernel.scanLimit() == SisUtil.NR_IDLE_SCAN) limit(Placement.target(answer), kernel, out);
        return out;
    }

    private void target(Decision d, KernelModel kernel, List<Explanation.Alternative> out) {
        boolean wide = kernel.wakeWide(state);
        int affine = kernel.wakeAffine(state);
        if (unknowns.open(d))
            out.add(new Explanation.Alternative(
                    "wake_wide", yes(wide), yes(!wide), at(kernel, wide ? affine : d.prev)));
        if (wide || !unknowns.loadTurns(d, kernel, affine)) return;
        int other = affine == d.prev ? d.thisCpu : d.prev;
        out.add(new Explanation.Alternative("load", "CPU " + affine, "CPU " + other, at(kernel, other)));
    }

    private void limit(int target, KernelModel kernel, List<Explanation.Alternative> out) {
        HiddenState hidden = state.hidden();
        int llc = machine.llc(target);
        int now = hidden.nrIdleScan(llc);
        for (int other : new int[] {hindsight.scan.low(llc), hindsight.scan.high(llc)}) {
            if (other == now) continue;
            hidden.nrIdleScan(llc, other);
            out.add(new Explanation.Alternative("nr_idle_scan", "" + now, "" + other, at(kernel, target)));
        }
        hidden.nrIdleScan(llc, now);
    }

    private @Nullable Integer otherwise(Decision d, int cpu, KernelModel kernel) {
        if (!machine.shareLlc(cpu, d.thisCpu) && !machine.shareLlc(cpu, d.prev)) return null;
        state.idle(cpu, !state.idle(cpu));
        int answer = cpu(kernel.selectTaskRq(state));
        state.idle(cpu, !state.idle(cpu));
        return answer;
    }

    private Explanation.State known() {
        int here = state.thisCpu();
        return new Explanation.State(
                state.sync(),
                state.inTask(),
                state.wakerPerCpuKthread(),
                state.nrRunning(here),
                state.wakerFlips(),
                state.wakeeFlips(),
                machine.llcWeight(here),
                state.load(here),
                state.load(state.prev()),
                state.wakeeLoad(),
                state.currentLoad(),
                listed(true),
                listed(false));
    }

    private List<Integer> listed(boolean idle) {
        var out = new ArrayList<Integer>();
        for (int cpu = 0; cpu < machine.cpus(); cpu++) if (idle ? state.idle(cpu) : state.schedIdle(cpu)) out.add(cpu);
        return out;
    }

    private Explanation.Who who(int task) {
        return new Explanation.Who(
                tasks.isIdle(task) ? "idle" : comms.text(tasks.comm(task)), Math.max(0, tasks.pid(task)));
    }

    private int at(KernelModel kernel, int target) {
        return cpu(kernel.selectIdleSibling(state, target));
    }

    private static int cpu(long answer) {
        return Placement.cpu(answer);
    }

    private static String yes(boolean value) {
        return value ? "yes" : "no";
    }
}
