package rewake.measure;

import static rewake.measure.Columns.count;
import static rewake.measure.Columns.percent;
import static rewake.measure.Columns.share;
import static rewake.measure.Columns.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import rewake.event.Distance;
import rewake.replay.Scores;
import rewake.replay.SkipReason;
import rewake.report.Column;
import rewake.report.Table;

/** The tables of {@code rewake whatif --mode judge}. */
public final class WhatifTables {
    private WhatifTables() {}

    /**
     * All tables of wake-ups, what changed first.
     *
     * @param trace name of the trace
     * @param shown scores of the models that were asked for, the base first
     * @param judged the score of the recorded kernel's own model
     * @param recorded decisions of the recording by distance from prev, indexed by {@link Distance}
     * @param note a sentence for a model's row, or null
     */
    public static List<Table> of(
            String trace,
            List<Scores> shown,
            Scores judged,
            long[] recorded,
            Map<SkipReason, Long> skipped,
            long maybeNoDecision,
            Function<String, @Nullable String> note) {
        var fidelity = new ArrayList<Scores>();
        fidelity.add(judged);
        if (shown.getFirst() != judged) fidelity.add(shown.getFirst());
        return List.of(
                judge(shown, recorded, note),
                sis(shown),
                FidelityTables.fidelity(fidelity.stream()
                        .map(one -> new FidelityTables.Row(trace, Trial.PAST, one, maybeNoDecision))
                        .toList()),
                skipped(skipped),
                FidelityTables.confusion(fidelity));
    }

    private static Table judge(List<Scores> shown, long[] recorded, Function<String, @Nullable String> note) {
        var rows = new ArrayList<@Nullable Object[]>();
        for (Scores s : shown) {
            boolean base = s == shown.getFirst();
            rows.add(new @Nullable Object[] {
                s.model(),
                s.decisions(),
                base ? null : (Long) s.changed(),
                base ? null : share(s.changed(), s.decisions()),
                s.wakeupMigrations(),
                s.migrations(Distance.SMT),
                s.migrations(Distance.CLUSTER),
                s.migrations(Distance.LLC),
                s.migrations(Distance.NODE),
                s.migrations(Distance.REMOTE),
                base ? "base" : note.apply(s.model())
            });
        }
        long all = 0;
        for (long n : recorded) all += n;
        rows.add(new @Nullable Object[] {
            "recorded",
            all,
            null,
            null,
            all - recorded[Distance.SAME.ordinal()],
            recorded[Distance.SMT.ordinal()],
            recorded[Distance.CLUSTER.ordinal()],
            recorded[Distance.LLC.ordinal()],
            recorded[Distance.NODE.ordinal()],
            recorded[Distance.REMOTE.ordinal()],
            "what the traced kernel did"
        });
        return Table.of(
                        "judge",
                        "What would have been decided",
                        List.of(
                                text("model", "Model"),
                                count("decisions", "Decisions"),
                                count("decisions_changed", "Changed"),
                                percent("changed_share", "Changed %"),
                                count("wakeup_migrations", "Migrations"),
                                count("smt", "SMT"),
                                count("cluster", "Cluster"),
                                count("llc", "LLC"),
                                count("node", "Node"),
                                count("remote", "Remote"),
                                text("note", "Note")),
                        rows)
                .withNotes(List.of(
                        "each wake-up is decided in the recorded state, then the recording is followed: first order,"
                                + " what follows from a changed decision is not in these numbers",
                        "changed: against the base model; migrations by distance from the previous CPU"));
    }

    private static Table skipped(Map<SkipReason, Long> skipped) {
        var rows = new ArrayList<@Nullable Object[]>();
        for (SkipReason reason : SkipReason.values())
            rows.add(new @Nullable Object[] {reason.id(), skipped.getOrDefault(reason, 0L)});
        return Table.of(
                "skipped",
                "Wake-ups that took no decision, or none that can be judged",
                List.of(text("reason", "Reason"), count("count", "Count")),
                rows);
    }

    /** Mel Gorman's metrics of select_idle_sibling, per model. */
    private static Table sis(List<Scores> shown) {
        var rows = new ArrayList<@Nullable Object[]>();
        for (Scores s : shown) {
            long found = s.searches() - s.failures();
            rows.add(new @Nullable Object[] {
                s.model(),
                s.searches(),
                s.searchesScanning(),
                s.scanned(),
                s.found(),
                s.foundInCluster(),
                s.failures(),
                share(s.searches(), s.searches() + s.scanned()),
                share(s.searchesScanning(), s.scanned()),
                share(s.fast(), s.searches()),
                share(found, s.searches()),
                s.missedByLimit(),
                s.missedByRace(),
                s.missedByAffinity(),
                share(s.flagFalse(), s.flagSearches()),
                share(s.queuedByInterrupt(), s.decisions()),
                s.foundSibling(),
                s.flagSearches(),
                s.flagScanned(),
                s.flagFound()
            });
        }
        return Table.of("sis", "What the searches for an idle CPU did", SIS, rows)
                .withNotes(List.of(
                        "scanning: searches that entered select_idle_cpu() (its passes before 5.12), which no early test and no"
                                + " sibling of prev ended; scanned, found: CPUs looked at, and searches that found one, there;"
                                + " in cluster: of found, in the target's cluster, where the model knows clusters",
                        "core: those of scanning, scanned and found that believed in an idle core; by sibling: an idle sibling"
                                + " was taken, of prev before scanning, or of the target (before 5.12) after it",
                        "search efficiency: searches per CPU looked at, one look counted for each search's early tests;"
                                + " domain: the same for searches that scan",
                        "missed: nothing idle was found though a CPU of the LLC was idle: not looked at for the scan limit, or"
                                + " idle only within the race window, or closed to the task by its affinity, as inferred from"
                                + " CPUs that the kernel refused it repeatedly",
                        "flag false: searches that believed in an idle core and found none; by interrupt: wake-ups that the model"
                                + " queues to their CPU by interrupt, by its own rule"));
    }

    private static final List<Column> SIS = List.of(
            text("model", "Model"),
            count("searches", "Searches"),
            count("searches_scanning", "Scanning"),
            count("scanned", "Scanned"),
            count("found", "Found"),
            count("found_in_cluster", "In cluster"),
            count("failures", "Failures"),
            percent("search_efficiency", "Efficiency %"),
            percent("domain_search_efficiency", "Domain eff. %"),
            percent("fast_success_rate", "Fast success %"),
            percent("success_rate", "Success %"),
            count("missed_idle_limit", "Missed: limit"),
            count("missed_idle_race", "Missed: race"),
            count("missed_idle_affinity", "Missed: affinity"),
            percent("idle_core_flag_false_positive_rate", "Flag false %"),
            percent("remote_queue_share", "By interrupt %"),
            count("found_sibling", "By sibling"),
            count("core_searches", "Core searches"),
            count("core_scanned", "Core scanned"),
            count("core_found", "Core found"));
}
