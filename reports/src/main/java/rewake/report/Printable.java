package rewake.report;

/**
 * Makes text safe to show. A task may call itself anything, an escape sequence or a right-to-left override too; a
 * terminal would obey. Machine formats keep the text as it is.
 */
public final class Printable {
    private Printable() {}

    /** The text with every character that is not ink or space written as {@code \x1b} or {@code \u202e}. */
    public static String text(String text) {
        if (isAscii(text) || text.codePoints().allMatch(Printable::isInk)) return text;
        var out = new StringBuilder(text.length() + 8);
        text.codePoints().forEach(c -> {
            if (isInk(c)) out.appendCodePoint(c);
            else if (c < 0x100) out.append(String.format("\\x%02x", c));
            else out.append(String.format("\\u%04x", c));
        });
        return out.toString();
    }

    /** Ink and spaces of ASCII only, as nearly every text is. */
    private static boolean isAscii(String text) {
        for (int i = 0; i < text.length(); i++) if (text.charAt(i) < ' ' || text.charAt(i) >= 0x7f) return false;
        return true;
    }

    private static boolean isInk(int codePoint) {
        if (codePoint >= ' ' && codePoint < 0x7f) return true;
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.UNASSIGNED -> false;
            default -> true;
        };
    }
}
