package rewake.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Runs a command in this JVM and keeps what it prints. */
public final class Cli {
    private Cli() {}

    /**
     * What a run left.
     *
     * @param bytes standard output as it was written
     */
    public record Result(int code, byte[] bytes, String err) {
        /** Standard output as text. */
        public String out() {
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }

    /** Runs {@code rewake args…}. */
    public static synchronized Result run(String... args) {
        PrintStream out = System.out;
        PrintStream err = System.err;
        var outBytes = new ByteArrayOutputStream();
        var errBytes = new ByteArrayOutputStream();
        System.setOut(new PrintStream(outBytes, true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(errBytes, true, StandardCharsets.UTF_8));
        try {
            int code = Rewake.run(args);
            System.out.flush();
            System.err.flush();
            return new Result(code, outBytes.toByteArray(), errBytes.toString(StandardCharsets.UTF_8));
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
    }

    /** The perf.data of a shipped recording. */
    public static String trace(String run) {
        return Path.of(System.getProperty("rewake.traces"), run, "perf.data").toString();
    }
}
