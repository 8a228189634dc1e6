package rewake;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * A perf.data as a recorder would have left it whose buffers overflowed now and then: samples are gone, and a record in place of
 * the last of a burst says how many. Everything else stays where it is, so that the whole file is the truth.
 */
public final class LossyPerfData {
    private static final int LOST = 2;
    private static final int SAMPLE = 9;
    /** A record that says nothing of tasks or events: {@code PERF_RECORD_THROTTLE}. */
    private static final int FILLER = 5;

    private static final long TID = 1 << 1;
    private static final long TIME = 1 << 2;
    private static final long ADDR = 1 << 3;
    private static final long ID = 1 << 6;
    private static final long CPU = 1 << 7;
    private static final long STREAM_ID = 1 << 9;
    private static final long IDENTIFIER = 1 << 16;
    private static final long IP = 1;
    private static final int CPUS = 256;

    private final ByteBuffer file;
    private final long sampleType;
    private final SplittableRandom random;
    private final double starts;
    /** By CPU: samples that are still to be dropped of the burst, dropped ones, and where the last of them was. */
    private final int[] left = new int[CPUS];

    private final int[] dropped = new int[CPUS];
    private final int[] last = new int[CPUS];
    private long all;

    private LossyPerfData(byte[] bytes, long seed, double starts) {
        file = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        sampleType = file.getLong((int) file.getLong(24) + 24);
        if ((sampleType & IDENTIFIER) == 0) throw new IllegalArgumentException("samples do not begin with their id");
        random = new SplittableRandom(seed);
        this.starts = starts;
    }

    /**
     * The damaged copy.
     *
     * @param starts how often a sample begins a burst of losses of its CPU, which is 1 to {@code longest} samples long
     */
    public static byte[] of(byte[] whole, long seed, double starts, int longest) {
        var lossy = new LossyPerfData(whole.clone(), seed, starts);
        lossy.drop(longest);
        if (lossy.all == 0) throw new IllegalStateException("nothing was dropped");
        return lossy.file.array();
    }

    private void drop(int longest) {
        int at = Math.toIntExact(file.getLong(40));
        int end = at + Math.toIntExact(file.getLong(48));
        while (at < end) {
            int type = file.getInt(at);
            int size = Short.toUnsignedInt(file.getShort(at + 6));
            if (type == SAMPLE) sample(at, longest);
            at += size;
        }
        for (int cpu = 0; cpu < CPUS; cpu++) report(cpu);
    }

    private void sample(int at, int longest) {
        int cpu = file.getInt(at + field(CPU));
        if (left[cpu] == 0 && random.nextDouble() < starts) left[cpu] = 1 + random.nextInt(longest);
        if (left[cpu] == 0) {
            report(cpu);
            return;
        }
        left[cpu]--;
        dropped[cpu]++;
        all++;
        last[cpu] = at;
        file.putInt(at, FILLER);
    }

    /** Turns the last sample of a burst into the record that tells of it. */
    private void report(int cpu) {
        if (dropped[cpu] == 0) return;
        int at = last[cpu];
        int end = at + Short.toUnsignedInt(file.getShort(at + 6));
        long id = file.getLong(at + field(IDENTIFIER));
        long time = file.getLong(at + field(TIME));
        Arrays.fill(file.array(), at + 8, end, (byte) 0);
        file.putInt(at, LOST);
        file.putLong(at + 8, id);
        file.putLong(at + 16, dropped[cpu]);
        int back = end;
        for (long bit : new long[] {IDENTIFIER, CPU, STREAM_ID, ID, TIME, TID}) {
            if ((sampleType & bit) == 0) continue;
            back -= 8;
            file.putLong(back, bit == TIME ? time : bit == CPU ? cpu : bit == IDENTIFIER || bit == ID ? id : 0);
        }
        dropped[cpu] = 0;
    }

    /** Where a field of a sample stands, from the start of its record. */
    private int field(long wanted) {
        int at = 8;
        for (long bit : new long[] {IDENTIFIER, IP, TID, TIME, ADDR, ID, STREAM_ID, CPU}) {
            if (bit == wanted) return at;
            if ((sampleType & bit) != 0) at += 8;
        }
        throw new IllegalArgumentException("field " + wanted);
    }
}
