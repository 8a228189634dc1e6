package rewake.measure;

import static rewake.measure.Columns.count;
import static rewake.measure.Columns.number;
import static rewake.measure.Columns.percent;
import static rewake.measure.Columns.share;
import static rewake.measure.Columns.text;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rewake.replay.pelt.SignalScore;
import rewake.replay.pelt.SignalScores;
import rewake.replay.pelt.SignalScores.Kind;
import rewake.replay.pelt.SignalScores.Signal;
import rewake.report.Table;

/** Recorded load tracking signals against the model of the recorded kernel: the table {@code signals}. */
final class SignalTables {
    /** A signal that moves less over the trace says little about a model. */
    private static final long MOVES = 32;

    private SignalTables() {}

    static Table of(SignalScores scores) {
        var rows = new ArrayList<@Nullable Object[]>();
        for (Kind kind : Kind.values()) {
            if (scores.steps(kind) == 0) continue;
            rows.add(new @Nullable Object[] {
                "all",
                kind.id(),
                scores.steps(kind),
                share(scores.near(kind), scores.steps(kind)),
                share(scores.close(kind), scores.steps(kind)),
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null
            });
            for (Signal signal : Signal.values()) {
                SignalScore one = scores.of(kind, signal);
                if (one.steps() > 0) rows.add(row(scores, kind, signal, one));
            }
        }
        return Table.of(
                        "signals",
                        "Recorded load tracking against the model",
                        List.of(
                                text("signal", "Signal"),
                                text("entity", "Entity"),
                                count("n", "Steps"),
                                percent("onestep_within_1", "1 step: ±1 %"),
                                percent("onestep_close", "±max(1, 1 %) %"),
                                percent("free_close", "Free: ±max(5, 5 %) %"),
                                number("mae", "Free: mean error"),
                                number("hold_last_mae", "Hold-last: mean error"),
                                number("moving_mae", "Free, moving"),
                                number("moving_hold_last_mae", "Hold-last, moving"),
                                number("p95", "p95"),
                                count("max", "Max"),
                                number("bias", "Bias")),
                        rows)
                .withNotes(List.of(
                        "1 step: each recorded value, and the events up to the next, predict the next; all: load, runnable and util"
                                + " of a step at once. Entities are predicted with their recorded weight, run queues with those"
                                + " of the entities on them, as of the moment when the kernel records them: before it works weights"
                                + " out anew",
                        "free: the model runs from the trace's events alone; hold-last: whoever says that a value stays what it was"
                                + " when last recorded; moving: signals that move by " + MOVES
                                + " or more over the trace",
                        "running free, tasks, weights of groups' entities and the root's run queues begin with their first record:"
                                + " what ran before the trace is in them"));
    }

    private static @Nullable Object[] row(SignalScores scores, Kind kind, Signal signal, SignalScore one) {
        boolean free = one.values() > 0;
        return new @Nullable Object[] {
            signal.id(),
            kind.id(),
            one.steps(),
            share(one.near(), one.steps()),
            share(one.close(), one.steps()),
            share(one.freeClose(), one.values()),
            free ? one.meanError() : null,
            free ? one.meanHoldError() : null,
            known(scores.movingError(kind, signal, MOVES)),
            known(scores.movingHoldError(kind, signal, MOVES)),
            free ? (double) one.error95() : null,
            free ? one.maxError() : null,
            free ? one.bias() : null
        };
    }

    private static @Nullable Double known(double value) {
        return Double.isNaN(value) ? null : value;
    }
}
