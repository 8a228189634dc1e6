package rewake.parser.tracepoint;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import rewake.event.CgroupPaths;
import rewake.event.Comms;
import rewake.event.EventKind;
import rewake.event.ImportStat;
import rewake.event.ImportStats;
import rewake.event.PeltDialect;

/** The decoders of a file by the id in {@code common_type}: one for each tracepoint in the file that Rewake uses. */
public final class Decoders {
    private static final int ID_MAX = 65_535;

    private final Map<Integer, TracepointFormat> formats;
    private final @Nullable PayloadDecoder[] byId = new PayloadDecoder[ID_MAX + 1];
    private final Map<Integer, EventKind> kinds = new HashMap<>();

    private Decoders(Map<Integer, TracepointFormat> formats) {
        this.formats = formats;
    }

    /**
     * Compiles all; a format that lacks what its row needs is counted as damage and its events stay unused.
     *
     * @param formats of the file, by id
     * @param release {@code uname -r} of the recorded kernel, where the file tells it
     * @param dialect names of PELT events
     * @param comms where names of tasks go
     * @param paths where names of task groups go
     * @param cpus CPU numbers in fields must be below this
     */
    public static Decoders compile(
            Map<Integer, TracepointFormat> formats,
            @Nullable String release,
            PeltDialect dialect,
            Comms comms,
            CgroupPaths paths,
            int cpus,
            ImportStats stats) {
        var decoders = new Decoders(formats);
        String switchText = "";
        for (TracepointFormat format : formats.values())
            if (format.fullName().equals(EventKind.SWITCH.tracepoint())) switchText = format.printFormat();
        StateTable states = StateTable.of(switchText, release);
        var kinds = new HashMap<String, EventKind>();
        for (EventKind kind : EventKind.values()) if (!kind.pelt()) kinds.put(kind.tracepoint(), kind);
        for (TracepointFormat format : formats.values()) {
            if (format.id() > ID_MAX) continue;
            EventKind kind = kinds.get(format.fullName());
            if (kind == null) {
                dialect.event(format.system(), format.name())
                        .ifPresent(event ->
                                decoders.put(event.kind(), PeltDecoder.compile(format, event, comms, paths, cpus)));
            } else if (!decoders.put(kind, EventDecoder.compile(format, kind, states, comms, cpus)))
                stats.add(ImportStat.FEATURE_DAMAGED, -1);
        }
        return decoders;
    }

    private boolean put(EventKind kind, Optional<? extends PayloadDecoder> decoder) {
        decoder.ifPresent(d -> {
            byId[d.id()] = d;
            kinds.put(d.id(), kind);
        });
        return decoder.isPresent();
    }

    /** The decoder of an id, or null where Rewake has no use for the event or the file does not describe it. */
    public @Nullable PayloadDecoder byId(long id) {
        return id >= 0 && id <= ID_MAX ? byId[(int) id] : null;
    }

    /** The format of an id, or null where the file does not describe it. */
    public @Nullable TracepointFormat format(long id) {
        return id >= 0 && id <= ID_MAX ? formats.get((int) id) : null;
    }

    /** The kind of rows that events of an id become, or null where it has no decoder. */
    public @Nullable EventKind kind(long id) {
        return id >= 0 && id <= ID_MAX ? kinds.get((int) id) : null;
    }

    /** How many there are. */
    public int size() {
        return kinds.size();
    }
}
