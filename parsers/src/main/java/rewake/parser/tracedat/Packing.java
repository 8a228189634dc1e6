package rewake.parser.tracedat;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;
import java.nio.ByteBuffer;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/** How trace-cmd compresses: every section and every chunk of CPU data is a frame of its own. */
enum Packing {
    NONE,
    ZLIB,
    ZSTD;

    /** The packing of that name in a file, or null. */
    static @Nullable Packing of(String name) {
        return switch (name) {
            case "", "none" -> NONE;
            case "zlib" -> ZLIB;
            case "zstd" -> ZSTD;
            default -> null;
        };
    }

    /**
     * Unpacks {@code packed} to the first {@code size} bytes of {@code out}; both are direct buffers. Returns whether that
     * is just what came out.
     */
    boolean unpack(ByteBuffer packed, ByteBuffer out, int size) {
        return switch (this) {
            case NONE -> false;
            case ZLIB -> inflate(packed, out, size);
            case ZSTD -> zstd(packed, out, size);
        };
    }

    private static boolean zstd(ByteBuffer packed, ByteBuffer out, int size) {
        try {
            return Zstd.decompressDirectByteBuffer(out, 0, size, packed, 0, packed.capacity()) == size;
        } catch (ZstdException e) {
            return false;
        }
    }

    private static boolean inflate(ByteBuffer packed, ByteBuffer out, int size) {
        try (var inflater = new Inflater()) {
            inflater.setInput(packed);
            out.clear().limit(size);
            while (out.hasRemaining()) if (inflater.inflate(out) == 0) return false;
            return true;
        } catch (DataFormatException e) {
            return false;
        } finally {
            out.clear();
        }
    }
}
