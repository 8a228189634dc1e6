package rewake.replay;

import rewake.kernel.CpuMask;
import rewake.kernel.HiddenState;
import rewake.kernel.KernelModel;
import rewake.kernel.Placement;
import rewake.kernel.SchedState;

/**
 * Asks one model again for each value of what the trace leaves open: the order of events within the race window, the sync
 * flag, loads that are too close to call, whether the wake-up is wide, and the scan limit's range. Gives the set of CPUs
 * that some value leads to, and whether the order alone changes the answer.
 *
 * <p>Orders tried: each racing CPU the other way round alone, and all combinations where at most {@value #ALL_ORDERS_OF}
 * race; all of them together otherwise. Loads are too close where changing prev's by {@value #CLOSE_PERCENT} % turns
 * wake_affine (placement.md section 8, row load).
 */
final class Unknowns {
    private static final int ALL_ORDERS_OF = 4;
    private static final int CLOSE_PERCENT = 15;

    private final SchedState state;
    private final int[] racing;
    private final int[] targets = new int[2];
    private int found;
    private int targetCount;

    /** The first answer that gives the recorded CPU; 0 with {@link #matched} false where none does. */
    long match;

    boolean matched;
    boolean syncMattered;
    boolean loadMattered;
    boolean wideMattered;
    boolean limitMattered;

    Unknowns(SchedState state) {
        this.state = state;
        racing = new int[state.machine().cpus()];
    }

    /** Fills {@code d.allowed}, {@code d.allowedSize}, {@code d.racy} and {@link #match}. */
    void explore(Decision d, KernelModel kernel, long nominal, ScanRange limits, WideGuess wide) {
        matched = Placement.cpu(nominal) == d.chosen;
        match = matched ? nominal : 0;
        syncMattered = false;
        loadMattered = false;
        wideMattered = false;
        limitMattered = false;
        int nominalCpu = Placement.cpu(nominal);
        include(d, nominal);
        findRacing(d);
        variants(d, kernel, limits, wide);
        int orders = found <= ALL_ORDERS_OF ? 1 << found : found + 2;
        for (int order = 1; order < orders; order++) {
            flip(order);
            long answer = kernel.selectTaskRq(state);
            if (Placement.cpu(answer) != nominalCpu) d.racy = true;
            include(d, answer);
            variants(d, kernel, limits, wide);
            flip(order);
        }
        d.allowedSize = CpuMask.weight(d.allowed);
    }

    /** Only CPUs that the search can see matter: those under the LLCs of the waker's CPU and prev. */
    private void findRacing(Decision d) {
        found = 0;
        for (int cpu = CpuMask.next(d.flipped, 0); cpu >= 0; cpu = CpuMask.next(d.flipped, cpu + 1)) {
            boolean seen =
                    state.machine().shareLlc(cpu, d.thisCpu) || state.machine().shareLlc(cpu, d.prev);
            if (seen) racing[found++] = cpu;
        }
    }

    /** Turns the racing CPUs of one order the other way round; called again, turns them back. */
    private void flip(int order) {
        for (int i = 0; i < found; i++) {
            boolean turned = found <= ALL_ORDERS_OF ? (order & 1 << i) != 0 : order == i + 1 || order == found + 1;
            if (turned) state.idle(racing[i], !state.idle(racing[i]));
        }
    }

    private void variants(Decision d, KernelModel kernel, ScanRange limits, WideGuess wide) {
        boolean sync = state.sync();
        int before = state.hidden().nrIdleScan(state.machine().llc(d.prev));
        for (int s = 0; s < 2; s++) {
            state.sync(s == 0 ? sync : !sync);
            collectTargets(d, kernel, wide);
            for (int i = 0; i < targetCount; i++) searches(d, kernel, targets[i], limits);
        }
        state.sync(sync);
        assert before == state.hidden().nrIdleScan(state.machine().llc(d.prev));
    }

    private void collectTargets(Decision d, KernelModel kernel, WideGuess wide) {
        targetCount = 0;
        boolean isWide = kernel.wakeWide(state);
        boolean open = wide.open(state, d);
        if (isWide || open || !state.allowed(d.thisCpu)) target(d.prev);
        if ((isWide && !open) || !state.allowed(d.thisCpu)) return;
        if (d.thisCpu == d.prev) {
            target(d.prev);
            return;
        }
        int chosen = kernel.wakeAffine(state);
        target(chosen);
        long load = state.load(d.prev);
        state.load(d.prev, load - load * CLOSE_PERCENT / 100);
        int lighter = kernel.wakeAffine(state);
        state.load(d.prev, load + load * CLOSE_PERCENT / 100);
        int heavier = kernel.wakeAffine(state);
        state.load(d.prev, load);
        if (lighter != heavier) {
            loadMattered = true;
            target(lighter);
            target(heavier);
        }
    }

    private void target(int cpu) {
        for (int i = 0; i < targetCount; i++) if (targets[i] == cpu) return;
        targets[targetCount++] = cpu;
    }

    private void searches(Decision d, KernelModel kernel, int target, ScanRange limits) {
        HiddenState hidden = state.hidden();
        int llc = state.machine().llc(target);
        int now = hidden.nrIdleScan(llc);
        include(d, kernel.selectIdleSibling(state, target));
        if (limits.low(llc) != now) {
            hidden.nrIdleScan(llc, limits.low(llc));
            include(d, kernel.selectIdleSibling(state, target));
        }
        if (limits.high(llc) != now) {
            hidden.nrIdleScan(llc, limits.high(llc));
            include(d, kernel.selectIdleSibling(state, target));
        }
        hidden.nrIdleScan(llc, now);
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
