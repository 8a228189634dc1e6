package rewake.measure;

import static rewake.measure.Columns.detail;
import static rewake.measure.Columns.flag;
import static rewake.measure.Columns.hidden;
import static rewake.measure.Columns.percent;
import static rewake.measure.Columns.shownIf;
import static rewake.measure.Columns.significant;
import static rewake.measure.Columns.text;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import rewake.report.Chart;
import rewake.report.Column;
import rewake.report.ColumnType;
import rewake.report.Table;

/** The tables of {@code rewake diff}. */
public final class DiffTables {
    private DiffTables() {}

    /** Table {@code diff}; {@code prediction} of what the patch between the sides changes, or null. */
    public static Table diff(Diff diff, @Nullable Prediction prediction) {
        Table table = Table.of(
                "diff",
                "From " + diff.a().label() + " to " + diff.b().label(),
                columns(diff, prediction != null),
                diff.rows().stream().map(row -> cells(row, prediction)).toList());
        return table.withNotes(notes(diff)).withNotes(prediction == null ? List.of() : prediction.notes(diff.rows()));
    }

    private static List<Column> columns(Diff diff, boolean predicted) {
        return List.of(
                text("metric", "Metric"),
                predicted ? detail(text("unit", "Unit")) : text("unit", "Unit"),
                text("scope", "Scope"),
                significant("a", diff.a().label()),
                hidden("a_low", ColumnType.DOUBLE),
                hidden("a_high", ColumnType.DOUBLE),
                significant("b", diff.b().label()),
                hidden("b_low", ColumnType.DOUBLE),
                hidden("b_high", ColumnType.DOUBLE),
                percent("change", "Change %"),
                predicted ? detail(percent("change_low", "from %")) : percent("change_low", "from %"),
                predicted ? detail(percent("change_high", "to %")) : percent("change_high", "to %"),
                flag("noise", "Noise"),
                shownIf(predicted, percent("predicted", "Predicted %")),
                shownIf(predicted, percent("predicted_low", "from %")),
                shownIf(predicted, percent("predicted_high", "to %")),
                shownIf(predicted, percent("prediction_error", "Error pp")),
                hidden("reason", ColumnType.TEXT),
                hidden("prediction_reason", ColumnType.TEXT));
    }

    private static @Nullable Object[] cells(DiffRow row, @Nullable Prediction prediction) {
        Prediction.Change change = prediction == null ? null : prediction.of(row.metric(), row.scope());
        return new @Nullable Object[] {
            row.metric().id(),
            row.metric().unit(),
            row.scope(),
            row.a(),
            finite(row.aInterval().low()),
            finite(row.aInterval().high()),
            row.b(),
            finite(row.bInterval().low()),
            finite(row.bInterval().high()),
            row.change(),
            finite(row.changeInterval().low()),
            finite(row.changeInterval().high()),
            row.noise(),
            change == null ? null : finite(change.change()),
            change == null ? null : finite(change.low()),
            change == null ? null : finite(change.high()),
            change == null ? null : finite(change.change() - row.change()),
            row.why(),
            prediction == null ? null : prediction.whyNot(row.metric(), row.scope())
        };
    }

    private static @Nullable Double finite(double value) {
        return Double.isFinite(value) ? (Double) value : null;
    }

    private static List<String> notes(Diff diff) {
        var notes = new ArrayList<String>();
        notes.add(
                "change and its 95 % interval are shares of the first value; noise: the interval of the difference includes"
                        + " 0. Intervals come from " + Bootstrap.DRAWS + " resamples of blocks of time"
                        + (diff.repeated() ? ", of repeats first" : ""));
        if (!diff.repeated())
            notes.add(
                    "one trace a side: intervals tell how far off a trace is as a sample of its run, not how far the next"
                            + " run would be; give repeats with --a and --b for that");
        for (DiffSide side : List.of(diff.a(), diff.b()))
            if (!side.missing("all").nothing())
                notes.add(
                        "events of " + side.label()
                                + " are missing: its intervals hold what the losses can hide as well, and so do those of changes");
        Map<String, Set<String>> missing = new LinkedHashMap<>();
        for (DiffRow row : diff.rows())
            if (row.why() != null)
                missing.computeIfAbsent(row.why(), _ -> new TreeSet<>())
                        .add(
                                row.scope().equals("all")
                                        ? row.metric().id()
                                        : row.scope() + " " + row.metric().id());
        missing.forEach((why, what) -> notes.add(why + ": " + first(what)));
        notes.addAll(diff.openWaits());
        return notes;
    }

    private static String first(Set<String> names) {
        int most = 8;
        String some = String.join(", ", names.stream().limit(most).toList());
        return names.size() <= most ? some : some + " and " + (names.size() - most) + " more";
    }

    /** What is drawn: every change with its interval. */
    public static Chart chart(Diff diff) {
        return new Chart.Forest(
                "What changed from " + diff.a().label() + " to " + diff.b().label()
                        + ", and may it be noise? (changes beyond 100 % at the edge, noise in faint)",
                "diff",
                List.of("scope", "metric"),
                new Chart.Series("change", "change_low", "change_high"),
                "noise");
    }

    /** Table {@code fail_if}: the thresholds and what came of them. */
    public static Table failIf(Diff diff, List<Threshold> thresholds) {
        var rows = new ArrayList<@Nullable Object[]>();
        for (Threshold t : thresholds)
            rows.add(new @Nullable Object[] {
                t.text(), t.metric().id(), t.scope(), t.judge(diff).id()
            });
        return Table.of(
                "fail_if",
                "Thresholds",
                List.of(
                        text("condition", "Condition"),
                        text("metric", "Metric"),
                        text("scope", "Scope"),
                        text("verdict", "Verdict")),
                rows);
    }

    /** Table {@code metrics}: what can be compared. */
    public static Table metrics() {
        var rows = new ArrayList<@Nullable Object[]>();
        for (Metric metric : Metric.values())
            rows.add(new @Nullable Object[] {
                metric.id(), metric.unit(), metric.better().id(), metric.definition()
            });
        return Table.of(
                "metrics",
                "What is compared",
                List.of(
                        text("metric", "Metric"),
                        text("unit", "Unit"),
                        text("better", "Better"),
                        text("definition", "Definition")),
                rows);
    }
}
