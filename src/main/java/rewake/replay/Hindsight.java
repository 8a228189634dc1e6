package rewake.replay;

import rewake.kernel.KernelModel;
import rewake.kernel.Machine;
import rewake.kernel.Placement;
import rewake.kernel.SchedState;

/**
 * Values that no event shows, inferred from decisions whose outcome is known, and only from those: the sync flag,
 * wakee_flips from before the trace, load offsets, nr_idle_scan, affinity, when changes are seen. A decision teaches after
 * it was answered. Where the order of racing events may explain its outcome it teaches that order only.
 */
final class Hindsight {
    private final Machine machine;
    private final SchedState state;
    final SyncGuess sync = new SyncGuess();
    final FlipGuess flips;
    final LoadOffsets loadOffsets;
    final ScanGuess scan;
    final AffinityGuess affinity;
    private final SeenGuess seen;

    Hindsight(SchedState state, int hz, SeenGuess seen) {
        this.seen = seen;
        this.state = state;
        machine = state.machine();
        flips = new FlipGuess(hz, machine.widestLlc());
        loadOffsets = new LoadOffsets(machine.cpus());
        affinity = new AffinityGuess(machine.cpus());
        scan = new ScanGuess(machine);
    }

    /**
     * Learns from {@code d}, which {@code kernel} answered with {@code answer} in the state as it stands.
     *
     * @param unknowns what else would explain its outcome
     */
    void learn(Decision d, KernelModel kernel, long answer, Unknowns unknowns) {
        for (int i = 0; i < unknowns.explaining(); i++) {
            int cpu = unknowns.explaining(i);
            seen.learn(d.nearest[cpu], d.nearestNs[cpu] > 0, d.costNs);
        }
        if (d.racy) return;
        affinity.seen(d.wakee, d.chosen);
        if (Placement.cpu(answer) != d.chosen) affinity.refused(d.wakee, Placement.cpu(answer), unknowns.matched);
        if (affinity.bound(d.wakee)) return;
        Searches searches = unknowns.searches();
        if (d.thisCpu != d.prev && state.allowed(d.thisCpu)) target(d, kernel, searches);
        int target = Placement.target(answer);
        if (!limit(d, searches, target) && d.thisCpu != d.prev)
            limit(d, searches, target == d.prev ? d.thisCpu : d.prev);
    }

    private void target(Decision d, KernelModel kernel, Searches searches) {
        int atPrev = Placement.cpu(searches.at(d.prev));
        int atHere = Placement.cpu(searches.at(d.thisCpu));
        if (atPrev == atHere || (d.chosen != atPrev && d.chosen != atHere)) return;
        boolean here = d.chosen == atHere;
        boolean affineHere = kernel.wakeAffine(state) == d.thisCpu;
        flips.learn(d.waker, d.wakee, machine.llcWeight(d.thisCpu), here, affineHere, kernel.comparesLoads(state));
        if (kernel.wakeWide(state) && !here) return;
        boolean isSync = state.sync();
        state.sync(!isSync);
        boolean otherHere = kernel.wakeAffine(state) == d.thisCpu;
        state.sync(isSync);
        if (otherHere != affineHere) sync.vote(d.wakerComm, isSync == (here == affineHere));
        if (kernel.comparesLoads(state))
            loadOffsets.learn(d.thisCpu, d.prev, kernel.loadMargin(state), here, d.decideNs);
    }

    /**
     * With the least and the largest limit the search ends differently: the outcome says on which side the limit is.
     *
     * @return whether a limit explains the outcome from this target
     */
    private boolean limit(Decision d, Searches searches, int target) {
        int most = machine.llcWeight(target);
        int without = Placement.cpu(searches.at(target, 0));
        int with = Placement.cpu(searches.at(target, most));
        if (d.chosen != without && d.chosen != with) return false;
        if (without == with) return true;
        int enough = most;
        for (int lacking = 0; enough - lacking > 1; ) {
            int middle = (enough + lacking) / 2;
            if (Placement.cpu(searches.at(target, middle)) == with) enough = middle;
            else lacking = middle;
        }
        scan.learn(machine.llc(target), enough, d.chosen == with);
        return true;
    }
}
