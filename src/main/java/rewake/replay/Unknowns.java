package rewake.replay;

import rewake.kernel.CpuMask;
import rewake.kernel.HiddenState;
import rewake.kernel.KernelModel;
import rewake.kernel.Machine;
import rewake.kernel.Placement;
import rewake.kernel.SchedState;

/**
 * Asks one model again for each value of what the trace leaves open: the order of events within the race window, the sync
 * flag, loads that are too close to call, whether the wake-up is wide, and the scan limit's range. Gives the set of CPUs
 * that some combination leads to, whether the order alone changes the answer (the decision is racy then), and which other
 * unknown alone does.
 *
 * <p>Orders tried: each racing CPU the other way round alone, and all combinations where at most {@value #ALL_ORDERS_OF}
 * race; all of them together otherwise. Loads are too close where changing prev's by {@value #CLOSE_PERCENT} % turns
 * wake_affine (loads replayed without groups are not better than that).
 */
final class Unknowns {
    private static final int ALL_ORDERS_OF = 4;
    private static final int CLOSE_PERCENT = 15;

    private final SchedState state;
    private final Machine machine;
    private final Hindsight hindsight;
    private final int[] racing;
    private final int[] turnedAlone;
    private final int[] targets = new int[2];
    private int found;
    private int alone;
    /** Whether it is open if the wake-up is wide. */
    private boolean wideOpen;

    private int targetCount;

    /** The first answer that gives the recorded CPU; 0 with {@link #matched} false where none does. */
    long match;

    boolean matched;
    boolean syncMattered;
    boolean loadMattered;
    boolean wideMattered;
    boolean limitMattered;
    boolean affinityMattered;

    Unknowns(SchedState state, Hindsight hindsight) {
        this.state = state;
        this.hindsight = hindsight;
        machine = state.machine();
        racing = new int[machine.cpus()];
        turnedAlone = new int[machine.cpus()];
    }

    /** Fills {@code d.allowed}, {@code d.allowedSize}, {@code d.racy}, {@link #match} and what mattered. */
    void explore(Decision d, KernelModel kernel, long nominal) {
        matched = Placement.cpu(nominal) == d.chosen;
        match = matched ? nominal : 0;
        wideOpen = d.thisCpu != d.prev && open(d);
        alone = 0;
        weigh(d, kernel, nominal);
        include(d, nominal);
        findRacing(d);
        variants(d, kernel);
        int orders = found <= ALL_ORDERS_OF ? 1 << found : found + 2;
        for (int order = 1; order < orders; order++) {
            flip(order);
            long answer = kernel.selectTaskRq(state);
            if (Placement.cpu(answer) != Placement.cpu(nominal)) {
                d.racy = true;
                if (Placement.cpu(answer) == d.chosen) explains(order);
            }
            include(d, answer);
            variants(d, kernel);
            flip(order);
        }
        d.allowedSize = CpuMask.weight(d.allowed);
    }

    /** Which unknown alone changes the answer. */
    private void weigh(Decision d, KernelModel kernel, long nominal) {
        int cpu = Placement.cpu(nominal);
        int target = Placement.target(nominal);
        boolean sync = state.sync();
        state.sync(!sync);
        syncMattered = Placement.cpu(kernel.selectTaskRq(state)) != cpu;
        state.sync(sync);
        limitMattered = limitTurns(kernel, target, cpu);
        affinityMattered = false;
        if (hindsight.affinity.restricts(d.wakee)) everywhere(d, kernel, cpu);
        wideMattered = false;
        loadMattered = false;
        if (d.thisCpu == d.prev || !state.allowed(d.thisCpu)) return;
        boolean wide = kernel.wakeWide(state);
        int affine = kernel.wakeAffine(state);
        if (wideOpen) wideMattered = at(kernel, wide ? affine : d.prev) != cpu;
        if (!wide && loadTurns(d, kernel, affine))
            loadMattered = at(kernel, affine == d.prev ? d.thisCpu : d.prev) != cpu;
    }

    /** The kernel may have refused CPUs for another reason: the answer without that conclusion is allowed too. */
    private void everywhere(Decision d, KernelModel kernel, int cpu) {
        long[] mask = state.allowedMask();
        state.allowed(state.everywhere());
        long answer = kernel.selectTaskRq(state);
        affinityMattered = Placement.cpu(answer) != cpu;
        include(d, answer);
        state.allowed(mask);
    }

    private boolean limitTurns(KernelModel kernel, int target, int cpu) {
        HiddenState hidden = state.hidden();
        int llc = machine.llc(target);
        int now = hidden.nrIdleScan(llc);
        hidden.nrIdleScan(llc, hindsight.scan.low(llc));
        boolean turns = at(kernel, target) != cpu;
        hidden.nrIdleScan(llc, hindsight.scan.high(llc));
        turns |= at(kernel, target) != cpu;
        hidden.nrIdleScan(llc, now);
        return turns;
    }

    /** Whether wake_wide could be otherwise, from what flips may have been before the trace. */
    boolean open(Decision d) {
        return hindsight.flips.open(d.waker, d.wakee, machine.llcWeight(d.thisCpu));
    }

    /** Whether wake_affine's answer is too close to call. */
    boolean loadTurns(Decision d, KernelModel kernel, int affine) {
        long load = state.load(d.prev);
        long close = load * CLOSE_PERCENT / 100;
        state.load(d.prev, load - close);
        boolean turns = kernel.wakeAffine(state) != affine;
        state.load(d.prev, load + close);
        turns |= kernel.wakeAffine(state) != affine;
        state.load(d.prev, load);
        return turns;
    }

    private int at(KernelModel kernel, int target) {
        return Placement.cpu(kernel.selectIdleSibling(state, target));
    }

    /** Only CPUs that the search can see matter: those under the LLCs of the waker's CPU and prev. */
    private void findRacing(Decision d) {
        found = 0;
        for (int cpu = CpuMask.next(d.flipped, 0); cpu >= 0; cpu = CpuMask.next(d.flipped, cpu + 1))
            if (machine.shareLlc(cpu, d.thisCpu) || machine.shareLlc(cpu, d.prev)) racing[found++] = cpu;
    }

    /** This order gives the recorded CPU, and the modelled one does not: kept where it turns a single CPU. */
    private void explains(int order) {
        boolean single = found <= ALL_ORDERS_OF ? Integer.bitCount(order) == 1 : order <= found;
        if (single)
            turnedAlone[alone++] = racing[found <= ALL_ORDERS_OF ? Integer.numberOfTrailingZeros(order) : order - 1];
    }

    /** How many racing CPUs, turned alone, explain the recorded CPU. */
    int explaining() {
        return alone;
    }

    /** The i-th of them. */
    int explaining(int i) {
        return turnedAlone[i];
    }

    /** Turns the racing CPUs of one order the other way round; called again, turns them back. */
    private void flip(int order) {
        for (int i = 0; i < found; i++) {
            boolean turned = found <= ALL_ORDERS_OF ? (order & 1 << i) != 0 : order == i + 1 || order == found + 1;
            if (turned) state.idle(racing[i], !state.idle(racing[i]));
        }
    }

    /** Adds the answers of all other unknowns in the order of events that the state stands for. */
    private void variants(Decision d, KernelModel kernel) {
        boolean sync = state.sync();
        for (int s = 0; s < 2; s++) {
            state.sync(s == 0 ? sync : !sync);
            collectTargets(d, kernel);
            for (int i = 0; i < targetCount; i++) searches(d, kernel, targets[i]);
        }
        state.sync(sync);
    }

    private void collectTargets(Decision d, KernelModel kernel) {
        targetCount = 0;
        if (d.thisCpu == d.prev || !state.allowed(d.thisCpu)) {
            target(d.prev);
            return;
        }
        boolean wide = kernel.wakeWide(state);
        if (wide || wideOpen) target(d.prev);
        if (wide && !wideOpen) return;
        int affine = kernel.wakeAffine(state);
        target(affine);
        if (loadTurns(d, kernel, affine)) target(affine == d.prev ? d.thisCpu : d.prev);
    }

    private void target(int cpu) {
        for (int i = 0; i < targetCount; i++) if (targets[i] == cpu) return;
        targets[targetCount++] = cpu;
    }

    private void searches(Decision d, KernelModel kernel, int target) {
        HiddenState hidden = state.hidden();
        int llc = machine.llc(target);
        int now = hidden.nrIdleScan(llc);
        include(d, kernel.selectIdleSibling(state, target));
        searchWith(d, kernel, target, hindsight.scan.low(llc), now);
        searchWith(d, kernel, target, hindsight.scan.high(llc), now);
        hidden.nrIdleScan(llc, now);
    }

    private void searchWith(Decision d, KernelModel kernel, int target, int limit, int now) {
        if (limit == now) return;
        state.hidden().nrIdleScan(machine.llc(target), limit);
        include(d, kernel.selectIdleSibling(state, target));
    }

    private void include(Decision d, long answer) {
        int cpu = Placement.cpu(answer);
        CpuMask.set(d.allowed, cpu);
        if (!matched && cpu == d.chosen) {
            matched = true;
            match = answer;
        }
    }
}
