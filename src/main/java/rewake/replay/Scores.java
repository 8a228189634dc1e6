package rewake.replay;

import java.util.ArrayList;
import java.util.List;
import rewake.event.Distance;
import rewake.kernel.Path;

/**
 * What one model decided, counted: against the recording, against the base model, and what its searches looked at.
 * Counts only; shares and intervals are made of them in {@code measure}.
 */
public final class Scores {
    private static final Path[] PATHS = Path.values();
    private static final int DISTANCES = Distance.values().length;

    private final String model;
    private final boolean judged;
    long decisions;
    long exact;
    long moved;
    long movedExact;
    long racy;
    long nonRacyExact;
    long consistent;
    long allowedSum;
    long sameCore;
    long sameLlc;
    long sameNode;
    long idleAgree;
    long nullPrev;
    long nullIdle;
    long changed;
    long searchesScanning;
    long scanned;
    long found;
    long foundInCluster;
    long fast;
    long failures;
    long missedByLimit;
    long missedByRace;
    long missedByAffinity;
    long flagSearches;
    long flagFalse;
    long flagScanned;
    long flagFound;
    long foundSibling;
    long queuedByInterrupt;
    private final long[] migrations = new long[DISTANCES];
    private final long[] confusion = new long[PATHS.length * DISTANCES * DISTANCES];

    Scores(String model, boolean judged) {
        this.model = model;
        this.judged = judged;
    }

    void confused(Path path, Distance modelled, Distance recorded, int by) {
        confusion[(path.ordinal() * DISTANCES + modelled.ordinal()) * DISTANCES + recorded.ordinal()] += by;
    }

    void migrated(Distance distance, int by) {
        migrations[distance.ordinal()] += by;
    }

    /**
     * These counts, which say by how much this model differs from {@code other}, on top of the other's. What is counted
     * against the base, and for the judged model alone, is not added.
     */
    Scores plus(Scores other) {
        var sum = new Scores(model, judged);
        sum.changed = changed;
        sum.decisions = decisions + other.decisions;
        sum.exact = exact + other.exact;
        sum.moved = moved + other.moved;
        sum.movedExact = movedExact + other.movedExact;
        sum.sameCore = sameCore + other.sameCore;
        sum.sameLlc = sameLlc + other.sameLlc;
        sum.sameNode = sameNode + other.sameNode;
        sum.idleAgree = idleAgree + other.idleAgree;
        sum.nullPrev = nullPrev + other.nullPrev;
        sum.nullIdle = nullIdle + other.nullIdle;
        sum.searchesScanning = searchesScanning + other.searchesScanning;
        sum.scanned = scanned + other.scanned;
        sum.found = found + other.found;
        sum.foundInCluster = foundInCluster + other.foundInCluster;
        sum.fast = fast + other.fast;
        sum.failures = failures + other.failures;
        sum.missedByLimit = missedByLimit + other.missedByLimit;
        sum.missedByRace = missedByRace + other.missedByRace;
        sum.missedByAffinity = missedByAffinity + other.missedByAffinity;
        sum.flagSearches = flagSearches + other.flagSearches;
        sum.flagFalse = flagFalse + other.flagFalse;
        sum.flagScanned = flagScanned + other.flagScanned;
        sum.flagFound = flagFound + other.flagFound;
        sum.foundSibling = foundSibling + other.foundSibling;
        sum.queuedByInterrupt = queuedByInterrupt + other.queuedByInterrupt;
        for (int i = 0; i < migrations.length; i++) sum.migrations[i] = migrations[i] + other.migrations[i];
        for (int i = 0; i < confusion.length; i++) sum.confusion[i] = confusion[i] + other.confusion[i];
        return sum;
    }

    /** Name of the model. */
    public String model() {
        return model;
    }

    /** Whether racy, consistent and the allowed set were worked out for this model. */
    public boolean judged() {
        return judged;
    }

    /** Wake-ups that took a placement decision. */
    public long decisions() {
        return decisions;
    }

    /** Decisions with the recorded CPU. */
    public long exact() {
        return exact;
    }

    /** Decisions where the recorded CPU is not prev. */
    public long moved() {
        return moved;
    }

    /** Those of {@link #moved} with the recorded CPU. */
    public long movedExact() {
        return movedExact;
    }

    /** Decisions where an event within the race window changes the answer. */
    public long racy() {
        return racy;
    }

    /** Exact among those that are not racy. */
    public long nonRacyExact() {
        return nonRacyExact;
    }

    /** Decisions where some value of the unknowns gives the recorded CPU. */
    public long consistent() {
        return consistent;
    }

    /** Sum of the sizes of the sets of CPUs that the unknowns allow. */
    public long allowedSum() {
        return allowedSum;
    }

    /** Decisions for a CPU of the recorded CPU's core. */
    public long sameCore() {
        return sameCore;
    }

    /** Decisions for a CPU of the recorded CPU's LLC. */
    public long sameLlc() {
        return sameLlc;
    }

    /** Decisions for a CPU of the recorded CPU's node. */
    public long sameNode() {
        return sameNode;
    }

    /** Decisions where modelled and recorded CPU are both idle or both busy. */
    public long idleAgree() {
        return idleAgree;
    }

    /** Decisions where "always prev" is right. */
    public long nullPrev() {
        return nullPrev;
    }

    /** Decisions where "prev if idle, else the first idle CPU after prev in its LLC" is right. */
    public long nullIdle() {
        return nullIdle;
    }

    /** Decisions that differ from the base model's. */
    public long changed() {
        return changed;
    }

    /** Decisions for a CPU at this distance from prev. */
    public long migrations(Distance distance) {
        return migrations[distance.ordinal()];
    }

    /** Decisions for another CPU than prev. */
    public long wakeupMigrations() {
        return decisions - migrations(Distance.SAME);
    }

    /** Calls of select_idle_sibling: one a decision. */
    public long searches() {
        return decisions;
    }

    /** Searches that entered select_idle_cpu (or the passes before 5.12): no early test and no sibling of prev ended them. */
    public long searchesScanning() {
        return searchesScanning;
    }

    /** CPUs looked at by them, in passes for an idle core and an idle CPU. */
    public long scanned() {
        return scanned;
    }

    /** Of them, searches that found a CPU there: not by siblings, nor by falling back to prev or the recently used CPU. */
    public long found() {
        return found;
    }

    /** Of them, searches that found it in the target's cluster. */
    public long foundInCluster() {
        return foundInCluster;
    }

    /** Searches ended by target, prev, stacking or recent CPU. */
    public long fast() {
        return fast;
    }

    /** Searches that found nothing idle. */
    public long failures() {
        return failures;
    }

    /** Failures with an idle CPU in the LLC that the scan limit kept from being seen. */
    public long missedByLimit() {
        return missedByLimit;
    }

    /** Failures with an idle CPU in the LLC that was idle only within the race window. */
    public long missedByRace() {
        return missedByRace;
    }

    /** Of the failures, those where every idle CPU of the LLC is one where the wakee may not run, as inferred. */
    public long missedByAffinity() {
        return missedByAffinity;
    }

    /** Decisions whose wake-up is queued to its CPU by interrupt (ttwu_queue_wakelist), by the model's own rule. */
    public long queuedByInterrupt() {
        return queuedByInterrupt;
    }

    /** Searches with has_idle_cores set. */
    public long flagSearches() {
        return flagSearches;
    }

    /** What those looked at, of {@link #scanned}: for idle cores, and before 5.12 for an idle CPU after that. */
    public long flagScanned() {
        return flagScanned;
    }

    /** What those found, of {@link #found}. */
    public long flagFound() {
        return flagFound;
    }

    /** Searches that took an idle sibling: of prev before all else, or of the target after all else (5.11 and before). */
    public long foundSibling() {
        return foundSibling;
    }

    /** Of {@link #flagSearches}, those that found no idle core. */
    public long flagFalse() {
        return flagFalse;
    }

    /** Non-zero cells: by which path, how far from prev the model went and how far the recording. */
    public List<Confusion> confusion() {
        var out = new ArrayList<Confusion>();
        Distance[] all = Distance.values();
        for (Path path : PATHS)
            for (Distance modelled : all)
                for (Distance recorded : all) {
                    int cell = (path.ordinal() * DISTANCES + modelled.ordinal()) * DISTANCES + recorded.ordinal();
                    if (confusion[cell] > 0) out.add(new Confusion(path, modelled, recorded, confusion[cell]));
                }
        return out;
    }

    /**
     * One cell of the confusion table.
     *
     * @param modelled distance of the modelled CPU from prev
     * @param recorded distance of the recorded CPU from prev
     */
    public record Confusion(Path path, Distance modelled, Distance recorded, long count) {}
}
