package rewake.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What the launcher runs once after a build, so that the JVM keeps linked classes in its AOT cache: each command that reads a
 * trace. Its output is thrown away.
 */
final class Training {
    private Training() {}

    /** Runs the commands on traces; the first argument is a folder for their reports. */
    public static void main(String[] args) throws Exception {
        Path folder = Path.of(args[0]);
        List<String> traces = List.of(args).subList(1, args.length);
        int worst = 0;
        for (String trace : traces) {
            if (!Files.exists(Path.of(trace))) continue;
            worst = Math.max(worst, Rewake.run("info", trace));
            worst = Math.max(worst, Rewake.run("latency", trace));
            String[] whatif = {"whatif", trace, "--each", "--kernel", "v6.1", "-o", folder.toString()
            }; // a text names none
            worst = Math.max(worst, Rewake.run(whatif));
        }
        System.exit(worst);
    }
}
