package rewake.report.terminal;

import java.util.ArrayList;
import java.util.List;

/** How many terminal cells a text takes, and how to fold and pad it. */
final class TextWidth {
    private TextWidth() {}

    static int of(String text) {
        if (isNarrow(text)) return text.length();
        int cells = 0;
        for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i)))
            cells += of(text.codePointAt(i));
        return cells;
    }

    /** As nearly every text is: a cell a character. */
    private static boolean isNarrow(String text) {
        for (int i = 0; i < text.length(); i++) if (text.charAt(i) >= 0x300) return false;
        return true;
    }

    /** East Asian wide characters and emoji take two cells, combining marks none. */
    private static int of(int c) {
        if (c < 0x300) return 1;
        int type = Character.getType(c);
        if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK) return 0;
        boolean wide = (c >= 0x1100 && c <= 0x115f)
                || (c >= 0x2e80 && c <= 0xa4cf)
                || (c >= 0xac00 && c <= 0xd7a3)
                || (c >= 0xf900 && c <= 0xfaff)
                || (c >= 0xfe30 && c <= 0xfe6f)
                || (c >= 0xff00 && c <= 0xff60)
                || (c >= 0xffe0 && c <= 0xffe6)
                || (c >= 0x1f300 && c <= 0x1faff)
                || (c >= 0x20000 && c <= 0x3fffd);
        return wide ? 2 : 1;
    }

    static String left(String text, int width) {
        return text + " ".repeat(Math.max(0, width - of(text)));
    }

    static String right(String text, int width) {
        return " ".repeat(Math.max(0, width - of(text))) + text;
    }

    /** The widest piece that folding would rather not break. */
    static int longestWord(String text) {
        int longest = 0;
        for (String word : words(text)) longest = Math.max(longest, of(word.stripTrailing()));
        return longest;
    }

    /** Folds behind spaces, commas and slashes and before a plus; breaks a longer word where it must. */
    static List<String> fold(String text, int width) {
        if (of(text) <= width) return List.of(text);
        var lines = new ArrayList<String>();
        var line = new StringBuilder();
        for (String word : words(text)) {
            if (!line.isEmpty() && of(line + word.stripTrailing()) > width) {
                lines.add(line.toString().stripTrailing());
                line.setLength(0);
            }
            for (int c : word.codePoints().toArray()) {
                if (!line.isEmpty() && c != ' ' && of(line.toString()) + of(c) > width) {
                    lines.add(line.toString());
                    line.setLength(0);
                }
                line.appendCodePoint(c);
            }
        }
        lines.add(line.toString().stripTrailing());
        return lines;
    }

    private static List<String> words(String text) {
        var words = new ArrayList<String>();
        int from = 0;
        for (int i = 1; i < text.length(); i++) {
            if (text.charAt(i) == '+' || " ,/".indexOf(text.charAt(i - 1)) >= 0) {
                words.add(text.substring(from, i));
                from = i;
            }
        }
        words.add(text.substring(from));
        return words;
    }
}
