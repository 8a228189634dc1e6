package rewake.catalogue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import rewake.bytes.TraceBytes;
import rewake.parser.TraceFormatException;

/** Files that are recognised so that the user learns what to do with them, a row each. */
enum Unreadable {
    GZIP("1f8b", "compressed with gzip; unpack it first: gunzip"),
    ZSTD("28b52ffd", "compressed with zstd; unpack it first: zstd -d"),
    XZ("fd377a585a00", "compressed with xz; unpack it first: unxz"),
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
        if (text(bytes)) return "a text file; traces as text cannot be read yet, record with: perf sched record";
        if (PERFETTO.matches(bytes)) return PERFETTO.trouble;
        return "no trace format that is known; record with: perf sched record";
    }

    private boolean matches(TraceBytes bytes) {
        int length = firstBytes.length() / 2;
        return bytes.has(0, length)
                && HexFormat.of().formatHex(bytes.copy(0, length)).equals(firstBytes);
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
