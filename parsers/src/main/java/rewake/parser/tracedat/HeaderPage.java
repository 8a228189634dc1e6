package rewake.parser.tracedat;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Layout of a ring-buffer page, from the kernel's {@code events/header_page}.
 *
 * @param longSize bytes of the recorded kernel's long, which is that of {@code commit}: 4 or 8
 * @param dataAt offset of the first event
 * @param size of a page where the buffer does not have one of its own
 */
record HeaderPage(int longSize, int dataAt, int size) {
    static final int COMMIT_AT = 8;

    private static final Pattern FIELD =
            Pattern.compile("field:[^;]*?(\\w+);\\s*offset:(\\d{1,6});\\s*size:(\\d{1,7});");

    /** Parses the text; null where it does not describe such a page. */
    static @Nullable HeaderPage parse(String text) {
        int longSize = 0;
        int dataAt = 0;
        int dataSize = 0;
        int stampSize = 0;
        Matcher field = FIELD.matcher(text);
        while (field.find()) {
            int offset = Integer.parseInt(field.group(2));
            int size = Integer.parseInt(field.group(3));
            switch (field.group(1)) {
                case "timestamp" -> stampSize = offset == 0 ? size : 0;
                case "commit" -> longSize = offset == COMMIT_AT ? size : 0;
                case "data" -> {
                    dataAt = offset;
                    dataSize = size;
                }
                default -> {}
            }
        }
        boolean sane = stampSize == 8
                && (longSize == 4 || longSize == 8)
                && dataAt == COMMIT_AT + longSize
                && dataSize > 0
                && dataSize <= 1 << 20;
        return sane ? new HeaderPage(longSize, dataAt, dataAt + dataSize) : null;
    }

    /** What a kernel of 64 bits has, where a file does not say. */
    static HeaderPage usual(int pageSize) {
        return new HeaderPage(8, COMMIT_AT + 8, pageSize);
    }
}
