package rewake.bytes;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A file mapped whole and read-only, of any size. Reads are little endian, unaligned and bounds-checked (an
 * {@link IndexOutOfBoundsException} is a reader's bug: readers check sizes before they read). Offsets are bytes from the
 * start of the file. Closing unmaps.
 */
@SuppressWarnings("MustBeClosedChecker") // the arena lives as long as this object, close() closes it
public final class TraceBytes implements AutoCloseable {
    private static final ValueLayout.OfShort SHORT =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final String name;
    private final @Nullable Arena arena;
    private final MemorySegment segment;

    private TraceBytes(String name, @Nullable Arena arena, MemorySegment segment) {
        this.name = name;
        this.arena = arena;
        this.segment = segment;
    }

    /**
     * Maps {@code file}, under a name for messages.
     *
     * @throws NoSuchFileException where there is no such file
     * @throws IOException where it is a directory or cannot be read
     */
    public static TraceBytes map(Path file, String name) throws IOException {
        if (!Files.exists(file)) throw new NoSuchFileException(file.toString(), null, "no such file");
        if (Files.isDirectory(file)) throw new IOException(file + ": is a directory, a trace file was expected");
        try (FileChannel channel = FileChannel.open(file)) {
            return of(name, channel);
        }
    }

    /** The same under the file's own name. */
    public static TraceBytes map(Path file) throws IOException {
        return map(file, file.toString());
    }

    /** Maps an open file under a name; the mapping outlives the channel and the file's own name. */
    static TraceBytes of(String name, FileChannel channel) throws IOException {
        Arena arena = Arena.ofShared();
        try {
            return new TraceBytes(name, arena, channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena));
        } catch (IOException e) {
            arena.close();
            throw e;
        }
    }

    /** Bytes held in memory under a name, for tests and for unwrapped input. */
    public static TraceBytes of(String name, byte[] bytes) {
        Arena arena = Arena.ofShared();
        MemorySegment segment = arena.allocate(Math.max(1, bytes.length)).asSlice(0, bytes.length);
        MemorySegment.copy(bytes, 0, segment, ValueLayout.JAVA_BYTE, 0, bytes.length);
        return new TraceBytes(name, arena, segment);
    }

    /** Bytes of a buffer under a name: a view that owns nothing and sees what is later written into the buffer. */
    public static TraceBytes view(String name, ByteBuffer buffer) {
        return new TraceBytes(name, null, MemorySegment.ofBuffer(buffer));
    }

    /** The file's name as the user gave it. */
    public String name() {
        return name;
    }

    /** Length in bytes. */
    public long size() {
        return segment.byteSize();
    }

    /** Whether {@code length} bytes stand at {@code offset}; safe for any values. */
    public boolean has(long offset, long length) {
        return offset >= 0 && length >= 0 && offset <= size() && length <= size() - offset;
    }

    /** Unsigned byte. */
    public int u8(long offset) {
        return segment.get(ValueLayout.JAVA_BYTE, offset) & 0xFF;
    }

    /** Unsigned 16 bits. */
    public int u16(long offset) {
        return segment.get(SHORT, offset) & 0xFFFF;
    }

    /** Signed 32 bits. */
    public int i32(long offset) {
        return segment.get(INT, offset);
    }

    /** Unsigned 32 bits. */
    public long u32(long offset) {
        return segment.get(INT, offset) & 0xFFFF_FFFFL;
    }

    /** 64 bits. */
    public long i64(long offset) {
        return segment.get(LONG, offset);
    }

    /** A copy of {@code length} bytes. */
    public byte[] copy(long offset, int length) {
        return segment.asSlice(offset, length).toArray(ValueLayout.JAVA_BYTE);
    }

    /** All bytes as a stream. */
    InputStream stream() {
        return new InputStream() {
            private long at;

            @Override
            public int read() {
                return at < size() ? u8(at++) : -1;
            }

            @Override
            public int read(byte[] into, int offset, int length) {
                if (length == 0) return 0;
                int n = (int) Math.min(length, size() - at);
                if (n == 0) return -1;
                MemorySegment.copy(segment, ValueLayout.JAVA_BYTE, at, into, offset, n);
                at += n;
                return n;
            }

            @Override
            public int available() {
                return (int) Math.min(Integer.MAX_VALUE, size() - at);
            }
        };
    }

    /** A read-only view of {@code length} bytes, for decompressors; its memory is that of the file. */
    public ByteBuffer buffer(long offset, int length) {
        return segment.asSlice(offset, length).asByteBuffer().asReadOnlyBuffer();
    }

    /** The whole file as a segment, for checksums. */
    public MemorySegment segment() {
        return segment;
    }

    @Override
    public void close() {
        if (arena != null) arena.close();
    }
}
