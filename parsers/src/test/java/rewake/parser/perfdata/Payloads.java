package rewake.parser.perfdata;

/** Payloads and format texts of a 64-bit kernel. */
public final class Payloads {
    public static final int SWITCH_ID = 310;
    public static final int WAKING_ID = 313;

    private static final String COMMON = """
            format:
            \tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;
            \tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;
            \tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;
            \tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;

            """;

    public static final String SWITCH_FORMAT = "name: sched_switch\nID: 310\n" + COMMON + """
            \tfield:char prev_comm[16];\toffset:8;\tsize:16;\tsigned:0;
            \tfield:pid_t prev_pid;\toffset:24;\tsize:4;\tsigned:1;
            \tfield:int prev_prio;\toffset:28;\tsize:4;\tsigned:1;
            \tfield:long prev_state;\toffset:32;\tsize:8;\tsigned:1;
            \tfield:char next_comm[16];\toffset:40;\tsize:16;\tsigned:0;
            \tfield:pid_t next_pid;\toffset:56;\tsize:4;\tsigned:1;
            \tfield:int next_prio;\toffset:60;\tsize:4;\tsigned:1;

            print fmt: "%s%s", (REC->prev_state & 255) ? __print_flags(REC->prev_state & 255, "|", { 0x0001, "S" }, \
            { 0x0002, "D" }, { 0x0020, "Z" }) : "R", REC->prev_state & (((0x0000 | 0x007f) + 1) << 1) ? "+" : ""
            """;

    public static final String WAKING_FORMAT = "name: sched_waking\nID: 313\n" + COMMON + """
            \tfield:char comm[16];\toffset:8;\tsize:16;\tsigned:0;
            \tfield:pid_t pid;\toffset:24;\tsize:4;\tsigned:1;
            \tfield:int prio;\toffset:28;\tsize:4;\tsigned:1;
            \tfield:int target_cpu;\toffset:32;\tsize:4;\tsigned:1;

            print fmt: "comm=%s", REC->comm
            """;

    /** An event that Rewake does not use. */
    public static final String UNUSED_FORMAT = "name: sched_tg_load_avg_update\nID: 400\n" + COMMON
            + "\tfield:long delta;\toffset:8;\tsize:8;\tsigned:1;\n\nprint fmt: \"\"\n";

    private Payloads() {}

    /** A switch of prio 120 to prio 98; the comms are {@code prev-PID} and {@code next-PID}. */
    public static Bytes switched(int flags, int prevPid, long prevState, int nextPid) {
        return new Bytes()
                .u16(SWITCH_ID)
                .u8(flags)
                .u8(0)
                .u32(prevPid)
                .chars("prev-" + prevPid, 16)
                .u32(prevPid)
                .u32(120)
                .u64(prevState)
                .chars("next-" + nextPid, 16)
                .u32(nextPid)
                .u32(98);
    }

    public static Bytes waking(int flags, int currentPid, int pid, int targetCpu) {
        return new Bytes()
                .u16(WAKING_ID)
                .u8(flags)
                .u8(0)
                .u32(currentPid)
                .chars("task", 16)
                .u32(pid)
                .u32(120)
                .u32(targetCpu);
    }
}
