package rewake.event;

/**
 * A loss or oddity that a trace can have. Non-zero ones are printed at the head of every result and go into every
 * evidence header. Add a row here rather than a silent skip.
 */
public enum ImportStat {
    /** PERF_RECORD_LOST and its kin. */
    EVENTS_LOST(Severity.DATA_LOSS, "the recorder's buffers overflowed; record with a larger -m or fewer events"),
    /** PERF_RECORD_LOST_SAMPLES. */
    SAMPLES_LOST(Severity.DATA_LOSS, "the kernel dropped samples; record with a larger -m or fewer events"),
    /** Events of a CPU are missing at a place, and nobody counted them. */
    LOSS_UNCOUNTED(
            Severity.DATA_LOSS,
            "places where events are missing and their number is not known; record with a larger buffer (-b) or fewer events"),
    /** What the kernel's own counters say it overwrote or dropped, before or during the recording. */
    BUFFER_OVERRUN(
            Severity.DATA_LOSS,
            "the kernel's ring buffer overflowed by its own count; record with a larger buffer (-b) or fewer events"),
    /** Events that another ring buffer of the recording holds too. */
    IN_OTHER_BUFFER(
            Severity.INFO,
            "events that several trace buffers recorded were taken from the buffer with most events of their kind"),
    /** Events that another of several files holds too. */
    IN_OTHER_FILE(
            Severity.INFO,
            "events that several of the files recorded were used once, with the earliest of their times"),
    /** A CPU's switches come from one file, from another, and from the first again. */
    FILES_INTERLEAVED(
            Severity.ERROR,
            "a CPU's switches came now from one file, now from another: both recorded it and do not say the same; give"
                    + " only one of them, or the distance of their clocks with --ts-offset"),
    /** Between the end of one file and the start of the next. */
    FILES_APART(
            Severity.DATA_LOSS,
            "times between the end of one file and the start of the next of which nothing was recorded"),
    /** Several files, and none says which clock it has. */
    CLOCK_UNNAMED(
            Severity.INFO,
            "files do not name their clock and were taken to have one and the same; if not, give --ts-offset"),
    /** A ring buffer with a clock of its own. */
    OTHER_CLOCK(Severity.ERROR, "trace buffers with another clock than the first were left out"),
    /** The file ends inside a record or before its declared end. */
    FILE_CUT(Severity.DATA_LOSS, "the file is cut: what comes before the cut was used"),
    /** A record whose size or fields do not fit. */
    RECORD_DAMAGED(Severity.DATA_LOSS, "records with impossible sizes or fields were skipped"),
    /** A sample whose event id no attribute owns. */
    UNKNOWN_ID(Severity.ERROR, "samples of an event that the file does not describe were skipped"),
    /** An event with a CPU that the machine does not have. */
    CPU_OUT_OF_RANGE(Severity.ERROR, "events of CPUs that the file does not declare were skipped"),
    /** A pid beyond the kernel's limit. */
    PID_OUT_OF_RANGE(Severity.ERROR, "events with pids beyond 4194304 were skipped"),
    /** An event of a text that does not say which task ran, on a CPU without a switch that would. */
    CURRENT_UNKNOWN(
            Severity.ERROR,
            "events of tasks that had exited, for which perf script prints -1, were skipped: no switch of their CPU tells which"
                    + " task ran; print the text with sched_switch"),
    /** A record type this reader does not know. */
    UNKNOWN_RECORD(Severity.INFO, "records of an unknown type were skipped"),
    /** Events Rewake has no use for. */
    EVENTS_UNUSED(Severity.INFO, "events that Rewake does not use were counted and skipped"),
    /** A feature section that could not be read. */
    FEATURE_DAMAGED(Severity.ERROR, "a header section could not be read; facts it holds are missing"),
    /** A record older than the one before it in its ring buffer, or than what was already delivered. */
    CLOCK_BACKWARD(
            Severity.ERROR,
            "records with a time before that of the record before them, or later in the file than the recorder's ordering"
                    + " allows; their times were clamped"),
    /** A record out of order within its CPU, put back in its place. */
    REORDERED(Severity.INFO, "records out of order within one CPU were put back in order"),
    /** No ordering barriers in the file. */
    NO_ROUNDS(Severity.INFO, "the file has no ordering barriers; all events were held in memory to sort them"),
    /** A line of a text trace that is neither an event's nor any other known one. */
    LINES_SKIPPED(Severity.ERROR, "lines that are nothing known in such a trace were skipped"),
    /** A text trace that prints microseconds. */
    TIMES_ROUNDED(
            Severity.INFO,
            "the text has times in whole microseconds; print it with nanoseconds (perf script --ns, trace-cmd report -t)"),
    /** States that cannot be trusted to the letter. */
    STATES_INEXACT(
            Severity.INFO,
            "the states of tasks were printed by a table that mixes some up or hides preemption (trace-cmd report without"
                    + " -N, kernel 4.14); they were read for what they must have been"),
    /** A switch whose prev task is not the one that ran. */
    SWITCH_MISMATCH(
            Severity.DATA_LOSS, "a CPU switched away from a task that was not running there; events are missing"),
    /** A switch that repeats the one before it to the ns. */
    RECORDED_TWICE(Severity.INFO, "switches that the recorder wrote twice were used once"),
    /** A task switched in on two CPUs at once. */
    TASK_ON_TWO_CPUS(Severity.DATA_LOSS, "a task was switched in while it ran elsewhere; events are missing"),
    /** A CPU without any event. */
    CPU_SILENT(Severity.INFO, "CPUs without any event are taken as idle"),
    /** A CPU whose first event comes late: what it ran before is unknown. */
    CPU_LATE(Severity.INFO, "CPUs whose first event came late; what they ran before it is inferred from that event"),
    /** A busy CPU that had no event at the end for far longer than ever before. */
    CPU_STOPPED(
            Severity.INFO,
            "CPUs that ran a task had no event at the end for more than twice their longest gap: their recording may have"
                    + " stopped before that of the others"),
    /** A pid that came back as another task. */
    PID_REUSED(Severity.INFO, "pids were reused; each life is a task of its own"),
    /** A wake-up whose task was never seen to be enqueued or run. */
    WAKEUP_UNFINISHED(Severity.INFO, "wake-ups that were still open when the trace ended");

    /** How bad it is. */
    public enum Severity {
        /** Nothing is missing. */
        INFO,
        /** Something was not understood. */
        ERROR,
        /** Part of what happened is not in the trace. */
        DATA_LOSS;

        /** The stable lower-case name in machine output. */
        public String id() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    private final Severity severity;
    private final String advice;

    ImportStat(Severity severity, String advice) {
        this.severity = severity;
        this.advice = advice;
    }

    /** How bad it is. */
    public Severity severity() {
        return severity;
    }

    /** One sentence: what it means and what to do. */
    public String advice() {
        return advice;
    }

    /** The stable lower-case name in machine output. */
    public String id() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
