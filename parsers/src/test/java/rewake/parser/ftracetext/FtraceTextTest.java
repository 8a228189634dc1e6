package rewake.parser.ftracetext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rewake.bytes.TraceBytes;
import rewake.event.EventKind;
import rewake.event.ImportStat;
import rewake.event.PeltDialect;
import rewake.event.PeltEvent;
import rewake.event.PeltField;
import rewake.parser.TraceFormatException;
import rewake.parser.textline.ShownRows;

class FtraceTextTest {
    private static final String SWITCH =
            "sched_switch: prev_comm=a prev_pid=7 prev_prio=120 prev_state=S ==> next_comm=swapper/1 next_pid=0 next_prio=120\n";
    private static final String SWITCHED = " SWITCH cur=7 flags=0 a/7/120 swapper/1/0/120 args=1,S";

    private static ShownRows read(String text) throws TraceFormatException {
        TraceBytes bytes = ShownRows.bytes(text);
        assertThat(FtraceTextReader.recognises(bytes)).isTrue();
        return ShownRows.of(b -> FtraceTextReader.open(b, PeltDialect.standard()), bytes);
    }

    private static List<String> rows(String text) throws TraceFormatException {
        return read(text).text();
    }

    private static String row(String line) throws TraceFormatException {
        List<String> rows = rows(line);
        assertThat(rows).hasSize(1);
        return rows.getFirst();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "               a-7       [001] 12.345678: ",
                "               a-7       (      7) [001] 12.345678: ",
                "               a-7       (-------) [001] 12.345678: ",
                "               a-7     (-----) [001]    12.345678: ",
                "a-7 [001] 12.345678: ",
                "\t     a-7  [1] 12.345678: ",
                "a b: [x] (1) -c-7 [001] 12.345678: ",
                "x: [001] y-7 [001] 12.345678: ",
                "guest:            a-7     [001] 12.345678: ",
                "           <...>-7       [001] 12.345678:  ",
                "     [001] 1.1: -7       [001] 12.345678: ",
            })
    void taskColumns(String head) throws TraceFormatException {
        assertThat(row(head + SWITCH)).isEqualTo("cpu1 12345678000" + SWITCHED);
    }

    @Test
    void flagColumnsTellTheContextWhereTheyAreKnown() throws TraceFormatException {
        Map<String, Integer> flags = Map.ofEntries(
                Map.entry("....", 4),
                Map.entry("d...", 4),
                Map.entry("dNh2.", 5),
                Map.entry("d.s4.", 6),
                Map.entry("d.H5", 7),
                Map.entry("d.Z2.", 5),
                Map.entry("d.z2.", 4),
                Map.entry("bl.1.", 4),
                Map.entry("d...2..", 0),
                Map.entry("dN.h2....", 0));
        for (var f : flags.entrySet())
            assertThat(row("               a-7       [001] " + f.getKey() + " 12.345678: " + SWITCH))
                    .as(f.getKey())
                    .contains(" flags=" + f.getValue() + " ");
    }

    @Test
    void theHeaderSaysWhereTheContextStands() throws TraceFormatException {
        String header = """
                # tracer: nop
                #                     _-------=> irqs-off
                #                    / _------=> need-resched
                #                   | / _-----=> need-resched-lazy
                #                   || / _----=> hardirq/softirq
                #                   ||| / _---=> preempt-depth
                """;
        assertThat(row(header + "               a-7       [001] dN.h2.. 12.345678: " + SWITCH))
                .contains(" flags=5 ");
    }

    @Test
    void timesHaveSixOrNineDigitsAndMayTouchTheBracket() throws TraceFormatException {
        assertThat(row("               a-7       [001] 12.345678901: " + SWITCH))
                .startsWith("cpu1 12345678901 ");
        assertThat(row("               a-7       [001]12.345678: " + SWITCH)).startsWith("cpu1 12345678000 ");
        assertThat(read("               a-7       [001] 12.345678: " + SWITCH).count(ImportStat.TIMES_ROUNDED))
                .isEqualTo(1);
        assertThat(read("               a-7       [001] 12.345678901: " + SWITCH)
                        .count(ImportStat.TIMES_ROUNDED))
                .isZero();
    }

    @Test
    void latencyFormats() throws TraceFormatException {
        assertThat(row("       a-7         1d.h2. 16704us+: " + SWITCH))
                .isEqualTo("cpu1 16704000 SWITCH cur=7 flags=5 a/7/120 swapper/1/0/120 args=1,S");
        assertThat(row("       a-7        12dN.2.    24.001108: " + SWITCH))
                .startsWith("cpu12 24001108000 SWITCH cur=7 flags=4");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a",
                "",
                "a b",
                " a",
                "a ",
                "a-b:[1]",
                "pid=1",
                "x pid=1",
                "x prev_pid=1",
                "==> next_comm=",
                "a ==> b=c",
                "a\tb",
                "tail\u00ff\u00fe"
            })
    void namesMayHoldAnything(String name) throws TraceFormatException {
        String shown = new String(
                name.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1), java.nio.charset.StandardCharsets.UTF_8);
        String head = "           <...>-7       [001] 12.345678: ";
        assertThat(row(head + "sched_switch: prev_comm=" + name
                        + " prev_pid=7 prev_prio=120 prev_state=R+ ==> next_comm=" + name
                        + " next_pid=9 next_prio=98\n"))
                .isEqualTo("cpu1 12345678000 SWITCH cur=7 flags=0 " + shown + "/7/120 " + shown + "/9/98 args=256,R+");
        assertThat(row(head + "sched_waking: comm=" + name + " pid=9 prio=98 target_cpu=001\n"))
                .isEqualTo("cpu1 12345678000 WAKING cur=7 flags=0 " + shown + "/9/98 /0/0 args=1,0");
        if (name.startsWith(" ")) return; // trace-cmd pads in front of the name
        assertThat(row(head + "sched_switch: " + name + ":7 [120] D ==> " + name + ":9 [98]\n"))
                .isEqualTo("cpu1 12345678000 SWITCH cur=7 flags=0 " + shown + "/7/120 " + shown + "/9/98 args=2,D");
        assertThat(row(head + "sched_wakeup: " + name + ":9 [98] CPU:001\n"))
                .isEqualTo("cpu1 12345678000 WAKEUP cur=7 flags=0 " + shown + "/9/98 /0/0 args=1,0");
    }

    @Test
    void aNewlineInANameBreaksTheLineAndIsMended() throws TraceFormatException {
        ShownRows rows = read(
                "           <...>-7       [001] 12.345678: sched_switch: prev_comm=a\nb prev_pid=7 prev_prio=120 prev_state=S"
                        + " ==> next_comm=c next_pid=9 next_prio=120\n           <...>-9       [001] 12.345680: "
                        + SWITCH);
        assertThat(rows.text()).hasSize(2).first().asString().contains(" a\nb/7/120 c/9/120 ");
        assertThat(rows.count(ImportStat.LINES_SKIPPED) + rows.count(ImportStat.RECORD_DAMAGED))
                .isZero();
    }

    @Test
    void aPrettyNameThatLooksLikeATask() throws TraceFormatException {
        assertThat(
                        row(
                                "           <...>-55      [001] 12.345678: sched_switch: a:1 [2] R ==> b:55 [120] S ==> c:9 [98]\n"))
                .contains(" a:1 [2] R ==> b/55/120 c/9/98 args=1,S");
    }

    @Test
    void bodiesOfAllKinds() throws TraceFormatException {
        String head = "               a-7       [001] 12.345678: ";
        Map<String, String> bodies = Map.ofEntries(
                Map.entry(
                        "sched_wakeup: comm=b pid=9 prio=120 success=1 target_cpu=001",
                        "WAKEUP cur=7 flags=0 b/9/120 /0/0 args=1,0"),
                Map.entry(
                        "sched_wakeup_new: b:9 [120] success=1 CPU:001",
                        "WAKEUP_NEW cur=7 flags=0 b/9/120 /0/0 args=1,0"),
                Map.entry("sched_wakeup: task b:9 [120] success=1 [001]", "WAKEUP cur=7 flags=0 b/9/120 /0/0 args=1,0"),
                Map.entry(
                        "sched_switch: task a:7 [120] (S) ==> b:9 [120]",
                        "SWITCH cur=7 flags=0 a/7/120 b/9/120 args=1,S"),
                Map.entry(
                        "sched_switch:          prev_comm=a prev_pid=7 prev_prio=120 prev_state=256 next_comm=b next_pid=9 next_prio=120",
                        "SWITCH cur=7 flags=0 a/7/120 b/9/120 args=256,R+"),
                Map.entry(
                        "sched_switch: prev_comm=a prev_pid=7 prev_prio=-1 prev_state=D|K ==> next_comm=b next_pid=9 next_prio=120 extra=5 x",
                        "SWITCH cur=7 flags=0 a/7/-1 b/9/120 args=1026,D"),
                Map.entry(
                        "sched_migrate_task: comm=b pid=9 prio=120 orig_cpu=1 dest_cpu=0 running=1",
                        "MIGRATE_TASK cur=7 flags=0 b/9/120 /0/0 args=1,0"),
                Map.entry(
                        "sched_stat_runtime: comm=b pid=9 runtime=55 [ns] vruntime=18446744073709551615 [ns]",
                        "STAT_RUNTIME cur=7 flags=0 b/9/0 /0/0 args=55,-1"),
                Map.entry(
                        "sched_stat_runtime:   comm=b pid=9 runtime=55",
                        "STAT_RUNTIME cur=7 flags=0 b/9/0 /0/0 args=55,0"),
                Map.entry(
                        "sched_stat_blocked: comm=b pid=9 delay=55 [ns]",
                        "STAT_BLOCKED cur=7 flags=0 b/9/0 /0/0 args=55,0"),
                Map.entry(
                        "sched_process_fork: comm=a pid=7 child_comm=b child_pid=9",
                        "PROCESS_FORK cur=7 flags=0 a/7/0 b/9/0 args=0,0"),
                Map.entry(
                        "sched_process_fork:    parent_comm=a parent_pid=7 child_comm=b child_pid=9",
                        "PROCESS_FORK cur=7 flags=0 a/7/0 b/9/0 args=0,0"),
                Map.entry(
                        "sched_process_exec: filename=/tmp/a pid=1 old_pid=2 b pid=7 old_pid=7",
                        "PROCESS_EXEC cur=7 flags=0 /7/0 /7/0 args=0,0"),
                Map.entry(
                        "sched_process_exit: comm=a pid=7 prio=120 group_dead=true",
                        "PROCESS_EXIT cur=7 flags=0 a/7/120 /0/0 args=0,0"),
                Map.entry("sched_process_hang: comm=a pid=7", "PROCESS_HANG cur=7 flags=0 a/7/0 /0/0 args=0,0"),
                Map.entry(
                        "sched_pi_setprio: comm=b pid=9 oldprio=120 newprio=-1",
                        "PI_SETPRIO cur=7 flags=0 b/9/0 /0/0 args=120,-1"),
                Map.entry(
                        "sched_move_numa: pid=9 tgid=9 ngid=0 src_cpu=1 src_nid=0 dst_cpu=0 dst_nid=0",
                        "MOVE_NUMA cur=7 flags=0 /9/0 /0/0 args=1,0"),
                Map.entry(
                        "sched_swap_numa: src_pid=9 src_tgid=9 src_ngid=0 src_cpu=1 src_nid=0 dst_pid=10 dst_tgid=10 dst_ngid=0 dst_cpu=0 dst_nid=0",
                        "SWAP_NUMA cur=7 flags=0 /9/0 /10/0 args=1,0"),
                Map.entry(
                        "sched_stick_numa: pid=9 tgid=9 ngid=0 src_cpu=1 src_nid=0 dst_cpu=0 dst_nid=0",
                        "STICK_NUMA cur=7 flags=0 /9/0 /0/0 args=1,0"),
                Map.entry(
                        "sched_wake_idle_without_ipi: cpu=0", "WAKE_IDLE_WITHOUT_IPI cur=7 flags=0 /0/0 /0/0 args=0,0"),
                Map.entry("cpu_idle: state=2 cpu_id=1", "CPU_IDLE cur=7 flags=0 /0/0 /0/0 args=1,2"),
                Map.entry("cpu_idle: state=4294967295 cpu_id=0", "CPU_IDLE cur=7 flags=0 /0/0 /0/0 args=0,4294967295"),
                Map.entry(
                        "task_rename: pid=7 oldcomm=a newcomm=b c oom_score_adj=0",
                        "TASK_RENAME cur=7 flags=0 a/7/0 b c/0/0 args=0,0"),
                Map.entry(
                        "task_rename: oldcomm=a newcomm=b oom_score_adj=0",
                        "TASK_RENAME cur=7 flags=0 a/7/0 b/0/0 args=0,0"));
        for (var body : bodies.entrySet())
            assertThat(row(head + body.getKey() + "\n"))
                    .as(body.getKey())
                    .isEqualTo("cpu1 12345678000 " + body.getValue());
    }

    @Test
    void interruptsHaveTheirNumberAndTheNameOfTheirHandler() throws TraceFormatException {
        String head = "               a-7       [001] 12.345678: ";
        assertThat(row(head + "irq_handler_entry: irq=30 name=ahci[0000:01:00.0]\n"))
                .endsWith("IRQ_ENTRY cur=7 flags=0 ahci[0000:01:00./0/0 /0/0 args=30,0");
        assertThat(row(head + "irq_handler_exit: irq=30 ret=handled\n"))
                .endsWith("IRQ_EXIT cur=7 flags=0 /0/0 /0/0 args=30,0");
        assertThat(row(head + "softirq_entry: vec=3 [action=NET_RX]\n"))
                .endsWith("SOFTIRQ_ENTRY cur=7 flags=0 /0/0 /0/0 args=3,0");
        assertThat(row(head + "softirq_exit: vec=3 [action=NET_RX]\n"))
                .endsWith("SOFTIRQ_EXIT cur=7 flags=0 /0/0 /0/0 args=3,0");
    }

    @Test
    void trailingBlanksAndReturnsDoNotMatter() throws TraceFormatException {
        assertThat(row("               a-7       [001] 12.345678: " + SWITCH.strip() + "  \t \r\n"))
                .endsWith(SWITCHED);
    }

    @Test
    void statesOfTraceCmdsOwnFormAreTranslatedAndMarked() throws TraceFormatException {
        String head = "           <...>-7       [001] 12.345678: sched_switch: a:7 [120] ";
        for (var state : Map.of("W", "I", "x", "P", "Z", "X", "X", "X", "R", "R", "R+", "R+", "D", "D")
                .entrySet()) {
            ShownRows rows = read(head + state.getKey() + " ==> b:9 [120]\n");
            assertThat(rows.text().getFirst()).as(state.getKey()).endsWith("," + state.getValue());
            assertThat(rows.count(ImportStat.STATES_INEXACT)).isEqualTo(1);
        }
    }

    @Test
    void aWakeUpWithoutSuccessIsNone() throws TraceFormatException {
        ShownRows rows = read(
                "               a-7       [001] 12.345678: sched_wakeup: comm=b pid=9 prio=120 success=0 target_cpu=000\n"
                        + "               a-7       [001] 12.345679: sched_wakeup: b:9 [120] success=0 CPU:000\n"
                        + "               a-7       [001] 12.345680: " + SWITCH);
        assertThat(rows.size()).isEqualTo(1);
        assertThat(rows.count(ImportStat.EVENTS_UNUSED)).isEqualTo(2);
    }

    @Test
    void lossesStandBeforeTheNextEventOfTheirCpu() throws TraceFormatException {
        ShownRows rows = read("# tracer: nop\n# entries-in-buffer/entries-written: 3/10   #P:4\n"
                + "               a-7       [001] 12.345678: " + SWITCH
                + "CPU:1 [LOST 2702 EVENTS]\nCPU:2 [15 EVENTS DROPPED]\nguest: CPU:2 [EVENTS DROPPED]\n##### CPU 3 buffer started ####\n"
                + "               a-7       [003] 12.345679: " + SWITCH
                + "               a-7       [001] 12.345680: " + SWITCH
                + "               a-7       [002] 12.345681: " + SWITCH);
        assertThat(rows.text().stream().filter(r -> r.contains("LOST")))
                .containsExactly(
                        "cpu1 12345680000 LOST cur=0 flags=0 /0/0 /0/0 args=2702,0",
                        "cpu2 12345681000 LOST cur=0 flags=0 /0/0 /0/0 args=0,0",
                        "cpu3 12345679000 LOST cur=0 flags=0 /0/0 /0/0 args=0,0");
        assertThat(rows.text().get(1)).as("ahead of the event").contains("LOST");
        assertThat(rows.reader.stats().onCpu(ImportStat.EVENTS_LOST, 1)).isEqualTo(2702);
        assertThat(rows.reader.stats().onCpu(ImportStat.EVENTS_LOST, 2)).isEqualTo(15);
        assertThat(rows.reader.stats().onCpu(ImportStat.LOSS_UNCOUNTED, 2)).isEqualTo(1);
        assertThat(rows.reader.stats().onCpu(ImportStat.LOSS_UNCOUNTED, 3)).isEqualTo(1);
        assertThat(rows.reader.stats().onCpu(ImportStat.EVENTS_LOST, -1))
                .as("overwritten, CPU unknown")
                .isEqualTo(7);
        assertThat(rows.reader.facts().cpus()).isEqualTo(4);
    }

    @Test
    void headersOfTraceCmd() throws TraceFormatException {
        ShownRows rows =
                read("version = 6\nCPU 0 is empty\ncpus=6\n               a-7       [001] 12.345678: " + SWITCH);
        assertThat(rows.reader.facts().format()).isEqualTo("trace-cmd report");
        assertThat(rows.reader.facts().clock()).as("no line names it").isNull();
        assertThat(rows.reader.facts().cpus()).isEqualTo(6);
        assertThat(rows.reader.facts().systemWide()).isTrue();
        assertThat(rows.reader.facts().tracepoints()).containsExactly("sched:sched_switch");
        assertThat(rows.reader.stats().entries()).hasSize(1);
    }

    @Test
    void theLatencyHeaderNamesTheKernel() throws TraceFormatException {
        assertThat(
                        read("# tracer: nop\n# nop latency trace v1.1.5 on 6.1.0-rt\n               a-7       [001] 12.345678: "
                                        + SWITCH)
                                .reader
                                .facts()
                                .kernelRelease())
                .isEqualTo("6.1.0-rt");
    }

    @Test
    void otherEventsAndFunctionsAreCounted() throws TraceFormatException {
        ShownRows rows =
                read("               a-7       [001] ..... 12.345670: tracing_mark_write: B|7|sched_switch: x\n"
                        + "               a-7       [001] ..... 12.345671: sys_read -> 0x24\n"
                        + "               a-7       [001] ..... 12.345672: schedule <-worker_thread\n"
                        + "               a-7       [001] ..... 12.345678: " + SWITCH + "noise\n\n");
        assertThat(rows.size()).isEqualTo(1);
        assertThat(rows.reader.stats().onCpu(ImportStat.EVENTS_UNUSED, 1)).isEqualTo(3);
        assertThat(rows.count(ImportStat.LINES_SKIPPED)).isEqualTo(1);
        assertThat(rows.reader.facts().tracepoints()).containsExactly("sched:sched_switch", "tracing_mark_write");
    }

    @Test
    void numbersThatCannotBeAreCountedAndSkipped() throws TraceFormatException {
        String good = "               a-7       [001] 12.345678: " + SWITCH;
        ShownRows rows = read(good.repeat(100)
                + "               a-7       [001] 12.345678: " + SWITCH.replace("prev_pid=7 ", "prev_pid=99999999999 ")
                + "               a-7       [001] 12.345678: " + SWITCH.replace("prev_pid=7 ", "prev_pid=4194304 ")
                + "               a-7       [001] 12.345678: " + SWITCH.replace("next_prio=", "next_prio=x")
                + "               a-7       [900] 12.345678: " + SWITCH
                + "               a-7       [001] 99999999999.345678: " + SWITCH
                + "               a-7       [001] 12.345678: sched_waking: comm=b pid=9 prio=120 target_cpu=-1\n"
                + "               a-7       [001] 12.345678: sched_waking: comm=b pid=9 prio=120 target_cpu=700\n");
        assertThat(rows.size()).isEqualTo(100);
        assertThat(rows.count(ImportStat.RECORD_DAMAGED)).isEqualTo(2);
        assertThat(rows.count(ImportStat.PID_OUT_OF_RANGE)).isEqualTo(1);
        assertThat(rows.count(ImportStat.CPU_OUT_OF_RANGE)).isEqualTo(3);
        assertThat(rows.count(ImportStat.LINES_SKIPPED)).isEqualTo(1);
    }

    @Test
    void aTimeFarFromBothItsNeighboursIsDamage() throws TraceFormatException {
        var text = new StringBuilder();
        for (int i = 0; i < 9; i++)
            text.append("               a-7       [001] ")
                    .append(i == 4 ? "92" : "12")
                    .append(".34567")
                    .append(i)
                    .append(": ")
                    .append(SWITCH);
        ShownRows rows = read(text.toString());
        assertThat(rows.size()).isEqualTo(8);
        assertThat(rows.count(ImportStat.RECORD_DAMAGED)).isEqualTo(1);
    }

    @Test
    void aLineThatSwallowedTheNextIsDamage() throws TraceFormatException {
        String line = "               a-7       [001] 12.345678: " + SWITCH;
        ShownRows rows = read(line + line.strip() + "  " + line + line);
        assertThat(rows.size()).isEqualTo(2);
        assertThat(rows.count(ImportStat.RECORD_DAMAGED)).isEqualTo(1);
    }

    @Test
    void theLastLineMayLackItsNewlineIfNothingElseCanBeMissing() throws TraceFormatException {
        String line = "               a-7       [001] 12.345678: ";
        assertThat(read(line + SWITCH + line + SWITCH.strip()).size()).isEqualTo(2);
        ShownRows cut = read(line + SWITCH + line + SWITCH.substring(0, SWITCH.length() - 2));
        assertThat(cut.size()).as("next_prio=12 is what a cut left of 120").isEqualTo(1);
        assertThat(cut.count(ImportStat.FILE_CUT)).isEqualTo(1);
        assertThat(read(line + SWITCH + line + "sched_waking: comm=b pid=9 prio=120 target_cpu=001")
                        .size())
                .isEqualTo(2);
        assertThat(read(line + SWITCH + line + "sched_waking: comm=b pid=9 prio=120 target_cpu=00")
                        .size())
                .isEqualTo(1);
    }

    @Test
    void peltEventsOfEveryRecorder() throws TraceFormatException {
        String head = "               a-7       [001] d..2. 12.345678: ";
        Map<String, String> bodies = Map.ofEntries(
                Map.entry(
                        "lisa__sched_pelt_cfs:  cpu=1 path=/my group/b load=10 util=20 update_time=30 runnable=40",
                        "PELT_CFS cur=7 flags=4 cpu=1 path=/my group/b load=10 runnable=40 util=20 update_time=30"),
                Map.entry(
                        "sched_pelt_cfs: cpu=1 path=/ load=10 rbl_load=40 util=20",
                        "PELT_CFS cur=7 flags=4 cpu=1 path=/ load=10 runnable=40 util=20"),
                Map.entry(
                        "sched_pelt_se: cpu=1 path=(null) comm=my task pid=9 load=10 runnable=40 util=20 update_time=30",
                        "PELT_SE cur=7 flags=4 my task/9 cpu=1 load=10 runnable=40 util=20 update_time=30"),
                Map.entry(
                        "sched_load_se: cpu=1 path=/autogroup-12 comm=(null) pid=-1 load=10 util=20",
                        "PELT_SE cur=7 flags=4 /-1 cpu=1 path=/autogroup-12 load=10 util=20"),
                Map.entry(
                        "pelt_se: (ffffffff810f0690) cpu=1 css=3 my_q=0x0 comm=\"sh\" pid=9 load=10 runnable=40 util=20 lut=30 weight=1048576",
                        "PELT_SE cur=7 flags=4 sh/9 cpu=1 css=3 load=10 runnable=40 util=20 update_time=30 weight=1048576"),
                Map.entry(
                        "pelt_se: (ffffffff810f0690) cpu=1 css=3 my_q=0xffff888004995200 comm=\"\u00a0\u0014\n\" pid=777777777 load=10",
                        "PELT_SE cur=7 flags=4 /-1 cpu=1 css=3 load=10"),
                Map.entry(
                        "pelt_cfs_tp: (__probestub_pelt_cfs_tp+0x4/0x10) load=10 contrib=5 tgload=15",
                        "PELT_CFS cur=7 flags=4 load=10 contrib=5 tg_load=15"),
                Map.entry("sched_load_tg: cpu=1 path=/a load=15", "TG_LOAD_AVG cur=7 flags=4 cpu=1 path=/a tg_load=15"),
                Map.entry(
                        "sched_tg_load_avg_update: cpu=1 css_id=3 delta=-5 contrib=5 tg_load=15",
                        "TG_LOAD_AVG cur=7 flags=4 cpu=1 css=3 contrib=5 tg_load=15 delta=-5"),
                Map.entry(
                        "sched_cpu_capacity: cpu=1 capacity=1000, capacity_orig=1024",
                        "CPU_CAPACITY cur=7 flags=4 cpu=1 capacity=1000 capacity_orig=1024"),
                Map.entry("sched_overutilized: overutilized=1 span=0xff", "OVERUTILIZED cur=7 flags=4 overutilized=1"),
                Map.entry(
                        "sched_util_est_se: cpu=1 path=(null) comm=b pid=9 enqueued=2147483904 ewma=7 util=20",
                        "UTIL_EST_SE cur=7 flags=4 b/9 cpu=1 util=20 util_est=256 ewma=7"),
                Map.entry(
                        "sched_update_nr_running: cpu=1 change=-1 nr_running=2",
                        "UPDATE_NR_RUNNING cur=7 flags=4 cpu=1 nr_running=2 delta=-1"),
                Map.entry(
                        "sched_pelt_rt: cpu=1 load=1 rbl_load=2 util=3",
                        "PELT_RT cur=7 flags=4 cpu=1 load=1 runnable=2 util=3"));
        for (var body : bodies.entrySet())
            assertThat(row(head + body.getKey() + "\n"))
                    .as(body.getKey())
                    .isEqualTo("cpu1 12345678000 " + body.getValue());
    }

    @Test
    void peltEventsWithNamesOfTheUser() throws TraceFormatException {
        PeltDialect own = PeltDialect.standard()
                .with(Map.of("my_probe", new PeltEvent(EventKind.PELT_CFS, Map.of("l", PeltField.LOAD))));
        ShownRows rows = ShownRows.of(
                b -> FtraceTextReader.open(b, own),
                ShownRows.bytes("               a-7       [001] 12.345678: my_probe: (ffff) l=10 cpu=1\n"));
        assertThat(rows.text()).containsExactly("cpu1 12345678000 PELT_CFS cur=7 flags=0 cpu=1 load=10");
        assertThat(rows.reader.facts().tracepoints()).containsExactly("my_probe", "sched:pelt_cfs_tp");
    }

    @Test
    void peltLinesThatAreNoneAreCounted() throws TraceFormatException {
        String head = "               a-7       [001] 12.345678: ";
        ShownRows rows = read(head + SWITCH + head + "sched_pelt_cfs: cpu=1 path=/ update_time=30\n" + head
                + "sched_pelt_cfs: cpu=1 load=x\n" + head + "sched_pelt_cfs: cpu=1 load=1 load=2\n" + head
                + "sched_pelt_se: cpu=1 pid=4194304 load=1\n" + head + "sched_pelt_cfs: cpu=-2 load=1\n");
        assertThat(rows.size()).isEqualTo(1);
        assertThat(rows.count(ImportStat.EVENTS_UNUSED)).isEqualTo(1);
        assertThat(rows.count(ImportStat.RECORD_DAMAGED)).isEqualTo(2);
        assertThat(rows.count(ImportStat.PID_OUT_OF_RANGE)).isEqualTo(1);
        assertThat(rows.count(ImportStat.CPU_OUT_OF_RANGE)).isEqualTo(1);
    }

    @Test
    void whatCannotBeUsedSaysWhy() {
        refused("# tracer: nop\n", "no line with a task");
        refused(
                "# tracer: nop\n               a-7       [001] 12.345678: tracing_mark_write: x\n",
                "only tracing_mark_write");
        refused(("               a-7       [001] 2052586206125: " + SWITCH).repeat(3), "plain numbers");
    }

    private static void refused(String text, String message) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(TraceFormatException.class)
                .hasMessageStartingWith("made.txt at 0x0: ")
                .hasMessageContaining(message)
                .hasMessageNotContaining("\n");
    }

    @Test
    void otherTextsAreNotRecognised() {
        for (String text : List.of(
                "",
                "hello\n",
                "<!DOCTYPE html>\n# tracer: nop\n",
                "a 7 [001] 12.345678: sched:" + SWITCH,
                "\0\1\2\3# tracer: nop\n"))
            assertThat(FtraceTextReader.recognises(ShownRows.bytes(text)))
                    .as(text)
                    .isFalse();
    }
}
