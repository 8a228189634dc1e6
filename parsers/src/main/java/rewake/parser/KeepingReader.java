package rewake.parser;

import rewake.event.CgroupPaths;
import rewake.event.Comms;
import rewake.event.ImportStats;

/** A reader that owns the names it meets and the losses it counts. */
public abstract class KeepingReader implements TraceReader {
    /** Names of tasks. */
    protected final Comms comms = new Comms();

    /** Names of task groups. */
    protected final CgroupPaths paths = new CgroupPaths();

    /** Losses and oddities. */
    protected final ImportStats stats = new ImportStats();

    /** Makes one that has met nothing yet. */
    protected KeepingReader() {}

    @Override
    public final Comms comms() {
        return comms;
    }

    @Override
    public final CgroupPaths paths() {
        return paths;
    }

    @Override
    public final ImportStats stats() {
        return stats;
    }
}
