package rewake.parser.perfscript;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import rewake.parser.textline.TextDialect;

/**
 * The lines that {@code perf script --header} and {@code -I} put in front, each a {@code #}, a name, a colon and a value:
 *
 * <pre>
 * # hostname : lab
 * # os release : 6.12.117
 * # cmdline : /usr/bin/perf sched record -m 2048
 * # clockid: monotonic (1)
 * </pre>
 */
final class PerfHeader {
    private static final Pattern LINE = Pattern.compile("^# ([a-z][A-Za-z ]{1,30}?) *: (.*\\S)\\s*$");
    private static final Pattern EVENT = Pattern.compile("^# event : name = ([\\w-]+:[\\w-]+), .*\\btype = 2\\b.*$");
    private static final Pattern OWN_OPTIONS_END = Pattern.compile(" -- .*$");

    private final PerfTopology topology = new PerfTopology();
    private final List<String> events = new ArrayList<>();
    private boolean marked;
    private @Nullable String release;
    private @Nullable String version;
    private @Nullable String hostname;
    private @Nullable String arch;
    private @Nullable String clock;
    private @Nullable String cmdline;
    private int available;
    private int online;

    void line(String line) {
        if (line.startsWith("# ========") || line.startsWith("# captured on")) marked = true;
        if (!marked) return;
        topology.line(line);
        Matcher event = EVENT.matcher(line);
        if (event.matches() && !events.contains(event.group(1))) events.add(event.group(1));
        Matcher m = LINE.matcher(line);
        if (!m.matches()) return;
        String value = m.group(2);
        switch (m.group(1)) {
            case "hostname" -> hostname = value;
            case "os release" -> release = value;
            case "perf version" -> version = value;
            case "arch" -> arch = value;
            case "nrcpus avail" -> available = cpus(value);
            case "nrcpus online" -> online = cpus(value);
            case "cmdline" -> cmdline = value;
            default -> {}
        }
        if (line.startsWith("# clockid:")) clock = value.replaceAll(" .*", "");
    }

    boolean marked() {
        return marked;
    }

    TextDialect.Header facts() {
        int cpus = Math.max(available, online);
        return new TextDialect.Header(
                "perf script",
                release,
                version == null ? null : "perf " + version,
                hostname,
                arch,
                cpus,
                clock == null && marked ? "sched_clock" : clock,
                cmdline,
                cmdline == null ? null : systemWide(cmdline),
                topology.of(cpus),
                List.copyOf(events),
                0);
    }

    /** {@code perf sched record} implies {@code -a}. */
    private static boolean systemWide(String command) {
        String own = OWN_OPTIONS_END.matcher(command).replaceAll("");
        return own.matches(".* (?:-a|--all-cpus)(?: .*)?") || own.matches("\\S+ sched .*");
    }

    private static int cpus(String value) {
        return value.matches("\\d{1,5}") ? Integer.parseInt(value) : 0;
    }
}
