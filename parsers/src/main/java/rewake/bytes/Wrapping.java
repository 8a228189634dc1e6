package rewake.bytes;

import com.github.luben.zstd.ZstdInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.HexFormat;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import java.util.zip.InflaterInputStream;
import org.tukaani.xz.XZInputStream;

/** The compressions around a trace, recognised by their first bytes. */
enum Wrapping {
    GZIP("1f8b08") {
        @Override
        InputStream unpack(InputStream packed) throws IOException {
            return new GZIPInputStream(packed, BUFFER);
        }
    },
    XZ("fd377a585a00") {
        @Override
        InputStream unpack(InputStream packed) throws IOException {
            return new XZInputStream(packed, DECODER_KIB);
        }
    },
    ZSTD("28b52ffd") {
        @Override
        InputStream unpack(InputStream packed) throws IOException {
            return new ZstdInputStream(packed).setLongMax(ZSTD_WINDOW_LOG);
        }
    },
    /** {@code atrace -z}: a line, then a zlib stream. */
    ATRACE("54524143453a0a78") {
        @Override
        InputStream unpack(InputStream packed) throws IOException {
            packed.skipNBytes(TRACE_LINE);
            return new InflaterInputStream(packed);
        }
    };

    private static final int BUFFER = 1 << 16;
    /** {@code xz -9} needs 65 MiB. */
    private static final int DECODER_KIB = 256 * 1024;
    /** {@code zstd --long} has windows of 128 MiB. */
    private static final int ZSTD_WINDOW_LOG = 27;

    private static final int TRACE_LINE = "TRACE:\n".length();

    private final byte[] firstBytes;

    Wrapping(String firstBytes) {
        this.firstBytes = HexFormat.of().parseHex(firstBytes);
    }

    /** The wrapping around these bytes, if any. */
    static Optional<Wrapping> of(TraceBytes bytes) {
        for (Wrapping wrapping : values()) if (wrapping.around(bytes)) return Optional.of(wrapping);
        return Optional.empty();
    }

    private boolean around(TraceBytes bytes) {
        if (!bytes.has(0, firstBytes.length)) return false;
        for (int i = 0; i < firstBytes.length; i++) if (bytes.u8(i) != (firstBytes[i] & 0xFF)) return false;
        return true;
    }

    /** A stream of what is inside. */
    abstract InputStream unpack(InputStream packed) throws IOException;
}
