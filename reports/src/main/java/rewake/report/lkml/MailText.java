package rewake.report.lkml;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import rewake.report.Printable;

/** Numbers and sentences as mails to kernel lists have them: short, and not wider than {@value #WIDTH} columns. */
final class MailText {
    /** Columns of a line. */
    static final int WIDTH = 76;

    private static final int DIGITS = 5;
    private static final int LONGEST_SIDE = 8;

    private MailText() {}

    /** What values of a unit are divided by: ns are told as us, shares as percent. */
    static double scale(String unit) {
        return switch (unit) {
            case "ns", "ns/s" -> 1000;
            case "share" -> 0.01;
            default -> 1;
        };
    }

    /** The unit of what is then told; none where it is a mere number. */
    static String unit(String unit) {
        return switch (unit) {
            case "ns" -> "us";
            case "ns/s" -> "us/s";
            case "share" -> "%";
            case "1", "tasks" -> "";
            default -> unit;
        };
    }

    /** A value and half its interval as a share of it. */
    static String value(@Nullable Double value, @Nullable Double low, @Nullable Double high, double scale) {
        if (value == null) return "-";
        String text = number(value / scale);
        if (low == null || high == null || value == 0) return text;
        return text + "±" + percent((high - low) / 2 / Math.abs(value)) + "%";
    }

    /** A change in percent, or that it is noise; with a question mark where nobody can tell which. */
    static String change(@Nullable Double change, @Nullable Boolean noise) {
        if (noise != null && noise) return "(noise)";
        if (change == null) return "";
        return (change < 0 ? "-" : "+") + percent(Math.abs(change)) + "%" + (noise == null ? "?" : "");
    }

    /** One decimal, none above 100. */
    private static String percent(double share) {
        double percent = share * 100;
        return percent >= 1e6 ? ">1e6" : String.format(Locale.ROOT, percent < 100 ? "%.1f" : "%.0f", percent);
    }

    private static String number(double value) {
        if (value == 0) return "0";
        if (Math.abs(value) >= 1e9 || Math.abs(value) < 1e-4) return String.format(Locale.ROOT, "%.3e", value);
        BigDecimal exact = new BigDecimal(value);
        if (exact.precision() - exact.scale() >= DIGITS)
            return exact.setScale(0, RoundingMode.HALF_EVEN).toPlainString();
        BigDecimal rounded = exact.round(new MathContext(DIGITS));
        return rounded.setScale(Math.min(rounded.scale(), 3), RoundingMode.HALF_EVEN)
                .stripTrailingZeros()
                .toPlainString();
    }

    /** ASCII only: control characters made visible, others as question marks. */
    static String ascii(String text) {
        return Printable.text(text).replaceAll("[^ -~]", "?");
    }

    /** What stands beside each number is short. */
    static String shortened(String text) {
        String plain = ascii(text);
        return plain.length() > LONGEST_SIDE ? plain.substring(0, LONGEST_SIDE) : plain;
    }

    /** Lines not wider than a mail's; a longer word stands alone. */
    static List<String> folded(String text) {
        var lines = new ArrayList<String>();
        var line = new StringBuilder();
        for (String word : ascii(text).split(" ", -1)) {
            if (!line.isEmpty() && line.length() + 1 + word.length() > WIDTH) {
                lines.add(line.toString());
                line.setLength(0);
            }
            if (!line.isEmpty()) line.append(' ');
            line.append(word);
        }
        lines.add(line.toString());
        return lines;
    }
}
