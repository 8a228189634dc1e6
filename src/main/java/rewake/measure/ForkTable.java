package rewake.measure;

import static rewake.measure.Columns.count;
import static rewake.measure.Columns.number;
import static rewake.measure.Columns.percent;
import static rewake.measure.Columns.text;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rewake.replay.ForkScores;
import rewake.report.Table;

/** Where forks and execs went: the table {@code fork_exec}, a figure apart from wake-ups. */
public final class ForkTable {
    private ForkTable() {}

    /** One model's forks or execs in one trial. */
    public record Row(String trace, Trial trial, ForkScores scores) {}

    /** The rows of one judge, those of its first {@code models} models. */
    public static List<Row> rows(String trace, Trial trial, List<ForkScores> scores, int models) {
        return scores.subList(0, ForkScores.Kind.values().length * models).stream()
                .map(one -> new Row(trace, trial, one))
                .toList();
    }

    /** The table. */
    public static Table of(List<Row> all) {
        var rows = new ArrayList<@Nullable Object[]>();
        for (Row row : all) rows.add(cells(row));
        return Table.of(
                        "fork_exec",
                        "Where forks and execs went",
                        List.of(
                                text("trace", "Trace"),
                                text("model", "Model"),
                                text("kind", "Kind"),
                                text("inference", "Inference"),
                                text("scored", "Scored"),
                                count("decisions", "Decisions"),
                                count("decisions_changed", "Changed"),
                                count("exact", "Exact"),
                                percent("exact_share", "Exact %"),
                                percent("exact_low", "low %"),
                                percent("exact_high", "high %"),
                                percent("null_here_share", "Null: here %"),
                                percent("null_idle_share", "Null: idle %"),
                                number("skill", "Skill"),
                                count("racy", "Racy"),
                                percent("nonracy_exact_share", "Non-racy exact %"),
                                percent("same_llc", "Same LLC %"),
                                percent("same_node", "Same node %"),
                                percent("idle_agree", "Idle agree %")),
                        rows)
                .withNotes(List.of(
                        "fork: the child's first CPU, decided between sched_process_fork and sched_wakeup_new; racy: the states at"
                                + " both give other answers. exec_move: execs that moved their task; one that stays leaves no"
                                + " event where it was decided",
                        "among CPUs or groups with as much idle the least utilised is taken, and what ran before the trace is not"
                                + " known but learned from past forks (inference past, or first_half, scored on the other half of"
                                + " the forks): idle agree tells whether an idle one was taken at all",
                        "null here: the CPU that forks; null idle: the first idle CPU from it on. Empty: the model has no fork"
                                + " path (before 5.5), or nothing was decided"));
    }

    private static @Nullable Object[] cells(Row row) {
        ForkScores s = row.scores();
        Wilson exact = s.modelled() ? Wilson.of(s.exact(), s.decisions()) : null;
        Double here = s.share(s.nullHere());
        Double idle = s.share(s.nullIdle());
        Double best = here == null || idle == null ? null : (Double) Math.max(here, idle);
        boolean ok = s.modelled();
        return new @Nullable Object[] {
            row.trace(),
            s.model(),
            s.kind().id(),
            row.trial().inference(),
            row.trial().scored(),
            s.decisions(),
            ok ? (Long) s.changed() : null,
            ok ? (Long) s.exact() : null,
            exact == null ? null : (Double) exact.share(),
            exact == null ? null : (Double) exact.low(),
            exact == null ? null : (Double) exact.high(),
            here,
            idle,
            exact == null || best == null || best >= 1 ? null : (Double) ((exact.share() - best) / (1 - best)),
            ok && s.kind() == ForkScores.Kind.FORK ? (Long) s.racy() : null,
            ok && s.kind() == ForkScores.Kind.FORK ? Columns.share(s.nonRacyExact(), s.decisions() - s.racy()) : null,
            s.share(s.sameLlc()),
            s.share(s.sameNode()),
            s.share(s.idleAgree())
        };
    }
}
