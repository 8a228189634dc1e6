package rewake.event;

/**
 * What a PELT row can say besides its time and CPU. Which of them a row has depends on who recorded it
 * ({@link EventBatch#hasPelt}); a value that was not recorded is absent and never 0.
 *
 * <p>Loads and utilisations are the kernel's own numbers ({@code sched_avg}); a weight is as recorded: modules print
 * {@code scale_load_down} values (nice 0 is 1024), probes the raw {@code load.weight} (1048576).
 */
public enum PeltField {
    /** CPU of the run queue that the event is about; need not be the CPU that the event fired on. */
    CPU,
    /** Id of the task group's {@code cgroup_subsys_state}; 1 is the root group. */
    CSS,
    /** Task group, an id of {@link CgroupPaths}. */
    PATH,
    /** The hierarchy of control groups that {@link #PATH} is in: 0 is the unified one (v2). */
    HIERARCHY,
    /** {@code avg.load_avg}. */
    LOAD,
    /** {@code avg.runnable_avg}; before v5.7 {@code runnable_load_avg} (rbl_load), which is weighted. */
    RUNNABLE,
    /** {@code avg.util_avg}. */
    UTIL,
    /** {@code avg.last_update_time}: ns of the PELT clock, which is not the trace clock and stands still in idle. */
    UPDATE_TIME,
    /** {@code load.weight}. */
    WEIGHT,
    /** {@code tg_load_avg_contrib}: what the run queue last added to its group's load. */
    CONTRIB,
    /** {@code tg->load_avg}: the group's load, summed over CPUs. */
    TG_LOAD,
    /** {@code last_update_tg_load_avg}: ns; changes with every write of {@code tg->load_avg} (v6.7). */
    LAST_TG_UPDATE,
    /** Queued tasks of the run queue. */
    NR_RUNNING,
    /** What was added: to {@code tg->load_avg}, or to the number of queued tasks. Signed. */
    DELTA,
    /** {@code util_est}, before v6.8 {@code util_est.enqueued}; without the bit that marks it as unchanged. */
    UTIL_EST,
    /** {@code util_est.ewma}. */
    EWMA,
    /** {@code cpu_capacity}. */
    CAPACITY,
    /** {@code cpu_capacity_orig}. */
    CAPACITY_ORIG,
    /** Capacity at the current frequency. */
    CAPACITY_CURR,
    /** 1 where the root domain became overutilized, 0 where it no longer is. */
    OVERUTILIZED,
    /** {@link #UTIL} clamped by uclamp. */
    UCLAMP_AVG,
    /** Effective lower clamp. */
    UCLAMP_MIN,
    /** Effective upper clamp. */
    UCLAMP_MAX,
    /** {@code avg.load_sum}. */
    LOAD_SUM,
    /** {@code avg.util_sum}. */
    UTIL_SUM,
    /** {@code avg.period_contrib}. */
    PERIOD_CONTRIB,
    /** Thread id of a task's entity; goes into the row's {@code pid}, −1 for the entity of a group. */
    PID,
    /** Name of a task's entity; goes into the row's {@code comm}. */
    COMM,
    /** {@code se->my_q}: not 0 for the entity of a group, whose recorded pid and comm are then nonsense. */
    MY_Q;

    /** The field's bit in a mask of fields. */
    long bit() {
        return 1L << ordinal();
    }

    /** The stable lower-case name, as in a file of user-chosen names. */
    public String id() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
