package rewake.measure;

/**
 * A share with its 95 % Wilson interval: what {@code hits} of {@code n} tells about the probability behind it.
 *
 * @param share hits / n, 0 to 1
 * @param low lower end
 * @param high upper end
 */
public record Wilson(double share, double low, double high) {
    private static final double Z = 1.959963984540054;

    /** The interval, or null where {@code n} is 0. */
    public static @org.jspecify.annotations.Nullable Wilson of(long hits, long n) {
        if (n == 0) return null;
        double p = (double) hits / n;
        double z2 = Z * Z;
        double middle = (p + z2 / (2 * n)) / (1 + z2 / n);
        double half = Z / (1 + z2 / n) * Math.sqrt(p * (1 - p) / n + z2 / (4.0 * n * n));
        return new Wilson(p, Math.max(0, middle - half), Math.min(1, middle + half));
    }
}
