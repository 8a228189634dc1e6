package rewake.parser.perfdata;

import rewake.bytes.TraceBytes;
import rewake.parser.TraceFormatException;

/**
 * The ID_INDEX record, which perf writes before the first sample: for each event id its CPU and its task.
 *
 * @param entriesAt file offset of the entries {id, idx, cpu, tid}, 0 where the file has no such record
 * @param entries how many
 */
record IdIndex(TraceBytes bytes, long entriesAt, long entries) {
    private static final int ENTRY = 32;

    /** Walks the records up to the first sample. */
    static IdIndex find(TraceBytes bytes, FileHeader header) throws TraceFormatException {
        long at = header.dataAt();
        while (header.dataEnd() - at >= 8) {
            int type = bytes.i32(at);
            int size = bytes.u16(at + 6);
            if (size < 8 || size > header.dataEnd() - at || type == RecordType.SAMPLE) break;
            if (RecordType.compressed(type)) throw FeatureReader.compressed(bytes, at);
            if (type == RecordType.ID_INDEX && size >= 16) {
                long most = (size - 16L) / ENTRY;
                long n = bytes.i64(at + 8);
                return new IdIndex(bytes, at + 16, n < 0 ? most : Math.min(n, most));
            }
            at += size;
        }
        return new IdIndex(bytes, 0, 0);
    }

    boolean present() {
        return entries > 0;
    }

    long id(long entry) {
        return bytes.i64(entriesAt + entry * ENTRY);
    }

    /** −1 where the event follows a task over all CPUs. */
    int cpu(long entry) {
        long cpu = bytes.i64(entriesAt + entry * ENTRY + 16);
        return cpu >= 0 && cpu < CpuList.CPU_MAX ? (int) cpu : -1;
    }

    /** Whether the event counts one task only. */
    boolean ofTask(long entry) {
        return (int) bytes.i64(entriesAt + entry * ENTRY + 24) != -1;
    }

    /** Highest CPU + 1 of the entries with CPUs below {@code most}. */
    int cpus(int most) {
        int cpus = 0;
        for (long i = 0; i < entries; i++) if (cpu(i) < most) cpus = Math.max(cpus, cpu(i) + 1);
        return cpus;
    }
}
