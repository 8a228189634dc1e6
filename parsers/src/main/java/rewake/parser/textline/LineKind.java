package rewake.parser.textline;

/** What a line of a text trace is. */
public enum LineKind {
    /** An event of a known kind: all of the row is filled. */
    EVENT,
    /** An event that Rewake has no use for: time, CPU and name are filled. */
    UNUSED,
    /** Events of the row's CPU were lost before its next one; {@code arg1} of them, 0 where the line does not say. */
    LOSS,
    /** A line of a known event whose fields do not fit. */
    DAMAGED,
    /** A line that says something about the trace. */
    HEADER,
    /** A line without meaning here, such as one of a call chain. */
    FILLER,
    /** A line that is nothing known. */
    NOISE
}
