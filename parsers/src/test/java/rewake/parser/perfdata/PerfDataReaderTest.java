package rewake.parser.perfdata;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import rewake.event.EventBatch;
import rewake.event.EventKind;
import rewake.event.ImportStat;
import rewake.event.PeltDialect;
import rewake.event.PeltEvent;
import rewake.event.PeltField;
import rewake.event.TaskState;

class PerfDataReaderTest {
    private static final long CALLCHAIN = 1 << 5;
    private static final long READ = 1 << 4;

    @Test
    void samplesBecomeRowsInTheLanesOfTheirCpus() throws Exception {
        Rows rows = Rows.of(PerfDataBuilder.sched(2)
                .sample(0, 1, 1000, Payloads.switched(0, 7, 0x20, 9))
                .sample(1, 0, 1001, Payloads.waking(0x18, 7, 9, 1))
                .round());
        assertThat(rows.text())
                .containsExactly(
                        "cpu0 1001 WAKING cur=7 flags=7 task/9/120 /0/0 args=1,0",
                        "cpu1 1000 SWITCH cur=7 flags=4 prev-7/7/120 next-9/9/98 args=32,"
                                + TaskState.ZOMBIE.ordinal());
        assertThat(rows.rounds).isEqualTo(1);
        assertThat(rows.stats().entries()).isEmpty();
    }

    @Test
    void flagsTellTheInterruptContext() throws Exception {
        Rows rows = Rows.of(PerfDataBuilder.sched(1)
                .sample(1, 0, 1, Payloads.waking(0x01, 0, 9, 0))
                .sample(1, 0, 2, Payloads.waking(0x08, 0, 9, 0))
                .sample(1, 0, 3, Payloads.waking(0x10, 0, 9, 0)));
        EventBatch lane = rows.lane(0);
        assertThat(List.of(lane.flags(0), lane.flags(1), lane.flags(2)))
                .containsExactly(
                        EventBatch.CONTEXT_KNOWN,
                        EventBatch.CONTEXT_KNOWN | EventBatch.HARDIRQ,
                        EventBatch.CONTEXT_KNOWN | EventBatch.SOFTIRQ);
    }

    /** The kernel writes −1 for ids that are no more. */
    @Test
    void flagsTellThatTheTaskWasDead() throws Exception {
        Rows rows = Rows.of(PerfDataBuilder.sched(1)
                .sample(1, 0, 1, 7, 8, Payloads.waking(0x08, 0, 9, 0))
                .sample(1, 0, 2, 7, -1, Payloads.waking(0x08, 0, 9, 0))
                .sample(1, 0, 3, -1, -1, Payloads.waking(0x01, 0, 9, 0)));
        EventBatch lane = rows.lane(0);
        assertThat(List.of(lane.flags(0), lane.flags(1), lane.flags(2)))
                .containsExactly(
                        EventBatch.CONTEXT_KNOWN | EventBatch.HARDIRQ,
                        EventBatch.CONTEXT_KNOWN | EventBatch.HARDIRQ | EventBatch.TASK_GONE,
                        EventBatch.CONTEXT_KNOWN | EventBatch.TASK_GONE | EventBatch.PROCESS_GONE);
        assertThat(List.of(lane.currentTgid(0), lane.currentTgid(1), lane.currentTgid(2)))
                .containsExactly(7, 7, -1);
    }

    @Test
    void eachSampleIsParsedByItsOwnAttr() throws Exception {
        long noPeriodButAddr = (PerfDataBuilder.SCHED & ~(1 << 8)) | (1 << 3);
        var file = new PerfDataBuilder(1)
                .tracepoint(Payloads.SWITCH_ID, PerfDataBuilder.SCHED | CALLCHAIN | READ, Payloads.SWITCH_FORMAT)
                .tracepoint(Payloads.WAKING_ID, noPeriodButAddr, Payloads.WAKING_FORMAT);
        Bytes payload = Payloads.switched(0, 1, 0, 2);
        file.record(
                        9,
                        0,
                        new Bytes()
                                .u64(file.id(0, 0))
                                .u64(0xffff)
                                .u64(1)
                                .u64(5000)
                                .u64(0)
                                .u64(1)
                                .u64(77) // READ: value, id
                                .u64(file.id(0, 0))
                                .u64(3) // CALLCHAIN
                                .u64(-512)
                                .u64(0x1111)
                                .u64(0x2222)
                                .u32(payload.size())
                                .raw(payload))
                .record(
                        9,
                        0,
                        new Bytes()
                                .u64(file.id(1, 0))
                                .u64(0xffff)
                                .u64(1)
                                .u64(5001)
                                .u64(0xadd0)
                                .u64(0)
                                .u32(36)
                                .raw(Payloads.waking(0, 2, 1, 0)));
        Rows rows = Rows.of(file);
        assertThat(rows.text())
                .containsExactly(
                        "cpu0 5000 SWITCH cur=1 flags=4 prev-1/1/120 next-2/2/98 args=0,0",
                        "cpu0 5001 WAKING cur=2 flags=4 task/1/120 /0/0 args=0,0");
    }

    @Test
    void sideBandRecordsTakeTimeAndCpuFromTheirTrailer() throws Exception {
        Rows rows = Rows.of(PerfDataBuilder.sched(2)
                .kernel(3, 0, new Bytes().u32(40).u32(41).chars("made-up", 8), 0, 0)
                .kernel(7, 0, new Bytes().u32(50).u32(40).u32(51).u32(41).u64(70), 1, 70)
                .kernel(3, 1 << 13, new Bytes().u32(50).u32(51).chars("sixteen-bytes-ok", 16), 1, 71)
                .kernel(4, 0, new Bytes().u32(50).u32(40).u32(51).u32(41).u64(72), 1, 72));
        assertThat(rows.text())
                .containsExactly(
                        "cpu0 0 COMM cur=0 flags=0 made-up/41/0 /40/0 args=0,0",
                        "cpu1 70 FORK cur=0 flags=0 /51/0 /50/0 args=41,40",
                        "cpu1 71 COMM cur=0 flags=0 sixteen-bytes-ok/51/0 /50/0 args=1,0",
                        "cpu1 72 EXIT cur=0 flags=0 /51/0 /50/0 args=0,0");
    }

    @Test
    void lossesAreCountedOnTheCpuOfTheirEvent() throws Exception {
        var file = PerfDataBuilder.sched(4);
        Rows rows = Rows.of(file.kernel(2, 0, new Bytes().u64(file.id(1, 3)).u64(12), 3, 90)
                .kernel(13, 0, new Bytes().u64(5), 2, 95)
                .kernel(13, 0, new Bytes().u64(4), 1, 0)
                .kernel(13, 1 << 15, new Bytes().u64(99), 1, 96));
        assertThat(rows.stats().onCpu(ImportStat.EVENTS_LOST, 3)).isEqualTo(12);
        assertThat(rows.stats().onCpu(ImportStat.SAMPLES_LOST, 2)).isEqualTo(5);
        assertThat(rows.stats().onCpu(ImportStat.SAMPLES_LOST, 1)).isEqualTo(4);
        assertThat(rows.text())
                .as("a loss without a time could have been anywhere")
                .containsExactly(
                        "cpu2 95 LOST cur=0 flags=0 /0/0 /0/0 args=5,0",
                        "cpu3 90 LOST cur=0 flags=0 /0/0 /0/0 args=12,0");
    }

    @Test
    void eventsOfNoUseAreCountedAndTheNextOnesRead() throws Exception {
        var file = PerfDataBuilder.sched(1).tracepoint(400, PerfDataBuilder.SCHED, Payloads.UNUSED_FORMAT);
        Rows rows =
                Rows.of(file.sample(2, 0, 10, new Bytes().u16(400).u16(0).u32(1).u64(-5))
                        .record(200, 0, new Bytes().u64(1))
                        .record(71, 0, new Bytes().u64(24).u64(0))
                        .junk(new Bytes().raw(new byte[24]))
                        .sample(1, 0, 11, Payloads.waking(0, 1, 2, 0)));
        assertThat(rows.size()).isEqualTo(1);
        assertThat(rows.count(ImportStat.EVENTS_UNUSED)).isEqualTo(1);
        assertThat(rows.count(ImportStat.UNKNOWN_RECORD)).isEqualTo(1);
        assertThat(rows.reader.facts().tracepoints())
                .containsExactly("sched:sched_switch", "sched:sched_waking", "sched:sched_tg_load_avg_update");
        assertThat(rows.reader.facts().records(EventKind.WAKEUP)).isFalse();
    }

    @Test
    void aSampleOfTheWrongAttrIsDecodedByItsOwnType() throws Exception {
        Rows rows = Rows.of(PerfDataBuilder.sched(1).sample(0, 0, 10, Payloads.waking(0, 1, 2, 0)));
        assertThat(rows.text()).containsExactly("cpu0 10 WAKING cur=1 flags=4 task/2/120 /0/0 args=0,0");
    }

    @Test
    void factsComeFromFeaturesAndAttrs() throws Exception {
        var facts = Rows.of(new PerfDataBuilder(2)
                        .tracepoint(Payloads.SWITCH_ID, PerfDataBuilder.SCHED, Payloads.SWITCH_FORMAT)
                        .attr(2, Payloads.SWITCH_ID, PerfDataBuilder.SCHED, 4, (1L << 18) | (1L << 25), 4)
                        .feature(3, new Bytes().string("box"))
                        .feature(5, new Bytes().string("6.9.1"))
                        .feature(6, new Bytes().string("aarch64"))
                        .feature(PerfDataBuilder.CMDLINE, new Bytes().strings("perf", "sched", "record"))
                        .round())
                .reader
                .facts();
        assertThat(facts.kernelRelease()).isEqualTo("6.1.0-test");
        assertThat(facts.recorder()).isEqualTo("perf 6.9.1");
        assertThat(facts.hostname()).isEqualTo("box");
        assertThat(facts.arch()).isEqualTo("aarch64");
        assertThat(facts.cpus()).isEqualTo(2);
        assertThat(facts.clock()).isEqualTo("monotonic_raw");
        assertThat(facts.cmdline()).isEqualTo("perf sched record");
        assertThat(facts.topology().source()).isEqualTo("assumed flat");
        assertThat(facts.systemWide()).isTrue();
    }

    /** {@code perf record -e lab:my_cfs}: a probe, with fields that only its author can explain. */
    @Test
    void aProbeOfTheUsersOwnIsReadByTheNamesHeGives() throws Exception {
        String format = """
                name: my_cfs
                ID: 900
                format:
                \tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;
                \tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;
                \tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;
                \tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;

                \tfield:s32 c;\toffset:8;\tsize:4;\tsigned:1;
                \tfield:u64 l;\toffset:12;\tsize:8;\tsigned:0;
                \tfield:u64 load;\toffset:20;\tsize:8;\tsigned:0;

                print fmt: ""
                """;
        var file = PerfDataBuilder.sched(2).tracepoint(900, PerfDataBuilder.SCHED, format);
        file.sample(
                2,
                1,
                77,
                new Bytes().u16(900).u16(0).u32(3).u32(1).u64(1L << 40).u64(5));
        assertThat(Rows.of(file).count(ImportStat.EVENTS_UNUSED)).isEqualTo(1);
        var names = PeltDialect.standard()
                .with(Map.of(
                        "my_cfs", new PeltEvent(EventKind.PELT_CFS, Map.of("c", PeltField.CPU, "l", PeltField.LOAD))));
        Rows rows = Rows.of(PerfDataReader.open(file.open(), names));
        assertThat(rows.reader.facts().records(EventKind.PELT_CFS)).isTrue();
        EventBatch lane = rows.lane(1);
        assertThat(lane.kind(0)).isEqualTo(EventKind.PELT_CFS.ordinal());
        assertThat(lane.pelt(0, PeltField.CPU)).isEqualTo(1);
        assertThat(lane.pelt(0, PeltField.LOAD))
                .as("what the user says is the load is it, not what is called so")
                .isEqualTo(1L << 40);
        assertThat(lane.currentPid(0)).isEqualTo(3);
    }

    @Test
    void aRecordingOfOneCommandIsNotSystemWide() throws Exception {
        assertThat(systemWide(new Bytes()
                        .u64(2)
                        .u64(100)
                        .u64(0)
                        .u64(0)
                        .u64(-1)
                        .u64(101)
                        .u64(0)
                        .u64(1)
                        .u64(-1)))
                .isTrue();
        assertThat(systemWide(new Bytes().u64(1).u64(100).u64(0).u64(0).u64(4711)))
                .as("one task on each CPU")
                .isFalse();
        assertThat(systemWide(new Bytes().u64(1).u64(100).u64(0).u64(-1).u64(4711)))
                .as("one task on all CPUs")
                .isFalse();
    }

    private static boolean systemWide(Bytes idIndex) throws Exception {
        var file = PerfDataBuilder.sched(2).feature(PerfDataBuilder.CMDLINE, new Bytes().strings("perf", "sched"));
        return Rows.of(file.record(69, 0, idIndex)).reader.facts().systemWide();
    }

    @Test
    void withoutIdIndexTheCommandTells() throws Exception {
        assertThat(systemWide("perf", "record", "-e", "sched:*", "-a", "--", "sleep", "1"))
                .isTrue();
        assertThat(systemWide("perf", "record", "-e", "sched:*", "--", "ls", "-a"))
                .isFalse();
    }

    private static boolean systemWide(String... command) throws Exception {
        var file = PerfDataBuilder.sched(2).feature(PerfDataBuilder.CMDLINE, new Bytes().strings(command));
        return Rows.of(file.round()).reader.facts().systemWide();
    }
}
