package rewake.catalogue;

import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A kernel release as far as its name tells: {@code 6.1} of {@code 6.1.0-50-cloud-amd64}. */
public record Release(int major, int minor) implements Comparable<Release> {
    private static final Pattern FIRST_TWO = Pattern.compile("v?(\\d{1,4})\\.(\\d{1,4})(?:\\D.*)?");

    /**
     * Reads the first two numbers of {@code uname -r}.
     *
     * @throws UsageException where there are none
     */
    public static Release parse(String release) {
        Matcher m = FIRST_TWO.matcher(release);
        if (!m.matches())
            throw new UsageException("no kernel version in '" + release + "'; name the kernel with --kernel");
        return new Release(Integer.parseInt(m.group(1)), Integer.parseInt(m.group(2)));
    }

    @Override
    public int compareTo(Release other) {
        return Comparator.comparingInt(Release::major)
                .thenComparingInt(Release::minor)
                .compare(this, other);
    }

    @Override
    public String toString() {
        return major + "." + minor;
    }
}
