package rewake.event;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Task names as small ids. A comm is up to 16 bytes and not always UTF-8, so it is kept as two longs (little endian,
 * zero after the first NUL) and made text only when printed. Id 0 is the empty name.
 */
public final class Comms {
    private long[] low = new long[64];
    private long[] high = new long[64];
    private int[] slots = new int[256];
    private int size = 1;

    /** A table with the empty name. */
    public Comms() {
        Arrays.fill(slots, -1);
        slots[slot(0, 0)] = 0;
    }

    /**
     * The id of the name whose 16 bytes, read as two little-endian longs, are these. Bytes after the first NUL are
     * ignored.
     */
    public int intern(long lowBytes, long highBytes) {
        long lo = upToNul(lowBytes);
        long hi = hasNul(lowBytes) ? 0 : upToNul(highBytes);
        int slot = slot(lo, hi);
        while (true) {
            int id = slots[slot];
            if (id < 0) return insert(lo, hi);
            if (low[id] == lo && high[id] == hi) return id;
            slot = (slot + 1) & (slots.length - 1);
        }
    }

    /** The id of a name given as text; longer ones are cut at 16 bytes. */
    public int intern(String name) {
        byte[] bytes = Arrays.copyOf(name.getBytes(StandardCharsets.UTF_8), 16);
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        return intern(buffer.getLong(0), buffer.getLong(8));
    }

    /** The id of a name of another table. */
    public int intern(Comms other, int id) {
        return intern(other.low[id], other.high[id]);
    }

    /** The name as text; bytes that are not UTF-8 become replacement characters. */
    public String text(int id) {
        byte[] bytes = bytes(id);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** The name's bytes, without padding. */
    public byte[] bytes(int id) {
        ByteBuffer buffer = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
        buffer.putLong(low[id]).putLong(high[id]);
        int length = 0;
        while (length < 16 && buffer.get(length) != 0) length++;
        return Arrays.copyOf(buffer.array(), length);
    }

    /** Number of names, the empty one included. */
    public int size() {
        return size;
    }

    private int insert(long lo, long hi) {
        int id = size++;
        if (id == low.length) {
            low = Arrays.copyOf(low, id * 2);
            high = Arrays.copyOf(high, id * 2);
        }
        low[id] = lo;
        high[id] = hi;
        if (size * 2 > slots.length) rehash();
        else slots[free(lo, hi)] = id;
        return id;
    }

    private void rehash() {
        slots = new int[slots.length * 2];
        Arrays.fill(slots, -1);
        for (int id = 0; id < size; id++) slots[free(low[id], high[id])] = id;
    }

    private int free(long lo, long hi) {
        int slot = slot(lo, hi);
        while (slots[slot] >= 0) slot = (slot + 1) & (slots.length - 1);
        return slot;
    }

    private int slot(long lo, long hi) {
        long mixed = (lo ^ (hi * 0x9E3779B97F4A7C15L)) * 0xC2B2AE3D27D4EB4FL;
        return (int) (mixed >>> 40) & (slots.length - 1);
    }

    private static boolean hasNul(long v) {
        return ((v - 0x0101010101010101L) & ~v & 0x8080808080808080L) != 0;
    }

    private static long upToNul(long v) {
        long zeros = (v - 0x0101010101010101L) & ~v & 0x8080808080808080L;
        if (zeros == 0) return v;
        int bits = Long.numberOfTrailingZeros(zeros) & ~7;
        return bits == 0 ? 0 : v & (-1L >>> (64 - bits));
    }
}
