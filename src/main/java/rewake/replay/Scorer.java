package rewake.replay;

import java.util.List;
import rewake.event.Distance;
import rewake.kernel.CpuMask;
import rewake.kernel.Machine;
import rewake.kernel.Path;
import rewake.kernel.Placement;

/**
 * Counts the answers of all models to one decision: against the recorded CPU, the null predictors and the base model. Most
 * decisions are the same by all models; so the judged model's scores count everything, those of another model only by how much
 * it differs ({@link Scores#plus}).
 */
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
        int base = Placement.cpu(d.answers[0]);
        for (int m = 0; m < models.size(); m++) {
            Modelled model = models.get(m);
            if (Placement.cpu(d.answers[m]) != base) model.scores.changed++;
            if (m != judged && likeJudged(d, m)) continue;
            count(model.scores, d, m, recorded, nullIdle, 1);
            if (m == judged) judged(model.scores, d, Placement.cpu(d.answers[m]) == d.chosen);
            else count(model.scores, d, judged, recorded, nullIdle, -1);
        }
    }

    /** Whether the judged model's counts of {@code d} are this one's too. */
    private boolean likeJudged(Decision d, int m) {
        return d.answers[m] == d.answers[judged] && d.flagged[m] == d.flagged[judged] && models.get(m).queuesAlike;
    }

    /** Counts what model {@code m} decided {@code by} times. */
    private void count(Scores s, Decision d, int m, Distance recorded, int nullIdle, int by) {
        long answer = d.answers[m];
        int cpu = Placement.cpu(answer);
        boolean right = cpu == d.chosen;
        s.decisions += by;
        if (right) s.exact += by;
        if (d.chosen != d.prev) {
            s.moved += by;
            if (right) s.movedExact += by;
        }
        if (d.chosen == d.prev) s.nullPrev += by;
        if (d.chosen == nullIdle) s.nullIdle += by;
        Distance modelled = right ? recorded : machine.topology().distance(d.prev, cpu);
        s.migrated(modelled, by);
        nearness(s, d, cpu, by);
        s.confused(Placement.path(answer), modelled, recorded, by);
        if (queued(d, models.get(m), cpu)) s.queuedByInterrupt += by;
        search(s, d, m, by);
    }

    private void judged(Scores s, Decision d, boolean right) {
        if (d.racy) s.racy++;
        else if (right) s.nonRacyExact++;
        if (CpuMask.has(d.allowed, d.chosen)) s.consistent++;
        s.allowedSum += d.allowedSize;
    }

    private void nearness(Scores s, Decision d, int cpu, int by) {
        Distance apart = machine.topology().distance(cpu, d.chosen);
        if (apart.compareTo(Distance.SMT) <= 0) s.sameCore += by;
        if (apart.compareTo(Distance.LLC) <= 0) s.sameLlc += by;
        if (apart.compareTo(Distance.NODE) <= 0) s.sameNode += by;
        if (usable(d, cpu) == usable(d, d.chosen)) s.idleAgree += by;
    }

    private boolean queued(Decision d, Modelled model, int cpu) {
        int running = CpuMask.has(d.unqueued, cpu) ? 0 : 1;
        return model.kernel.wakelist().queues(machine, d.thisCpu, cpu, running);
    }

    private void search(Scores s, Decision d, int m, int by) {
        long answer = d.answers[m];
        Path path = Placement.path(answer);
        if (path == Path.SMT_SIBLING) s.foundSibling += by;
        if (!Placement.is(answer, Placement.SEARCHED)) {
            if (path == Path.NO_IDLE) s.failures += by; // a CPU alone under its LLC: nothing to search
            else if (path != Path.SMT_SIBLING) s.fast += by;
            return;
        }
        boolean found = path == Path.IDLE_CORE || path == Path.CLUSTER_SCAN || path == Path.LLC_SCAN;
        s.searchesScanning += by;
        s.scanned += (long) by * Placement.scanned(answer);
        if (d.flagged[m]) {
            s.flagSearches += by;
            s.flagScanned += (long) by * Placement.scanned(answer);
            if (found) s.flagFound += by;
            if (path != Path.IDLE_CORE) s.flagFalse += by;
        }
        if (found) {
            s.found += by;
            int target = Placement.target(answer);
            if (path == Path.CLUSTER_SCAN
                    || (path == Path.IDLE_CORE
                            && machine.shareResources(target, Placement.cpu(answer))
                            && machine.clusterActive())) s.foundInCluster += by;
            return;
        }
        // Neither a sibling of the target, nor what was kept from before: prev or the recently used CPU.
        if (path != Path.NO_IDLE && path != Path.SLOW_PATH) return;
        s.failures += by;
        missed(s, d, answer, by);
    }

    /** Why a search that found nothing missed a CPU that was idle, if one was. */
    private void missed(Scores s, Decision d, long answer, int by) {
        long[] llc = machine.llcSpan(Placement.target(answer));
        boolean racing = false;
        boolean barred = false;
        for (int cpu = CpuMask.next(llc, 0); cpu >= 0; cpu = CpuMask.next(llc, cpu + 1)) {
            boolean idle = CpuMask.has(d.idle, cpu);
            if (idle && CpuMask.has(d.mayRun, cpu)) {
                s.missedByLimit += by;
                return;
            }
            barred |= idle;
            racing |= CpuMask.has(d.flipped, cpu);
        }
        if (barred) s.missedByAffinity += by;
        else if (racing) s.missedByRace += by;
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
