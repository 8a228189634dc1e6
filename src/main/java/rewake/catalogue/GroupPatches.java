package rewake.catalogue;

import static rewake.catalogue.PatchRow.commit;
import static rewake.catalogue.PatchRow.mail;

import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import rewake.kernel.KernelModel;
import rewake.patch.TgDecayOnlyV1;
import rewake.patch.TgDecayOnlyV2;
import rewake.patch.TgDecayOnlyVincent;
import rewake.patch.TgDelay;
import rewake.patch.TgNode;
import rewake.patch.TgNodeNodemask;
import rewake.patch.TgOffline;
import rewake.patch.TgRatelimit;
import rewake.patch.TgRatelimitPelt;
import rewake.patch.TgRatelimitSched;
import rewake.patch.TgRatelimitStallFix;
import rewake.patch.TgSkip;
import rewake.patch.TgSkipNoDequeue;
import rewake.patch.TgThreshold16;
import rewake.patch.TgTickOnly;
import rewake.patch.ThreadV1Delay;
import rewake.patch.ThreadV1Node;
import rewake.patch.ThreadV1Skip;
import rewake.patch.ThreadV2Node;
import rewake.patch.ThreadV2Rate;
import rewake.patch.ThreadV2Skip;

/** The patches of the thread on the cost of tg-&gt;load_avg, and what followed: they change when group loads are written and read. */
final class GroupPatches {
    static final PatchRow TG_NODE = row(
            "tg-node",
            "Make tg->load_avg per node",
            mail("20230718134120.81199-3-aaron.lu@intel.com"),
            "tg->load_avg is a counter a node, of the CPU that writes; readers add them up",
            null,
            TgNode::apply);

    static final PatchRow TG_NODE_NODEMASK = row(
            "tg-node-nodemask",
            "Use nr_node_ids",
            mail("20230802112525.633758009@infradead.org"),
            "with a counter a node, readers walk the bits of the nodes there are, not of 1024",
            null,
            TgNodeNodemask::apply);

    static final PatchRow TG_DELAY = row(
            "tg-delay",
            "delay update_tg_load_avg() for cfs_rq's removed load",
            mail("20230718134120.81199-4-aaron.lu@intel.com"),
            "removed load is told to the group and to the levels above with what happens next",
            null,
            TgDelay::apply);

    static final PatchRow TG_SKIP = row(
            "tg-skip",
            "skip some update_cfs_group() on en/dequeue_entity()",
            mail("20230718134120.81199-5-aaron.lu@intel.com"),
            "a group's entity that leaves its queue, or joins an empty one, keeps its weight",
            null,
            TgSkip::apply);

    static final PatchRow TG_SKIP_NO_DEQUEUE = row(
            "tg-skip-no-dequeue",
            "completely remove update_cfs_group() in dequeue path",
            mail("20230719081102.GB90441@ziqianlu-dell"),
            "tg-skip, and no weight is worked out anew on a dequeue at all",
            null,
            TgSkipNoDequeue::apply);

    static final PatchRow TG_TICK_ONLY = row(
            "tg-tick-only",
            "completely remove update_cfs_group() from enqueue path",
            mail("20230719081102.GB90441@ziqianlu-dell"),
            "weights of groups' entities are worked out anew by the tick alone",
            null,
            TgTickOnly::apply);

    static final PatchRow TG_DECAY_ONLY_V1 = row(
            "tg-decay-only-v1",
            "only update_tg_load_avg() when cfs_rq decayed",
            mail("20230719080105.GA90441@ziqianlu-dell"),
            "the group is told where a period has ended, not of what is attached or detached",
            null,
            TgDecayOnlyV1::apply);

    static final PatchRow TG_DECAY_ONLY_V2 = row(
            "tg-decay-only-v2",
            "only update_tg_load_avg() when cfs_rq decayed, updated",
            mail("20230719132914.GA91858@ziqianlu-dell"),
            "tg-decay-only-v1, and cpufreq is told of propagated load again",
            null,
            TgDecayOnlyV2::apply);

    static final PatchRow TG_DECAY_ONLY_VINCENT = row(
            "tg-decay-only-vincent",
            "delay update_tg_load_avg(): clear UPDATE_TG where nothing decayed",
            mail("CAKfTPtC+q5t+Kumyhq=vLhmx75VSimZPZ2U9qc6UQXwZVAZQ4w@mail.gmail.com"),
            "as decay-only, but removed load is a reason to tell the group, and cpufreq",
            null,
            TgDecayOnlyVincent::apply);

    static final PatchRow TG_THRESHOLD_16 = row(
            "tg-threshold-16",
            "delay update_tg_load_avg(): a larger change than 1.5 %",
            mail("CAKfTPtAu33AN6=X82T=yOgm40S8OXi+sPcF0QyD-bYRPV=xPEg@mail.gmail.com"),
            "a change is told to the group from 1/16 on, not from 1/64 on",
            null,
            TgThreshold16::apply);

    static final PatchRow TG_RATELIMIT = row(
            "tg-ratelimit",
            "Ratelimit update to tg->load_avg",
            mail("20230912065808.2530-2-aaron.lu@intel.com"),
            "a run queue writes to its group's load once a ms at most, by sched_clock_cpu()",
            new Release(6, 7),
            TgRatelimit::apply);

    static final PatchRow TG_OFFLINE = row(
            "tg-offline",
            "Fix tg->load when offlining a CPU",
            mail("20231221164014.447122-1-vincent.guittot@linaro.org"),
            "a CPU that goes offline takes its load out of all groups, and writes no more",
            new Release(6, 8),
            TgOffline::apply);

    static final PatchRow TG_RATELIMIT_STALL_FIX = row(
            "tg-ratelimit-stall-fix",
            "Fix unfairness caused by stalled tg_load_avg_contrib when the last task migrates out",
            commit("ca125231dd29"),
            "a run queue is updated until its group's load no longer contains it",
            new Release(6, 19),
            TgRatelimitStallFix::apply);

    static final PatchRow TG_RATELIMIT_PELT = row(
            "tg-ratelimit-pelt",
            "limit updates to tg->load_avg, by the PELT clock",
            mail("20230719051826.GB84059@ziqianlu-dell"),
            "the rate limit by the PELT clock of the run queue, which slow CPUs stretch",
            null,
            TgRatelimitPelt::apply);

    static final PatchRow TG_RATELIMIT_SCHED = row(
            "tg-ratelimit-sched",
            "limit updates to tg->load_avg, by sched_clock_cpu()",
            mail("96efae1a-37f6-c8da-5cdb-07b460307d6b@arm.com"),
            "the rate limit by sched_clock_cpu(), as the review asked for: counts as tg-ratelimit",
            null,
            TgRatelimitSched::apply);

    static final PatchRow THREAD_V1_NODE = row(
            "thread-v1-node",
            "Reduce cost of accessing tg->load_avg, 2/4",
            mail("20230718134120.81199-3-aaron.lu@intel.com"),
            "the first series as its tables have it: 'node'",
            null,
            ThreadV1Node::apply);

    static final PatchRow THREAD_V1_DELAY = row(
            "thread-v1-delay",
            "Reduce cost of accessing tg->load_avg, 2 and 3 of 4",
            mail("20230718134120.81199-4-aaron.lu@intel.com"),
            "the first series as its tables have it: 'delay', which is on top of node",
            null,
            ThreadV1Delay::apply);

    static final PatchRow THREAD_V1_SKIP = row(
            "thread-v1-skip",
            "Reduce cost of accessing tg->load_avg, 2 to 4 of 4",
            mail("20230718134120.81199-5-aaron.lu@intel.com"),
            "the first series as its tables have it: 'skip', on top of node and delay",
            null,
            ThreadV1Skip::apply);

    static final PatchRow THREAD_V2_RATE = row(
            "thread-v2-rate",
            "Reduce cost of accessing tg->load_avg, August: rate",
            mail("20230811092811.GA399195@ziqianlu-dell"),
            "the tables of August: 'rate', the rate limit alone",
            new Release(6, 7),
            ThreadV2Rate::apply);

    static final PatchRow THREAD_V2_SKIP = row(
            "thread-v2-skip",
            "Reduce cost of accessing tg->load_avg, August: skip",
            mail("20230811092811.GA399195@ziqianlu-dell"),
            "the tables of August: 'skip', on top of rate",
            null,
            ThreadV2Skip::apply);

    static final PatchRow THREAD_V2_NODE = row(
            "thread-v2-node",
            "Reduce cost of accessing tg->load_avg, August: node",
            mail("20230811092811.GA399195@ziqianlu-dell"),
            "the tables of August: 'node', on top of rate and skip, with the masks fixed",
            null,
            ThreadV2Node::apply);

    private GroupPatches() {}

    private static PatchRow row(
            String id,
            String title,
            String link,
            String changes,
            @Nullable Release since,
            UnaryOperator<KernelModel> function) {
        return new PatchRow(id, title, link, changes, since, Set.of(Need.GROUP_LOADS), function);
    }
}
