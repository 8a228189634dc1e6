package rewake.catalogue;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import rewake.kernel.KernelModel;
import rewake.kernel.Machine;
import rewake.patch.ClusterWakeup;
import rewake.patch.DelayDequeue;
import rewake.patch.KthreadStackInTask;
import rewake.patch.RecentUsedMask;
import rewake.patch.RecentUsedNew;
import rewake.patch.SchedIdleConsistent;
import rewake.patch.SisFlagFix;
import rewake.patch.SisSinglePass;
import rewake.patch.SisSmtPass;
import rewake.patch.SisStartAfterTarget;
import rewake.patch.SisUtil;
import rewake.patch.SisWakeAvgIdle;
import rewake.patch.WakeAffineDelayed;
import rewake.patch.WakelistIdle;
import rewake.patch.WakelistPending;

/** The modelled patches, a row each, in the order in which the modelled kernels took them. */
@SuppressWarnings("ImmutableEnumChecker") // rows hold sets of constants and pure functions
public enum Patches {
    SCHED_IDLE_CONSISTENT(
            "sched-idle-consistent",
            "Make sched-idle CPU selection consistent throughout",
            mail("5eba2fb4af9ebc7396101bb9bd6c8aa9c8af0710.1571899508.git.viresh.kumar@linaro.org"),
            "a CPU with only SCHED_IDLE tasks is as good as an idle one in every search",
            new Release(5, 6),
            Set.of(Need.SCHED_IDLE_TASKS),
            SchedIdleConsistent::apply),
    SIS_SINGLE_PASS(
            "sis-single-pass",
            "Scan for an idle sibling in a single pass",
            mail("20210127135203.19633-1-mgorman@techsingularity.net"),
            "core and CPU scan become one pass; the target's SMT siblings are no longer tried last",
            new Release(5, 12),
            Set.of(Need.SMT),
            SisSinglePass::apply),
    SIS_SMT_PASS(
            "sis-smt-pass",
            "Bring back select_idle_smt(), but differently",
            commit("c722f35b513f"),
            "where no idle core is expected, SMT siblings of prev are tried before the search",
            new Release(5, 13),
            Set.of(Need.SMT),
            SisSmtPass::apply),
    SIS_FLAG_FIX(
            "sis-flag-fix",
            "Fix clearing of has_idle_cores flag in select_idle_cpu()",
            commit("02dbb7246c5b"),
            "a failed core search clears the flag of the searched LLC, not of the waker's",
            new Release(5, 13),
            Set.of(Need.SMT, Need.SEVERAL_LLCS),
            SisFlagFix::apply),
    SIS_WAKE_AVG_IDLE(
            "sis-wake-avg-idle",
            "Age the average idle time",
            commit("94aafc3ee31d"),
            "SIS_PROP's limit comes from an idle average that ages, without the division by 512",
            new Release(5, 14),
            Set.of(),
            SisWakeAvgIdle::apply),
    RECENT_USED_NEW(
            "recent-used-new",
            "Use prev instead of new target as recent_used_cpu",
            commit("89aafd67f28c"),
            "recent_used_cpu becomes prev at every search; wakers no longer write their own",
            new Release(5, 15),
            Set.of(),
            RecentUsedNew::apply),
    SIS_START_AFTER_TARGET(
            "sis-start-after-target",
            "Avoid a second scan of target in select_idle_cpu",
            mail("20210804115857.6253-3-mgorman@techsingularity.net"),
            "the search starts behind the target, which is known to be busy",
            new Release(5, 15),
            Set.of(),
            SisStartAfterTarget::apply),
    KTHREAD_STACK_IN_TASK(
            "kthread-stack-in-task",
            "Fix detection of per-CPU kthreads waking a task",
            commit("8b4e74ccb582"),
            "an interrupt over a per-CPU kernel thread no longer stacks the wakee on its CPU",
            new Release(5, 17),
            Set.of(),
            KthreadStackInTask::apply),
    SIS_UTIL(
            "sis-util",
            "Introduce SIS_UTIL to search idle CPU based on sum of util_avg",
            mail("20220612163428.849378-1-yu.c.chen@intel.com"),
            "the scan limit comes from the LLC's utilisation, and 0 stops the core search too",
            new Release(6, 0),
            Set.of(),
            SisUtil::apply),
    WAKELIST_IDLE(
            "wakelist-idle",
            "Remove the limitation of WF_ON_CPU on wakelist if wakee cpu is idle",
            commit("f3dd3f674555"),
            "wake-ups to CPUs with nothing runnable are queued by interrupt under one LLC too",
            new Release(6, 0),
            Set.of(),
            WakelistIdle::apply),
    RECENT_USED_MASK(
            "recent-used-mask",
            "Use recent_used_cpu to test p->cpus_ptr",
            mail("20230620080747.359122-1-linmiaohe@huawei.com"),
            "the affinity test guards recent_used_cpu, not prev; also in 6.1.y",
            new Release(6, 5),
            Set.of(),
            RecentUsedMask::apply),
    WAKELIST_PENDING(
            "wakelist-pending",
            "Clear ttwu_pending after enqueue_task()",
            mail("20221104023601.12844-1-dtcccc@linux.alibaba.com"),
            "a CPU with a queued wake-up is not idle until the task is enqueued",
            new Release(6, 2),
            Set.of(),
            WakelistPending::apply),
    CLUSTER_WAKEUP(
            "cluster-wakeup",
            "Scan cluster before scanning LLC in wake-up path",
            mail("20230719092838.2302-3-yangyicong@huawei.com"),
            "the target's cluster is searched first; prev and recent elsewhere are candidates only",
            new Release(6, 7),
            Set.of(Need.CLUSTERS),
            ClusterWakeup::apply),
    DELAY_DEQUEUE(
            "delay-dequeue",
            "Implement delayed dequeue",
            commit("152e11f6df29"),
            "a sleeper that owes time stays queued, and waking it places nothing",
            new Release(6, 12),
            Set.of(),
            DelayDequeue::apply),
    WAKE_AFFINE_DELAYED(
            "wake-affine-delayed",
            "Fixup wake_up_sync() vs DELAYED_DEQUEUE",
            commit("aa3ee4f0b754"),
            "delayed tasks do not count when a sync waker asks whether it is alone; also in 6.12.y",
            new Release(6, 14),
            Set.of(),
            WakeAffineDelayed::apply);

    private final String id;
    private final String title;
    private final String link;
    private final String changes;
    private final Release since;
    private final Set<Need> needs;
    private final UnaryOperator<KernelModel> function;

    Patches(
            String id,
            String title,
            String link,
            String changes,
            Release since,
            Set<Need> needs,
            UnaryOperator<KernelModel> function) {
        this.id = id;
        this.title = title;
        this.link = link;
        this.changes = changes;
        this.since = since;
        this.needs = needs;
        this.function = function;
    }

    /** The name on the command line: {@code sis-single-pass}. */
    public String id() {
        return id;
    }

    /** The subject of the mail or commit, without its prefix. */
    public String title() {
        return title;
    }

    /** The mail by its Message-ID, or the commit. */
    public String link() {
        return link;
    }

    /** What it changes, in one line. */
    public String changes() {
        return changes;
    }

    /** The first release of Linus' tree that has it. */
    public Release since() {
        return since;
    }

    /** What must be there for it to change a decision. */
    public Set<Need> needs() {
        return needs;
    }

    /** The kernel with the patch; its name and series are the caller's business. */
    public KernelModel apply(KernelModel kernel) {
        return function.apply(kernel);
    }

    /** Why this patch, put on or taken off, cannot change any decision here; null where it can. */
    public @Nullable String noEffect(Machine machine, boolean schedIdleTasks) {
        return Arrays.stream(Need.values())
                .filter(need -> needs.contains(need) && !need.met(machine, schedIdleTasks))
                .findFirst()
                .map(need -> "no effect possible on this machine: " + need.absence())
                .orElse(null);
    }

    /** The row of {@code id}. */
    public static Patches of(String id) {
        for (Patches row : values()) if (row.id.equals(id)) return row;
        throw new UsageException("unknown patch '" + id + "'; " + Suggestion.of(id, ids()));
    }

    /** All ids in order. */
    public static List<String> ids() {
        return Arrays.stream(values()).map(Patches::id).collect(Collectors.toUnmodifiableList());
    }

    private static String mail(String messageId) {
        return "https://lore.kernel.org/all/" + messageId + "/";
    }

    private static String commit(String hash) {
        return "https://git.kernel.org/linus/" + hash;
    }
}
