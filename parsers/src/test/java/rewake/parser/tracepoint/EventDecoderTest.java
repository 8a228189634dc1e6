package rewake.parser.tracepoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import org.junit.jupiter.api.Test;
import rewake.bytes.TraceBytes;
import rewake.event.Comms;
import rewake.event.EventBatch;
import rewake.event.EventKind;
import rewake.event.ImportStat;
import rewake.event.ImportStats;

class EventDecoderTest {
    private final Comms comms = new Comms();
    private final ImportStats stats = new ImportStats();
    private final EventBatch lane = new EventBatch(0, 1);

    @Test
    void namesStandWhereTheirFieldPoints() {
        String format = format("__data_loc char[] comm", 8, 4, 0)
                + format("pid_t pid", 12, 4, 1)
                + format("u64 runtime", 16, 8, 0);
        ByteBuffer payload =
                payload(40).putInt(8, 30 | (9 << 16)).putInt(12, 77).putLong(16, -1);
        payload.put(30, "kworker/u8".getBytes(StandardCharsets.UTF_8));
        decode(EventKind.STAT_RUNTIME, format, payload);
        assertThat(comms.text(lane.comm(0))).as("9 bytes at offset 30").isEqualTo("kworker/u");
        assertThat(lane.pid(0)).isEqualTo(77);
        assertThat(lane.arg0(0)).isEqualTo(-1);
        assertThat(lane.arg1(0)).as("no vruntime on this kernel").isZero();

        String relative = format.replace("__data_loc", "__rel_loc");
        decode(EventKind.STAT_RUNTIME, relative, payload.putInt(8, 18 | (3 << 16)));
        assertThat(comms.text(lane.comm(1)))
                .as("counted from the end of the u32")
                .isEqualTo("kwo");
    }

    @Test
    void aHandlerOfAnInterruptHasANumberAndAName() {
        String format = format("int irq", 8, 4, 1) + format("__data_loc char[] name", 12, 4, 0);
        ByteBuffer payload = payload(40).putInt(8, 46).putInt(12, 16 | (5 << 16));
        payload.put(16, "eth0".getBytes(StandardCharsets.UTF_8));
        decode(EventKind.IRQ_ENTRY, format, payload);
        assertThat(lane.arg0(0)).isEqualTo(46);
        assertThat(comms.text(lane.comm(0))).isEqualTo("eth0");
        decode(
                EventKind.SOFTIRQ_EXIT,
                format("unsigned int vec", 8, 4, 0),
                payload(12).putInt(8, 9));
        assertThat(lane.arg0(1)).isEqualTo(9);
    }

    @Test
    void aNameThatPointsOutOfThePayloadIsDamage() {
        String format = format("__data_loc char[] comm", 8, 4, 0)
                + format("pid_t pid", 12, 4, 1)
                + format("u64 delay", 16, 8, 0);
        for (int where : new int[] {24 | (1 << 16), 0xFFFF | (1 << 16), 8 | (0xFFFF << 16)})
            decode(EventKind.STAT_WAIT, format, payload(24).putInt(8, where));
        assertThat(lane.size()).isZero();
        assertThat(stats.total(ImportStat.RECORD_DAMAGED)).isEqualTo(3);
    }

    @Test
    void a32BitKernelHasAShortState() {
        String format = format("char prev_comm[16]", 8, 16, 0)
                + format("pid_t prev_pid", 24, 4, 1)
                + format("int prev_prio", 28, 4, 1)
                + format("long prev_state", 32, 4, 1)
                + format("char next_comm[16]", 36, 16, 0)
                + format("pid_t next_pid", 52, 4, 1)
                + format("int next_prio", 56, 4, 1);
        decode(
                EventKind.SWITCH,
                format,
                payload(60).putInt(28, -1).putInt(32, 2).putInt(52, 9).putInt(56, 19));
        assertThat(lane.arg0(0)).isEqualTo(2);
        assertThat(lane.prio(0)).as("deadline").isEqualTo(-1);
        assertThat(lane.otherPid(0)).isEqualTo(9);
        assertThat(lane.otherPrio(0)).isEqualTo(19);
    }

    @Test
    void theRenamedTaskIsTheCurrentOneWhereTheKernelNoLongerSays() {
        String format = format("char oldcomm[16]", 8, 16, 0) + format("char newcomm[16]", 24, 16, 0);
        ByteBuffer payload = payload(40).putInt(4, 1234);
        payload.put(8, "old".getBytes(StandardCharsets.UTF_8)).put(24, "new".getBytes(StandardCharsets.UTF_8));
        decode(EventKind.TASK_RENAME, format, payload);
        assertThat(lane.pid(0)).isEqualTo(1234);
        assertThat(comms.text(lane.comm(0)) + ">" + comms.text(lane.otherComm(0)))
                .isEqualTo("old>new");
    }

    @Test
    void aFormatThatLacksAFieldOrHasItInAnotherSizeIsOfNoUse() {
        String whole = format("char comm[16]", 8, 16, 0)
                + format("pid_t pid", 24, 4, 1)
                + format("int prio", 28, 4, 1)
                + format("int target_cpu", 32, 4, 1);
        assertThat(compile(EventKind.WAKING, whole)).isPresent();
        assertThat(compile(EventKind.WAKING, whole.replace("target_cpu", "cpu")))
                .isEmpty();
        assertThat(compile(EventKind.WAKING, whole.replace("offset:24;\tsize:4", "offset:24;\tsize:8")))
                .isEmpty();
        assertThat(compile(EventKind.WAKING, whole.replace("offset:8;\tsize:16", "offset:8;\tsize:0")))
                .isEmpty();
    }

    @Test
    void everyTracepointKindHasColumns() {
        for (EventKind kind : EnumSet.allOf(EventKind.class))
            assertThat(EventColumns.of(kind) == null)
                    .as(kind.name())
                    .isEqualTo(kind.tracepoint().isEmpty() || kind.pelt());
    }

    private void decode(EventKind kind, String format, ByteBuffer payload) {
        byte[] bytes = new byte[payload.capacity()];
        payload.get(0, bytes);
        EventDecoder decoder = compile(kind, format).orElseThrow();
        TraceBytes file = TraceBytes.of("payload", bytes);
        if (decoder.sound(file, 0, bytes.length, lane.cpu(), stats)) decoder.append(file, 0, bytes.length, 1, 0, lane);
    }

    private java.util.Optional<EventDecoder> compile(EventKind kind, String fields) {
        String text = "name: event\nID: 1\nformat:\n" + format("unsigned short common_type", 0, 2, 0)
                + format("unsigned char common_flags", 2, 1, 0) + format("int common_pid", 4, 4, 1) + fields;
        var format = TracepointFormat.parse("sched", text).orElseThrow();
        return EventDecoder.compile(format, kind, StateTable.of("", null), comms, 8);
    }

    private static String format(String declaration, int offset, int size, int signed) {
        return "\tfield:%s;\toffset:%d;\tsize:%d;\tsigned:%d;\n".formatted(declaration, offset, size, signed);
    }

    private static ByteBuffer payload(int size) {

        return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    }
}
