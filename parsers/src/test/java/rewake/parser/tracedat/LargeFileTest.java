package rewake.parser.tracedat;

import static org.assertj.core.api.Assertions.assertThat;
import static rewake.parser.perfdata.Payloads.switched;
import static rewake.parser.perfdata.Payloads.waking;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rewake.bytes.TraceBytes;
import rewake.event.PeltDialect;

/** Offsets that need more than 32 bits: a file with a hole before the pages of a CPU. */
final class LargeFileTest {
    private static final long HOLE = 5L << 30;

    @Test
    void pagesBeyondFourGibibytesAreRead(@TempDir Path folder) throws Exception {
        var builder = TraceDatBuilder.of("6");
        builder.top().page(0, 1000).event(1, waking(0, 1, 7, 1));
        builder.top().page(1, 2000).event(1, switched(0, 1, 1, 2));
        byte[] whole = builder.build();
        ByteBuffer buffer = ByteBuffer.wrap(whole).order(ByteOrder.LITTLE_ENDIAN);
        int page = whole.length - 4096;
        int table = 0;
        while (buffer.getLong(table) != page || buffer.getLong(table + 8) != 4096) table++;
        buffer.putLong(table, page + HOLE);
        Path file = folder.resolve("large.dat");
        try (var channel = FileChannel.open(
                file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, StandardOpenOption.SPARSE)) {
            channel.write(ByteBuffer.wrap(whole, 0, page).slice(), 0);
            channel.write(ByteBuffer.wrap(whole, page, 4096).slice(), page + HOLE);
        }
        try (TraceDatReader reader = TraceDatReader.open(TraceBytes.map(file), PeltDialect.standard())) {
            Rows rows = Rows.of(reader);
            assertThat(reader.stats().entries()).isEmpty();
            assertThat(rows.text()).containsExactly("cpu0 1001 WAKING task/7", "cpu1 2001 SWITCH prev-1/1>next-2/2");
        }
    }
}
