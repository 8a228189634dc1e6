package rewake.parser.tracedat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static rewake.parser.perfdata.Payloads.switched;
import static rewake.parser.perfdata.Payloads.waking;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rewake.bytes.TraceBytes;
import rewake.event.EventKind;
import rewake.event.ImportStat;
import rewake.event.PeltDialect;
import rewake.event.TraceFacts;
import rewake.parser.perfdata.Bytes;

/** Files written here byte by byte, in every version and packing. */
final class TraceDatReaderTest {
    @ParameterizedTest
    @ValueSource(strings = {"6", "7-none", "7-zlib", "7-zstd"})
    void pagesOfAllCpusInOrder(String shape) throws Exception {
        var file = TraceDatBuilder.of(shape);
        for (int page = 0; page < 40; page++) {
            Page full = file.top().page(0, 1000 + 100L * page);
            for (int i = 0; i < 9; i++) full.event(10, waking(0, 1, 7, 1));
            if (page % 10 == 0)
                file.top()
                        .page(1, 1005 + 100L * page)
                        .event(7, switched(0, 1, 1, 2))
                        .event(900, switched(0, 2, 0, 3));
        }
        Rows rows = Rows.of(file.open());
        assertThat(rows.size()).isEqualTo(40 * 9 + 8);
        assertThat(rows.reader.stats().entries()).isEmpty();
        assertThat(rows.barriers).isGreaterThan(2);
        assertThat(rows.broken).as("rows older than a barrier").isZero();
        assertThat(rows.text())
                .startsWith("cpu0 1010 WAKING task/7", "cpu0 1020 WAKING task/7")
                .endsWith("cpu1 4012 SWITCH prev-1/1>next-2/2", "cpu1 4912 SWITCH prev-2/2>next-3/3");
    }

    @Test
    void facts() throws Exception {
        var file = TraceDatBuilder.of("7-zstd");
        file.top().page(1, 1).event(0, waking(0, 1, 7, 0));
        TraceFacts facts = file.open().facts();
        assertThat(facts.format()).isEqualTo("trace.dat");
        assertThat(facts.kernelRelease()).isEqualTo("6.1.0-test");
        assertThat(facts.hostname()).isEqualTo("host");
        assertThat(facts.arch()).isEqualTo("x86_64");
        assertThat(facts.recorder()).isEqualTo("trace-cmd 3.1.6");
        assertThat(facts.cpus()).isEqualTo(2);
        assertThat(facts.clock()).isEqualTo("local");
        assertThat(facts.tracepoints()).containsExactly("sched:sched_switch", "sched:sched_waking");
        assertThat(facts.topology().source()).isEqualTo("assumed flat");
    }

    /** A ring buffer's order is what happened; a clock that steps back does not change it. */
    @Test
    void aClockThatStepsBackWithinACpuIsClampedAndCounted() throws Exception {
        var file = TraceDatBuilder.of("7-none");
        file.top()
                .page(0, 1000)
                .event(500, waking(0, 1, 7, 1))
                .absolute(1200)
                .event(0, waking(0, 2, 8, 1))
                .event(401, waking(0, 3, 9, 1));
        file.top().page(1, 1100).event(1, waking(0, 4, 10, 1));
        Rows rows = Rows.of(file.open());
        assertThat(rows.text())
                .containsExactly(
                        "cpu0 1500 WAKING task/7",
                        "cpu0 1500 WAKING task/8",
                        "cpu0 1601 WAKING task/9",
                        "cpu1 1101 WAKING task/10");
        assertThat(rows.reader.stats().onCpu(ImportStat.CLOCK_BACKWARD, 0)).isEqualTo(1);
        assertThat(rows.reader.stats().total(ImportStat.CLOCK_BACKWARD)).isEqualTo(1);
    }

    @Test
    void theClockIsNullWhereNothingNamesItAndAnotherWhereTheFileAddsToIt() throws Exception {
        var unnamed = TraceDatBuilder.of("7-none").option(4, "");
        unnamed.top().clock = "";
        unnamed.top().page(1, 1).event(0, waking(0, 1, 7, 0));
        assertThat(unnamed.open().facts().clock()).isNull();
        assertThat(unnamed.open().facts().clockDomain()).isNull();
        var shifted = TraceDatBuilder.of("7-none").option(7, "5000");
        shifted.top().page(1, 1).event(0, waking(0, 1, 7, 0));
        assertThat(shifted.open().facts().clock()).isEqualTo("local + 5000 ns");
        assertThat(shifted.open().facts().clockDomain()).isEqualTo("local + 5000 ns");
    }

    @Test
    void everyKindOfWordInAPage() throws Exception {
        var file = TraceDatBuilder.of("7-none");
        long far = 5L << 30;
        file.top()
                .page(0, 1000)
                .event(1, waking(0, 1, 7, 1))
                .extend(far)
                .event(2, waking(0, 1, 7, 1))
                .discarded(3, 24)
                .longEvent(4, waking(0, 1, 7, 1))
                .absolute(far + 5000)
                .event(0, waking(0, 1, 7, 1))
                .stop()
                .word(0xFFFF_FFFFL, 0xFFFF_FFFFL);
        long top = 3L << 59;
        file.top()
                .page(1, top + 10)
                .absolute(50)
                .event(1, waking(0, 1, 7, 1))
                .absolute(40)
                .event(0, waking(0, 1, 7, 1));
        Rows rows = Rows.of(file.open());
        assertThat(rows.text())
                .containsExactly(
                        "cpu0 1001 WAKING task/7",
                        "cpu0 " + (far + 1003) + " WAKING task/7",
                        "cpu0 " + (far + 1010) + " WAKING task/7",
                        "cpu0 " + (far + 5000) + " WAKING task/7",
                        "cpu1 " + (top + 51) + " WAKING task/7",
                        "cpu1 " + (top + 51) + " WAKING task/7");
        assertThat(rows.reader.stats().onCpu(ImportStat.CLOCK_BACKWARD, 1))
                .as("the absolute 40 after 50")
                .isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"6", "7-zstd"})
    void lossesAreRowsWhereTheyHappened(String shape) throws Exception {
        var file = TraceDatBuilder.of(shape);
        file.top().page(0, 1000).event(1, waking(0, 1, 7, 1));
        file.top().page(0, 2000).lost(2702).event(0, waking(0, 1, 8, 1));
        file.top().page(0, 3000).lost(-1).event(5, waking(0, 1, 9, 1));
        Rows rows = Rows.of(file.open());
        assertThat(rows.text())
                .containsExactly(
                        "cpu0 1001 WAKING task/7",
                        "cpu0 2000 LOST 2702",
                        "cpu0 2000 WAKING task/8",
                        "cpu0 3000 LOST 0",
                        "cpu0 3005 WAKING task/9");
        assertThat(rows.reader.stats().onCpu(ImportStat.EVENTS_LOST, 0)).isEqualTo(2702);
        assertThat(rows.reader.stats().onCpu(ImportStat.LOSS_UNCOUNTED, 0)).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {4096, 8192, 16384, 32768, 65536})
    void subBuffersOfAnySize(int pageSize) throws Exception {
        var file = TraceDatBuilder.of("7-zstd");
        var ring = file.ring("", pageSize);
        int fit = (pageSize - 16) / (4 + 36);
        for (int page = 0; page < 3; page++) {
            Page full = ring.page(0, 1000 + 10_000L * page);
            for (int i = 0; i < fit; i++) full.event(1, waking(0, 1, 7, 1));
        }
        Rows rows = Rows.of(file.open());
        assertThat(rows.size()).isEqualTo(3 * fit);
        assertThat(rows.text()).endsWith("cpu0 " + (21_000 + fit) + " WAKING task/7");
    }

    @Test
    void aKernelOf32BitsHasAShorterCommit() throws Exception {
        var file = TraceDatBuilder.of("7-none");
        file.headerPage = """
                \tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;
                \tfield: local_t commit;\toffset:8;\tsize:4;\tsigned:1;
                \tfield: int overwrite;\toffset:8;\tsize:1;\tsigned:1;
                \tfield: char data;\toffset:12;\tsize:4084;\tsigned:1;
                """;
        var layout = HeaderPage.parse(file.headerPage);
        assertThat(layout).isEqualTo(new HeaderPage(4, 12, 4096));
        file.top().page(0, 1000).event(1, waking(0, 1, 7, 1));
        byte[] bytes = file.build();
        // the builder writes 64-bit pages: close the gap of four bytes behind the commit
        int page = bytes.length - 1;
        while (page % 4096 != 0
                || ByteBuffer.wrap(bytes, page, 8)
                                .order(java.nio.ByteOrder.LITTLE_ENDIAN)
                                .getLong()
                        != 1000) page--;
        System.arraycopy(bytes, page + 16, bytes, page + 12, 4000);
        Rows rows = Rows.of(TraceDatReader.open(TraceBytes.of("x", bytes), PeltDialect.standard()));
        assertThat(rows.text()).containsExactly("cpu0 1001 WAKING task/7");
    }

    @ParameterizedTest
    @ValueSource(strings = {"6", "7-zstd"})
    void anEventInTwoBuffersCountsOnce(String shape) throws Exception {
        var file = TraceDatBuilder.of(shape);
        file.top()
                .page(0, 1000)
                .event(1, waking(0, 1, 7, 1))
                .event(1, switched(0, 1, 1, 2))
                .event(1, switched(0, 2, 1, 1));
        file.ring("inst", 4096).page(0, 1000).event(2, waking(0, 1, 7, 1)).event(3, waking(0, 1, 8, 1));
        file.rings.get(1).page(1, 900).event(0, switched(0, 2, 1, 3));
        Rows rows = Rows.of(file.open());
        assertThat(rows.text())
                .containsExactlyInAnyOrder(
                        "cpu0 1002 SWITCH prev-1/1>next-2/2",
                        "cpu0 1003 SWITCH prev-2/2>next-1/1",
                        "cpu0 1002 WAKING task/7",
                        "cpu0 1005 WAKING task/8");
        assertThat(rows.count(ImportStat.IN_OTHER_BUFFER)).isEqualTo(2);
    }

    @Test
    void aBufferWithAnotherClockIsLeftOut() throws Exception {
        var file = TraceDatBuilder.of("7-none");
        file.top().page(0, 1000).event(1, waking(0, 1, 7, 1));
        var other = file.ring("boot", 4096);
        other.clock = "boot";
        other.page(1, 99).event(0, switched(0, 2, 1, 3));
        Rows rows = Rows.of(file.open());
        assertThat(rows.text()).containsExactly("cpu0 1001 WAKING task/7");
        assertThat(rows.count(ImportStat.OTHER_CLOCK)).isEqualTo(1);
    }

    @Test
    void clocks() throws Exception {
        var shifted = TraceDatBuilder.of("7-none").option(7, "5000").option(1, "0x2");
        shifted.top().page(0, 1000).event(1, waking(0, 1, 7, 1));
        assertThat(Rows.of(shifted.open()).text()).containsExactly("cpu0 8001 WAKING task/7");

        var tsc = TraceDatBuilder.of("7-none")
                .option(14, new Bytes().u32(3_000_000_000L).u32(32).u64(12345));
        tsc.top().clock = "x86-tsc";
        long cycles = 0x3000_0000_0000_0000L;
        tsc.top().page(0, cycles).event(1 << 20, waking(0, 1, 7, 1));
        long ns = java.math.BigInteger.valueOf(cycles + (1 << 20))
                .multiply(java.math.BigInteger.valueOf(3_000_000_000L))
                .shiftRight(32)
                .longValueExact();
        assertThat(Rows.of(tsc.open()).text()).containsExactly("cpu0 " + ns + " WAKING task/7");

        for (String clock : List.of("x86-tsc", "counter")) {
            var raw = TraceDatBuilder.of("7-none");
            raw.top().clock = clock;
            raw.top().page(0, 1000).event(1, waking(0, 1, 7, 1));
            assertThatThrownBy(raw::open).hasMessageContaining(clock).hasMessageContaining("record with -C mono");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"6", "7-zstd"})
    void savedCmdlinesNameWhomNoEventNames(String shape) throws Exception {
        var file = TraceDatBuilder.of(shape);
        file.cmdlines = "1 a name with blanks\n7 later-name\n8 never-seen\nnonsense\n2 b\n";
        file.top().page(0, 1000).event(1, waking(0, 1, 7, 1)).event(1, switched(0, 7, 1, 2));
        assertThat(Rows.of(file.open()).text())
                .containsExactly(
                        "cpu0 1001 WAKING task/7",
                        "cpu0 1002 SWITCH prev-7/7>next-2/2",
                        "cpu0 1002 COMM a name with blan/1");
    }

    private static final String PELT_FORMAT = """
            name: my_probe
            ID: 500
            format:
            \tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;
            \tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;
            \tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;
            \tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;

            \tfield:s32 cpu;\toffset:8;\tsize:4;\tsigned:1;
            \tfield:__data_loc char[] path;\toffset:12;\tsize:4;\tsigned:1;
            \tfield:u64 my_q;\toffset:16;\tsize:8;\tsigned:0;
            \tfield:char comm[16];\toffset:24;\tsize:16;\tsigned:0;
            \tfield:s32 pid;\toffset:40;\tsize:4;\tsigned:1;
            \tfield:u64 load;\toffset:44;\tsize:8;\tsigned:0;
            \tfield:u16 util;\toffset:52;\tsize:2;\tsigned:0;
            \tfield:s16 change;\toffset:54;\tsize:2;\tsigned:1;

            print fmt: ""
            """;

    private static Bytes pelt(long myQ, int pid, String path) {
        return new Bytes()
                .u16(500)
                .u16(0)
                .u32(3)
                .u32(1)
                .u32((path.length() + 1) << 16 | 56)
                .u64(myQ)
                .chars("entity", 16)
                .u32(pid)
                .u64(1L << 40)
                .u16(65_000)
                .u16(-5)
                .nulText(path);
    }

    @Test
    void peltEventsUnderAnyName() throws Exception {
        var file = TraceDatBuilder.of("7-zstd").format(PELT_FORMAT.replace("my_probe", "pelt_se"));
        file.top()
                .page(0, 1000)
                .event(1, pelt(0, 77, "/lab/a"))
                .event(1, pelt(0xffff_8880_0000_0000L, 0x7777_7777, ""));
        Rows rows = Rows.of(file.open());
        assertThat(rows.reader.facts().records(EventKind.PELT_SE)).isTrue();
        assertThat(rows.text())
                .containsExactly(
                        "cpu0 1001 PELT_SE entity/77 cpu=1 path=/lab/a load=1099511627776 util=65000 delta=-5 my_q=0",
                        "cpu0 1002 PELT_SE /-1 cpu=1 path= load=1099511627776 util=65000 delta=-5"
                                + " my_q=-131391639519232");

        var own = TraceDatBuilder.of("7-zstd").format(PELT_FORMAT);
        own.top().page(0, 1000).event(1, pelt(0, 77, "/lab/a"));
        assertThat(Rows.of(own.open()).count(ImportStat.EVENTS_UNUSED)).isEqualTo(1);
        var names = PeltDialect.standard()
                .with(java.util.Map.of(
                        "sched:my_probe",
                        new rewake.event.PeltEvent(
                                EventKind.PELT_CFS, java.util.Map.of("load", rewake.event.PeltField.TG_LOAD))));
        Rows mapped = Rows.of(TraceDatReader.open(TraceBytes.of("x", own.build()), names));
        assertThat(mapped.text())
                .containsExactly(
                        "cpu0 1001 PELT_CFS entity/77 cpu=1 path=/lab/a util=65000 tg_load=1099511627776 delta=-5"
                                + " my_q=0");
    }

    @Test
    void whereAllFormatsAreListedTheEventsTellWhatWasRecorded() throws Exception {
        var file = TraceDatBuilder.of("7-zstd");
        file.otherSystems = 20;
        file.top().page(0, 1000).event(1, waking(0, 1, 7, 1));
        assertThat(file.open().facts().tracepoints()).containsExactly("sched:sched_waking");
    }

    @Test
    void offsetsBeyondTwoGiB(@TempDir Path folder) throws Exception {
        long far = 3L << 30;
        var file = new TraceDatBuilder(6, "");
        file.top().page(0, 1000).event(1, waking(0, 1, 7, 1));
        byte[] bytes = file.build();
        int page = bytes.length - 4096;
        ByteBuffer table = ByteBuffer.wrap(bytes).order(java.nio.ByteOrder.LITTLE_ENDIAN);
        int at = 0;
        while (table.getLong(at) != page || table.getLong(at + 8) != 4096) at++;
        table.putLong(at, far);
        Path sparse = folder.resolve("sparse.dat");
        try (FileChannel channel = FileChannel.open(
                sparse, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.SPARSE)) {
            write(channel, ByteBuffer.wrap(bytes, 0, page), 0);
            write(channel, ByteBuffer.wrap(bytes, page, 4096), far);
        }
        try (TraceDatReader reader = TraceDatReader.open(TraceBytes.map(sparse), PeltDialect.standard())) {
            assertThat(Rows.of(reader).text()).containsExactly("cpu0 1001 WAKING task/7");
        }
    }

    private static void write(FileChannel channel, ByteBuffer bytes, long at) throws IOException {
        while (bytes.hasRemaining()) at += channel.write(bytes, at);
    }
}
