package rewake.cli;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A JSON file that the user gives. */
final class JsonFile {
    private static final int VERSION = 1;

    private JsonFile() {}

    /**
     * Its root, an object of a version that is known.
     *
     * @throws IOException where it is none; the message names the file and the line
     */
    static JsonNode read(Path file) throws IOException {
        if (Files.isDirectory(file)) throw new IOException(file + ": a directory, a JSON file was expected");
        JsonNode root;
        try {
            root = new ObjectMapper()
                    .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
                    .readTree(Files.readString(file));
        } catch (JsonProcessingException e) {
            throw new IOException(file + ": not JSON: " + what(e), e);
        } catch (CharacterCodingException e) {
            throw new IOException(file + ": not JSON: not even text in UTF-8", e);
        }
        if (!root.isObject()) throw new IOException(file + ": an object was expected");
        if (root.path("version").asInt(VERSION) != VERSION)
            throw new IOException(file + ": version " + root.path("version") + ", known is " + VERSION);
        return root;
    }

    /** In one line, without Jackson's words on its own settings. */
    private static String what(JsonProcessingException e) {
        String message = e.getOriginalMessage().replaceAll("\\s+", " ").replaceAll(" ?\\(start marker at .*", "");
        return e.getLocation() == null
                ? message
                : message + " (line " + e.getLocation().getLineNr() + ")";
    }
}
