package rewake.catalogue;

import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A kernel release as far as its name tells: {@code 6.1.192} of {@code 6.1.192-lab}, {@code 6.1} of {@code 6.1.0-50-cloud-amd64}.
 *
 * @param stable the level within a stable branch, 0 for a release of Linus' tree and where the name hides it
 */
public record Release(int major, int minor, int stable) implements Comparable<Release> {
    private static final Pattern NUMBERS = Pattern.compile("v?(\\d{1,4})\\.(\\d{1,4})(?:\\.(\\d{1,4}))?(?:\\D.*)?");
    private static final Pattern DISTRIBUTION = Pattern.compile("v?\\d+\\.\\d+\\.0-\\d.*");

    /** A release of Linus' tree. */
    public Release(int major, int minor) {
        this(major, minor, 0);
    }

    /**
     * Reads the numbers of {@code uname -r}.
     *
     * @throws UsageException where there are none
     */
    public static Release parse(String release) {
        Matcher m = NUMBERS.matcher(release);
        if (!m.matches())
            throw new UsageException("no kernel version in '" + release + "'; name the kernel with --kernel");
        String stable = m.group(3);
        return new Release(
                Integer.parseInt(m.group(1)),
                Integer.parseInt(m.group(2)),
                stable == null ? 0 : Integer.parseInt(stable));
    }

    /** Whether the name counts builds of a distribution, {@code 6.1.0-50-cloud-amd64}, and so hides the stable level. */
    static boolean hidesStableLevel(String release) {
        return DISTRIBUTION.matcher(release).matches();
    }

    /** Whether both are of one stable branch. */
    boolean sameBranch(Release other) {
        return major == other.major && minor == other.minor;
    }

    @Override
    public int compareTo(Release other) {
        return Comparator.comparingInt(Release::major)
                .thenComparingInt(Release::minor)
                .thenComparingInt(Release::stable)
                .compare(this, other);
    }

    @Override
    public String toString() {
        return major + "." + minor + (stable > 0 ? "." + stable : "");
    }
}
