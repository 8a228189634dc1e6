package rewake.kernel;

/** How one step of a placement decision ended; the names are those of the machine output. */
public enum Outcome {
    /** The CPU is chosen. */
    TAKEN,
    /** The CPU is not chosen by this step. */
    PASSED_OVER,
    /** The CPU is kept in reserve. */
    KEPT,
    /** A question that is not about choosing a CPU: yes. */
    YES,
    /** The same: no. */
    NO;

    static Outcome of(boolean answer) {
        return answer ? YES : NO;
    }

    static Outcome taken(boolean answer) {
        return answer ? TAKEN : PASSED_OVER;
    }

    /** The stable lower-case name in machine output. */
    public String id() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
