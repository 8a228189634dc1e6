package rewake.catalogue;

import java.util.List;

/** Help for a mistyped name: the nearest known one, or all of them where nothing is near. */
final class Suggestion {
    private Suggestion() {}

    static String of(String typed, List<String> known) {
        String nearest = "";
        int least = Integer.MAX_VALUE;
        for (String name : known) {
            int d = distance(typed, name);
            if (d < least) {
                least = d;
                nearest = name;
            }
        }
        return least <= Math.max(2, typed.length() / 3)
                ? "did you mean " + nearest + "?"
                : "known are " + String.join(", ", known);
    }

    /** Levenshtein distance. */
    static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) row[j] = j;
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int swap = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(swap, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}
