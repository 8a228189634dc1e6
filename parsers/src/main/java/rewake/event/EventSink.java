package rewake.event;

/** Where a reader puts the events of a trace: one lane a CPU, in arrival order. */
public interface EventSink {
    /**
     * The lane of {@code cpu}, to append rows to. A reader may keep it until it next calls {@link #roundFinished()} or {@link #complete}.
     *
     * @param cpu 0 to 65535; a reader checks it against the file's own CPU count first
     */
    EventBatch lane(int cpu);

    /**
     * Says that no later record is older than the newest one before the previous call: the reader's ordering barrier
     * (perf's FINISHED_ROUND).
     */
    void roundFinished();

    /**
     * Says that no later record is older than {@code timeNs}: the barrier of a reader that has a stream per CPU and
     * always goes on with the one that is furthest behind. Memory is then bounded by what a reader takes between calls.
     */
    void complete(long timeNs);
}
