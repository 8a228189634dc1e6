package rewake.store;

import org.jspecify.annotations.Nullable;
import rewake.event.CgroupPaths;
import rewake.event.Comms;
import rewake.event.EventBatch;

/**
 * Rows of one file on their way from the thread that reads it to the one that merges: of all CPUs, in order of time. The
 * names that no chunk before it had come along, so that neither thread looks into the other's tables.
 */
final class Chunk {
    private static final int ROWS = 4096;

    final EventBatch rows = new EventBatch(0, ROWS);
    final int[] cpus = new int[ROWS];
    /** New names: id 1 here is the file's next id, and so on. */
    Comms comms = new Comms();

    CgroupPaths paths = new CgroupPaths();
    /** Whether nothing follows. */
    boolean last;
    /** Why nothing follows, where that is no good reason. */
    @Nullable
    Throwable failure;

    boolean full() {
        return rows.size() == ROWS;
    }

    void add(EventBatch batch, int row, long timeNs) {
        cpus[rows.size()] = batch.cpu();
        rows.copy(batch, row, timeNs, batch.ref(row));
    }

    /** Takes the names of a file from these ids on. */
    void names(Comms fileComms, int fromComm, CgroupPaths filePaths, int fromPath) {
        for (int id = fromComm; id < fileComms.size(); id++) comms.intern(fileComms, id);
        for (int id = fromPath; id < filePaths.size(); id++) paths.intern(filePaths, id);
    }

    void clear() {
        rows.dropFirst(rows.size());
        if (comms.size() > 1) comms = new Comms();
        if (paths.size() > 1) paths = new CgroupPaths();
    }
}
