package rewake.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import picocli.CommandLine;
import com.fasterxml.jackson.databind.ObjectMapper;

/** Leaves an error in the file of {@code --errors-json}. */
final class ErrorsJson {
    private ErrorsJson() {}

    static void write(CommandLine.ParseResult result, String message, int exitCode) {
        var file = Output.of(result).map(o -> o.errorsJson).orElse(null);
        if (file == null) return;
        var error = new LinkedHashMap<String, Object>();
        error.put("error", message);
        error.put("exit_code", (long) exitCode);
        try {
            Files.writeString(file, new ObjectMapper().writeValueAsString(error) + "\n");
        } catch (IOException e) {
            System.err.println("rewake: cannot write " + file + ": " + e.getMessage());
        }
    }
}
