package rewake.parser;

import java.io.IOException;

/** A trace that cannot be read: names the file, the place, what was expected and what was found. */
public final class TraceFormatException extends IOException {
    private static final long serialVersionUID = 1L;

    /**
     * At a byte offset.
     *
     * @param file name of the trace
     * @param offset byte offset of the trouble
     * @param trouble what was expected and what was found, and what to do
     */
    public TraceFormatException(String file, long offset, String trouble) {
        super(oneLine(file + " at 0x" + Long.toHexString(offset) + ": " + trouble));
    }

    /** Names that come out of a damaged file may hold anything. */
    private static String oneLine(String message) {
        return message.replaceAll("\\p{Cntrl}", "?");
    }
}
