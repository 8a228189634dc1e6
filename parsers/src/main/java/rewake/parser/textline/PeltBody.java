package rewake.parser.textline;

import java.nio.charset.StandardCharsets;
import rewake.event.PeltField;

/**
 * Takes the body of a PELT event apart. Every recorder has its own fields in its own order, so keys are looked up one by
 * one; keys without a meaning are passed over.
 *
 * <pre>
 * cpu=7 path=/lab/a css_id=3 load=0 RBL_load=0 util=0 update_time=20755113984 contrib=0             a module
 * (ffffffff810f0690) cpu=5 css=1 my_q=0x0 comm="sh" pid=728 load=1024 weight=1048576              a probe
 * (__probestub_pelt_cfs_tp+0x4/0x10) load=512 contrib=512
 * cpu=1 capacity=1024, capacity_orig=1024                                                        with a comma
 * </pre>
 *
 * <p>A name may hold blanks: it ends where the next key with a meaning stands, or at its closing quote.
 */
final class PeltBody {
    private static final byte[] NULL = "(null)".getBytes(StandardCharsets.US_ASCII);
    private static final int COMM_MAX = 16;

    private final Digits digits = new Digits();
    private byte[] text = {};
    private int end;
    private int keyEnd;

    /** Fills the PELT values of {@code row}; false where a value is none or is there twice. */
    boolean parse(PeltNames names, byte[] bytes, int from, int bodyEnd, TextRow row) {
        row.clearBody();
        text = bytes;
        end = Ascii.trimEnd(bytes, from, bodyEnd);
        int at = from < end && text[from] == '(' ? Ascii.find(text, from, end, ')') + 1 : from;
        while (true) {
            at = Ascii.skipBlanks(text, at, end);
            if (at >= end) return true;
            if (!key(at)) return false;
            PeltField field = names.field(text, at, keyEnd);
            at = keyEnd + 1;
            if (field == null) {
                at = unknown(at);
                continue;
            }
            if (row.hasPelt(field)) return false;
            at = value(names, field, at, row);
            if (at < 0 || (at < end && text[at] != ' ' && text[at] != '\t')) return false;
        }
    }

    /** {@code word=}. */
    private boolean key(int at) {
        int i = at;
        while (i < end && (Character.isLetterOrDigit(text[i]) || text[i] == '_' || text[i] == '.')) i++;
        keyEnd = i;
        return i > at && i < end && text[i] == '=';
    }

    /** A value without a meaning, perhaps in quotes. */
    private int unknown(int at) {
        int quote = at < end && text[at] == '"' ? Ascii.find(text, at + 1, end, '"') : end;
        return Ascii.skipWord(text, quote < end ? quote : at, end);
    }

    private int value(PeltNames names, PeltField field, int at, TextRow row) {
        return switch (field) {
            case COMM -> {
                int stop = textEnd(names, at, Math.min(end, at + COMM_MAX + 2));
                boolean quoted = stop - at > 1 && text[at] == '"' && text[stop - 1] == '"';
                if (stop < 0 || (!quoted && stop > at && text[at] == '"')) yield -1;
                int first = quoted ? at + 1 : at;
                int length = (quoted ? stop - 1 : stop) - first;
                row.comm(text, first, Ascii.matches(text, at, stop, NULL) ? 0 : length);
                row.peltMask |= 1L << field.ordinal();
                yield stop;
            }
            case PATH -> {
                int stop = textEnd(names, at, end);
                if (stop < 0) yield -1;
                boolean quoted = stop - at > 1 && text[at] == '"' && text[stop - 1] == '"';
                row.pathAt = quoted ? at + 1 : at;
                row.pathEnd = quoted ? stop - 1 : stop;
                // A task's entity has no group of its own.
                if (!Ascii.matches(text, at, stop, NULL)) row.peltMask |= 1L << field.ordinal();
                yield stop;
            }
            default -> {
                if (!digits.any(text, at, end)) yield -1;
                row.pelt[field.ordinal()] = digits.value;
                row.peltMask |= 1L << field.ordinal();
                yield digits.end < end && text[digits.end] == ',' ? digits.end + 1 : digits.end;
            }
        };
    }

    /** Where a text value ends: before the next key with a meaning, or with the body; −1 where that is beyond {@code most}. */
    private int textEnd(PeltNames names, int at, int most) {
        for (int i = at; i <= most; i++) {
            if (i == end) return i;
            if (text[i] == ' ' && key(i + 1) && names.known(text, i + 1, keyEnd)) return i;
        }
        return -1;
    }
}
