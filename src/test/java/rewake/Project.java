package rewake;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Where the project lies, for tests that look at its files. */
final class Project {
    /** Folders of main sources: one per Maven module. */
    static final List<String> MAIN = List.of("parsers/src/main/java", "reports/src/main/java", "src/main/java");

    private Project() {}

    /** The folder of the root pom: given by Maven, else (in an IDE) the first one upwards that holds {@code traces/}. */
    static Path root() {
        String given = System.getProperty("rewake.root");
        if (given != null) return Path.of(given);
        for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
            if (Files.exists(at.resolve("traces/INDEX.csv"))) return at;
        }
        throw new IllegalStateException("no traces/INDEX.csv here or above; set -Drewake.root");
    }

    /** All Java files below these folders of the project, in order; folders that are not there are passed over. */
    static List<Path> javaFiles(List<String> folders) throws IOException {
        var found = Stream.<Path>builder();
        for (String folder : folders) {
            Path start = root().resolve(folder);
            if (!Files.isDirectory(start)) continue;
            try (Stream<Path> files = Files.walk(start)) {
                files.filter(f -> f.toString().endsWith(".java")).forEach(found);
            }
        }
        return found.build().sorted().toList();
    }
}
