package rewake.parser.tracedat;

import java.nio.ByteBuffer;
import rewake.bytes.TraceBytes;
import rewake.event.ImportStat;
import rewake.event.ImportStats;

/**
 * The pages of one CPU in one buffer, one after the other. Compressed pages come in chunks, each a frame of its own, of
 * which one at a time is unpacked: that is all the memory a CPU needs. A chunk that does not unpack is skipped and the
 * next page says that something is missing.
 */
final class CpuPages {
    private static final int CHUNK_MAX = 1 << 26;
    private static final int USED_MASK = (1 << 27) - 1;

    private final TraceBytes file;
    private final Packing packing;
    private final Unpacker unpacker;
    private final HeaderPage layout;
    private final int pageSize;
    private final int cpu;
    private final long end;
    private final long recordingEnd;
    private final ImportStats stats;

    private long nextChunkAt;
    private long chunksLeft;
    private ByteBuffer unpacked = ByteBuffer.allocateDirect(0);
    private TraceBytes window;
    private long windowEnd;
    private long ref;
    private long at;
    private long nextAt;
    private long lastStamp;
    private boolean gap;

    /**
     * The pages of {@code data}.
     *
     * @param recordingEnd no stamp can be later
     */
    CpuPages(
            TraceBytes file,
            Buffer buffer,
            Buffer.CpuData data,
            HeaderPage layout,
            Unpacker unpacker,
            long recordingEnd,
            ImportStats stats) {
        this.unpacker = unpacker;
        this.recordingEnd = recordingEnd;
        this.file = file;
        this.layout = layout;
        this.stats = stats;
        packing = buffer.packing();
        pageSize = buffer.pageSize() > 0 ? buffer.pageSize() : layout.size();
        cpu = data.cpu();
        window = file;
        long offset = Math.clamp(data.offset(), 0, file.size());
        boolean packed = packing != Packing.NONE;
        long size = Math.max(0, data.size());
        if (packed && size > 0) size = size > Long.MAX_VALUE - 4 ? size : size + 4;
        if (offset != data.offset() || size > file.size() - offset) {
            stats.add(ImportStat.FILE_CUT, cpu);
            size = Math.min(size, file.size() - offset);
        }
        end = offset + size;
        if (packed) openChunks(offset);
        else {
            nextAt = offset;
            windowEnd = end;
        }
    }

    private void openChunks(long offset) {
        if (end - offset < 4) return;
        chunksLeft = file.u32(offset);
        nextChunkAt = offset + 4;
    }

    int cpu() {
        return cpu;
    }

    int pageSize() {
        return pageSize;
    }

    /** Where the page's bytes are. */
    TraceBytes bytes() {
        return window;
    }

    /** Offset of the page in {@link #bytes}. */
    long at() {
        return at;
    }

    /** File offset of the page, or of the chunk it was unpacked from. */
    long ref() {
        return packing == Packing.NONE ? at : ref;
    }

    /** The page's own time stamp, in units of the clock. */
    long stamp() {
        return window.i64(at);
    }

    /** No event of the page can be later than this: the next page's stamp, where that is at hand. */
    long latest() {
        long next = nextStamp();
        return next >= stamp() ? Math.min(next, recordingEnd) : recordingEnd;
    }

    private long nextStamp() {
        return used(nextAt) > 0 ? window.i64(nextAt) : Long.MAX_VALUE;
    }

    /** Stamp of the last event of the page, to be told by who walks it. */
    void lastStamp(long stamp) {
        lastStamp = stamp;
    }

    /** A stamp flipped by damage: out of order on both sides, or after the recording ended. */
    private boolean stampIsWrong() {
        long stamp = stamp();
        long next = nextStamp();
        return stamp < 0 || stamp > recordingEnd || (next < stamp && next >= lastStamp);
    }

    /** Whether something before this page could not be read; asking forgets it. */
    boolean takeGap() {
        boolean was = gap;
        gap = false;
        return was;
    }

    /** Goes on to the next page with events; false at the end. */
    boolean next() {
        while (true) {
            if (windowEnd - nextAt >= pageSize) {
                at = nextAt;
                nextAt += pageSize;
                int used = used(at);
                if (used > 0 && !stampIsWrong()) return true;
                if (used != 0) damaged();
            } else if (chunksLeft > 0) unpackNext();
            else {
                if (nextAt < windowEnd && packing == Packing.NONE) lastPage();
                return false;
            }
        }
    }

    /** A page of which only a part is in the file. */
    private void lastPage() {
        stats.add(ImportStat.FILE_CUT, cpu);
        nextAt = windowEnd;
    }

    /** Bytes of events in the page there: 0 for an empty one or none, −1 where the number cannot be. */
    private int used(long page) {
        if (windowEnd - page < pageSize) return 0;
        int used = window.i32(page + HeaderPage.COMMIT_AT) & USED_MASK;
        return used > pageSize - layout.dataAt() ? -1 : used;
    }

    private void unpackNext() {
        chunksLeft--;
        nextAt = 0;
        windowEnd = 0;
        ref = nextChunkAt;
        long packed = end - nextChunkAt < 8 ? -1 : file.u32(nextChunkAt);
        if (packed < 0 || packed > end - nextChunkAt - 8) {
            stats.add(ImportStat.FILE_CUT, cpu);
            chunksLeft = 0;
            return;
        }
        long size = file.u32(nextChunkAt + 4);
        ByteBuffer bytes = file.buffer(nextChunkAt + 8, (int) packed);
        nextChunkAt += 8 + packed;
        if (size > CHUNK_MAX || !unpack(bytes, (int) size)) damaged();
        else windowEnd = size;
    }

    private boolean unpack(ByteBuffer packed, int size) {
        if (unpacked.capacity() < size) {
            unpacked = ByteBuffer.allocateDirect(size);
            window = TraceBytes.view(file.name(), unpacked);
        }
        return unpacker.unpack(packed, unpacked, size);
    }

    /** Counts damage; the next page will say that something is missing before it. */
    void damaged() {
        stats.add(ImportStat.RECORD_DAMAGED, cpu);
        gap = true;
    }
}
