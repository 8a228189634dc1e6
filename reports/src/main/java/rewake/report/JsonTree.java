package rewake.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** A JSON tree of plain Java objects: maps with string keys, lists, strings, numbers, booleans and null. */
public final class JsonTree {
    private static final JsonFactory FACTORY = new JsonFactory();

    private JsonTree() {}

    /** Writes a tree. Doubles that are no number are unknown, so null. */
    public static void write(@Nullable Object value, JsonGenerator json) throws IOException {
        switch (value) {
            case null -> json.writeNull();
            case String s -> json.writeString(s);
            case Long l -> json.writeNumber(l);
            case Integer i -> json.writeNumber(i);
            case Boolean b -> json.writeBoolean(b);
            case Double d when !Double.isFinite(d) -> json.writeNull();
            case Double d -> json.writeNumber(d);
            case List<?> list -> {
                json.writeStartArray();
                for (Object element : list) write(element, json);
                json.writeEndArray();
            }
            case Map<?, ?> map -> {
                json.writeStartObject();
                for (var entry : map.entrySet()) {
                    json.writeFieldName((String) entry.getKey());
                    write(entry.getValue(), json);
                }
                json.writeEndObject();
            }
            default -> throw new IllegalStateException("not JSON: " + value.getClass());
        }
    }

    /** A tree on one line, for the header of a format that is not JSON. */
    public static String compact(@Nullable Object tree) {
        var text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(text)) {
            write(tree, json);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // a StringWriter does not fail
        }
        return text.toString();
    }

    /** Throws unless a value is a tree whose maps keep an order. */
    static void check(String path, @Nullable Object value) {
        switch (value) {
            case null -> {}
            case String _, Boolean _, Integer _, Long _, Double _ -> {}
            case List<?> list -> list.forEach(e -> check(path + "[]", e));
            case Map<?, ?> map -> {
                if (map.size() > 1 && !(map instanceof SequencedMap)) {
                    throw new IllegalArgumentException(path + ": " + map.getClass() + " has no order of keys");
                }
                map.forEach((key, e) -> {
                    if (!(key instanceof String)) throw new IllegalArgumentException(path + ": key " + key);
                    check(path + "." + key, e);
                });
            }
            default -> throw new IllegalArgumentException(path + ": " + value.getClass() + " is not JSON");
        }
    }
}
