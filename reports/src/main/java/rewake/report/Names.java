package rewake.report;

import java.util.HashSet;
import java.util.List;
import java.util.regex.Pattern;

/** The rule for names in machine output. They become file names and keys, so they are checked where they are made. */
final class Names {
    private static final Pattern SNAKE = Pattern.compile("[a-z][a-z0-9_]*");

    private Names() {}

    static void checkSnakeCase(String what, String name) {
        if (!SNAKE.matcher(name).matches()) {
            throw new IllegalArgumentException(what + " name is not lower_snake_case: " + name);
        }
    }

    static void checkUnique(String what, List<String> names) {
        var seen = new HashSet<String>();
        for (String name : names) {
            if (!seen.add(name)) throw new IllegalArgumentException(what + " appears twice: " + name);
        }
    }
}
