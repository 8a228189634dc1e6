package rewake.parser.tracedat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static rewake.parser.perfdata.Payloads.switched;
import static rewake.parser.perfdata.Payloads.waking;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rewake.bytes.TraceBytes;
import rewake.event.ImportStat;
import rewake.event.PeltDialect;
import rewake.parser.TraceFormatException;
import rewake.parser.perfdata.Bytes;

/** Files with holes, cuts and lies: what stands before the damage is used, the damage is counted, nothing else happens. */
final class DamagedTraceDatTest {
    private static TraceDatReader open(byte[] bytes) throws TraceFormatException {
        return TraceDatReader.open(TraceBytes.of("damaged.dat", bytes), PeltDialect.standard());
    }

    private static TraceDatBuilder good(String shape) {
        var file = TraceDatBuilder.of(shape);
        for (int page = 0; page < 6; page++) {
            file.top().page(0, 1000 + 1000L * page).event(1, waking(0, 1, 7, 1)).event(1, switched(0, 1, 1, 2));
            file.top()
                    .page(1, 1500 + 1000L * page)
                    .event(1, waking(0, 1, 8, 1))
                    .extend(1 << 8)
                    .event(1, switched(0, 1, 1, 2));
        }
        return file;
    }

    private static ByteBuffer buffer(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    @Test
    void whatCannotBeReadSaysWhy() {
        byte[] file = good("7-zstd").build();
        byte[] big = file.clone();
        big[12] = 1;
        assertThatThrownBy(() -> open(big)).hasMessageContaining("big-endian");
        byte[] version = file.clone();
        version[10] = '9';
        assertThatThrownBy(() -> open(version)).hasMessageContaining("version \"9\"");
        byte[] pages = file.clone();
        pages[14] = 1;
        assertThatThrownBy(() -> open(pages)).hasMessageContaining("page size");
        assertThatThrownBy(() -> TraceDatBuilder.of("7-brotli").open()).hasMessageContaining("brotli");
        assertThatThrownBy(() -> open(Arrays.copyOf(file, file.length / 2))).hasMessageContaining("cut");
    }

    @Test
    void anEventThatLeavesItsPageEndsThePage() throws Exception {
        for (long[] word : new long[][] {
            {28, 0}, {0, 3}, {0, 0xFFFF_FFFFL}, {1L << 5 | 29, 60_000}, {30, 0xFFFF_FFFFL},
        }) {
            var file = TraceDatBuilder.of("7-zstd");
            file.top()
                    .page(0, 1000)
                    .event(1, waking(0, 1, 7, 1))
                    .word(word[0], word[1])
                    .event(1, waking(0, 1, 9, 1));
            file.top().page(0, 3000).event(1, waking(0, 1, 8, 1));
            Rows rows = Rows.of(file.open());
            assertThat(rows.text())
                    .as(Arrays.toString(word))
                    .containsExactly("cpu0 1001 WAKING task/7", "cpu0 3000 LOST 0", "cpu0 3001 WAKING task/8");
            assertThat(rows.count(ImportStat.RECORD_DAMAGED)).isEqualTo(1);
            assertThat(rows.count(ImportStat.LOSS_UNCOUNTED)).isEqualTo(1);
        }
    }

    @Test
    void aPageThatLiesIsLeftOut() throws Exception {
        byte[] file = good("7-none").build();
        int page = place(file, 3000);
        byte[] tooMuch = file.clone();
        buffer(tooMuch).putLong(page + 8, 5000);
        byte[] tooLate = file.clone();
        buffer(tooLate).putLong(page, 1L << 50);
        byte[] negative = file.clone();
        buffer(negative).putLong(page, -1);
        for (byte[] bytes : List.of(tooMuch, tooLate, negative)) {
            Rows rows = Rows.of(open(bytes));
            assertThat(rows.text())
                    .contains("cpu0 2002 SWITCH prev-1/1>next-2/2", "cpu0 4000 LOST 0", "cpu0 4001 WAKING task/7");
            assertThat(rows.size()).isEqualTo(24 - 2 + 1);
            assertThat(rows.count(ImportStat.RECORD_DAMAGED)).isEqualTo(1);
            assertThat(rows.broken).isZero();
        }
    }

    /** Where the page with that stamp starts. */
    private static int place(byte[] file, long stamp) {
        for (int at = 0; at < file.length; at += 4096) if (buffer(file).getLong(at) == stamp) return at;
        throw new AssertionError("no page " + stamp);
    }

    @ParameterizedTest
    @ValueSource(strings = {"7-zlib", "7-zstd"})
    void aChunkThatDoesNotUnpackIsLeftOut(String shape) throws Exception {
        var file = good(shape);
        byte[] bytes = file.build();
        Rows before = Rows.of(open(bytes));
        int found = 0;
        for (int at = 0; at < bytes.length - 8; at++) {
            // the second chunk of CPU 0: two pages of 4096 bytes
            if (buffer(bytes).getInt(at + 4) != 8192 || ++found != 2) continue;
            buffer(bytes).putInt(at + 4, Integer.MAX_VALUE);
            break;
        }
        Rows rows = Rows.of(open(bytes));
        assertThat(rows.size()).isEqualTo(before.size() - 4 + 1);
        assertThat(rows.text()).contains("cpu0 5000 LOST 0");
        assertThat(rows.count(ImportStat.RECORD_DAMAGED)).isEqualTo(1);
    }

    @Test
    void sectionsAreFoundWithoutTheirOptions() throws Exception {
        byte[] file = good("7-zstd").build();
        for (long lie : new long[] {0, -1, 40, Long.MAX_VALUE}) {
            byte[] copy = file.clone();
            buffer(copy).putLong(firstOptions(copy), lie);
            Rows rows = Rows.of(open(copy));
            assertThat(rows.size()).isEqualTo(24);
            assertThat(rows.reader.facts().kernelRelease()).isEqualTo("6.1.0-test");
        }
    }

    /** After magic, version, flags, page size, name and version of the packing. */
    private static int firstOptions(byte[] file) {
        int at = 10 + 2 + 2 + 4;
        for (int texts = 0; texts < 2; at++) if (file[at] == 0) texts++;
        return at;
    }

    @Test
    @Timeout(10)
    void optionsThatPointAtThemselvesEnd() throws Exception {
        byte[] file = good("7-zstd").build();
        long at = buffer(file).getLong(firstOptions(file));
        int size = (int) buffer(file).getLong((int) at + 8);
        buffer(file).putLong((int) at + 16 + size - 8, at);
        assertThat(Rows.of(open(file)).size()).isEqualTo(24);
    }

    @ParameterizedTest
    @ValueSource(strings = {"6", "7-none"})
    void aCpuCutShortGivesWhatIsThere(String shape) throws Exception {
        byte[] file = good(shape).build();
        if (shape.equals("6")) {
            Rows rows = Rows.of(open(Arrays.copyOf(file, file.length - 5000)));
            assertThat(rows.text()).contains("cpu1 4501 WAKING task/8");
            assertThat(rows.size()).isEqualTo(20);
            assertThat(rows.count(ImportStat.FILE_CUT)).isEqualTo(2);
        } else
            assertThatThrownBy(() -> open(Arrays.copyOf(file, file.length - 5000)))
                    .hasMessageContaining("is cut");
    }

    @Test
    void whatTheKernelCountedAsLostIsCounted() throws Exception {
        var file = good("7-zstd").option(2, "CPU: 1\nentries: 5\noverrun: 17\ndropped events: 3\n");
        assertThat(Rows.of(file.open()).reader.stats().onCpu(ImportStat.BUFFER_OVERRUN, 1))
                .isEqualTo(20);
        var late = good("7-zstd").option(2, "CPU: 1\nnow ts:     0.000005\n");
        late.top().page(0, 2_000_000_000).event(1, waking(0, 1, 7, 1));
        Rows rows = Rows.of(late.open());
        assertThat(rows.count(ImportStat.RECORD_DAMAGED)).isEqualTo(1);
        assertThat(rows.size()).isEqualTo(24);
    }

    @Test
    void cpusThatTheTableInventsAreLeftOut() throws Exception {
        var file = good("7-none");
        file.top().page(70_000, 100).event(1, waking(0, 1, 7, 1));
        Rows rows = Rows.of(file.open());
        assertThat(rows.size()).isEqualTo(24);
        assertThat(rows.count(ImportStat.CPU_OUT_OF_RANGE)).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"6", "7-none", "7-zlib", "7-zstd"})
    @Timeout(30)
    void aFileCutAnywhereIsReadUpToTheCutOrRefused(String shape) {
        byte[] file = good(shape).build();
        int refused = 0;
        for (int length = 0; length < file.length; length += 1 + length / 200)
            if (!readable(Arrays.copyOf(file, length))) refused++;
        assertThat(refused).isPositive();
    }

    @ParameterizedTest
    @ValueSource(strings = {"6", "7-none", "7-zlib", "7-zstd"})
    @Timeout(60)
    void bytesThatFlipNeverHangOrThrowAnythingElse(String shape) {
        byte[] file = good(shape)
                .option(2, "CPU: 1\noverrun: 3\nnow ts: 9.000000\n")
                .option(14, new Bytes().u32(0).u32(0).u64(0))
                .build();
        int[] used = java.util.stream.IntStream.range(0, file.length)
                .filter(i -> file[i] != 0)
                .toArray();
        var random = new SplittableRandom(20261130);
        int read = 0;
        for (int i = 0; i < 2000; i++) {
            byte[] copy = file.clone();
            int flips = 1 + random.nextInt(4);
            for (int f = 0; f < flips; f++)
                copy[Math.min(copy.length - 1, used[random.nextInt(used.length)] + random.nextInt(4))] =
                        (byte) random.nextInt(256);
            if (readable(copy)) read++;
        }
        assertThat(read).isBetween(200, 1999);
    }

    private static boolean readable(byte[] file) {
        try (TraceDatReader reader = open(file)) {
            Rows rows = Rows.of(reader);
            assertThat(rows.lanes.keySet()).allMatch(cpu -> cpu < reader.facts().cpus());
            return true;
        } catch (TraceFormatException e) {
            assertThat(e.getMessage()).doesNotContain("\n").startsWith("damaged.dat at 0x");
            return false;
        }
    }
}
