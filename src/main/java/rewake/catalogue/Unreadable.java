package rewake.catalogue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Locale;
import rewake.bytes.TraceBytes;
import rewake.parser.TraceFormatException;

/** Files that are recognised so that the user learns what to do with them, a row each. */
enum Unreadable {
    ZIP("504b0304", "a zip archive; unpack it first: unzip"),
    PERFETTO("0a", "perhaps a Perfetto trace, which cannot be read yet; record with: perf sched record");

    private final String firstBytes;
    private final String trouble;

    Unreadable(String firstBytes, String trouble) {
        this.firstBytes = firstBytes;
        this.trouble = trouble;
    }

    /** Says what a directory is. */
    static TraceFormatException directory(Path directory) {
        boolean perf = Files.isRegularFile(directory.resolve("data"));
        return new TraceFormatException(
                directory.toString(),
                0,
                perf
                        ? "a perf.data directory (perf record --threads), which cannot be read yet; record without --threads"
                        : "a directory, a trace file was expected");
    }

    /** Says what a file is that no format recognised. */
    static TraceFormatException file(TraceBytes bytes) {
        return new TraceFormatException(bytes.name(), 0, trouble(bytes));
    }

    private static String trouble(TraceBytes bytes) {
        if (bytes.size() == 0) return "the file is empty; the recorder wrote nothing";
        for (Unreadable u : values()) if (u != PERFETTO && u.matches(bytes)) return u.trouble;
        if (html(bytes)) return "a web page; if a trace is in it, save its lines of text and read those";
        if (text(bytes))
            return "a text, but no trace: no line with a task, a [CPU], a time and an event; "
                    + "perf script needs -F comm,pid,tid,cpu,time,event,trace";
        if (PERFETTO.matches(bytes)) return PERFETTO.trouble;
        return "no trace format that is known; record with: perf sched record";
    }

    private boolean matches(TraceBytes bytes) {
        int length = firstBytes.length() / 2;
        return bytes.has(0, length)
                && HexFormat.of().formatHex(bytes.copy(0, length)).equals(firstBytes);
    }

    private static boolean html(TraceBytes bytes) {
        int length = (int) Math.min(bytes.size(), 64);
        String start = new String(bytes.copy(0, length), StandardCharsets.ISO_8859_1);
        return start.stripLeading().toLowerCase(Locale.ROOT).matches("(?s)<(?:!doctype html|html).*");
    }

    private static boolean text(TraceBytes bytes) {
        long n = Math.min(bytes.size(), 512);
        for (long at = 0; at < n; at++) {
            int b = bytes.u8(at);
            if (b < ' ' && b != '\n' && b != '\t' && b != '\r' && b != 0x1b) return false;
        }
        return true;
    }
}
