package rewake.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;

/** What the launcher found out about the terminal, which the JVM cannot. */
final class Terminal {
    /** Whether standard output is one. */
    static final boolean OUT = Boolean.getBoolean("rewake.out.tty");
    /** Whether standard error is one. */
    static final boolean ERR = Boolean.getBoolean("rewake.err.tty");
    /** Its width in cells, 0 where output is not a terminal. */
    static final int COLUMNS = OUT ? Integer.getInteger("rewake.columns", 80) : 0;

    private static final int CLOSED_PIPE = 141;

    private Terminal() {}

    /**
     * What to do when standard output took not all: a reader that has seen enough ({@code | head}) is no error, and ends the
     * run as SIGPIPE would.
     *
     * @throws IOException for any other reason, such as a full disk
     */
    static int lostOutput() throws IOException {
        try (var out = new FileOutputStream(FileDescriptor.out)) {
            out.write('\n');
            throw new IOException("standard output did not take all that was written");
        } catch (IOException e) {
            String why = String.valueOf(e.getMessage());
            if (why.contains("Broken pipe")) return CLOSED_PIPE;
            throw new IOException("standard output: " + why, e);
        }
    }
}
