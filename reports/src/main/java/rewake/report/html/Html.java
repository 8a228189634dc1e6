package rewake.report.html;

import java.io.IOException;
import rewake.report.Printable;

/** Text inside HTML and SVG. */
final class Html {
    private Html() {}

    /** The text as page content or inside a quoted attribute; it can neither open a tag nor close the quote. */
    static String escape(String text) {
        String printable = Printable.text(text);
        var out = new StringBuilder(printable.length() + 16);
        for (int i = 0; i < printable.length(); i++) {
            char c = printable.charAt(i);
            switch (c) {
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '&' -> out.append("&amp;");
                case '"' -> out.append("&quot;");
                case '\'' -> out.append("&#39;");
                default -> out.append(c);
            }
        }
        return out.toString();
    }

    /** An element with text inside. */
    static void element(Appendable out, String tag, String text) throws IOException {
        out.append('<')
                .append(tag)
                .append('>')
                .append(escape(text))
                .append("</")
                .append(tag)
                .append(">\n");
    }

    /** A coordinate: two decimals are below a pixel's tenth. */
    static String n(double value) {
        double rounded = Math.rint(value * 100) / 100;
        return rounded == Math.rint(rounded) ? Long.toString((long) rounded) : Double.toString(rounded);
    }
}
