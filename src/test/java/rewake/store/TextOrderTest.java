package rewake.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import rewake.catalogue.Formats;
import rewake.event.ImportStat;
import rewake.event.ImportStats;
import rewake.parser.TraceReader;

/** Texts out of order, and of more than 2 GiB, through reader and merge. */
class TextOrderTest {
    @TempDir
    private Path folder;

    private final List<Long> timesUs = new ArrayList<>();

    private static String line(int cpu, long us) {
        return "           <...>-7       [%03d] %d.%06d: sched_waking: comm=b pid=9 prio=120 target_cpu=001\n"
                .formatted(cpu, 100 + us / 1_000_000, us % 1_000_000);
    }

    private ImportStats read(Path file) throws IOException {
        try (TraceReader reader = Formats.open(file)) {
            var merge =
                    new TimeMerge((batch, row) -> timesUs.add(batch.timeNs(row) / 1000 - 100_000_000), reader.stats());
            reader.read(merge);
            merge.finish();
            return reader.stats();
        }
    }

    @Test
    void aTextThatGoesCpuByCpuIsPutInOrder() throws IOException {
        int perCpu = 50_000;
        var text = new StringBuilder("# tracer: nop\n");
        for (int cpu = 0; cpu < 3; cpu++) for (int i = 0; i < perCpu; i++) text.append(line(cpu, 3L * i + cpu));
        Path file = folder.resolve("trace.txt");
        Files.writeString(file, text);
        ImportStats stats = read(file);
        assertThat(timesUs).hasSize(3 * perCpu).isSorted().doesNotHaveDuplicates();
        assertThat(stats.total(ImportStat.CLOCK_BACKWARD)).isZero();
        assertThat(stats.total(ImportStat.NO_ROUNDS)).isZero();
    }

    @Test
    void linesOutOfOrderOnOneCpuAreCounted() throws IOException {
        var text = new StringBuilder("# tracer: nop\n");
        for (int i = 0; i < 1000; i++) text.append(line(1, i == 500 ? 100 : i));
        Path file = folder.resolve("trace.txt");
        Files.writeString(file, text);
        assertThat(read(file).total(ImportStat.REORDERED)).isEqualTo(1);
        assertThat(timesUs).hasSize(1000).isSorted();
    }

    @Test
    @Timeout(120)
    void offsetsBeyondTwoGibibytes() throws IOException {
        Path file = folder.resolve("trace.txt");
        byte[] first = ("# tracer: nop\n".repeat(100) + line(0, 1)).getBytes(StandardCharsets.US_ASCII);
        byte[] last = ("\n" + line(1, 2) + line(0, 3)).getBytes(StandardCharsets.US_ASCII);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(first));
            // A hole: one line of NULs, which no disk has to hold.
            channel.write(ByteBuffer.wrap(last), (1L << 31) + 12345);
        }
        ImportStats stats = read(file);
        assertThat(timesUs).containsExactly(1L, 2L, 3L);
        assertThat(stats.total(ImportStat.RECORD_DAMAGED)).as("the long line").isEqualTo(1);
    }
}
