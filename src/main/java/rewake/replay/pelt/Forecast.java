package rewake.replay.pelt;

import java.util.Arrays;
import rewake.kernel.pelt.Signals;
import rewake.kernel.pelt.Updates;

/**
 * What a model says of averages that an operation recorded. Those of run queues and groups' entities are noted in the midst of
 * the operation, where the kernel records them; what the model does not update there is read when it is over.
 */
final class Forecast implements Updates {
    private enum State {
        OPEN,
        NOTED,
        UNKNOWN
    }

    private final PeltRecords records;
    private final Expected expected;
    private final Signals signals;
    private State[] state = new State[0];
    private long[] values = new long[0];

    Forecast(PeltRecords records, Expected expected, Signals signals) {
        this.records = records;
        this.expected = expected;
        this.signals = signals;
        signals.watched(this);
    }

    /** An operation begins. */
    void begin() {
        if (state.length < expected.size()) {
            state = new State[expected.size() * 2];
            values = new long[state.length * SignalScores.SIGNALS];
        }
        Arrays.fill(state, State.OPEN);
    }

    @Override
    public void updated(int cpu, int group, int below) {
        for (int i = 0; i < expected.size(); i++) {
            int at = expected.at(i);
            if (state[i] != State.OPEN || records.cpu(at) != cpu) continue;
            if (records.of(at) == PeltRecords.Of.QUEUE && records.who(at) == group)
                note(i, signals.peekQueue(group, cpu, expected.nowNs(i)));
            else if (records.of(at) == PeltRecords.Of.GROUP && records.who(at) == below)
                note(i, signals.readEntity(below, cpu, expected.nowNs(i), expected.weight(i)));
        }
    }

    /** The operation is over. */
    void end() {
        for (int i = 0; i < expected.size(); i++) if (state[i] == State.OPEN) note(i, read(i));
    }

    /** Reads an average as it is now. */
    boolean read(int i) {
        int at = expected.at(i);
        int who = records.who(at);
        long now = expected.nowNs(i);
        return switch (records.of(at)) {
            case TASK -> signals.readTask(who, now, expected.weight(i));
            case GROUP -> signals.readEntity(who, records.cpu(at), now, expected.weight(i));
            case QUEUE -> signals.readQueue(who, records.cpu(at), now);
        };
    }

    private void note(int i, boolean known) {
        state[i] = known ? State.NOTED : State.UNKNOWN;
        int from = i * SignalScores.SIGNALS;
        values[from] = signals.load();
        values[from + 1] = signals.runnable();
        values[from + 2] = signals.util();
    }

    /** Whether the model has such an average. */
    boolean isKnown(int i) {
        return state[i] == State.NOTED;
    }

    /** Load, runnable or utilisation, in that order. */
    long value(int i, int signal) {
        return values[i * SignalScores.SIGNALS + signal];
    }
}
