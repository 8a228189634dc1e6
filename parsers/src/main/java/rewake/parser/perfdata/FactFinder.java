package rewake.parser.perfdata;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rewake.event.EventKind;
import rewake.event.TraceFacts;
import rewake.parser.tracepoint.Decoders;
import rewake.parser.tracepoint.TracepointFormat;

/** What a perf.data says about itself, from attrs, features and the ID_INDEX. */
final class FactFinder {
    private final List<EventAttr> attrs;
    private final Features features;
    private final IdIndex index;
    private final Decoders decoders;

    FactFinder(List<EventAttr> attrs, Features features, IdIndex index, Decoders decoders) {
        this.attrs = attrs;
        this.features = features;
        this.index = index;
        this.decoders = decoders;
    }

    TraceFacts facts(int cpus) {
        List<String> cmdline = features.cmdline();
        return new TraceFacts(
                "perf.data",
                features.release(),
                features.version() == null ? null : "perf " + features.version(),
                features.hostname(),
                features.arch(),
                cpus,
                clock(),
                MachineTopology.of(cpus, features),
                tracepoints(),
                cmdline == null ? null : String.join(" ", cmdline),
                systemWide());
    }

    /** {@code perf record -k}; without it the kernel stamps with its scheduler clock. */
    private String clock() {
        for (EventAttr attr : attrs) {
            if (!attr.tracepoint() || !attr.useClockid()) continue;
            return switch (attr.clockid()) {
                case 0 -> "realtime";
                case 1 -> "monotonic";
                case 4 -> "monotonic_raw";
                case 7 -> "boottime";
                case 11 -> "tai";
                default -> "clockid " + attr.clockid();
            };
        }
        return "sched_clock";
    }

    private List<String> tracepoints() {
        var names = new ArrayList<String>();
        for (EventAttr attr : attrs) {
            if (!attr.tracepoint()) continue;
            String name = name(attr);
            if (!names.contains(name)) names.add(name);
            EventKind kind = decoders.kind(attr.config());
            if (kind != null && kind.pelt() && !names.contains(kind.tracepoint())) names.add(kind.tracepoint());
        }
        return List.copyOf(names);
    }

    private String name(EventAttr attr) {
        TracepointFormat format = decoders.format(attr.config());
        if (format != null) return format.fullName();
        String described = attr.ids().length == 0 ? null : features.eventNames().get(attr.ids()[0]);
        return described != null ? described : "tracepoint:" + attr.config();
    }

    /**
     * Every event of a system-wide recording belongs to a CPU and to no task; ID_INDEX says so. Without that record the
     * command does: {@code perf sched record} implies {@code -a}.
     */
    private boolean systemWide() {
        if (index.present()) {
            for (long i = 0; i < index.entries(); i++) if (index.ofTask(i) || index.cpu(i) < 0) return false;
            return true;
        }
        List<String> cmdline = features.cmdline();
        if (cmdline == null) return false;
        int own = cmdline.indexOf("--");
        List<String> options = own < 0 ? cmdline : cmdline.subList(0, own);
        return options.contains("-a")
                || options.contains("--all-cpus")
                || (options.size() > 1 && options.get(1).equals("sched"));
    }
}
