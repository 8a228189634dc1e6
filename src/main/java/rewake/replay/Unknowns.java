package rewake.replay;

import rewake.kernel.CpuMask;
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
    /** In the order of events that is taken for the recorded one, and in the one that is being tried. */
    private final Searches nominalOrder;

    private final Searches otherOrder;
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
        nominalOrder = new Searches(state);
        otherOrder = new Searches(state);
        racing = new int[machine.cpus()];
        turnedAlone = new int[machine.cpus()];
    }

    /** Fills {@code d.allowed}, {@code d.allowedSize}, {@code d.racy}, {@link #match} and what mattered. */
    void explore(Decision d, KernelModel kernel, long nominal) {
        matched = Placement.cpu(nominal) == d.chosen;
        match = matched ? nominal : 0;
        wideOpen = d.thisCpu != d.prev && open(d);
        alone = 0;
        nominalOrder.begin(kernel, nominal);
        weigh(d, kernel, nominal);
        include(d, nominal);
        findRacing(d);
        variants(d, kernel, nominalOrder);
        int orders = found <= ALL_ORDERS_OF ? 1 << found : found + 2;
        for (int order = 1; order < orders; order++) {
            flip(order);
            long answer = kernel.selectTaskRq(state);
            if (Placement.cpu(answer) != Placement.cpu(nominal)) {
                d.racy = true;
                if (Placement.cpu(answer) == d.chosen) explains(order);
            }
            include(d, answer);
            otherOrder.begin(kernel, answer);
            variants(d, kernel, otherOrder);
            flip(order);
        }
        d.allowedSize = CpuMask.weight(d.allowed);
    }

    /** The searches in the state as it stands after {@link #explore}. */
    Searches searches() {
        return nominalOrder;
    }

    /** Which unknown alone changes the answer. */
    private void weigh(Decision d, KernelModel kernel, long nominal) {
        int cpu = Placement.cpu(nominal);
        int target = Placement.target(nominal);
        limitMattered = limitTurns(target, cpu);
        affinityMattered = false;
        if (hindsight.affinity.restricts(d.wakee)) everywhere(d, kernel, cpu);
        syncMattered = false;
        wideMattered = false;
        loadMattered = false;
        if (d.thisCpu == d.prev || !state.allowed(d.thisCpu)) return;
        boolean wide = kernel.wakeWide(state);
        int affine = wide ? kernel.wakeAffine(state) : target;
        if (wideOpen) wideMattered = at(wide ? affine : d.prev) != cpu;
        if (wide) return;
        syncMattered = syncTurns(kernel, affine, cpu);
        if (loadTurns(d, kernel, affine)) loadMattered = at(affine == d.prev ? d.thisCpu : d.prev) != cpu;
    }

    /** The sync flag is read by wake_affine alone. */
    private boolean syncTurns(KernelModel kernel, int affine, int cpu) {
        boolean sync = state.sync();
        state.sync(!sync);
        boolean turns =
                kernel.wakeAffine(state) != affine && Placement.cpu(kernel.selectTaskRq(state)) != cpu;
        state.sync(sync);
        return turns;
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

    private boolean limitTurns(int target, int cpu) {
        int llc = machine.llc(target);
        return Placement.cpu(nominalOrder.at(target, hindsight.scan.low(llc))) != cpu
                || Placement.cpu(nominalOrder.at(target, hindsight.scan.high(llc))) != cpu;
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

    private int at(int target) {
        return Placement.cpu(nominalOrder.at(target));
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
    private void variants(Decision d, KernelModel kernel, Searches searches) {
        collectTargets(d, kernel);
        for (int i = 0; i < targetCount; i++) {
            int llc = machine.llc(targets[i]);
            include(d, searches.at(targets[i]));
            include(d, searches.at(targets[i], hindsight.scan.low(llc)));
            include(d, searches.at(targets[i], hindsight.scan.high(llc)));
        }
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
        affineTargets(d, kernel);
        if (targetCount == 2) return;
        boolean sync = state.sync();
        state.sync(!sync);
        affineTargets(d, kernel);
        state.sync(sync);
    }

    private void affineTargets(Decision d, KernelModel kernel) {
        int affine = kernel.wakeAffine(state);
        target(affine);
        if (targetCount < 2 && loadTurns(d, kernel, affine)) target(affine == d.prev ? d.thisCpu : d.prev);
    }

    private void target(int cpu) {
        for (int i = 0; i < targetCount; i++) if (targets[i] == cpu) return;
        targets[targetCount++] = cpu;
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
