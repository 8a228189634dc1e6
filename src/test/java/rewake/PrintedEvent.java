package rewake;

import rewake.event.Comms;
import rewake.event.EventBatch;
import rewake.event.EventKind;
import rewake.event.TaskState;

/** Prints rows as the kernel's own print formats do, which perf and trace-cmd follow. */
final class PrintedEvent {
    private PrintedEvent() {}

    /**
     * What follows the event's name.
     *
     * @param vruntime whether the kernel's sched_stat_runtime has it
     */
    static String body(EventBatch b, int row, Comms comms, boolean vruntime) {
        EventKind kind = EventKind.of(b.kind(row));
        String comm = "comm=" + comms.text(b.comm(row));
        String task = comm + " pid=" + b.pid(row);
        return switch (kind) {
            case SWITCH ->
                "prev_%s prev_pid=%d prev_prio=%d prev_state=%s ==> next_comm=%s next_pid=%d next_prio=%d"
                        .formatted(
                                comm,
                                b.pid(row),
                                b.prio(row),
                                TaskState.of(b.arg1(row)).letters(),
                                comms.text(b.otherComm(row)),
                                b.otherPid(row),
                                b.otherPrio(row));
            case WAKING, WAKEUP, WAKEUP_NEW -> "%s prio=%d target_cpu=%03d".formatted(task, b.prio(row), b.arg0(row));
            case MIGRATE_TASK ->
                "%s prio=%d orig_cpu=%d dest_cpu=%d".formatted(task, b.prio(row), b.arg0(row), b.arg1(row));
            case STAT_RUNTIME ->
                "%s runtime=%d [ns]".formatted(task, b.arg0(row))
                        + (vruntime ? " vruntime=" + Long.toUnsignedString(b.arg1(row)) + " [ns]" : "");
            case PROCESS_FORK ->
                "%s child_comm=%s child_pid=%d".formatted(task, comms.text(b.otherComm(row)), b.otherPid(row));
            case STAT_WAIT, STAT_SLEEP, STAT_IOWAIT, STAT_BLOCKED -> "%s delay=%d [ns]".formatted(task, b.arg0(row));
            case PROCESS_EXIT, PROCESS_FREE -> "%s prio=%d".formatted(task, b.prio(row));
            default -> throw new AssertionError("nobody printed " + kind + " yet");
        };
    }
}
