package rewake.measure;

import static rewake.measure.Columns.count;
import static rewake.measure.Columns.number;
import static rewake.measure.Columns.percent;
import static rewake.measure.Columns.share;
import static rewake.measure.Columns.text;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rewake.replay.Scores;
import rewake.report.Column;
import rewake.report.Table;

/** The tables that say how well a model decides as the recorded kernel did: {@code fidelity} and {@code confusion}. */
public final class FidelityTables {
    private FidelityTables() {}

    /**
     * One row.
     *
     * @param trace name of the trace
     * @param maybeNoDecision wake-ups left out that may have been decisions; null where only some decisions are scored
     */
    public record Row(
            String trace,
            Trial trial,
            Scores scores,
            @Nullable Long maybeNoDecision) {}

    /** The table {@code fidelity}. */
    public static Table fidelity(List<Row> all) {
        var rows = new ArrayList<@Nullable Object[]>();
        for (Row row : all) rows.add(cells(row));
        return Table.of("fidelity", "How the model decides as the recorded kernel did", FIDELITY, rows)
                .withNotes(List.of(
                        "inference: whether each decision is answered with what all past ones taught of the values that no"
                                + " event shows, with nothing, or only with what the first half of the decisions taught",
                        "racy, consistent and allowed are worked out for the model that rules the recorded state"));
    }

    private static @Nullable Object[] cells(Row row) {
        Scores s = row.scores();
        Fidelity f = Fidelity.of(s);
        Wilson exact = f.exact();
        long n = s.decisions();
        boolean full = s.judged();
        return new @Nullable Object[] {
            row.trace(),
            s.model(),
            row.trial().inference(),
            row.trial().scored(),
            n,
            s.exact(),
            exact == null ? null : (Double) exact.share(),
            exact == null ? null : (Double) exact.low(),
            exact == null ? null : (Double) exact.high(),
            f.nullPrev(),
            f.nullIdle(),
            f.skill(),
            s.moved(),
            share(s.movedExact(), s.moved()),
            full ? (Long) s.racy() : null,
            full ? share(s.nonRacyExact(), n - s.racy()) : null,
            full ? share(s.consistent(), n) : null,
            full ? share(s.allowedSum(), n) : null,
            share(s.sameCore(), n),
            share(s.sameLlc(), n),
            share(s.sameNode(), n),
            share(s.idleAgree(), n),
            row.maybeNoDecision()
        };
    }

    private static final List<Column> FIDELITY = List.of(
            text("trace", "Trace"),
            text("model", "Model"),
            text("inference", "Inference"),
            text("scored", "Scored"),
            count("decisions", "Decisions"),
            count("exact", "Exact"),
            percent("exact_share", "Exact %"),
            percent("exact_low", "low %"),
            percent("exact_high", "high %"),
            percent("null_prev_share", "Null: prev %"),
            percent("null_idle_share", "Null: idle %"),
            number("skill", "Skill"),
            count("moved", "Moved"),
            percent("moved_exact_share", "Moved exact %"),
            count("racy", "Racy"),
            percent("nonracy_exact_share", "Non-racy exact %"),
            percent("consistent_share", "Consistent %"),
            number("allowed_mean", "Allowed CPUs"),
            percent("same_core", "Same core %"),
            percent("same_llc", "Same LLC %"),
            percent("same_node", "Same node %"),
            percent("idle_agree", "Idle agree %"),
            count("maybe_no_decision", "Maybe no decision"));

    /** The table {@code confusion}, of one trace. */
    public static Table confusion(List<Scores> models) {
        var rows = new ArrayList<@Nullable Object[]>();
        for (Scores s : models)
            for (Scores.Confusion c : s.confusion())
                rows.add(new @Nullable Object[] {
                    s.model(), c.path().id(), c.modelled().id(), c.recorded().id(), c.count()
                });
        return confusion(
                List.of(
                        text("model", "Model"),
                        text("path", "Path"),
                        text("modelled", "Modelled"),
                        text("recorded", "Recorded"),
                        count("count", "Count")),
                rows);
    }

    /** The table {@code confusion} over several traces, of the rows that are scored on all decisions. */
    public static Table confusionByTrace(List<Row> all) {
        var rows = new ArrayList<@Nullable Object[]>();
        for (Row row : all) {
            if (row.trial().onHalf()) continue;
            for (Scores.Confusion c : row.scores().confusion())
                rows.add(new @Nullable Object[] {
                    row.trace(),
                    row.scores().model(),
                    row.trial().inference(),
                    c.path().id(),
                    c.modelled().id(),
                    c.recorded().id(),
                    c.count()
                });
        }
        return confusion(
                List.of(
                        text("trace", "Trace"),
                        text("model", "Model"),
                        text("inference", "Inference"),
                        text("path", "Path"),
                        text("modelled", "Modelled"),
                        text("recorded", "Recorded"),
                        count("count", "Count")),
                rows);
    }

    private static Table confusion(List<Column> columns, List<@Nullable Object[]> rows) {
        return Table.of(
                "confusion",
                "By which path the model went how far from prev, and how far the recording went",
                columns,
                rows);
    }
}
