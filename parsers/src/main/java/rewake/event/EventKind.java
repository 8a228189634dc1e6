package rewake.event;

/**
 * What one row of an {@link EventBatch} says. The comment of each kind names the columns it fills; columns it does not
 * name are 0. {@code currentPid} (common_pid, the task that ran when the event fired) is filled for every tracepoint.
 *
 * <p>Source of the fields: {@code sched.h}, {@code task.h} and {@code irq.h} of {@code include/trace/events}.
 */
public enum EventKind {
    /** pid/prio/comm = prev, otherPid/otherPrio/otherComm = next, arg0 = raw prev_state, arg1 = {@link TaskState} code. */
    SWITCH("sched:sched_switch"),
    /** pid/prio/comm = wakee, arg0 = target_cpu, which is the wakee's <em>previous</em> CPU. */
    WAKING("sched:sched_waking"),
    /** pid/prio/comm = wakee, arg0 = target_cpu, the CPU it was enqueued on. */
    WAKEUP("sched:sched_wakeup"),
    /** pid/prio/comm = child, arg0 = target_cpu. */
    WAKEUP_NEW("sched:sched_wakeup_new"),
    /** pid/prio/comm = task, arg0 = orig_cpu, arg1 = dest_cpu. */
    MIGRATE_TASK("sched:sched_migrate_task"),
    /** pid/comm, arg0 = runtime ns, arg1 = vruntime ns (0 where the kernel does not record it). */
    STAT_RUNTIME("sched:sched_stat_runtime"),
    /** pid/comm, arg0 = delay ns. */
    STAT_WAIT("sched:sched_stat_wait"),
    /** pid/comm, arg0 = delay ns. */
    STAT_SLEEP("sched:sched_stat_sleep"),
    /** pid/comm, arg0 = delay ns. */
    STAT_IOWAIT("sched:sched_stat_iowait"),
    /** pid/comm, arg0 = delay ns. */
    STAT_BLOCKED("sched:sched_stat_blocked"),
    /** pid/comm = parent, otherPid/otherComm = child. */
    PROCESS_FORK("sched:sched_process_fork"),
    /** pid = pid, otherPid = old_pid. */
    PROCESS_EXEC("sched:sched_process_exec"),
    /** pid/prio/comm. */
    PROCESS_EXIT("sched:sched_process_exit"),
    /** pid/prio/comm. */
    PROCESS_FREE("sched:sched_process_free"),
    /** pid/prio/comm. */
    PROCESS_WAIT("sched:sched_process_wait"),
    /** pid/prio/comm. */
    WAIT_TASK("sched:sched_wait_task"),
    /** pid/comm. */
    PROCESS_HANG("sched:sched_process_hang"),
    /** pid/comm, arg0 = oldprio, arg1 = newprio. */
    PI_SETPRIO("sched:sched_pi_setprio"),
    /** pid/comm. */
    KTHREAD_STOP("sched:sched_kthread_stop"),
    /** pid 0, arg0 = ret. */
    KTHREAD_STOP_RET("sched:sched_kthread_stop_ret"),
    /** Counted only. */
    KTHREAD_WORK_QUEUE_WORK("sched:sched_kthread_work_queue_work"),
    /** Counted only. */
    KTHREAD_WORK_EXECUTE_START("sched:sched_kthread_work_execute_start"),
    /** Counted only. */
    KTHREAD_WORK_EXECUTE_END("sched:sched_kthread_work_execute_end"),
    /** pid = task, arg0 = src_cpu, arg1 = dst_cpu. */
    MOVE_NUMA("sched:sched_move_numa"),
    /** pid = src task, otherPid = dst task, arg0 = src_cpu, arg1 = dst_cpu. */
    STICK_NUMA("sched:sched_stick_numa"),
    /** pid = src task, otherPid = dst task, arg0 = src_cpu, arg1 = dst_cpu. */
    SWAP_NUMA("sched:sched_swap_numa"),
    /** arg0 = cpu. */
    WAKE_IDLE_WITHOUT_IPI("sched:sched_wake_idle_without_ipi"),
    /** arg0 = cpu_id, arg1 = state: index of the idle state entered, {@link #IDLE_EXIT} on leaving it. */
    CPU_IDLE("power:cpu_idle"),
    /** pid, comm = old, otherComm = new. */
    TASK_RENAME("task:task_rename"),
    /** A handler of a hard interrupt begins: comm = its name, at most 16 bytes of it, arg0 = irq. */
    IRQ_ENTRY("irq:irq_handler_entry"),
    /** It ends: arg0 = irq. */
    IRQ_EXIT("irq:irq_handler_exit"),
    /** A softirq begins: arg0 = vec. */
    SOFTIRQ_ENTRY("irq:softirq_entry"),
    /** It ends: arg0 = vec. */
    SOFTIRQ_EXIT("irq:softirq_exit"),
    /** A group's run queue: {@link PeltField} values. */
    PELT_CFS("sched:pelt_cfs_tp"),
    /** An entity: pid/comm = its task (pid −1 for the entity of a group), {@link PeltField} values. */
    PELT_SE("sched:pelt_se_tp"),
    /** The CPU's real-time class: {@link PeltField} values. */
    PELT_RT("sched:pelt_rt_tp"),
    /** The CPU's deadline class: {@link PeltField} values. */
    PELT_DL("sched:pelt_dl_tp"),
    /** The CPU's interrupts: {@link PeltField} values. */
    PELT_IRQ("sched:pelt_irq_tp"),
    /** Hardware (thermal) pressure: {@link PeltField} values. */
    PELT_HW("sched:pelt_hw_tp"),
    /** A write of {@code tg->load_avg}, recorded right after it: {@link PeltField} values. No event of mainline. */
    TG_LOAD_AVG("sched:sched_load_tg"),
    /** {@link PeltField} values. */
    UTIL_EST_CFS("sched:sched_util_est_cfs_tp"),
    /** pid/comm = task, {@link PeltField} values. */
    UTIL_EST_SE("sched:sched_util_est_se_tp"),
    /** {@link PeltField} values. */
    OVERUTILIZED("sched:sched_overutilized_tp"),
    /** {@link PeltField} values. */
    UPDATE_NR_RUNNING("sched:sched_update_nr_running_tp"),
    /** {@link PeltField} values. */
    CPU_CAPACITY("sched:sched_cpu_capacity_tp"),
    /** {@link PeltField} values. No event of mainline. */
    UCLAMP_CFS("sched:uclamp_util_cfs"),
    /** pid/comm = task, {@link PeltField} values. No event of mainline. */
    UCLAMP_SE("sched:uclamp_util_se"),
    /** A task was moved to another control group: pid/comm = task, {@link PeltField#PATH} and {@link PeltField#HIERARCHY}. */
    CGROUP_ATTACH_TASK("cgroup:cgroup_attach_task"),
    /** Side-band COMM record: pid = tid, otherPid = tgid, comm = new name, arg0 = 1 on exec. Time 0 when synthesised. */
    COMM(""),
    /** Side-band FORK record: pid = child tid, otherPid = child tgid, arg0 = parent tid, arg1 = parent tgid. */
    FORK(""),
    /** Side-band EXIT record: pid = tid, otherPid = tgid. */
    EXIT(""),
    /** Events of this CPU were lost just before this row: arg0 = how many, 0 where that is not known. */
    LOST("");

    /** The state of a {@link #CPU_IDLE} that leaves: {@code PWR_EVENT_EXIT}, −1 as 32 bits without sign. */
    public static final long IDLE_EXIT = 0xFFFF_FFFFL;

    /** All kinds by ordinal, for decoding {@link EventBatch#kind(int)} without an allocation. */
    private static final EventKind[] ALL = values();

    private final String tracepoint;

    EventKind(String tracepoint) {
        this.tracepoint = tracepoint;
    }

    /** The kernel's {@code system:name}, empty for side-band records. */
    public String tracepoint() {
        return tracepoint;
    }

    /**
     * Whether rows of this kind carry {@link PeltField} values, read with {@link EventBatch#pelt}. Recorders expose these
     * bare tracepoints under names of their own, see {@link PeltDialect}; {@link #tracepoint} is the kernel's name.
     */
    public boolean pelt() {
        return pelt(ordinal());
    }

    /** The same for an ordinal. */
    static boolean pelt(int ordinal) {
        return ordinal >= PELT_CFS.ordinal() && ordinal <= CGROUP_ATTACH_TASK.ordinal();
    }

    /** The kind with this ordinal. */
    public static EventKind of(int ordinal) {
        return ALL[ordinal];
    }
}
