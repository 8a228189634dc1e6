package rewake.observe.queue;

/**
 * Where {@link RunQueues} writes for how long a CPU's queue had which length: at once what is known, on hold what an event of the
 * CPU has still to confirm. Times lie in the window that counts.
 */
public interface TimeBook {
    /**
     * The queue was so long.
     *
     * @param busy whether the CPU ran a task
     */
    void known(int cpu, int length, boolean busy, long fromNs, long toNs);

    /** The same, unless it turns out that events of the CPU are missing. */
    void held(int cpu, int length, boolean busy, long fromNs, long toNs);

    /** Nothing was missing: what was held back is known. */
    void release(int cpu);

    /** Events are missing: what was held back is not known. */
    void drop(int cpu);
}
