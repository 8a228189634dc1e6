package rewake.parser.perfdata;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rewake.bytes.TraceBytes;
import rewake.event.EventKind;
import rewake.event.EventTally;

/** Offsets that need more than 31 and 32 bits: a file with a hole, which an AUXTRACE record jumps over. */
class LargeFileTest {
    private static final int AUXTRACE = 71;
    private static final long HOLE = 5L << 30;

    @Test
    void recordsAndFeaturesBeyondFourGibibytesAreRead(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("large.data");
        long second = write(file);
        assertThat(second).isGreaterThan(1L << 32);
        Rows rows = Rows.of(TraceBytes.map(file));
        assertThat(rows.stats().entries()).isEmpty();
        assertThat(rows.reader.facts().kernelRelease()).isEqualTo("6.1.0-test");
        assertThat(rows.lane(0).ref(0)).isLessThan(1000);
        assertThat(rows.lane(1).ref(0)).isEqualTo(second);
        assertThat(rows.lane(1).pid(0)).isEqualTo(7);
        rows.reader.close();

        var refs = new long[2];
        try (PerfDataReader reader = PerfDataReader.open(TraceBytes.map(file))) {
            EventTally tally = (int cpu, EventKind kind, long timeNs, long ref) -> refs[cpu] = ref;
            reader.skim(tally);
        }
        assertThat(refs[1]).isEqualTo(second);
    }

    /** Writes a file whose AUXTRACE record says that {@link #HOLE} bytes follow it; returns where the record behind them is. */
    private static long write(Path file) throws Exception {
        byte[] whole = PerfDataBuilder.sched(2)
                .sample(0, 0, 1000, Payloads.switched(0, 1, 0, 2))
                .record(AUXTRACE, 0, new Bytes().u64(HOLE).raw(new byte[32]))
                .sample(1, 1, 1001, Payloads.waking(0, 1, 7, 0))
                .round()
                .build();
        ByteBuffer header = ByteBuffer.wrap(whole).order(ByteOrder.LITTLE_ENDIAN);
        int dataAt = (int) header.getLong(40);
        int dataSize = (int) header.getLong(48);
        int split = dataAt + (header.getShort(dataAt + 6) & 0xFFFF) + 48;
        header.putLong(48, dataSize + HOLE);
        int features = (whole.length - dataAt - dataSize) / 16;
        for (int row = 0; row < 3 && row < features; row++) {
            int at = dataAt + dataSize + 16 * row;
            header.putLong(at, header.getLong(at) + HOLE);
        }
        try (var channel = FileChannel.open(
                file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, StandardOpenOption.SPARSE)) {
            channel.write(ByteBuffer.wrap(Arrays.copyOf(whole, split)), 0);
            channel.write(ByteBuffer.wrap(whole, split, whole.length - split).slice(), split + HOLE);
        }
        return split + HOLE;
    }
}
