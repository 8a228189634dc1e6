package rewake.parser.textline;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import rewake.event.EventKind;
import rewake.event.PeltDialect;

/** The event names of a text by their bytes: what is looked up in every line must not become a string. */
public final class EventNames {
    /** Damage can make many names; no kernel has so many events. */
    private static final int MAX = 8192;

    private static final int NAME_MAX = 128;

    private final PeltDialect dialect;
    private final List<@Nullable PeltNames> pelt = new ArrayList<>();
    private final List<byte[]> names = new ArrayList<>();
    private final List<@Nullable EventKind> kinds = new ArrayList<>();
    private int[] slots = new int[1024];
    private long[] seen = new long[256];

    /**
     * A table of the events that have a body Rewake reads, by their name with and without its system.
     *
     * @param dialect names of PELT events
     */
    EventNames(PeltDialect dialect) {
        this.dialect = dialect;
        Arrays.fill(slots, -1);
        for (EventKind kind : KeyValueBody.kinds()) {
            String full = kind.tracepoint();
            add(full, kind);
            add(full.substring(full.indexOf(':') + 1), kind);
        }
    }

    private void add(String name, EventKind kind) {
        byte[] bytes = Arrays.copyOf(name.getBytes(StandardCharsets.US_ASCII), name.length() + Ascii.SLACK);
        kinds.set(find(bytes, 0, name.length()), kind);
    }

    /** The number of the name between {@code at} and {@code end}; −1 where there is none or the table is full. */
    int find(byte[] text, int at, int end) {
        if (end <= at || end - at > NAME_MAX) return -1;
        int slot = hash(text, at, end) & (slots.length - 1);
        while (slots[slot] >= 0) {
            byte[] name = names.get(slots[slot]);
            if (name.length == end - at && Ascii.matches(text, at, end, name)) return slots[slot];
            slot = (slot + 1) & (slots.length - 1);
        }
        return names.size() == MAX ? -1 : insert(slot, Arrays.copyOfRange(text, at, end));
    }

    /** The kind of a name, null for one Rewake has no use for. */
    @Nullable
    EventKind kind(int name) {
        return name < 0 ? null : kinds.get(name);
    }

    /** What the fields of a PELT event are, null for other events. */
    @Nullable
    PeltNames pelt(int name) {
        return pelt.get(name);
    }

    /** Counts a line with that name. */
    void count(int name) {
        if (name < 0) return;
        if (name >= seen.length) seen = Arrays.copyOf(seen, seen.length * 2);
        seen[name]++;
    }

    /**
     * The names that were counted, as {@code system:name} where the system is known, in alphabetical order. PELT events are
     * there under the kernel's name too.
     */
    Map<String, Long> counted() {
        var out = new TreeMap<String, Long>();
        for (int i = 0; i < names.size(); i++) {
            if (i >= seen.length || seen[i] == 0) continue;
            byte[] name = names.get(i);
            EventKind kind = kinds.get(i);
            if (kind == null || kind.pelt()) out.merge(Ascii.string(name, 0, name.length), seen[i], Long::sum);
            if (kind != null) out.merge(kind.tracepoint(), seen[i], Long::sum);
        }
        return out;
    }

    private int insert(int slot, byte[] name) {
        int id = names.size();
        names.add(name);
        PeltNames fields = PeltNames.of(dialect, Ascii.string(name, 0, name.length));
        pelt.add(fields);
        kinds.add(fields == null ? null : fields.kind());
        if (names.size() * 2 > slots.length) rehash();
        else slots[slot] = id;
        return id;
    }

    private void rehash() {
        slots = new int[slots.length * 2];
        Arrays.fill(slots, -1);
        for (int id = 0; id < names.size(); id++) {
            byte[] name = names.get(id);
            byte[] padded = Arrays.copyOf(name, name.length + Ascii.SLACK);
            int slot = hash(padded, 0, name.length) & (slots.length - 1);
            while (slots[slot] >= 0) slot = (slot + 1) & (slots.length - 1);
            slots[slot] = id;
        }
    }

    private static int hash(byte[] text, int at, int end) {
        long hash = (long) end - at;
        for (int i = at; i < end; i += 8) hash = (hash ^ Ascii.low(Ascii.word(text, i), end - i)) * 0x9E3779B97F4A7C15L;
        return (int) (hash >>> 40);
    }
}
