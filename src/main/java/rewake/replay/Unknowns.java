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
    /** Racing CPUs that fit into the bits of an order. */
    private static final int MOST = Long.SIZE;

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
    private final long[] triedOrder = new long[MOST + 2];
    private final long[] triedLooked = new long[MOST + 2];
    private final int[] triedCpu = new int[MOST + 2];
    private int tried;
    private int found;
    private int alone;
    /** Whether it is open if the wake-up is wide, once {@link #wideIsOpen} was asked. */
    private boolean wideOpen;

    private boolean wideAsked;

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

    /**
     * Fills {@code d.allowed}, {@code d.allowedSize}, {@code d.racy}, {@link #match} and what mattered. To be called when {@code kernel} has
     * just answered, and the looks of that were the first since {@link SchedState#forgetLooks}.
     */
    void explore(Decision d, KernelModel kernel, long nominal) {
        matched = Placement.cpu(nominal) == d.chosen;
        match = matched ? nominal : 0;
        wideAsked = false;
        alone = 0;
        nominalOrder.begin(kernel, nominal);
        weigh(d, kernel, nominal);
        include(d, nominal);
        variants(d, kernel, nominalOrder);
        findRacing(d);
        if (found > 0) orders(d, kernel, nominal);
        d.allowedSize = CpuMask.weight(d.allowed);
    }

    /** Asks again in each order of the racing events. */
    private void orders(Decision d, KernelModel kernel, long nominal) {
        tried = 0;
        tried(0, Placement.cpu(nominal));
        int orders = found <= ALL_ORDERS_OF ? 1 << found : found + 2;
        for (int order = 1; order < orders; order++) {
            long turned = turned(order);
            int same = triedLike(turned);
            int cpu = same >= 0 ? triedCpu[same] : ask(d, kernel, turned);
            if (cpu == Placement.cpu(nominal)) continue;
            d.racy = true;
            if (cpu == d.chosen) explains(turned);
        }
    }

    /** Asks in one order; the CPU it leads to. */
    private int ask(Decision d, KernelModel kernel, long turned) {
        flip(turned);
        state.forgetLooks();
        long answer = kernel.selectTaskRq(state);
        include(d, answer);
        otherOrder.begin(kernel, answer);
        variants(d, kernel, otherOrder);
        flip(turned);
        tried(turned, Placement.cpu(answer));
        return Placement.cpu(answer);
    }

    private void tried(long turned, int cpu) {
        long looked = 0;
        for (int i = 0; i < found; i++) if (state.looked(racing[i])) looked |= 1L << i;
        triedOrder[tried] = turned;
        triedLooked[tried] = looked;
        triedCpu[tried++] = cpu;
    }

    /** An order tried before that differs only in CPUs that nobody looked at then, so that all answers are the same; or −1. */
    private int triedLike(long turned) {
        for (int i = 0; i < tried; i++) if (((triedOrder[i] ^ turned) & triedLooked[i]) == 0) return i;
        return -1;
    }

    /** The racing CPUs that are the other way round in an order, as bits. */
    private long turned(int order) {
        if (found <= ALL_ORDERS_OF) return order;
        return order <= found ? 1L << (order - 1) : -1L >>> (Long.SIZE - found);
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
        wideMattered = at(wide ? affine : d.prev) != cpu && wideIsOpen(d);
        if (wide) return;
        syncMattered = syncTurns(kernel, affine, cpu);
        if (loadTurns(d, kernel, affine)) loadMattered = at(affine == d.prev ? d.thisCpu : d.prev) != cpu;
    }

    /** The sync flag is read by wake_affine alone. */
    private boolean syncTurns(KernelModel kernel, int affine, int cpu) {
        boolean sync = state.sync();
        state.sync(!sync);
        int target = kernel.wakeAffine(state);
        boolean turns = target != affine;
        if (turns) {
            int found = at(target); // the search itself does not read the flag
            turns = (state.allowed(found) ? found : Placement.cpu(kernel.selectTaskRq(state))) != cpu;
        }
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

    /** The same, worked out where it matters, and once for all orders of events: a wake-up that goes to prev anyway is none. */
    private boolean wideIsOpen(Decision d) {
        if (!wideAsked) wideOpen = open(d);
        wideAsked = true;
        return wideOpen;
    }

    /** Whether wake_affine's answer is too close to call. */
    boolean loadTurns(Decision d, KernelModel kernel, int affine) {
        if (!kernel.comparesLoads(state)) return false;
        long load = state.load(d.prev);
        long runnable = state.runnableLoad(d.prev);
        boolean here = affine == d.thisCpu;
        state.load(d.prev, load - close(load));
        state.runnableLoad(d.prev, runnable - close(runnable));
        boolean turns = kernel.loadMargin(state) > 0 != here;
        state.load(d.prev, load + close(load));
        state.runnableLoad(d.prev, runnable + close(runnable));
        turns |= kernel.loadMargin(state) > 0 != here;
        state.load(d.prev, load);
        state.runnableLoad(d.prev, runnable);
        return turns;
    }

    private static long close(long load) {
        return load * CLOSE_PERCENT / 100;
    }

    private int at(int target) {
        return Placement.cpu(nominalOrder.at(target));
    }

    /**
     * Only CPUs that the search can see matter: those under the LLCs of the waker's CPU and prev. Of more than {@value #MOST},
     * which nobody has seen, the rest is taken as it is.
     */
    private void findRacing(Decision d) {
        found = 0;
        for (int cpu = CpuMask.next(d.flipped, 0); cpu >= 0 && found < MOST; cpu = CpuMask.next(d.flipped, cpu + 1))
            if (machine.shareLlc(cpu, d.thisCpu) || machine.shareLlc(cpu, d.prev)) racing[found++] = cpu;
    }

    /** This order gives the recorded CPU, and the modelled one does not: kept where it turns a single CPU. */
    private void explains(long turned) {
        if (Long.bitCount(turned) == 1) turnedAlone[alone++] = racing[Long.numberOfTrailingZeros(turned)];
    }

    /** How many racing CPUs, turned alone, explain the recorded CPU. */
    int explaining() {
        return alone;
    }

    /** The i-th of them. */
    int explaining(int i) {
        return turnedAlone[i];
    }

    /** Turns CPUs the other way round; called again, turns them back. */
    private void flip(long turned) {
        for (long left = turned; left != 0; left &= left - 1) state.turn(racing[Long.numberOfTrailingZeros(left)]);
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
        if (kernel.wakeWide(state)) {
            target(d.prev);
            if (!wideIsOpen(d)) return;
        } else if (kernel.wakeAffine(state) != d.prev && wideIsOpen(d)) target(d.prev);
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
