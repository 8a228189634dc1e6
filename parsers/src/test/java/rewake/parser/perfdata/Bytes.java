package rewake.parser.perfdata;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Little-endian bytes, written one after the other. */
public final class Bytes {
    private ByteBuffer buffer = ByteBuffer.allocate(256).order(ByteOrder.LITTLE_ENDIAN);

    public Bytes u8(int v) {
        room(1).put((byte) v);
        return this;
    }

    public Bytes u16(int v) {
        room(2).putShort((short) v);
        return this;
    }

    public Bytes u32(long v) {
        room(4).putInt((int) v);
        return this;
    }

    public Bytes u64(long v) {
        room(8).putLong(v);
        return this;
    }

    public Bytes raw(byte[] bytes) {
        room(bytes.length).put(bytes);
        return this;
    }

    public Bytes raw(Bytes bytes) {
        return raw(bytes.toArray());
    }

    /** Text in exactly {@code size} bytes, zero padded. */
    public Bytes chars(String text, int size) {
        return raw(Arrays.copyOf(text.getBytes(StandardCharsets.UTF_8), size));
    }

    public Bytes nulText(String text) {
        return chars(text, text.getBytes(StandardCharsets.UTF_8).length + 1);
    }

    /** perf's string: padded to 64. */
    public Bytes string(String text) {
        int size = text.length() / 64 * 64 + 64;
        return u32(size).chars(text, size);
    }

    public Bytes strings(String... texts) {
        u32(texts.length);
        for (String text : texts) string(text);
        return this;
    }

    public int size() {
        return buffer.position();
    }

    public byte[] toArray() {
        return Arrays.copyOf(buffer.array(), buffer.position());
    }

    private ByteBuffer room(int n) {
        if (buffer.remaining() < n) {
            byte[] old = toArray();
            buffer = ByteBuffer.allocate(Math.max(old.length * 2, old.length + n))
                    .order(ByteOrder.LITTLE_ENDIAN);
            buffer.put(old);
        }
        return buffer;
    }
}
