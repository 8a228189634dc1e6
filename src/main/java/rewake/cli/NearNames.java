package rewake.cli;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Names that a user may have meant. */
final class NearNames {
    private static final int MOST = 3;

    private NearNames() {}

    /** Of {@code known} the nearest to any of {@code meant}, the nearest first; none that is far from all. */
    static List<String> of(Collection<String> meant, Collection<String> known) {
        return known.stream()
                .filter(name -> !name.isEmpty() && far(meant, name) <= near(name))
                .sorted(Comparator.comparingInt((String name) -> far(meant, name))
                        .thenComparing(Comparator.naturalOrder()))
                .limit(MOST)
                .toList();
    }

    private static int near(String name) {
        return Math.max(1, name.length() / 3);
    }

    private static int far(Collection<String> meant, String name) {
        return meant.stream().mapToInt(one -> far(one, name)).min().orElse(Integer.MAX_VALUE);
    }

    /** A beginning is near; else how many characters have to be put in, taken out or replaced, in either case. */
    private static int far(String a, String b) {
        String from = a.toLowerCase(Locale.ROOT);
        String to = b.toLowerCase(Locale.ROOT);
        if (!from.isEmpty() && (to.startsWith(from) || from.startsWith(to))) return 1;
        int[] row = new int[to.length() + 1];
        for (int j = 0; j < row.length; j++) row[j] = j;
        for (int i = 1; i <= from.length(); i++) {
            int corner = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int replaced = corner + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                corner = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[to.length()];
    }
}
