package rewake.parser.tracepoint;

import org.jspecify.annotations.Nullable;
import rewake.event.EventKind;

/**
 * Which field of a tracepoint goes into which column of its row. Empty: the column stays 0. {@code a|b}: the first that
 * the format has. A trailing {@code ?}: the column stays 0 where the format lacks the field; without it such a format is
 * of no use.
 *
 * @param cpuArgs how many of {@code arg0}, {@code arg1} are CPU numbers, to be checked against the machine
 */
record EventColumns(
        String pid,
        String prio,
        String comm,
        String otherPid,
        String otherPrio,
        String otherComm,
        String arg0,
        String arg1,
        int cpuArgs) {
    /** The columns of a kind, as its Javadoc lists them; null for PELT kinds and for kinds that are no tracepoints. */
    static @Nullable EventColumns of(EventKind kind) {
        if (kind.pelt() || kind.tracepoint().isEmpty()) return null;
        return switch (kind) {
            case SWITCH ->
                new EventColumns(
                        "prev_pid",
                        "prev_prio",
                        "prev_comm",
                        "next_pid",
                        "next_prio",
                        "next_comm",
                        "prev_state",
                        "",
                        0);
            case WAKING, WAKEUP, WAKEUP_NEW -> task("pid", "prio", "comm", "target_cpu", "", 1);
            case MIGRATE_TASK -> task("pid", "prio", "comm", "orig_cpu", "dest_cpu", 2);
            case STAT_RUNTIME -> task("pid", "", "comm", "runtime", "vruntime?", 0);
            case STAT_WAIT, STAT_SLEEP, STAT_IOWAIT, STAT_BLOCKED -> task("pid", "", "comm", "delay", "", 0);
            case PROCESS_FORK ->
                new EventColumns("parent_pid", "", "parent_comm", "child_pid", "", "child_comm", "", "", 0);
            case PROCESS_EXEC -> new EventColumns("pid", "", "", "old_pid", "", "", "", "", 0);
            case PROCESS_EXIT, PROCESS_FREE, PROCESS_WAIT, WAIT_TASK -> task("pid", "prio", "comm", "", "", 0);
            case PROCESS_HANG, KTHREAD_STOP -> task("pid", "", "comm", "", "", 0);
            case PI_SETPRIO -> task("pid", "", "comm", "oldprio", "newprio", 0);
            case KTHREAD_STOP_RET -> task("", "", "", "ret", "", 0);
            case KTHREAD_WORK_QUEUE_WORK, KTHREAD_WORK_EXECUTE_START, KTHREAD_WORK_EXECUTE_END ->
                task("", "", "", "", "", 0);
            case MOVE_NUMA -> task("pid", "", "", "src_cpu", "dst_cpu", 0);
            case STICK_NUMA, SWAP_NUMA ->
                new EventColumns("src_pid|pid", "", "", "dst_pid?", "", "", "src_cpu", "dst_cpu", 0);
            case WAKE_IDLE_WITHOUT_IPI -> task("", "", "", "cpu", "", 1);
            case CPU_IDLE -> task("", "", "", "cpu_id", "state", 1);
            case TASK_RENAME -> new EventColumns("pid|common_pid", "", "oldcomm", "", "", "newcomm", "", "", 0);
            case IRQ_ENTRY -> task("", "", "name", "irq", "", 0);
            case IRQ_EXIT -> task("", "", "", "irq", "", 0);
            case SOFTIRQ_ENTRY, SOFTIRQ_EXIT -> task("", "", "", "vec", "", 0);
            default -> throw new IllegalStateException(kind + " has no columns");
        };
    }

    private static EventColumns task(String pid, String prio, String comm, String arg0, String arg1, int cpuArgs) {
        return new EventColumns(pid, prio, comm, "", "", "", arg0, arg1, cpuArgs);
    }
}
