package rewake.replay;

import java.util.List;
import rewake.event.Distance;
import rewake.kernel.CpuMask;
import rewake.kernel.Machine;
import rewake.kernel.Path;
import rewake.kernel.Placement;

/** Counts the answers of all models to one decision: against the recorded CPU, the null predictors and the base model. */
final class Scorer {
    private final Machine machine;
    private final List<Modelled> models;
    private final int judged;
    private final long[] recordedMoves = new long[Distance.values().length];

    /** @param judged which model is the recorded kernel's own */
    Scorer(Machine machine, List<Modelled> models, int judged) {
        this.machine = machine;
        this.models = models;
        this.judged = judged;
    }

    /** Recorded decisions by distance from prev. */
    long[] recordedMoves() {
        return recordedMoves.clone();
    }

    void score(Decision d) {
        int nullIdle = nullIdle(d);
        Distance recorded = machine.topology().distance(d.prev, d.chosen);
        recordedMoves[recorded.ordinal()]++;
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
            Distance modelled = right ? recorded : machine.topology().distance(d.prev, cpu);
            s.migrated(modelled);
            nearness(s, d, cpu);
            s.confused(Placement.path(answer), modelled, recorded);
            if (queued(d, models.get(m), cpu)) s.queuedByInterrupt++;
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

    private boolean queued(Decision d, Modelled model, int cpu) {
        int running = CpuMask.has(d.unqueued, cpu) ? 0 : 1;
        return model.kernel.wakelist().queues(machine, d.thisCpu, cpu, running);
    }

    private void search(Scores s, Decision d, int m) {
        long answer = d.answers[m];
        Path path = Placement.path(answer);
        if (path == Path.SMT_SIBLING) s.foundSibling++;
        if (!Placement.is(answer, Placement.SEARCHED)) {
            if (path == Path.NO_IDLE) s.failures++; // a CPU alone under its LLC: nothing to search
            else if (path != Path.SMT_SIBLING) s.fast++;
            return;
        }
        boolean found = path == Path.IDLE_CORE || path == Path.CLUSTER_SCAN || path == Path.LLC_SCAN;
        s.searchesScanning++;
        s.scanned += Placement.scanned(answer);
        if (d.flagged[m]) {
            s.flagSearches++;
            s.flagScanned += Placement.scanned(answer);
            if (found) s.flagFound++;
            if (path != Path.IDLE_CORE) s.flagFalse++;
        }
        if (found) {
            s.found++;
            int target = Placement.target(answer);
            if (path == Path.CLUSTER_SCAN
                    || (path == Path.IDLE_CORE
                            && machine.shareResources(target, Placement.cpu(answer))
                            && machine.clusterActive())) s.foundInCluster++;
            return;
        }
        // Neither a sibling of the target, nor what was kept from before: prev or the recently used CPU.
        if (path != Path.NO_IDLE && path != Path.SLOW_PATH) return;
        s.failures++;
        missed(s, d, answer);
    }

    /** Why a search that found nothing missed a CPU that was idle, if one was. */
    private void missed(Scores s, Decision d, long answer) {
        long[] llc = machine.llcSpan(Placement.target(answer));
        boolean racing = false;
        boolean barred = false;
        for (int cpu = CpuMask.next(llc, 0); cpu >= 0; cpu = CpuMask.next(llc, cpu + 1)) {
            boolean idle = CpuMask.has(d.idle, cpu);
            if (idle && CpuMask.has(d.mayRun, cpu)) {
                s.missedByLimit++;
                return;
            }
            barred |= idle;
            racing |= CpuMask.has(d.flipped, cpu);
        }
        if (barred) s.missedByAffinity++;
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
}
