package rewake.replay;

/**
 * Something the trace does not say and the judge worked out.
 *
 * @param unknown what, in words
 * @param share share of the judged decisions whose answer depends on it, or null where that is not counted
 */
public record Inferred(
        String unknown, @org.jspecify.annotations.Nullable Double share) {}
