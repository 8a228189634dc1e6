package rewake.parser.tracedat;

import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import java.nio.ByteBuffer;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/** Unpacks the frames of one file, one after the other; holds native memory that {@link #close} gives back. */
final class Unpacker implements AutoCloseable {
    private final @Nullable ZstdDecompressCtx zstd;
    private final @Nullable Inflater zlib;

    @SuppressWarnings("MustBeClosedChecker") // close() closes them
    Unpacker(Packing packing) {
        zstd = packing == Packing.ZSTD ? new ZstdDecompressCtx() : null;
        zlib = packing == Packing.ZLIB ? new Inflater() : null;
    }

    /**
     * Unpacks {@code packed} to the first {@code size} bytes of {@code out}; both are direct buffers. Returns whether that
     * is just what came out.
     */
    boolean unpack(ByteBuffer packed, ByteBuffer out, int size) {
        if (zstd != null) return unzstd(zstd, packed, out, size);
        return zlib != null && inflate(zlib, packed, out, size);
    }

    private static boolean unzstd(ZstdDecompressCtx zstd, ByteBuffer packed, ByteBuffer out, int size) {
        try {
            return zstd.decompressDirectByteBuffer(out, 0, size, packed, 0, packed.capacity()) == size;
        } catch (ZstdException e) {
            return false;
        }
    }

    private static boolean inflate(Inflater zlib, ByteBuffer packed, ByteBuffer out, int size) {
        try {
            zlib.reset();
            zlib.setInput(packed);
            out.clear().limit(size);
            while (out.hasRemaining()) if (zlib.inflate(out) == 0) return false;
            return true;
        } catch (DataFormatException e) {
            return false;
        } finally {
            out.clear();
        }
    }

    @Override
    public void close() {
        if (zstd != null) zstd.close();
        if (zlib != null) zlib.close();
    }
}
