package rewake.measure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import rewake.event.Distance;
import rewake.replay.Scores;

/**
 * What a patch is predicted to change of a recording, to be held against the recording of the patched kernel. First order only:
 * each wake-up is decided in the recorded state, so that only what a decision itself tells is predicted.
 */
public final class Prediction {
    private static final double NORMAL_95 = 1.96;

    /** Metrics of placement, by how far moves go. */
    private static final Map<Metric, Share> PLACEMENT = new EnumMap<>(Map.of(
            Metric.WAKEUP_MIGRATIONS, new Share(Distance.SMT, Distance.REMOTE, false),
            Metric.WAKEUP_MIGRATION_SHARE, new Share(Distance.SMT, Distance.REMOTE, false),
            Metric.NEAR_MIGRATION_SHARE, new Share(Distance.SMT, Distance.CLUSTER, true),
            Metric.CROSS_CLUSTER_SHARE, new Share(Distance.LLC, Distance.REMOTE, false),
            Metric.CROSS_LLC_SHARE, new Share(Distance.NODE, Distance.REMOTE, false),
            Metric.CROSS_NODE_SHARE, new Share(Distance.REMOTE, Distance.REMOTE, false)));

    private final String model;
    private final Moves base;
    private final Moves patched;
    private final long changed;
    private final @Nullable Long baseWrites;
    private final @Nullable Long patchedWrites;
    private final @Nullable String whyNoWrites;

    /** Moves that a metric counts, out of all moves or of all decisions. */
    private record Share(Distance from, Distance to, boolean ofMoves) {
        long of(Moves moves) {
            return moves.between(from, to);
        }

        double ratio(Moves moves) {
            return (double) of(moves) / (ofMoves ? moves.between(Distance.SMT, Distance.REMOTE) : moves.decisions());
        }
    }

    /** Decisions by how far they move the task. */
    private record Moves(long[] byDistance) {
        static Moves of(List<Scores> all) {
            long[] sum = new long[Distance.values().length];
            for (Scores scores : all)
                for (Distance distance : Distance.values()) sum[distance.ordinal()] += scores.migrations(distance);
            return new Moves(sum);
        }

        long between(Distance from, Distance to) {
            return Arrays.stream(byDistance, from.ordinal(), to.ordinal() + 1).sum();
        }

        long decisions() {
            return between(Distance.SAME, Distance.REMOTE);
        }
    }

    /**
     * A predicted change.
     *
     * @param change patched over base − 1
     * @param low least at 95 %, from as many decisions as change; NaN where nothing is sampled
     * @param high most
     */
    record Change(double change, double low, double high) {}

    /**
     * From judged recordings of the base.
     *
     * @param base scores of the base model, one a recording
     * @param patched those of the model with the patch, in the same order
     * @param writes of tg->load_avg under both, or why they are not predicted
     */
    public Prediction(String model, List<Scores> base, List<Scores> patched, Writes writes) {
        this.model = model;
        this.base = Moves.of(base);
        this.patched = Moves.of(patched);
        changed = patched.stream().mapToLong(Scores::changed).sum();
        baseWrites = writes.base;
        patchedWrites = writes.patched;
        whyNoWrites = writes.why;
    }

    /** Writes of tg->load_avg by the base and by the patched rule, null where {@code why} they are not counted. */
    public record Writes(
            @Nullable Long base,
            @Nullable Long patched,
            @Nullable String why) {
        /** Not counted. */
        public static Writes none(String why) {
            return new Writes(null, null, why);
        }
    }

    /** Name of the model with the patch. */
    public String model() {
        return model;
    }

    /** What a human reads of it. */
    public String headline() {
        return String.format(
                java.util.Locale.ROOT,
                "Predicted, first order only: %s decides %d of %d wake-ups otherwise in the recorded state",
                model,
                changed,
                base.decisions());
    }

    /** The change of a metric of the machine, or null. */
    @Nullable
    Change of(Metric metric, String scope) {
        if (whyNot(metric, scope) != null) return null;
        if (baseWrites != null && patchedWrites != null && metric == Metric.TG_WRITES_PER_WAKEUP)
            return new Change((double) patchedWrites / baseWrites - 1, Double.NaN, Double.NaN);
        Share share = share(metric);
        double change = share.ratio(patched) / share.ratio(base) - 1;
        // A changed decision adds or takes one at most: the difference of the counts has at most their variance.
        double off = NORMAL_95 * Math.sqrt((double) changed) / share.of(base);
        return new Change(change, Math.max(-1, change - off), change + off);
    }

    /** Why there is none, or null. */
    @Nullable
    String whyNot(Metric metric, String scope) {
        boolean writes = metric == Metric.TG_WRITES_PER_WAKEUP;
        if (!writes && !PLACEMENT.containsKey(metric))
            return "outcome of the evolving kernel: what follows from changed decisions is not in the recording";
        if (!scope.equals("all")) return "predicted for the machine as a whole only";
        if (writes) return whyNoWrites != null ? whyNoWrites : baseWrites == null || baseWrites == 0 ? NOTHING : null;
        Share share = share(metric);
        if (share.of(base) == 0) return NOTHING;
        return Double.isNaN(share.ratio(patched)) ? "no move is left with the patch" : null;
    }

    private static final String NOTHING = "the base model does nothing of the kind here";

    private static Share share(Metric metric) {
        Share share = PLACEMENT.get(metric);
        if (share == null) throw new IllegalArgumentException(metric.id());
        return share;
    }

    /** What a reader has to know of the predictions of these metrics. */
    List<String> notes(List<DiffRow> rows) {
        var notes = new ArrayList<String>();
        notes.add("predicted: the change of a metric of " + model
                + " against its base model, each wake-up of the first side decided in its recorded state; first order only."
                + " Interval: 95 %, as if decisions were independent. Error: predicted − measured change, in points;"
                + " two runs differ by more than a patch too");
        Map<String, List<String>> missing = new java.util.LinkedHashMap<>();
        for (DiffRow row : rows) {
            String why = whyNot(row.metric(), row.scope());
            if (why != null && row.scope().equals("all"))
                missing.computeIfAbsent(why, _ -> new ArrayList<>())
                        .add(row.metric().id());
        }
        missing.forEach((why, metrics) -> notes.add("not predicted: " + why + ": " + String.join(", ", metrics)));
        return notes;
    }
}
