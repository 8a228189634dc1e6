package rewake.event;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Names of task groups as small ids, as recorders write them: a path ({@code /lab/a}), or a probe's last component
 * ({@code a}, and the empty name for the root). Id 0 is the empty name.
 */
public final class CgroupPaths {
    private static final int EMPTY = -1;

    private byte[][] names = new byte[16][];
    private int[] slots = new int[64];
    private int size = 1;

    /** A table with the empty name. */
    public CgroupPaths() {
        Arrays.fill(slots, EMPTY);
        names[0] = new byte[0];
        slots[slot(names[0], 0, 0)] = 0;
    }

    /** The id of the name in {@code bytes[from, to)}. */
    public int intern(byte[] bytes, int from, int to) {
        int slot = slot(bytes, from, to);
        int id = slots[slot];
        if (id != EMPTY) return id;
        id = size++;
        if (id == names.length) names = Arrays.copyOf(names, id * 2);
        names[id] = Arrays.copyOfRange(bytes, from, to);
        slots[slot] = id;
        if (size * 2 > slots.length) rehash();
        return id;
    }

    /** The id of a name of another table. */
    public int intern(CgroupPaths other, int id) {
        return intern(other.names[id], 0, other.names[id].length);
    }

    private void rehash() {
        slots = new int[slots.length * 2];
        Arrays.fill(slots, EMPTY);
        for (int id = 0; id < size; id++) slots[slot(names[id], 0, names[id].length)] = id;
    }

    /** Where the name is, or where it goes. */
    private int slot(byte[] bytes, int from, int to) {
        int hash = 0;
        for (int i = from; i < to; i++) hash = 31 * hash + bytes[i];
        int slot = (hash ^ hash >>> 15) & (slots.length - 1);
        while (slots[slot] != EMPTY) {
            byte[] name = names[slots[slot]];
            if (Arrays.equals(name, 0, name.length, bytes, from, to)) break;
            slot = (slot + 1) & (slots.length - 1);
        }
        return slot;
    }

    /** The name as text. */
    public String text(int id) {
        return new String(names[id], StandardCharsets.UTF_8);
    }

    /** Number of names, the empty one included. */
    public int size() {
        return size;
    }
}
