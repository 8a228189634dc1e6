package rewake.replay.pelt;

/** One average over the trace: what was recorded last, its range, and the errors of the model that runs free. */
final class RecordedSignals {
    final SignalScores.Kind kind;
    final long[] last;
    final long[] min;
    final long[] max;
    final double[] error = new double[SignalScores.SIGNALS];
    final double[] held = new double[SignalScores.SIGNALS];
    long n;

    RecordedSignals(SignalScores.Kind kind, long[] first) {
        this.kind = kind;
        last = first.clone();
        min = first.clone();
        max = first.clone();
    }

    void free(SignalScore[] scores, Forecast model, int at, long[] value) {
        n++;
        for (int i = 0; i < SignalScores.SIGNALS; i++) free(scores[i], i, model.value(at, i), value[i]);
    }

    private void free(SignalScore score, int i, long model, long value) {
        if (value == PeltRecords.ABSENT) return;
        score.free(model, value, last[i]);
        error[i] += Math.abs(model - value);
        held[i] += Math.abs(last[i] - value);
    }

    void set(long[] value) {
        for (int i = 0; i < SignalScores.SIGNALS; i++) {
            last[i] = value[i];
            min[i] = Math.min(min[i], value[i]);
            max[i] = Math.max(max[i], value[i]);
        }
    }
}
