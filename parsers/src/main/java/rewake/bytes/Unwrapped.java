package rewake.bytes;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is inside a file packed with gzip, xz, zstd or {@code atrace -z}. Up to {@link #MEMORY_MAX} bytes stay in memory,
 * more go into a temporary file that has no name any more while it is read.
 *
 * <p>Limits, so that a small file cannot fill a disk: at most {@link #RATIO_MAX} times its packed size or
 * {@link #FREE_OF_RATIO} bytes, whichever is more; at least {@link #DISK_LEFT} bytes stay free on the disk; at most
 * {@link #DEPTH_MAX} wrappings around each other. Sizes that a file declares are not believed.
 *
 * @param bytes what is inside
 * @param damage why the unpacking ended early, or null; what came before it is in {@code bytes}
 */
public record Unwrapped(TraceBytes bytes, @Nullable String damage) {
    /** What is kept in memory. */
    static final int MEMORY_MAX = 16 << 20;
    /** Traces as text shrink to a hundredth and less. */
    static final long RATIO_MAX = 1000;
    /** Unpacked bytes that any file may have. */
    static final long FREE_OF_RATIO = 1L << 30;
    /** What the temporary file leaves on its disk. */
    static final long DISK_LEFT = 1L << 30;
    /** Packed, packed again, and once more. */
    static final int DEPTH_MAX = 3;

    private static final int CHUNK = 1 << 18;
    private static final int CHECK_EVERY = 1 << 26;

    /**
     * Unpacks {@code bytes} as long as they are packed; with nothing to unpack they come back as they are. On return the
     * packed bytes are closed.
     *
     * @throws IOException where not a single byte can be unpacked, or more than the limits allow: one sentence; {@code bytes} stay
     *     open
     */
    public static Unwrapped of(TraceBytes bytes) throws IOException {
        return of(bytes, FREE_OF_RATIO);
    }

    static Unwrapped of(TraceBytes bytes, long freeOfRatio) throws IOException {
        Unwrapped inside = new Unwrapped(bytes, null);
        for (int depth = 0; inside.damage == null; depth++) {
            Optional<Wrapping> wrapping = Wrapping.of(inside.bytes);
            if (wrapping.isEmpty()) break;
            try {
                if (depth == DEPTH_MAX) throw new IOException("packed more than " + DEPTH_MAX + " times");
                Unwrapped next = unpack(inside.bytes, wrapping.get(), freeOfRatio);
                if (inside.bytes != bytes) inside.bytes.close();
                inside = next;
            } catch (IOException e) {
                if (inside.bytes != bytes) inside.bytes.close();
                throw e;
            }
        }
        if (inside.bytes != bytes) bytes.close();
        return inside;
    }

    private static Unwrapped unpack(TraceBytes packed, Wrapping wrapping, long freeOfRatio) throws IOException {
        long byRatio = packed.size() > Long.MAX_VALUE / RATIO_MAX ? Long.MAX_VALUE : packed.size() * RATIO_MAX;
        long most = Math.max(freeOfRatio, byRatio);
        try (var sink = new Spill(packed.name(), most)) {
            String damage = null;
            try (InputStream in = wrapping.unpack(packed.stream())) {
                byte[] chunk = new byte[CHUNK];
                for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) sink.write(chunk, n);
            } catch (LimitException e) {
                throw e;
            } catch (IOException e) {
                damage = wrapping + " stream damaged or cut" + (e.getMessage() == null ? "" : ": " + e.getMessage());
                if (sink.size == 0) throw new IOException(damage, e);
            }
            return new Unwrapped(sink.bytes(), damage);
        }
    }

    /** More than the limits allow. */
    private static final class LimitException extends IOException {
        private static final long serialVersionUID = 1L;

        LimitException(String message) {
            super(message);
        }
    }

    /** Bytes in memory, then in a file. */
    private static final class Spill implements AutoCloseable {
        private final String name;
        private final long most;
        private byte[] memory = new byte[CHUNK];
        private @Nullable Path file;
        private @Nullable FileChannel channel;
        long size;

        Spill(String name, long most) {
            this.name = name;
            this.most = most;
        }

        void write(byte[] chunk, int n) throws IOException {
            if (size + n > most)
                throw new LimitException("it unpacks to more than " + most + " bytes, " + RATIO_MAX
                        + " times its size; unpack it yourself if that is right");
            if (channel == null && size + n > MEMORY_MAX) spill();
            if (channel == null) {
                if (size + n > memory.length)
                    memory = Arrays.copyOf(memory, Math.max((int) size + n, memory.length * 2));
                System.arraycopy(chunk, 0, memory, (int) size, n);
            } else toFile(chunk, n);
            size += n;
        }

        private void spill() throws IOException {
            file = Files.createTempFile("rewake", ".unpacked");
            channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
            room();
            toFile(memory, (int) size);
            memory = new byte[0];
        }

        private void toFile(byte[] chunk, int n) throws IOException {
            if (size / CHECK_EVERY != (size + n) / CHECK_EVERY) room();
            ByteBuffer left = ByteBuffer.wrap(chunk, 0, n);
            while (channel != null && left.hasRemaining()) channel.write(left);
        }

        private void room() throws IOException {
            if (file != null && Files.getFileStore(file).getUsableSpace() < DISK_LEFT)
                throw new LimitException("no room to unpack it in " + file.getParent()
                        + " (1 GiB stays free there); set -Djava.io.tmpdir or unpack it yourself");
        }

        TraceBytes bytes() throws IOException {
            return channel == null
                    ? TraceBytes.of(name, Arrays.copyOf(memory, (int) size))
                    : TraceBytes.of(name, channel);
        }

        /** A mapping outlives its file. */
        @Override
        public void close() throws IOException {
            if (channel != null) channel.close();
            if (file != null) Files.deleteIfExists(file);
        }
    }
}
