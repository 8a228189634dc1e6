package rewake.parser.perfdata;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Little-endian bytes, written one after the other. */
final class Bytes {
    private ByteBuffer buffer = ByteBuffer.allocate(256).order(ByteOrder.LITTLE_ENDIAN);

    Bytes u8(int v) {
        room(1).put((byte) v);
        return this;
    }

    Bytes u16(int v) {
        room(2).putShort((short) v);
        return this;
    }

    Bytes u32(long v) {
        room(4).putInt((int) v);
        return this;
    }

    Bytes u64(long v) {
        room(8).putLong(v);
        return this;
    }

    Bytes raw(byte[] bytes) {
        room(bytes.length).put(bytes);
        return this;
    }

    Bytes raw(Bytes bytes) {
        return raw(bytes.toArray());
    }

    /** Text in exactly {@code size} bytes, zero padded. */
    Bytes chars(String text, int size) {
        return raw(Arrays.copyOf(text.getBytes(StandardCharsets.UTF_8), size));
    }

    Bytes nulText(String text) {
        return chars(text, text.getBytes(StandardCharsets.UTF_8).length + 1);
    }

    /** perf's string: padded to 64. */
    Bytes string(String text) {
        int size = text.length() / 64 * 64 + 64;
        return u32(size).chars(text, size);
    }

    Bytes strings(String... texts) {
        u32(texts.length);
        for (String text : texts) string(text);
        return this;
    }

    int size() {
        return buffer.position();
    }

    byte[] toArray() {
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
