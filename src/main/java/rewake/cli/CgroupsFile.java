package rewake.cli;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import rewake.replay.Cgroups;

/**
 * Task groups that the user tells, in one of two forms:
 *
 * <pre>
 * {"groups": [{"path": "/lab/a", "weight": 100, "css": 3}, {"path": "/idle", "idle": true}],
 *  "tasks": [{"comm": "hackbench", "path": "/lab/a"}, {"pid": 4711, "path": "/"}]}
 * </pre>
 *
 * <p>or {@code /proc/PID/cgroup} of many processes as {@code grep .} prints it, a line {@code /proc/4711/cgroup:0::/lab/a}
 * each (or {@code 4711:0::/lab/a}); of v1 hierarchies that of the cpu controller. {@code weight} is {@code cpu.weight}, 1 to
 * 10000, 100 unless told; {@code css} the id under which load tracking events name the group. Groups are those that have the
 * cpu controller; groups above one that is named need no mention.
 */
final class CgroupsFile {
    private static final int MAX_WEIGHT = 10_000;
    private static final List<String> KEYS = List.of("version", "groups", "tasks");
    private static final List<String> GROUP_KEYS = List.of("path", "weight", "idle", "css");
    private static final List<String> TASK_KEYS = List.of("comm", "pid", "path");
    private static final Pattern LINE = Pattern.compile("(?:/proc/)?(\\d{1,9})(?:/cgroup)?:(\\d+):([^:]*):(/.*)");

    private final Path file;
    private final List<Cgroups.Group> groups = new ArrayList<>();
    private final Map<Integer, String> byPid = new TreeMap<>();
    private final Map<String, String> byComm = new TreeMap<>();

    private CgroupsFile(Path file) {
        this.file = file;
    }

    static Cgroups read(Path file) throws IOException {
        return new CgroupsFile(file).read();
    }

    private Cgroups read() throws IOException {
        String text = Files.readString(file);
        if (text.stripLeading().startsWith("{")) json(text);
        else dump(text);
        return Cgroups.of(file.toString(), groups, byPid, byComm);
    }

    private void dump(String text) throws IOException {
        int number = 0;
        for (String line : text.lines().toList()) {
            number++;
            if (line.isBlank()) continue;
            Matcher m = LINE.matcher(line);
            if (!m.matches())
                throw bad("line " + number + " is neither JSON nor PID:0::/path as /proc/PID/cgroup has it");
            boolean unified = m.group(2).equals("0");
            if (unified || Arrays.asList(m.group(3).split(",")).contains("cpu"))
                byPid.put(Integer.parseInt(m.group(1)), path(m.group(4)));
        }
        if (byPid.isEmpty()) throw bad("no line tells a group");
    }

    private void json(String text) throws IOException {
        JsonNode root;
        try {
            root = new ObjectMapper()
                    .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
                    .readTree(text);
        } catch (JsonProcessingException e) {
            throw new IOException(file + ": not JSON: " + e.getOriginalMessage().replaceAll("\\s+", " "), e);
        }
        known(root, KEYS, "the file");
        if (root.path("version").asInt(1) != 1) throw bad("version " + root.path("version") + ", known is 1");
        var paths = new HashSet<String>();
        for (JsonNode node : list(root, "groups")) {
            Cgroups.Group group = group(node);
            if (!paths.add(group.path())) throw bad("the group " + group.path() + " is there twice");
            groups.add(group);
        }
        for (JsonNode task : list(root, "tasks")) task(task);
        if (groups.isEmpty() && byPid.isEmpty() && byComm.isEmpty()) throw bad("it names no group and no task");
    }

    private JsonNode list(JsonNode root, String key) throws IOException {
        JsonNode list = root.path(key);
        if (!list.isMissingNode() && !list.isArray()) throw bad(key + " is no list");
        return list;
    }

    private Cgroups.Group group(JsonNode node) throws IOException {
        known(node, GROUP_KEYS, "a group");
        String path = path(node.path("path").asText());
        int weight = node.path("weight").asInt(node.has("weight") ? 0 : 100);
        if (weight < 1 || weight > MAX_WEIGHT) throw bad(path + ": weight is 1 to " + MAX_WEIGHT);
        boolean idle = node.path("idle").asBoolean();
        return new Cgroups.Group(
                path,
                idle ? Cgroups.IDLE_SHARES : Cgroups.shares(weight),
                node.path("css").asInt());
    }

    private void task(JsonNode node) throws IOException {
        known(node, TASK_KEYS, "a task");
        String path = path(node.path("path").asText());
        if (node.has("comm") == node.has("pid")) throw bad("a task in " + path + " needs a comm or a pid");
        if (node.has("comm")) byComm.put(node.path("comm").asText(), path);
        else if (node.path("pid").isInt()) byPid.put(node.path("pid").intValue(), path);
        else throw bad("pid " + node.path("pid") + " is no number");
    }

    private void known(JsonNode node, List<String> keys, String what) throws IOException {
        if (!node.isObject()) throw bad(what + " is no object");
        for (Map.Entry<String, JsonNode> key : node.properties())
            if (!keys.contains(key.getKey()))
                throw bad("unknown key '" + key.getKey() + "' in " + what + "; known are " + String.join(", ", keys));
    }

    private String path(String text) throws IOException {
        if (!text.startsWith("/") || text.contains("//"))
            throw bad("a path begins with / as in /proc/PID/cgroup, not '" + text + "'");
        if (Arrays.asList(text.split("/", -1)).contains(".."))
            throw bad("'" + text
                    + "' leads out of what the process that was read from could see (a cgroup namespace): read it on"
                    + " the host");
        return text.length() > 1 && text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
    }

    private IOException bad(String trouble) {
        return new IOException(file + ": not a list of groups: " + trouble);
    }
}
