package rewake.parser.textline;

import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import rewake.event.EventKind;
import rewake.event.PeltDialect;
import rewake.event.PeltEvent;
import rewake.event.PeltField;

/**
 * The fields of one recorder's PELT event by the bytes of their keys. Lines of one event have the same keys in the same
 * order, so the key that was found last points at the one that comes next.
 */
final class PeltNames {
    private static final int KEYS_MAX = 256;
    private static final PeltField[] FIELDS = PeltField.values();

    private final PeltEvent event;
    private final Map<String, Key> keys = new HashMap<>();
    private @Nullable Key last;
    private long completeMask = -1;

    /** A key, what it means (null for nothing), and the key that came after it last time. */
    private static final class Key {
        final byte[] text;
        final @Nullable PeltField field;

        @Nullable
        Key following;

        Key(byte[] text, @Nullable PeltField field) {
            this.text = text;
            this.field = field;
        }
    }

    private PeltNames(PeltEvent event) {
        this.event = event;
        last = new Key(new byte[0], null);
    }

    /** The names of an event that is written {@code system:name} or just {@code name}; null where it is no PELT event. */
    static @Nullable PeltNames of(PeltDialect dialect, String name) {
        int colon = name.indexOf(':');
        PeltEvent event = dialect.event(colon < 0 ? "" : name.substring(0, colon), name.substring(colon + 1))
                .orElse(null);
        return event == null ? null : new PeltNames(event);
    }

    EventKind kind() {
        return event.kind();
    }

    /** What the key between {@code at} and {@code end} means, or null. */
    @Nullable
    PeltField field(byte[] text, int at, int end) {
        Key before = last;
        Key key = before == null ? null : before.following;
        if (key == null || key.text.length != end - at || !Ascii.matches(text, at, end, key.text)) {
            key = look(Ascii.string(text, at, end));
            if (key == null) return null;
            if (before != null) before.following = key;
        }
        last = key;
        return key.field;
    }

    /** Whether a key has a meaning; the order of keys is not followed. */
    boolean known(byte[] text, int at, int end) {
        Key guess = last == null ? null : last.following;
        if (guess != null
                && guess.field != null
                && guess.text.length == end - at
                && Ascii.matches(text, at, end, guess.text)) return true;
        return event.field(Ascii.string(text, at, end)).isPresent();
    }

    private @Nullable Key look(String name) {
        Key key = keys.get(name);
        if (key != null || keys.size() == KEYS_MAX) return key;
        key = new Key(
                name.getBytes(StandardCharsets.ISO_8859_1), event.field(name).orElse(null));
        keys.put(name, key);
        return key;
    }

    /** Whether the values of a mask make a row. */
    boolean complete(long mask) {
        if (mask == completeMask) return true;
        var fields = EnumSet.noneOf(PeltField.class);
        for (PeltField field : FIELDS) if ((mask >>> field.ordinal() & 1) != 0) fields.add(field);
        if (!event.complete(fields)) return false;
        completeMask = mask;
        return true;
    }
}
