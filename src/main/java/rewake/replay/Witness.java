package rewake.replay;

/** Asks a judge to explain wake-ups; the default judge has none. */
public interface Witness {
    /** Whether this wake-up, which took a decision, is to be explained. */
    boolean wants(int pid, long wakingNs);

    /** It is. */
    void explained(Explanation explanation);

    /** A wake-up that took no decision, or none that can be judged. */
    void skipped(int pid, long wakingNs, SkipReason reason);
}
