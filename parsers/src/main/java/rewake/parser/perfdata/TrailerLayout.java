package rewake.parser.perfdata;

import java.util.List;
import rewake.bytes.TraceBytes;

/**
 * The {@code sample_id} trailer at the end of kernel records that are no samples: TID, TIME, ID, STREAM_ID, CPU,
 * IDENTIFIER, those that are in the sample type. perf makes all attrs of a file agree on it.
 *
 * @param size bytes of the trailer, 0 for none
 * @param timeBack bytes from the end of the record back to TIME, 0 where there is none
 * @param cpuBack bytes from the end of the record back to CPU, 0 where there is none
 * @param idBack bytes from the end of the record back to the event id, 0 where there is none
 */
record TrailerLayout(int size, int timeBack, int cpuBack, int idBack) {
    /** The trailer of a file, from its first attr that has one. */
    static TrailerLayout of(List<EventAttr> attrs) {
        for (EventAttr attr : attrs) if (attr.sampleIdAll()) return of(attr.sampleType());
        return new TrailerLayout(0, 0, 0, 0);
    }

    private static TrailerLayout of(long sampleType) {
        int back = 0;
        int timeBack = 0;
        int cpuBack = 0;
        int idBack = 0;
        for (long bit : new long[] {
            SampleLayout.IDENTIFIER,
            SampleLayout.CPU,
            SampleLayout.STREAM_ID,
            SampleLayout.ID,
            SampleLayout.TIME,
            SampleLayout.TID
        }) {
            if ((sampleType & bit) == 0) continue;
            back += 8;
            if (bit == SampleLayout.TIME) timeBack = back;
            if (bit == SampleLayout.IDENTIFIER || (bit == SampleLayout.ID && idBack == 0)) idBack = back;
            if (bit == SampleLayout.CPU) cpuBack = back;
        }
        return new TrailerLayout(back, timeBack, cpuBack, idBack);
    }

    /** Time in ns of the record that ends at {@code end}; 0 where it has none, as on records that perf made up. */
    long timeNs(TraceBytes bytes, long end) {
        if (timeBack == 0) return 0;
        long time = bytes.i64(end - timeBack);
        return time == -1 ? 0 : time;
    }

    /** CPU of the record that ends at {@code end}; 0 where it has none. */
    int cpu(TraceBytes bytes, long end) {
        return cpuBack == 0 ? 0 : bytes.i32(end - cpuBack);
    }

    /** Event id of the record that ends at {@code end}; 0 where it has none. */
    long id(TraceBytes bytes, long end) {
        return idBack == 0 ? 0 : bytes.i64(end - idBack);
    }
}
