package rewake.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Numbers as text, the same in every locale. */
final class Numbers {
    private Numbers() {}

    /**
     * A fixed number of decimals, rounded as C's printf rounds: the exact binary value, ties to even. Beyond 10¹⁵, where
     * doubles have no decimals, with an exponent.
     */
    static String fixed(double value, int decimals) {
        if (Math.abs(value) >= 1e15) return Double.toString(value);
        return new BigDecimal(value).setScale(decimals, RoundingMode.HALF_EVEN).toPlainString();
    }

    /** The division comes first and in double, as in perf, so that the last digit is perf's. */
    static String milliseconds(double ns) {
        return fixed(ns / 1e6, 3);
    }

    /** As above; beyond 2⁵³ ns, 104 days, where a double is no longer exact, the decimal point is moved instead. */
    static String milliseconds(long ns) {
        if (ns > -1L << 53 && ns < 1L << 53) return milliseconds((double) ns);
        return BigDecimal.valueOf(ns, 6).setScale(3, RoundingMode.HALF_EVEN).toPlainString();
    }

    /** The digits below a microsecond are dropped. */
    static String millisecondsCut(long ns) {
        return withPoint(ns / 1000, 3);
    }

    /** Like perf's timestamps: the digits below a microsecond are dropped. */
    static String seconds(long ns) {
        return withPoint(ns / 1000, 6);
    }

    /** A whole number with a point in front of its last digits; every row of a long listing has one. */
    private static String withPoint(long value, int decimals) {
        var text = new char[24];
        int at = text.length;
        long left = Math.abs(value);
        for (int digits = 0; digits <= decimals || left > 0; digits++) {
            if (digits == decimals) text[--at] = '.';
            text[--at] = (char) ('0' + left % 10);
            left /= 10;
        }
        if (value < 0) text[--at] = '-';
        return new String(text, at, text.length - at);
    }

    /**
     * A share as percent. One decimal, unless that would turn something into nothing or almost all into all: 0.9996 is
     * 99.96, not 100.0, and 0.0004 is 0.04, not 0.0.
     */
    static String percent(double share) {
        BigDecimal percent = new BigDecimal(share).movePointRight(2);
        if (percent.signum() != 0 && percent.abs().compareTo(BigDecimal.valueOf(1, 6)) < 0) {
            return percent.round(new MathContext(2)).toString();
        }
        int decimals = 1;
        BigDecimal rounded = percent.setScale(decimals, RoundingMode.HALF_EVEN);
        while (isCorner(rounded) && rounded.compareTo(percent) != 0) {
            rounded = percent.setScale(++decimals, RoundingMode.HALF_EVEN);
        }
        return rounded.toPlainString();
    }

    /** So many significant digits, ties to even, without an exponent; digits before the point are never dropped. */
    static String significant(double value, int digits) {
        if (Math.abs(value) >= 1e15 || (value != 0 && Math.abs(value) < 1e-6)) return Double.toString(value);
        BigDecimal exact = new BigDecimal(value);
        int before = exact.precision() - exact.scale();
        if (before >= digits) return exact.setScale(0, RoundingMode.HALF_EVEN).toPlainString();
        return value == 0
                ? "0"
                : exact.round(new MathContext(digits)).stripTrailingZeros().toPlainString();
    }

    private static boolean isCorner(BigDecimal percent) {
        return percent.signum() == 0 || percent.abs().compareTo(BigDecimal.valueOf(100)) == 0;
    }

    /** The shortest decimal that reads back as the same double; without an exponent where that stays readable. */
    static String plain(double value) {
        double size = Math.abs(value);
        boolean readable = value == 0 || (size >= 1e-6 && size < 1e15);
        if (!readable) return Double.toString(value);
        return value == 0 ? "0.0" : BigDecimal.valueOf(value).toPlainString();
    }
}
