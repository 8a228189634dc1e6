package rewake.parser.tracepoint;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The format text of one tracepoint, parsed.
 *
 * @param system e.g. {@code sched}
 * @param name e.g. {@code sched_switch}
 * @param id the number that stands in the payload's {@code common_type}
 * @param fields by name, in the order of the text
 * @param printFormat what follows {@code print fmt:}, or the empty string
 */
public record TracepointFormat(
        String system, String name, int id, Map<String, TracepointField> fields, String printFormat) {
    private static final int PAYLOAD_MAX = 65_535;

    /** {@code system:name}. */
    public String fullName() {
        return system + ":" + name;
    }

    /** Parses a text; empty where it names no event or has no id. Field lines that make no sense are passed over. */
    public static Optional<TracepointFormat> parse(String system, String text) {
        String name = "";
        int id = -1;
        String printFormat = "";
        var fields = new LinkedHashMap<String, TracepointField>();
        for (String raw : text.split("\n", -1)) {
            String line = raw.strip();
            if (line.startsWith("name:")) name = line.substring(5).strip();
            else if (line.startsWith("ID:")) id = number(line.substring(3).strip());
            else if (line.startsWith("print fmt:"))
                printFormat = line.substring(10).strip();
            else if (line.startsWith("field:")) field(line).ifPresent(f -> fields.putIfAbsent(f.name(), f));
        }
        if (name.isEmpty() || id < 0) return Optional.empty();
        return Optional.of(new TracepointFormat(system, name, id, Collections.unmodifiableMap(fields), printFormat));
    }

    private static Optional<TracepointField> field(String line) {
        int end = line.indexOf(';');
        if (end < 0) return Optional.empty();
        String declaration = line.substring("field:".length(), end);
        String name = lastWord(declaration);
        if (name.isEmpty()) return Optional.empty();
        int offset = number(line, "offset:", end);
        int size = number(line, "size:", end);
        boolean signed = number(line, "signed:", end) > 0;
        if (offset < 0 || size < 0 || offset + size > PAYLOAD_MAX) return Optional.empty();
        return Optional.of(new TracepointField(name, storage(declaration), offset, size, signed));
    }

    /** The name in {@code char comm[16]}, {@code __data_loc char[] comm}, {@code int pid}. */
    private static String lastWord(String declaration) {
        String text = declaration.strip();
        if (text.endsWith("]"))
            text = text.substring(0, Math.max(0, text.lastIndexOf('['))).strip();
        int start = text.length();
        while (start > 0 && Character.isJavaIdentifierPart(text.charAt(start - 1))) start--;
        return text.substring(start);
    }

    private static TracepointField.Storage storage(String declaration) {
        if (declaration.contains("__data_loc")) return TracepointField.Storage.DATA_LOC;
        if (declaration.contains("__rel_loc")) return TracepointField.Storage.REL_LOC;
        return TracepointField.Storage.FIXED;
    }

    /** The number of up to six digits between {@code key} and the next semicolon, −1 for none. */
    private static int number(String line, String key, int from) {
        int start = line.indexOf(key, from);
        int end = start < 0 ? -1 : line.indexOf(';', start);
        return end < 0 ? -1 : number(line.substring(start + key.length(), end).strip());
    }

    private static int number(String text) {
        if (text.isEmpty() || text.length() > 6) return -1;
        int value = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < '0' || c > '9') return -1;
            value = value * 10 + (c - '0');
        }
        return value;
    }
}
