package rewake.catalogue;

import static rewake.catalogue.PatchRow.commit;
import static rewake.catalogue.PatchRow.mail;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import rewake.kernel.KernelModel;
import rewake.kernel.Machine;
import rewake.patch.ClusterLevel;
import rewake.patch.ClusterPrev;
import rewake.patch.ClusterScan;
import rewake.patch.ClusterWakeup;
import rewake.patch.DelayDequeue;
import rewake.patch.ForkIdlestGroup;
import rewake.patch.ForkNumaIdle;
import rewake.patch.ForkNumaLlcs;
import rewake.patch.ForkNumaQuarter;
import rewake.patch.Imbalance117;
import rewake.patch.KthreadStack;
import rewake.patch.KthreadStackInTask;
import rewake.patch.MaskBeforeScan;
import rewake.patch.RecentUsedMask;
import rewake.patch.RecentUsedNew;
import rewake.patch.SchedIdleConsistent;
import rewake.patch.SchedIdleNever;
import rewake.patch.SchedIdleSkip;
import rewake.patch.SisClusterRfcV2;
import rewake.patch.SisClusterRfcV2LevelOnly;
import rewake.patch.SisFlagFix;
import rewake.patch.SisProp;
import rewake.patch.SisPropCores;
import rewake.patch.SisSinglePass;
import rewake.patch.SisSmtPass;
import rewake.patch.SisStartAfterTarget;
import rewake.patch.SisUnlimited;
import rewake.patch.SisUtil;
import rewake.patch.SisWakeAvgIdle;
import rewake.patch.WaBias;
import rewake.patch.WaBlockedLoad;
import rewake.patch.WaIdle;
import rewake.patch.WaPrevIdle;
import rewake.patch.WaWeight;
import rewake.patch.WakeAffineDelayed;
import rewake.patch.WakelistIdle;
import rewake.patch.WakelistOnCpu;
import rewake.patch.WakelistPending;

/** The modelled patches, a row each, in the order in which the modelled kernels took them (and what was never merged, by its date). */
@SuppressWarnings("ImmutableEnumChecker") // rows hold sets of constants and pure functions
public enum Patches {
    WA_IDLE(
            "wa-idle",
            "Fix wake_affine() performance regression",
            commit("d153b153446f"),
            "the feature WA_IDLE: who is idle, or alone and sync, decides before loads are compared",
            new Release(4, 14),
            Set.of(),
            WaIdle::apply),
    WA_WEIGHT(
            "wa-weight",
            "Address more wake_affine() regressions",
            commit("f2cdd9cc6c97"),
            "the feature WA_WEIGHT: the waker's CPU is taken where it would be less loaded",
            new Release(4, 14),
            Set.of(),
            WaWeight::apply),
    WA_BIAS(
            "wa-bias",
            "Address more wake_affine() regressions",
            commit("f2cdd9cc6c97"),
            "the feature WA_BIAS: in that comparison prev pays half of imbalance_pct",
            new Release(4, 14),
            Set.of(),
            WaBias::apply),
    WA_BLOCKED_LOAD(
            "wa-blocked-load",
            "Use load instead of runnable load in wakeup path",
            mail("1571405198-27570-10-git-send-email-vincent.guittot@linaro.org"),
            "the loads compared include those of tasks asleep on the CPU",
            new Release(5, 5),
            Set.of(),
            WaBlockedLoad::apply),
    FORK_IDLEST_GROUP(
            "fork-idlest-group",
            "Rework find_idlest_group()",
            mail("1571405198-27570-12-git-send-email-vincent.guittot@linaro.org"),
            "forks and execs only: the idlest group by spare CPUs, busyness, load, in this order",
            new Release(5, 5),
            Set.of(),
            ForkIdlestGroup::apply),
    SCHED_IDLE_CONSISTENT(
            "sched-idle-consistent",
            "Make sched-idle CPU selection consistent throughout",
            mail("5eba2fb4af9ebc7396101bb9bd6c8aa9c8af0710.1571899508.git.viresh.kumar@linaro.org"),
            "a CPU with only SCHED_IDLE tasks is as good as an idle one in every search",
            new Release(5, 6),
            Set.of(Need.SCHED_IDLE_TASKS),
            SchedIdleConsistent::apply),
    SCHED_IDLE_NEVER(
            "sched-idle-never",
            "Fall back to sched-idle CPU if idle CPU isn't found, taken back",
            commit("3c29e651e16d"),
            "a CPU with only SCHED_IDLE tasks counts as busy, as to 5.3; no posted patch",
            null,
            Set.of(Need.SCHED_IDLE_TASKS),
            SchedIdleNever::apply),
    MASK_BEFORE_SCAN(
            "mask-before-scan",
            "Optimize select_idle_cpu",
            mail("20191213024530.28052-1-cj.chengjian@huawei.com"),
            "CPUs that the task may not use no longer cost scan budget",
            new Release(5, 6),
            Set.of(),
            MaskBeforeScan::apply),
    KTHREAD_STACK(
            "kthread-stack",
            "Allow a per-CPU kthread waking a task to stack on the same CPU",
            commit("52262ee567ad"),
            "a lone per-CPU kernel thread keeps the task that it wakes on its CPU",
            new Release(5, 6),
            Set.of(),
            KthreadStack::apply),
    WAKELIST_ON_CPU(
            "wakelist-on-cpu",
            "Offload wakee task activation if it the wakee is descheduling",
            commit("2ebb17717550"),
            "a wakee still in its last context switch is queued there and not placed",
            new Release(5, 8),
            Set.of(),
            WakelistOnCpu::apply),
    IMBALANCE_117(
            "imbalance-117",
            "Reduce minimal imbalance threshold",
            mail("20200921072424.14813-3-vincent.guittot@linaro.org"),
            "a prev in another LLC pays a bias of 8 % and no longer 12 % when loads are compared",
            new Release(5, 10),
            Set.of(Need.SEVERAL_LLCS),
            Imbalance117::apply),
    WA_PREV_IDLE(
            "wa-prev-idle",
            "Check for idle core in wake_affine",
            mail("1603372550-14680-1-git-send-email-Julia.Lawall@inria.fr"),
            "an idle prev is the target wherever it lies, before loads are compared",
            new Release(5, 11),
            Set.of(),
            WaPrevIdle::apply),
    FORK_NUMA_QUARTER(
            "fork-numa-quarter",
            "Limit the amount of NUMA imbalance that can exist at fork time",
            mail("20201120090630.3286-5-mgorman@techsingularity.net"),
            "forks and execs only: a node fills to a quarter of the CPUs before the other is used",
            new Release(5, 11),
            Set.of(),
            ForkNumaQuarter::apply),
    SIS_CLUSTER_RFC_V2_LEVEL_ONLY(
            "sis-cluster-rfc-v2-level-only",
            "Add cluster scheduler level for AArch64 and x86, RFC v2, without its scan",
            mail("20201201025944.18260-3-song.bao.hua@hisilicon.com"),
            "clusters are a domain level: wake-ups are the same by construction, forks and execs not",
            null,
            Set.of(Need.CLUSTERS),
            SisClusterRfcV2LevelOnly::apply),
    SIS_CLUSTER_RFC_V2(
            "sis-cluster-rfc-v2",
            "Add cluster scheduler level for AArch64 and x86, RFC v2",
            mail("20201201025944.18260-3-song.bao.hua@hisilicon.com"),
            "the level, and an unlimited walk of the target's cluster before the LLC's; not with SMT",
            null,
            Set.of(Need.CLUSTERS),
            SisClusterRfcV2::apply),
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
    CLUSTER_LEVEL(
            "cluster-level",
            "Add cluster scheduler level in core and related Kconfig for ARM64",
            commit("778c558f49a2"),
            "clusters are a domain level: forks and execs only, wake-ups are the same by construction",
            new Release(5, 16),
            Set.of(Need.CLUSTERS),
            ClusterLevel::apply),
    KTHREAD_STACK_IN_TASK(
            "kthread-stack-in-task",
            "Fix detection of per-CPU kthreads waking a task",
            commit("8b4e74ccb582"),
            "an interrupt over a per-CPU kernel thread no longer stacks the wakee on its CPU",
            new Release(5, 17),
            Set.of(),
            KthreadStackInTask::apply),
    FORK_NUMA_LLCS(
            "fork-numa-llcs",
            "Adjust the allowed NUMA imbalance when SD_NUMA spans multiple LLCs",
            commit("e496132ebedd"),
            "forks and execs only: a node fills to a task for each LLC, or one LLC to a quarter",
            new Release(5, 18),
            Set.of(),
            ForkNumaLlcs::apply),
    SIS_UTIL(
            "sis-util",
            "Introduce SIS_UTIL to search idle CPU based on sum of util_avg",
            mail("20220612163428.849378-1-yu.c.chen@intel.com"),
            "the scan limit comes from the LLC's utilisation, and 0 stops the core search too",
            new Release(6, 0),
            Set.of(),
            SisUtil::apply),
    SIS_PROP(
            "sis-prop",
            "Implement new approach to scale select_idle_cpu()",
            commit("1ad3aaf3fcd2"),
            "the features of 6.0 to 6.6 turned round: SIS_PROP limits the scan, not SIS_UTIL",
            null,
            Set.of(),
            SisProp::apply),
    SIS_UNLIMITED(
            "sis-unlimited",
            "Introduce SIS_UTIL to search idle CPU based on sum of util_avg",
            commit("70fb5ccf2ebb"),
            "the feature NO_SIS_UTIL of 6.0 and later (and NO_SIS_PROP before): no scan limit",
            null,
            Set.of(),
            SisUnlimited::apply),
    SIS_PROP_CORES(
            "sis-prop-cores",
            "Make select_idle_cpu() proportional to cores",
            mail("20210119112211.3196-4-mgorman@techsingularity.net"),
            "SIS_PROP counts cores, at least two; dropped from the single-pass series",
            null,
            Set.of(),
            SisPropCores::apply),
    WAKELIST_IDLE(
            "wakelist-idle",
            "Remove the limitation of WF_ON_CPU on wakelist if wakee cpu is idle",
            commit("f3dd3f674555"),
            "wake-ups to CPUs with nothing runnable are queued by interrupt under one LLC too",
            new Release(6, 0),
            Set.of(),
            WakelistIdle::apply),
    FORK_NUMA_IDLE(
            "fork-numa-idle",
            "Apply imbalance limitations consistently",
            mail("20220520103519.1863-4-mgorman@techsingularity.net"),
            "forks and execs only: the node is kept only if both have about as many idle CPUs",
            new Release(6, 0),
            Set.of(),
            ForkNumaIdle::apply),
    RECENT_USED_MASK(
            "recent-used-mask",
            "Use recent_used_cpu to test p->cpus_ptr",
            mail("20230620080747.359122-1-linmiaohe@huawei.com"),
            "the affinity test guards recent_used_cpu, not prev; also from 6.1.42",
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
    CLUSTER_SCAN(
            "cluster-scan",
            "Scan cluster before scanning LLC in wake-up path",
            mail("20230719092838.2302-3-yangyicong@huawei.com"),
            "the target's cluster is searched first, on the budget of the LLC",
            new Release(6, 7),
            Set.of(Need.CLUSTERS),
            ClusterScan::apply),
    CLUSTER_PREV(
            "cluster-prev",
            "Use candidate prev/recent_used CPU if scanning failed for cluster wakeup",
            commit("22165f61d0c4"),
            "an idle prev or recently used CPU in another cluster is only a candidate",
            new Release(6, 7),
            Set.of(Need.CLUSTERS),
            ClusterPrev::apply),
    CLUSTER_WAKEUP(
            "cluster-wakeup",
            "Scan cluster before scanning LLC in wake-up path, both halves",
            mail("20230719092838.2302-1-yangyicong@huawei.com"),
            "cluster-scan and cluster-prev together, which is how they were merged",
            new Release(6, 7),
            Set.of(Need.CLUSTERS),
            ClusterWakeup::apply,
            Patches.CLUSTER_SCAN,
            Patches.CLUSTER_PREV),
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
            "delayed tasks do not count when a sync waker asks whether it is alone; also from 6.12.37",
            new Release(6, 16),
            Set.of(),
            WakeAffineDelayed::apply),
    SCHED_IDLE_SKIP(
            "sched-idle-skip",
            "Skip SCHED_IDLE rq for SCHED_IDLE task",
            mail("20260203184939.2138022-1-christian.loehle@arm.com"),
            "a CPU with only SCHED_IDLE tasks counts as busy for a SCHED_IDLE wakee",
            new Release(7, 1),
            Set.of(Need.SCHED_IDLE_TASKS),
            SchedIdleSkip::apply),
    TG_NODE(GroupPatches.TG_NODE),
    TG_NODE_NODEMASK(GroupPatches.TG_NODE_NODEMASK),
    TG_DELAY(GroupPatches.TG_DELAY),
    TG_SKIP(GroupPatches.TG_SKIP),
    TG_SKIP_NO_DEQUEUE(GroupPatches.TG_SKIP_NO_DEQUEUE),
    TG_TICK_ONLY(GroupPatches.TG_TICK_ONLY),
    TG_DECAY_ONLY_V1(GroupPatches.TG_DECAY_ONLY_V1),
    TG_DECAY_ONLY_V2(GroupPatches.TG_DECAY_ONLY_V2),
    TG_DECAY_ONLY_VINCENT(GroupPatches.TG_DECAY_ONLY_VINCENT),
    TG_THRESHOLD_16(GroupPatches.TG_THRESHOLD_16),
    TG_RATELIMIT(GroupPatches.TG_RATELIMIT),
    TG_OFFLINE(GroupPatches.TG_OFFLINE),
    TG_RATELIMIT_STALL_FIX(GroupPatches.TG_RATELIMIT_STALL_FIX),
    TG_RATELIMIT_PELT(GroupPatches.TG_RATELIMIT_PELT),
    TG_RATELIMIT_SCHED(GroupPatches.TG_RATELIMIT_SCHED),
    THREAD_V1_NODE(GroupPatches.THREAD_V1_NODE, Patches.TG_NODE),
    THREAD_V1_DELAY(GroupPatches.THREAD_V1_DELAY, Patches.TG_NODE, Patches.TG_DELAY),
    THREAD_V1_SKIP(GroupPatches.THREAD_V1_SKIP, Patches.TG_NODE, Patches.TG_DELAY, Patches.TG_SKIP),
    THREAD_V2_RATE(GroupPatches.THREAD_V2_RATE, Patches.TG_RATELIMIT),
    THREAD_V2_SKIP(GroupPatches.THREAD_V2_SKIP, Patches.TG_SKIP, Patches.TG_RATELIMIT),
    THREAD_V2_NODE(GroupPatches.THREAD_V2_NODE, Patches.TG_NODE_NODEMASK, Patches.TG_SKIP, Patches.TG_RATELIMIT);

    private final PatchRow row;
    private final List<Patches> parts;

    Patches(
            String id,
            String title,
            String link,
            String changes,
            @Nullable Release since,
            Set<Need> needs,
            UnaryOperator<KernelModel> function,
            Patches... parts) {
        this(new PatchRow(id, title, link, changes, since, needs, function), parts);
    }

    Patches(PatchRow row, Patches... parts) {
        this.row = row;
        this.parts = List.of(parts);
    }

    /** The name on the command line: {@code sis-single-pass}. */
    public String id() {
        return row.id();
    }

    /** The subject of the mail or commit, without its prefix. */
    public String title() {
        return row.title();
    }

    /** The mail by its Message-ID, or the commit. */
    public String link() {
        return row.link();
    }

    /** What it changes, in one line. */
    public String changes() {
        return row.changes();
    }

    /** The first release of Linus' tree that has it; null for what was never merged, or is a switch. */
    public @Nullable Release since() {
        return row.since();
    }

    /** The patches that it stands for, which a series names in its place; empty for all but the bundles. */
    public List<Patches> parts() {
        return parts;
    }

    /** Whether a kernel with this series has it; a bundle, if it has every part. */
    public boolean in(List<String> series) {
        return parts.isEmpty() ? series.contains(row.id()) : parts.stream().allMatch(p -> p.in(series));
    }

    /** What must be there for it to change a decision. */
    public Set<Need> needs() {
        return row.needs();
    }

    /** The kernel with the patch; its name and series are the caller's business. */
    public KernelModel apply(KernelModel kernel) {
        return row.function().apply(kernel);
    }

    /** Why this patch, put on or taken off, cannot change any decision here; null where it can. */
    public @Nullable String noEffect(Machine machine, boolean schedIdleTasks) {
        return Arrays.stream(Need.values())
                .filter(need -> row.needs().contains(need) && !need.met(machine, schedIdleTasks))
                .findFirst()
                .map(Need::noEffect)
                .orElse(null);
    }

    /** The row of {@code id}. */
    public static Patches of(String id) {
        for (Patches patch : values()) if (patch.id().equals(id)) return patch;
        NotModelled.refuse(id);
        throw new UsageException("unknown patch '" + id + "'; " + Suggestion.of(id, ids()));
    }

    /** All ids in order. */
    public static List<String> ids() {
        return Arrays.stream(values()).map(Patches::id).collect(Collectors.toUnmodifiableList());
    }
}
