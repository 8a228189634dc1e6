package rewake.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What the launcher runs once after a build, so that the JVM keeps linked classes in its AOT cache: each command that reads a
 * trace. Its output is thrown away.
 */
final class Training {
    private static final List<List<String>> MEASURED = List.of(
            List.of("info"),
            List.of("latency"),
            List.of("latency", "--split"),
            List.of("timehist"),
            List.of("map"),
            List.of("migrations"),
            List.of("queues"));

    private Training() {}

    /** Runs the commands on traces; the first argument is a folder for their reports. */
    public static void main(String[] args) {
        int worst = 0;
        for (String trace : List.of(args).subList(1, args.length)) {
            if (!Files.exists(Path.of(trace))) continue;
            for (List<String> command : MEASURED) worst = Math.max(worst, run(command, trace));
            worst = Math.max(worst, run(List.of("diff", trace), trace));
            // a text names no kernel
            worst = Math.max(worst, run(List.of("whatif", "--each", "--kernel", "v6.1", "-o", args[0]), trace));
        }
        System.exit(worst);
    }

    private static int run(List<String> command, String trace) {
        var words = new ArrayList<>(command);
        words.add(trace);
        return Rewake.run(words.toArray(String[]::new));
    }
}
