package rewake.parser.perfscript;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import rewake.bytes.TraceBytes;
import rewake.event.ImportStat;
import rewake.event.PeltDialect;
import rewake.event.Topology;
import rewake.event.TraceFacts;
import rewake.parser.TraceFormatException;
import rewake.parser.textline.ShownRows;

class PerfScriptTest {
    private static final String SWITCH =
            "sched:sched_switch: prev_comm=a prev_pid=7 prev_prio=120 prev_state=S ==> next_comm=swapper/1 next_pid=0 next_prio=120\n";
    private static final String LINE = "               a     7 [001]     4.348786: ";

    private static ShownRows read(String text) throws TraceFormatException {
        TraceBytes bytes = ShownRows.bytes(text);
        assertThat(PerfScriptReader.recognises(bytes)).isTrue();
        return ShownRows.of(b -> PerfScriptReader.open(b, PeltDialect.standard()), bytes);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "               a     7 [001]     4.348786: ",
                "               a     7 [001]     4.348786:      33455 ",
                "               a     7/7     [001]     4.348786: ",
                "     7 [001]     4.348786: ",
                "    7/7     [001]     4.348786: ",
                "[001]     4.348786: ",
                "a 7 [001] 4.348786: ",
                "x: [001] y b 7 [001] 4.348786: ",
                "        a-5 [12]     7 [001]     4.348786: ",
                "              :7    -1 [001]     4.348786: ",
                "               a     7 [001]     4.348786:    "
            })
    void columnsMayBeThereOrNot(String head) throws TraceFormatException {
        assertThat(read(head + SWITCH).text())
                .containsExactly("cpu1 4348786000 SWITCH cur=7 flags=0 a/7/120 swapper/1/0/120 args=1,S");
    }

    @Test
    void theThreadCountsNotTheProcess() throws TraceFormatException {
        assertThat(
                        read("               a     6/7     [001]     4.348786: sched:sched_waking: comm=b pid=9 prio=120 target_cpu=000\n")
                                .text())
                .containsExactly("cpu1 4348786000 WAKING cur=7 flags=0 b/9/120 /0/0 args=0,0");
    }

    @Test
    void aTaskThatIsGoneIsTheOneThatRan() throws TraceFormatException {
        String waking =
                "             :-1    -1 [001]     4.348787: sched:sched_waking: comm=b pid=9 prio=120 target_cpu=000\n";
        ShownRows rows = read(LINE + SWITCH.replace("swapper/1", "b").replace("next_pid=0", "next_pid=8") + waking);
        assertThat(rows.text().get(1)).startsWith("cpu1 4348787000 WAKING cur=8 ");
        ShownRows before = read(waking + LINE + SWITCH);
        assertThat(before.text().get(0))
                .as("before the first switch: whom that takes off")
                .startsWith("cpu1 4348787000 WAKING cur=7 ");
        ShownRows unknown = read(waking + LINE.replace("[001]", "[002]") + SWITCH);
        assertThat(unknown.size())
                .as("without a switch of that CPU nobody knows")
                .isEqualTo(1);
        assertThat(unknown.count(ImportStat.CURRENT_UNKNOWN)).isEqualTo(1);
        assertThat(unknown.count(ImportStat.PID_OUT_OF_RANGE)).isZero();
    }

    @Test
    void callChainsArePassedOver() throws TraceFormatException {
        ShownRows rows = read("a     7 [001]     4.348786: " + SWITCH
                + "\tffffffff813ad48a update_se+0x17c (/usr/lib/debug/boot/vmlinux)\n\t            7f12 [unknown] (/lib/x)\n\n"
                + "      ffffffff813ad48a update_se\n\n"
                + "a     7 [001]     4.348787:    1000000 cycles:ppp: \n\tffffffff813ad48a x\n\n"
                + "a     7 [001]     4.348788: " + SWITCH.strip()
                + "  ffffffff813ad48a __schedule+0x1 ([kernel.kallsyms])\n");
        assertThat(rows.size()).isEqualTo(2);
        assertThat(rows.count(ImportStat.EVENTS_UNUSED)).isEqualTo(1);
        assertThat(rows.count(ImportStat.LINES_SKIPPED)).isZero();
    }

    @Test
    void tasksAndLossesAsRecords() throws TraceFormatException {
        ShownRows rows = read("""
                         swapper     0 [000]     0.000000: PERF_RECORD_COMM: a: b:11/12
                         swapper     0 [000]     0.000000: PERF_RECORD_FORK(12:13):(11:14)
                               a     7 [001]     4.348785: PERF_RECORD_COMM exec: a:7/8
                               a     7 [001]     4.348785: PERF_RECORD_EXIT(12:13):(11:14)
                               a     7 [001]     4.348785: PERF_RECORD_LOST lost 4047
                               a     7 [001]     4.348785: PERF_RECORD_MMAP2 7/7: [0x1(0x2) @ 0 fe:01 3 0]: r-xp /bin/a
                """ + LINE + SWITCH);
        assertThat(rows.text())
                .containsExactly(
                        "cpu0 0 COMM cur=0 flags=0 a: b/12/0 /11/0 args=0,0",
                        "cpu0 0 FORK cur=0 flags=0 /13/0 /12/0 args=14,11",
                        "cpu1 4348785000 COMM cur=0 flags=0 a/8/0 /7/0 args=1,0",
                        "cpu1 4348785000 EXIT cur=0 flags=0 /13/0 /12/0 args=0,0",
                        "cpu1 4348786000 LOST cur=0 flags=0 /0/0 /0/0 args=4047,0",
                        "cpu1 4348786000 SWITCH cur=7 flags=0 a/7/120 swapper/1/0/120 args=1,S");
        assertThat(rows.reader.stats().onCpu(ImportStat.EVENTS_LOST, 1)).isEqualTo(4047);
    }

    @Test
    void theHeaderDescribesTheMachine() throws TraceFormatException {
        TraceFacts facts = read("""
                # ========
                # hostname : lab
                # os release : 6.12.117+deb13
                # perf version : 6.1.192
                # arch : x86_64
                # nrcpus online : 4
                # nrcpus avail : 8
                # cmdline : /usr/bin/perf sched record -- ls -a
                # event : name = sched:sched_switch, , id = { 12 }, type = 2, size = 128
                # event : name = sched:sched_waking, , id = { 13 }, type = 2, size = 128
                # event : name = dummy:HG, , id = { 92 }, type = 1, size = 128
                # clockid: monotonic (1)
                # sibling sockets : 0-7
                # sibling dies    : 0-7
                # sibling threads : 0,1
                # sibling threads : 2-3
                # node0 cpu list : 0-3
                # node1 cpu list : 4-7
                # CPU cache info:
                #  L1 Data                 32K [0-1]
                #  L1 Instruction          32K [0-7]
                #  L2 Unified            4096K [0-3]
                #  L3 Unified           16384K [0-7]
                # ========
                #
                """ + LINE + SWITCH).reader.facts();
        assertThat(facts.format()).isEqualTo("perf script");
        assertThat(facts.hostname()).isEqualTo("lab");
        assertThat(facts.kernelRelease()).isEqualTo("6.12.117+deb13");
        assertThat(facts.recorder()).isEqualTo("perf 6.1.192");
        assertThat(facts.arch()).isEqualTo("x86_64");
        assertThat(facts.cpus()).isEqualTo(8);
        assertThat(facts.clock()).isEqualTo("monotonic");
        assertThat(facts.systemWide()).isTrue();
        assertThat(facts.tracepoints()).containsExactly("sched:sched_switch", "sched:sched_waking");
        Topology topology = facts.topology();
        assertThat(topology.source()).isEqualTo("perf script header");
        assertThat(topology.core()).containsExactly(0, 0, 1, 1, 2, 3, 4, 5);
        assertThat(topology.cluster()).containsExactly(0, 0, 0, 0, 1, 2, 3, 4);
        assertThat(topology.llc()).containsOnly(0);
        assertThat(topology.node()).containsExactly(0, 0, 0, 0, 1, 1, 1, 1);
    }

    @Test
    void theClockIsKnownOnlyFromAHeader() throws Exception {
        assertThat(read(LINE + SWITCH).reader.facts().clock()).isNull();
        assertThat(read("# ========\n# captured on    : Mon\n# ========\n#\n" + LINE + SWITCH)
                        .reader
                        .facts()
                        .clock())
                .isEqualTo("sched_clock");
    }

    @ParameterizedTest
    @CsvSource({
        "perf record -e sched:* -a sleep 1, true",
        "perf record -e sched:* -- ls -a, false",
        "perf record -e sched:* --all-cpus, true",
        "perf sched record, true",
        "perf record -p 5, false"
    })
    void theCommandTellsWhetherAllCpusWereRecorded(String command, boolean all) throws TraceFormatException {
        assertThat(read("# ========\n# cmdline : " + command + "\n" + LINE + SWITCH)
                        .reader
                        .facts()
                        .systemWide())
                .isEqualTo(all);
    }

    @Test
    void withoutAHeaderTheSwitchesTell() throws TraceFormatException {
        String back = SWITCH.replace("prev_comm=a prev_pid=7", "prev_comm=swapper/1 prev_pid=0")
                .replace("next_comm=swapper/1 next_pid=0", "next_comm=a next_pid=7");
        assertThat(read((LINE + SWITCH + LINE + back).repeat(4)).reader.facts().systemWide())
                .isTrue();
        assertThat(read((LINE + SWITCH).repeat(4)).reader.facts().systemWide())
                .as("only one task's")
                .isFalse();
    }

    @Test
    void whatCannotBeUsedSaysWhy() {
        String body = SWITCH.substring(SWITCH.indexOf(' ') + 1);
        assertThatThrownBy(() -> read("# ========\n" + LINE + body))
                .as("without the event column")
                .isInstanceOf(TraceFormatException.class)
                .hasMessageContaining("-F comm,pid,tid,cpu,time,event,trace");
        var deltas = new StringBuilder();
        for (int i = 0; i < 100; i++)
            deltas.append(LINE.replace("4.348786", "0.00" + (i * 7919 % 9000 + 1000)))
                    .append(SWITCH);
        assertThatThrownBy(() -> read(deltas.toString())).hasMessageContaining("--deltatime");
    }

    @Test
    void otherTextsAreNotRecognised() {
        for (String text : List.of(
                "", "hello\n", "     7     4.348786: " + SWITCH, "               a-7       [001] 12.345678: " + SWITCH))
            assertThat(PerfScriptReader.recognises(ShownRows.bytes(text)))
                    .as(text)
                    .isFalse();
    }
}
