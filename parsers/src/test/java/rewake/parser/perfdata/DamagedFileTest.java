package rewake.parser.perfdata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rewake.bytes.TraceBytes;
import rewake.event.ImportStat;
import rewake.parser.TraceFormatException;

/** What cannot be read says so in one line; what is damaged is counted; nothing hangs and nothing else is thrown. */
class DamagedFileTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0x454C494646524550, version 1",
        "0, 0x50455246494C4532, big-endian",
        "0, 0x1234, PERFILE2",
        "8, 16, pipe mode",
        "8, 72, old perf",
        "8, 105, header size 105",
        "16, 64, attributes of 64 bytes",
        "16, 5000, attributes of 5000 bytes",
        "24, 0x7fffffffffffffff, outside the file",
        "32, -1, outside the file",
        "32, 0, no event attributes",
        "48, 0, killed",
        "48, 0x7fffffffffffff00, the file is cut",
    })
    void aHeaderThatCannotBeReadSaysWhy(int offset, String value, String message) {
        byte[] file = good().build();
        ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).putLong(offset, Long.decode(value));
        assertThatThrownBy(() -> PerfDataReader.open(TraceBytes.of("x.data", file)))
                .isInstanceOf(TraceFormatException.class)
                .hasMessageStartingWith("x.data at 0x")
                .hasMessageContaining(message);
    }

    @Test
    void filesWithoutUsableEventsSayWhatTheyHave() {
        var cycles = new PerfDataBuilder(1)
                .attr(0, 0, PerfDataBuilder.SCHED, 4, 0, 0)
                .round();
        assertThatThrownBy(() -> PerfDataReader.open(cycles.open())).hasMessageContaining("no tracepoints in it");
        var other = new PerfDataBuilder(1)
                .tracepoint(400, PerfDataBuilder.SCHED, Payloads.UNUSED_FORMAT)
                .round();
        assertThatThrownBy(() -> PerfDataReader.open(other.open()))
                .hasMessageContaining("only sched:sched_tg_load_avg_update");
        var noFormats = new PerfDataBuilder(1)
                .attr(2, 310, PerfDataBuilder.SCHED, 4, 0, 0)
                .round();
        assertThatThrownBy(() -> PerfDataReader.open(noFormats.open())).hasMessageContaining("no event formats");
        assertThatThrownBy(() -> PerfDataReader.open(
                        good().feature(PerfDataBuilder.TRACING_DATA, new Bytes().chars("nonsense", 8))
                                .open()))
                .hasMessageContaining("formats are damaged");
    }

    @Test
    void compressedRecordsAreRefused() {
        assertThatThrownBy(() -> PerfDataReader.open(
                        PerfDataBuilder.sched(1).record(81, 0, new Bytes()).open()))
                .hasMessageContaining("record without -z");
        assertThatThrownBy(() -> PerfDataReader.open(
                        good().feature(27, new Bytes().u32(0)).open()))
                .hasMessageContaining("record without -z");
    }

    @Test
    void aRecordThatCannotBeOneEndsTheReading() throws Exception {
        for (Bytes record : List.of(
                new Bytes().u32(9).u16(0).u16(7), new Bytes().u32(9).u16(0).u16(200), new Bytes().u32(9))) {
            Rows rows = Rows.of(good().junk(record));
            assertThat(rows.size()).isEqualTo(2);
            assertThat(rows.count(ImportStat.FILE_CUT)).isEqualTo(1);
        }
    }

    @Test
    void eventsWithImpossibleFieldsAreCountedAndSkipped() throws Exception {
        Rows rows = Rows.of(good().sample(0, 1, 2000, Payloads.switched(0, 4_194_305, 0, 2))
                .sample(1, 1, 2001, Payloads.waking(0, 1, -7, 0))
                .sample(1, 1, 2002, Payloads.waking(0, 1, 7, 2))
                .sample(1, 7, 2003, Payloads.waking(0, 1, 7, 0))
                .sample(1, 1, -5, Payloads.waking(0, 1, 7, 0))
                .sample(1, 1, 2004, new Bytes().u16(Payloads.WAKING_ID).u16(0))
                .record(9, 0, new Bytes().u64(100))
                .record(9, 0, new Bytes().u64(99).u64(0)));
        assertThat(rows.size()).isEqualTo(2);
        assertThat(rows.count(ImportStat.PID_OUT_OF_RANGE)).isEqualTo(2);
        assertThat(rows.count(ImportStat.CPU_OUT_OF_RANGE)).isEqualTo(1);
        assertThat(rows.count(ImportStat.RECORD_DAMAGED)).isEqualTo(3);
        assertThat(rows.count(ImportStat.UNKNOWN_ID)).isEqualTo(2);
    }

    @Test
    void aTimeFarFromTheRecordingIsDamage() throws Exception {
        long hour = 3_600_000_000_000L;
        var file = good().feature(21, new Bytes().u64(1000).u64(1001));
        Rows rows = Rows.of(file.sample(1, 1, 1001 + hour, Payloads.waking(0, 1, 7, 0))
                .sample(1, 1, 1002 + hour, Payloads.waking(0, 1, 7, 0))
                .kernel(3, 0, new Bytes().u32(1).u32(1).chars("late", 8), 0, 1002 + hour));
        assertThat(rows.size()).isEqualTo(3);
        assertThat(rows.count(ImportStat.RECORD_DAMAGED)).isEqualTo(2);
    }

    @Test
    void aDamagedFeatureCostsItsOwnFactsOnly() throws Exception {
        Rows rows = Rows.of(good().feature(3, new Bytes().u32(1000).chars("short", 5))
                .feature(PerfDataBuilder.CACHE, new Bytes().u32(1).u32(0x7fffffff))
                .feature(
                        PerfDataBuilder.NUMA_TOPOLOGY,
                        new Bytes().u32(1).u32(0).u64(1).u64(1).string("0-x")));
        assertThat(rows.size()).isEqualTo(2);
        assertThat(rows.count(ImportStat.FEATURE_DAMAGED)).isEqualTo(3);
        assertThat(rows.reader.facts().hostname()).isNull();
        assertThat(rows.reader.facts().kernelRelease()).isEqualTo("6.1.0-test");
    }

    @Test
    void formatsBeforeTheDamageInTheBlobAreUsed() throws Exception {
        Bytes blob = PerfDataBuilder.blob(List.of(Payloads.SWITCH_FORMAT, Payloads.WAKING_FORMAT));
        byte[] cut = Arrays.copyOf(blob.toArray(), blob.size() - 300);
        Rows rows = Rows.of(good().feature(PerfDataBuilder.TRACING_DATA, new Bytes().raw(cut)));
        assertThat(rows.text()).hasSize(1).first().asString().contains("SWITCH");
        assertThat(rows.count(ImportStat.FEATURE_DAMAGED)).isEqualTo(1);
    }

    @Test
    void withoutNrcpusTheEventsTellHowManyCpusThereAre() throws Exception {
        Rows rows = Rows.of(good().without(PerfDataBuilder.NRCPUS));
        assertThat(rows.reader.facts().cpus()).isEqualTo(2);
        assertThat(rows.size()).isEqualTo(2);
    }

    @Test
    void aNumberOfCpusThatTheFileIsNotMadeForIsNotBelieved() throws Exception {
        Bytes index = new Bytes()
                .u64(2)
                .u64(100)
                .u64(0)
                .u64(0)
                .u64(-1)
                .u64(101)
                .u64(0)
                .u64(1)
                .u64(-1);
        var file = good().feature(
                        PerfDataBuilder.NRCPUS, new Bytes().u32(54_532).u32(2))
                .record(69, 0, index);
        assertThat(Rows.of(file).reader.facts().cpus())
                .as("no index before the first sample")
                .isEqualTo(2);
        var first = PerfDataBuilder.sched(2)
                .feature(PerfDataBuilder.NRCPUS, new Bytes().u32(54_532).u32(2))
                .record(69, 0, index)
                .sample(0, 0, 1000, Payloads.switched(0, 1, 0, 2));
        Rows rows = Rows.of(first);
        assertThat(rows.reader.facts().cpus()).isEqualTo(2);
        assertThat(rows.count(ImportStat.FEATURE_DAMAGED)).isEqualTo(1);
        assertThat(rows.size()).isEqualTo(1);
    }

    @Test
    void cpusThatWereOfflineCount() throws Exception {
        var topology = new Bytes().strings("0-127").strings("0-127");
        for (int cpu = 0; cpu < 128; cpu++) topology.u32(cpu < 2 ? cpu : -1).u32(0);
        var file = good().feature(PerfDataBuilder.NRCPUS, new Bytes().u32(128).u32(2))
                .feature(PerfDataBuilder.CPU_TOPOLOGY, topology);
        assertThat(Rows.of(file).reader.facts().cpus()).isEqualTo(128);
        assertThat(Rows.of(file).count(ImportStat.FEATURE_DAMAGED)).isZero();
    }

    @Test
    void anIndexOfACpuFarBeyondAllOthersIsNotBelieved() throws Exception {
        Bytes index = new Bytes()
                .u64(2)
                .u64(100)
                .u64(0)
                .u64(60_000)
                .u64(-1)
                .u64(101)
                .u64(0)
                .u64(1)
                .u64(-1);
        Rows rows = Rows.of(
                PerfDataBuilder.sched(2).record(69, 0, index).sample(0, 0, 1000, Payloads.switched(0, 1, 0, 2)));
        assertThat(rows.reader.facts().cpus()).isEqualTo(2);
        assertThat(rows.count(ImportStat.FEATURE_DAMAGED)).isEqualTo(1);
    }

    @Test
    void aFileCutBehindItsDataSaysSo() throws Exception {
        byte[] file = good().build();
        assertThatThrownBy(() -> Rows.of(TraceBytes.of("x.data", Arrays.copyOf(file, file.length - 1200))))
                .hasMessageStartingWith("x.data at 0x" + Integer.toHexString(file.length - 1200))
                .hasMessageContaining("the file is cut: ")
                .hasMessageContaining("should end at 0x" + Integer.toHexString(file.length));
        Rows rows = Rows.of(TraceBytes.of("x.data", Arrays.copyOf(file, file.length - 1)));
        assertThat(rows.count(ImportStat.FILE_CUT)).isEqualTo(1);
        assertThat(rows.size()).isEqualTo(2);
    }

    @Test
    @Timeout(20)
    void aFileCutAnywhereIsReadUpToTheCutOrRefused() {
        byte[] file = long_().build();
        long refused = 0;
        for (int length = 0; length < file.length; length += 1 + length / 200) {
            if (!readable(Arrays.copyOf(file, length))) refused++;
        }
        assertThat(refused).as("without formats nothing can be decoded").isPositive();
    }

    @Test
    @Timeout(60)
    void bytesThatFlipNeverHangOrThrowAnythingElse() {
        byte[] file = long_().build();
        var random = new SplittableRandom(20261130);
        int read = 0;
        for (int i = 0; i < 4000; i++) {
            byte[] copy = file.clone();
            int flips = 1 + random.nextInt(8);
            for (int f = 0; f < flips; f++) copy[place(random, copy.length)] = (byte) random.nextInt(256);
            if (readable(copy)) read++;
        }
        assertThat(read).isBetween(1000, 3999);
    }

    /** Half of the flips hit header, ids and attrs, where they do most harm. */
    private static int place(SplittableRandom random, int length) {
        return random.nextInt(random.nextBoolean() ? 440 : length);
    }

    private static boolean readable(byte[] file) {
        try (TraceBytes bytes = TraceBytes.of("damaged.data", file)) {
            Rows rows = Rows.of(bytes);
            assertThat(rows.lanes.keySet())
                    .allMatch(cpu -> cpu < rows.reader.facts().cpus());
            return true;
        } catch (TraceFormatException e) {
            assertThat(e.getMessage()).doesNotContain("\n").startsWith("damaged.data at 0x");
            return false;
        }
    }

    private static PerfDataBuilder good() {
        return PerfDataBuilder.sched(2)
                .sample(0, 0, 1000, Payloads.switched(0, 1, 0, 2))
                .sample(1, 1, 1001, Payloads.waking(0, 1, 7, 0));
    }

    /** A file with everything in it. */
    private static PerfDataBuilder long_() {
        var file = PerfDataBuilder.sched(2)
                .feature(PerfDataBuilder.CMDLINE, new Bytes().strings("perf", "sched", "record"))
                .feature(
                        PerfDataBuilder.CPU_TOPOLOGY,
                        new Bytes().strings("0-1").strings("0-1").u64(0).u64(0))
                .feature(
                        PerfDataBuilder.CACHE,
                        new Bytes()
                                .u32(1)
                                .u32(1)
                                .u32(3)
                                .u32(1)
                                .u32(1)
                                .u32(1)
                                .string("Unified")
                                .string("1M")
                                .string("0-1"))
                .feature(
                        PerfDataBuilder.NUMA_TOPOLOGY,
                        new Bytes().u32(1).u32(0).u64(1).u64(1).string("0-1"))
                .record(69, 0, new Bytes().u64(1).u64(100).u64(0).u64(0).u64(-1))
                .kernel(3, 0, new Bytes().u32(1).u32(1).chars("init", 8), 0, 0);
        for (int i = 0; i < 40; i++) {
            file.sample(0, i & 1, 1000 + i, Payloads.switched(0, 1, 0, 2));
            file.sample(1, i & 1, 1000 + i, Payloads.waking(8, 1, 7, 0));
            if (i % 10 == 9)
                file.kernel(2, 0, new Bytes().u64(file.id(0, 0)).u64(1), 0, 1000 + i)
                        .round();
        }
        return file;
    }
}
