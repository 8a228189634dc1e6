package rewake.measure;

import static rewake.measure.Columns.count;
import static rewake.measure.Columns.flag;
import static rewake.measure.Columns.percent;
import static rewake.measure.Columns.share;
import static rewake.measure.Columns.text;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rewake.replay.Scores;
import rewake.report.Table;

/** Which modelled kernel explains a recording best: the table {@code matrix} of {@code rewake fidelity --matrix}. */
public final class MatrixTable {
    private MatrixTable() {}

    /**
     * One model against one recording.
     *
     * @param model the oldest kernel that decides so here
     * @param ties further kernels that cannot decide differently here
     * @param recorded one of these kernels is the recorded one
     */
    public record Row(String trace, String model, List<String> ties, boolean recorded, Scores scores) {}

    /** Whether this row, alone among those of its trace, has the most exact decisions. */
    public static boolean best(Row row, List<Row> all) {
        return all.stream()
                .filter(other ->
                        other.trace().equals(row.trace()) && !other.model().equals(row.model()))
                .allMatch(other -> other.scores().exact() < row.scores().exact());
    }

    /** The table, in the order of the rows. */
    public static Table of(List<Row> all) {
        var rows = new ArrayList<@Nullable Object[]>();
        for (Row row : all) rows.add(cells(row, best(row, all)));
        return Table.of(
                        "matrix",
                        "Which kernel's model explains the recording best",
                        List.of(
                                text("trace", "Trace"),
                                text("model", "Model"),
                                text("ties", "Same here"),
                                flag("recorded", "Recorded"),
                                flag("best", "Best"),
                                count("decisions", "Decisions"),
                                count("exact", "Exact"),
                                percent("exact_share", "Exact %"),
                                percent("exact_low", "low %"),
                                percent("exact_high", "high %"),
                                count("moved", "Moved"),
                                percent("moved_exact_share", "Moved exact %"),
                                percent("nonracy_exact_share", "Non-racy exact %")),
                        rows)
                .withNotes(List.of(
                        "every model rules the recorded state itself and learns from past decisions by its own rules, on the"
                                + " same wake-ups",
                        "same here: kernels that cannot decide differently on this machine, by construction; best: more exact"
                                + " decisions than any other model"));
    }

    private static @Nullable Object[] cells(Row row, boolean best) {
        Scores s = row.scores();
        Wilson exact = Wilson.of(s.exact(), s.decisions());
        return new @Nullable Object[] {
            row.trace(),
            row.model(),
            row.ties().isEmpty() ? null : String.join(" ", row.ties()),
            row.recorded(),
            best,
            s.decisions(),
            s.exact(),
            exact == null ? null : (Double) exact.share(),
            exact == null ? null : (Double) exact.low(),
            exact == null ? null : (Double) exact.high(),
            s.moved(),
            share(s.movedExact(), s.moved()),
            share(s.nonRacyExact(), s.decisions() - s.racy())
        };
    }
}
