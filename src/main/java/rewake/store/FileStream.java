package rewake.store;

import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import rewake.event.CgroupPaths;
import rewake.event.Comms;
import rewake.event.EventBatch;
import rewake.event.EventConsumer;
import rewake.event.EventKind;
import rewake.event.PeltField;
import rewake.parser.TraceFormatException;

/**
 * One of several files as a stream of rows in order of time that can be asked for the next one. Readers push; so each reads
 * on a thread of its own, a few {@link Chunk}s ahead of who asks.
 *
 * <p>Times have the file's offset added; names have the ids of the tables that all files share.
 */
final class FileStream {
    /** Chunks under way: one that is filled, one that waits, one that is read. */
    private static final int CHUNKS = 3;

    private final TraceSource source;
    private final Comms comms;
    private final CgroupPaths paths;
    private final BlockingQueue<Chunk> filled = new ArrayBlockingQueue<>(CHUNKS);
    private final BlockingQueue<Chunk> free = new ArrayBlockingQueue<>(CHUNKS);
    private final Thread thread;

    /** The reading thread's: the chunk it fills, and how many names have been handed over. */
    private Chunk filling = new Chunk();

    private int handedComms = 1;
    private int handedPaths = 1;

    /** The merging thread's: the chunk it reads, and the shared ids by the file's ids. */
    private Chunk chunk = new Chunk();

    private int row = -1;
    private long place;
    private int[] commIds = new int[64];
    private int knownComms = 1;
    private int[] pathIds = new int[16];
    private int knownPaths = 1;

    FileStream(TraceSource source, Comms comms, CgroupPaths paths) {
        this.source = source;
        this.comms = comms;
        this.paths = paths;
        for (int i = 2; i < CHUNKS; i++) free.add(new Chunk());
        thread = Thread.ofPlatform()
                .daemon()
                .name("rewake reads " + source.name())
                .unstarted(this::read);
    }

    /** Starts reading and goes to the first row, if there is one. */
    void start() throws TraceFormatException {
        thread.start();
        next();
    }

    /** Ends the reading, wherever it is. */
    void stop() {
        thread.interrupt();
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) Thread.currentThread().interrupt();
    }

    boolean ended() {
        return row >= chunk.rows.size();
    }

    EventBatch rows() {
        return chunk.rows;
    }

    int row() {
        return row;
    }

    int cpu() {
        return chunk.cpus[row];
    }

    long timeNs() {
        return ended() ? Long.MAX_VALUE : chunk.rows.timeNs(row);
    }

    /** How many places of the file the row goes beyond all before it. */
    long newPlaces() {
        long reached = Math.max(place, chunk.rows.ref(row));
        long more = reached - place;
        place = reached;
        return more;
    }

    /** Goes on to the next row; at the end there is none. */
    void next() throws TraceFormatException {
        row++;
        while (ended() && !chunk.last) {
            Chunk read = chunk;
            chunk = taken(filled);
            row = 0;
            read.clear();
            free.offer(read);
            learn();
            if (chunk.failure != null) throw failure(chunk.failure);
        }
        if (!ended()) translate();
    }

    private void learn() {
        for (int id = 1; id < chunk.comms.size(); id++) {
            if (knownComms == commIds.length) commIds = Arrays.copyOf(commIds, knownComms * 2);
            commIds[knownComms++] = comms.intern(chunk.comms, id);
        }
        for (int id = 1; id < chunk.paths.size(); id++) {
            if (knownPaths == pathIds.length) pathIds = Arrays.copyOf(pathIds, knownPaths * 2);
            pathIds[knownPaths++] = paths.intern(chunk.paths, id);
        }
    }

    private void translate() {
        EventBatch rows = chunk.rows;
        rows.names(row, commIds[rows.comm(row)], commIds[rows.otherComm(row)]);
        if (!EventKind.of(rows.kind(row)).pelt() || !rows.hasPelt(row, PeltField.PATH)) return;
        rows.pelt(row, PeltField.PATH, pathIds[(int) rows.pelt(row, PeltField.PATH)]);
    }

    private static TraceFormatException failure(Throwable failure) {
        if (failure instanceof TraceFormatException trouble) return trouble;
        if (failure instanceof RuntimeException fault) throw fault;
        if (failure instanceof Error error) throw error;
        throw new IllegalStateException(failure);
    }

    /** The reading thread. */
    private void read() {
        try {
            var merge = new TimeMerge(new Filler(), source.reader().stats());
            source.reader().read(merge);
            merge.finish();
            handOver(true);
        } catch (CancellationException _) {
            // stopped: nobody waits for more
        } catch (OffsetTooFar e) {
            fail(e.trouble);
        } catch (TraceFormatException | RuntimeException | Error e) {
            fail(e);
        }
    }

    private void fail(Throwable e) {
        filling.failure = e;
        try {
            handOver(true);
        } catch (CancellationException _) {
            // stopped: nobody waits for it
        }
    }

    private void handOver(boolean last) {
        Comms fileComms = source.reader().comms();
        CgroupPaths filePaths = source.reader().paths();
        filling.names(fileComms, handedComms, filePaths, handedPaths);
        handedComms = fileComms.size();
        handedPaths = filePaths.size();
        filling.last = last;
        try {
            filled.put(filling);
        } catch (InterruptedException e) {
            throw stopped(e);
        }
        if (!last) filling = taken(free);
    }

    private static Chunk taken(BlockingQueue<Chunk> queue) {
        try {
            return queue.take();
        } catch (InterruptedException e) {
            throw stopped(e);
        }
    }

    private static CancellationException stopped(InterruptedException e) {
        Thread.currentThread().interrupt();
        var stopped = new CancellationException("stopped");
        stopped.initCause(e);
        return stopped;
    }

    /** Takes rows in the file's own order of time. */
    private final class Filler implements EventConsumer {
        @Override
        public void event(EventBatch batch, int row) {
            source.witness().event(batch, row);
            long time = batch.timeNs(row);
            // Time 0 is no time: a record that holds from the beginning on.
            long shifted = time == 0 ? 0 : time + source.offsetNs();
            if (shifted <= 0 && time != 0) throw new OffsetTooFar(source, batch.ref(row));
            filling.add(batch, row, shifted);
            if (filling.full()) handOver(false);
        }
    }

    /** An offset that takes times below zero. */
    private static final class OffsetTooFar extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @SuppressWarnings("serial") // stays in this process
        private final TraceFormatException trouble;

        OffsetTooFar(TraceSource source, long ref) {
            super(null, null, false, false);
            trouble =
                    new TraceFormatException(source.name(), ref, "the offset takes its times below 0; see --ts-offset");
        }
    }
}
