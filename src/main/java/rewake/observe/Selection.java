package rewake.observe;

/**
 * Which part of a trace counts: CPUs and a time window. State is followed through the whole trace, so that what the
 * window shows does not depend on where it begins.
 *
 * @param cpus CPU numbers that count, empty for all
 * @param startNs first ns of the window
 * @param stopNs last ns of the window
 */
public record Selection(java.util.BitSet cpus, long startNs, long stopNs) {
    /** Everything. */
    public static final Selection ALL = new Selection(new java.util.BitSet(), Long.MIN_VALUE, Long.MAX_VALUE);

    /** Whether something that ended on {@code cpu} at {@code timeNs} counts. */
    public boolean delay(int cpu, long timeNs) {
        return timeNs >= startNs && timeNs <= stopNs && cpu(cpu);
    }

    /** The moment of the window that is nearest to this one: time before and after it has no length. */
    public long clip(long timeNs) {
        return Math.clamp(timeNs, startNs, stopNs);
    }

    /** Whether {@code cpu} counts. */
    public boolean cpu(int cpu) {
        return cpus.isEmpty() || cpus.get(cpu);
    }
}
