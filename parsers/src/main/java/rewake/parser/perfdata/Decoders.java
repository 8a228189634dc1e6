package rewake.parser.perfdata;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import rewake.event.Comms;
import rewake.event.EventKind;
import rewake.event.ImportStat;
import rewake.event.ImportStats;
import rewake.parser.tracepoint.EventDecoder;
import rewake.parser.tracepoint.StateTable;
import rewake.parser.tracepoint.TracepointFormat;

/** The decoders of a file by the id in {@code common_type}: one for each tracepoint in the file that Rewake uses. */
final class Decoders {
    private static final int ID_MAX = 65_535;

    private final Map<Integer, TracepointFormat> formats;
    private final @Nullable EventDecoder[] byId = new EventDecoder[ID_MAX + 1];
    private int size;

    private Decoders(Map<Integer, TracepointFormat> formats) {
        this.formats = formats;
    }

    /** Compiles all; a format that lacks what its row needs is counted as damage and its events stay unused. */
    static Decoders compile(Features features, Comms comms, int cpus, ImportStats stats) {
        var decoders = new Decoders(features.tracing().formats());
        String switchText = "";
        for (TracepointFormat format : decoders.formats.values())
            if (format.fullName().equals(EventKind.SWITCH.tracepoint())) switchText = format.printFormat();
        StateTable states = StateTable.of(switchText, features.release());
        var kinds = new HashMap<String, EventKind>();
        for (EventKind kind : EventKind.values()) kinds.put(kind.tracepoint(), kind);
        for (TracepointFormat format : decoders.formats.values()) {
            EventKind kind = kinds.get(format.fullName());
            if (kind == null || format.id() > ID_MAX) continue;
            EventDecoder decoder =
                    EventDecoder.compile(format, kind, states, comms, cpus).orElse(null);
            if (decoder == null) stats.add(ImportStat.FEATURE_DAMAGED, -1);
            else decoders.put(format.id(), decoder);
        }
        return decoders;
    }

    private void put(int id, EventDecoder decoder) {
        byId[id] = decoder;
        size++;
    }

    /** The decoder of an id, or null where Rewake has no use for the event or the file does not describe it. */
    @Nullable
    EventDecoder byId(long id) {
        return id >= 0 && id <= ID_MAX ? byId[(int) id] : null;
    }

    /** The format of an id, or null where the file does not describe it. */
    @Nullable
    TracepointFormat format(long id) {
        return id >= 0 && id <= ID_MAX ? formats.get((int) id) : null;
    }

    /** How many there are. */
    int size() {
        return size;
    }
}
