package rewake.parser.perfdata;

import org.jspecify.annotations.Nullable;
import rewake.bytes.TraceBytes;
import rewake.event.Comms;
import rewake.event.EventBatch;
import rewake.event.EventKind;
import rewake.event.EventSink;
import rewake.event.ImportStat;
import rewake.event.ImportStats;
import rewake.parser.tracepoint.CommText;

/**
 * Records that are no samples but say something about tasks or losses: COMM, FORK, EXIT, LOST, LOST_SAMPLES. Time and
 * CPU come from the trailer. Records that perf made up at the start (tasks that already existed) have an all-zero
 * trailer: their rows keep the time 0 and go to the lane of CPU 0, ahead of everything.
 */
final class SideBand {
    private static final int MISC_EXEC = 1 << 13;
    private static final int MISC_BPF_FILTERED = 1 << 15;
    private static final int PID_BITS = 22;

    private final TraceBytes bytes;
    private final TrailerLayout trailer;
    private final IdTable ids;
    private final TimeWindow times;
    private final int cpus;
    private final Comms comms;
    private final ImportStats stats;

    SideBand(
            TraceBytes bytes,
            TrailerLayout trailer,
            IdTable ids,
            TimeWindow times,
            int cpus,
            Comms comms,
            ImportStats stats) {
        this.bytes = bytes;
        this.trailer = trailer;
        this.ids = ids;
        this.times = times;
        this.cpus = cpus;
        this.comms = comms;
        this.stats = stats;
    }

    /** Takes the record of {@code size} bytes at {@code at}; types it does not know are left alone. */
    void record(long at, int type, int misc, int size, EventSink sink) {
        switch (type) {
            case RecordType.COMM -> comm(at, misc, size, sink);
            case RecordType.FORK -> task(at, size, EventKind.FORK, sink);
            case RecordType.EXIT -> task(at, size, EventKind.EXIT, sink);
            case RecordType.LOST -> {
                if (fits(16, size)) lost(at, size, bytes.i64(at + 8), bytes.i64(at + 16), ImportStat.EVENTS_LOST, sink);
            }
            case RecordType.LOST_SAMPLES -> {
                if ((misc & MISC_BPF_FILTERED) == 0 && fits(8, size))
                    lost(at, size, trailer.id(bytes, at + size), bytes.i64(at + 8), ImportStat.SAMPLES_LOST, sink);
            }
            default -> {}
        }
    }

    /** u32 pid, u32 tid, comm. */
    private void comm(long at, int misc, int size, EventSink sink) {
        if (!fits(8, size)) return;
        int tgid = bytes.i32(at + 8);
        int tid = bytes.i32(at + 12);
        EventBatch lane = lane(at, size, tgid | tid, sink);
        if (lane == null) return;
        int name = CommText.intern(comms, bytes, at + 16, size - 16 - trailer.size());
        int row = lane.append(trailer.timeNs(bytes, at + size), at, EventKind.COMM);
        lane.task(row, tid, 0, name);
        lane.other(row, tgid, 0, 0);
        lane.args(row, (misc & MISC_EXEC) == 0 ? 0 : 1, 0);
    }

    /** u32 pid, u32 ppid, u32 tid, u32 ptid, u64 time. */
    private void task(long at, int size, EventKind kind, EventSink sink) {
        if (!fits(24, size)) return;
        int tgid = bytes.i32(at + 8);
        int parentTgid = bytes.i32(at + 12);
        int tid = bytes.i32(at + 16);
        int parentTid = bytes.i32(at + 20);
        boolean fork = kind == EventKind.FORK;
        EventBatch lane = lane(at, size, fork ? tgid | tid | parentTgid | parentTid : tgid | tid, sink);
        if (lane == null) return;
        int row = lane.append(trailer.timeNs(bytes, at + size), at, kind);
        lane.task(row, tid, 0, 0);
        lane.other(row, tgid, 0, 0);
        if (fork) lane.args(row, parentTid, parentTgid);
    }

    /**
     * Counts a loss on the CPU of its event id. A loss with a time becomes a row too; one without (perf asks the kernel
     * for the rest when it stops) could have been anywhere.
     */
    private void lost(long at, int size, long id, long count, ImportStat stat, EventSink sink) {
        long timeNs = trailer.timeNs(bytes, at + size);
        int cpu = ids.cpu(id);
        if (cpu < 0 && timeNs != 0) cpu = trailer.cpu(bytes, at + size);
        boolean known = cpu >= 0 && cpu < cpus;
        stats.add(stat, known ? cpu : -1, Math.max(0, count));
        if (!known || timeNs == 0 || !times.has(timeNs) || count <= 0) return;
        EventBatch lane = sink.lane(cpu);
        lane.args(lane.append(timeNs, at, EventKind.LOST), count, 0);
    }

    private boolean fits(int body, int size) {
        if (size >= 8 + body + trailer.size()) return true;
        stats.add(ImportStat.RECORD_DAMAGED, -1);
        return false;
    }

    /** The lane for a record of tasks, or null where CPU, time or one of the or-ed pids is impossible. */
    private @Nullable EventBatch lane(long at, int size, int pids, EventSink sink) {
        int cpu = trailer.cpu(bytes, at + size);
        long timeNs = trailer.timeNs(bytes, at + size);
        if (cpu < 0 || cpu >= cpus) stats.add(ImportStat.CPU_OUT_OF_RANGE, -1);
        else if (pids >>> PID_BITS != 0) stats.add(ImportStat.PID_OUT_OF_RANGE, cpu);
        else if (timeNs != 0 && !times.has(timeNs)) stats.add(ImportStat.RECORD_DAMAGED, cpu);
        else return sink.lane(cpu);
        return null;
    }
}
