package rewake.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import rewake.event.EventKind;
import rewake.event.PeltEvent;
import rewake.event.PeltField;

/**
 * Events of load tracking with names that the user chose, given as JSON:
 *
 * <pre>
 * {"version": 1,
 *  "events": {"tracepoints:my_cfs": {"kind": "pelt_cfs", "fields": {"l": "load", "u": "util", "grp": "path"}}}}
 * </pre>
 *
 * <p>An event is named {@code system:name} or {@code name}; {@code kind} is an {@link EventKind} of load tracking and what
 * {@code fields} maps to is a {@link PeltField}, both in lower case. Fields that are not mentioned go by the names Rewake
 * knows.
 */
final class PeltEventsFile {
    private final Path file;

    private PeltEventsFile(Path file) {
        this.file = file;
    }

    /** The events of {@code file} by name. */
    static Map<String, PeltEvent> read(Path file) throws IOException {
        return new PeltEventsFile(file).events();
    }

    private Map<String, PeltEvent> events() throws IOException {
        JsonNode events = JsonFile.read(file).path("events");
        if (!events.isObject() || events.isEmpty())
            throw bad("an object is expected with the key events, an object of events by name");
        var found = new TreeMap<String, PeltEvent>();
        for (Map.Entry<String, JsonNode> event : events.properties())
            found.put(event.getKey(), event(event.getKey(), event.getValue()));
        return found;
    }

    private PeltEvent event(String name, JsonNode node) throws IOException {
        if (!node.isObject()) throw bad(name + " is no object with kind and fields");
        for (Map.Entry<String, JsonNode> key : node.properties())
            if (!key.getKey().equals("kind") && !key.getKey().equals("fields"))
                throw bad(name + ": unknown key '" + key.getKey() + "'; known are kind and fields");
        EventKind kind = known(
                Arrays.stream(EventKind.values()).filter(EventKind::pelt).toArray(EventKind[]::new),
                PeltEventsFile::id,
                node.path("kind"),
                name + ": kind");
        var fields = new HashMap<String, PeltField>();
        JsonNode given = node.path("fields");
        if (!given.isMissingNode() && !given.isObject()) throw bad(name + ": fields is no object");
        for (Map.Entry<String, JsonNode> field : given.properties()) {
            String what = name + ": field " + field.getKey();
            PeltField meaning = known(PeltField.values(), PeltField::id, field.getValue(), what);
            if (fields.containsValue(meaning)) throw bad(what + " is the second that is " + meaning.id());
            fields.put(field.getKey(), meaning);
        }
        return new PeltEvent(kind, fields);
    }

    private <T> T known(T[] all, Function<T, String> id, JsonNode given, String what) throws IOException {
        for (T one : all) if (id.apply(one).equals(given.textValue())) return one;
        throw bad(what + " is " + (given.isMissingNode() ? "missing" : given) + "; known are "
                + Arrays.stream(all).map(id).collect(Collectors.joining(", ")));
    }

    private static String id(EventKind kind) {
        return kind.name().toLowerCase(java.util.Locale.ROOT);
    }

    private IOException bad(String trouble) {
        return new IOException(file + ": no names of load tracking events: " + trouble);
    }

    /** Why events of {@code trace} got nothing from an event of the file, or null where they did. */
    static @Nullable String whyUnused(String name, PeltEvent event, rewake.event.TraceFacts trace) {
        String bare = name.substring(name.indexOf(':') + 1);
        boolean there = trace.tracepoints().stream()
                .anyMatch(t -> t.equals(name) || t.equals(bare) || (!name.contains(":") && t.endsWith(":" + name)));
        if (!there) return "--pelt-events: no event of the trace is called '" + name + "'";
        return trace.records(event.kind())
                ? null
                : "--pelt-events: '" + name + "' lacks the fields of " + id(event.kind()) + ", so it was not used";
    }
}
