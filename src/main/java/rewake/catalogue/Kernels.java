package rewake.catalogue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rewake.kernel.KernelModel;
import rewake.kernel.Machine;

/**
 * The modelled kernels, a row each: the one before it and the patches since. A variant is the series of a row with
 * patches put on or taken off, built again from the start in the order of history.
 */
@SuppressWarnings("ImmutableEnumChecker") // rows hold lists and records of constants
public enum Kernels {
    /** Sched-idle CPUs as second best, affinity tested within the scan; forks are not modelled. */
    V5_4("v5.4", new Release(5, 4), null, Patches.WA_IDLE, Patches.WA_WEIGHT, Patches.WA_BIAS),
    /** Three passes, SIS_PROP, sched-idle CPUs as good as idle ones. */
    V5_9(
            "v5.9",
            new Release(5, 9),
            V5_4,
            Patches.WA_BLOCKED_LOAD,
            Patches.FORK_IDLEST_GROUP,
            Patches.SCHED_IDLE_CONSISTENT,
            Patches.MASK_BEFORE_SCAN,
            Patches.KTHREAD_STACK,
            Patches.WAKELIST_ON_CPU),
    /** The base of the single-pass series. */
    V5_11("v5.11", new Release(5, 11), V5_9, Patches.IMBALANCE_117, Patches.WA_PREV_IDLE, Patches.FORK_NUMA_QUARTER),
    /** The single pass as it was in 5.12.0; late 5.12.y has sis-smt-pass and sis-flag-fix as well. */
    V5_12("v5.12", new Release(5, 12), V5_11, Patches.SIS_SINGLE_PASS),
    /** The siblings of prev are tried first. */
    V5_13("v5.13", new Release(5, 13), V5_12, Patches.SIS_SMT_PASS, Patches.SIS_FLAG_FIX),
    /** The search starts behind the target. */
    V5_15(
            "v5.15",
            new Release(5, 15),
            V5_13,
            Patches.SIS_WAKE_AVG_IDLE,
            Patches.RECENT_USED_NEW,
            Patches.SIS_START_AFTER_TARGET),
    /** SIS_UTIL. */
    V6_0(
            "v6.0",
            new Release(6, 0),
            V5_15,
            Patches.CLUSTER_LEVEL,
            Patches.KTHREAD_STACK_IN_TASK,
            Patches.FORK_NUMA_LLCS,
            Patches.SIS_UTIL,
            Patches.WAKELIST_IDLE,
            Patches.FORK_NUMA_IDLE),
    /** Places as 6.0 does: what 6.1 changed in the search only saves work. */
    V6_1("v6.1", new Release(6, 1), V6_0),
    /** 6.1.42 and later of 6.1.y. */
    V6_1_Y("v6.1.y", new Release(6, 1, 42), V6_1, Patches.RECENT_USED_MASK),
    /** sched/core of tip at the end of November 2022, on its way to 6.2. No release matches it; it is to be named. */
    TIP_2022_11("tip-2022-11", new Release(6, 1), V6_1, Patches.WAKELIST_PENDING),
    /** The last before EEVDF. */
    V6_5("v6.5", new Release(6, 5), V6_1, Patches.RECENT_USED_MASK, Patches.WAKELIST_PENDING),
    /** EEVDF, which preempts otherwise, and places as 6.5 does. */
    V6_6("v6.6", new Release(6, 6), V6_5),
    /** Wake-ups know clusters, group loads are written once a ms at most. */
    V6_7("v6.7", new Release(6, 7), V6_6, Patches.CLUSTER_SCAN, Patches.CLUSTER_PREV, Patches.TG_RATELIMIT),
    /** Places as 6.7 does. */
    V6_8("v6.8", new Release(6, 8), V6_7, Patches.TG_OFFLINE),
    /** Sleepers may stay queued. */
    V6_12("v6.12", new Release(6, 12), V6_8, Patches.DELAY_DEQUEUE),
    /** 6.12.37 and later of 6.12.y, with what its later releases took as well. */
    V6_12_Y("v6.12.y", new Release(6, 12, 37), V6_12, Patches.WAKE_AFFINE_DELAYED, Patches.TG_RATELIMIT_STALL_FIX);

    private final String id;
    private final Release release;
    private final @Nullable Kernels previous;
    private final List<Patches> patches;

    Kernels(String id, Release release, @Nullable Kernels previous, Patches... patches) {
        this.id = id;
        this.release = release;
        this.previous = previous;
        this.patches = List.of(patches);
    }

    /**
     * The row that stands for a recorded kernel.
     *
     * @param kernel the newest row not newer than the recorded kernel, or the oldest row
     * @param foreign the recorded kernel lies outside the modelled range, so its rules may be others
     * @param missing ids of modelled patches that were merged after the row's kernel and not after the recorded one
     * @param note one sentence for the evidence header
     */
    public record Match(Kernels kernel, boolean foreign, List<String> missing, String note) {}

    /** The name on the command line: {@code v6.1}. */
    public String id() {
        return id;
    }

    /** The release it models. */
    public Release release() {
        return release;
    }

    /** The row it is built on; null for the first. */
    public @Nullable Kernels previous() {
        return previous;
    }

    /** What it has that the previous row has not, in order. */
    public List<Patches> patches() {
        return patches;
    }

    /** The kernel of this row. */
    public KernelModel model() {
        var series = new ArrayList<Patches>();
        for (Kernels k = this; k != null; k = k.previous) series.addAll(0, k.patches);
        return build(id, series);
    }

    /** The kernel of the row {@code name}; {@code 6.1} does as well. */
    public static KernelModel model(String name) {
        return of(name).model();
    }

    /** The row {@code name}. */
    public static Kernels of(String name) {
        for (Kernels row : values()) if (row.id.equals(name) || row.id.equals("v" + name)) return row;
        throw new UsageException("unknown kernel '" + name + "'; known are " + String.join(", ", ids()));
    }

    /** All ids in order. */
    public static List<String> ids() {
        return Arrays.stream(values()).map(Kernels::id).toList();
    }

    /** A row or a variant of one: {@code v6.1+no-sis-single-pass+cluster-wakeup}. */
    public static KernelModel parse(String spec) {
        int plus = spec.indexOf('+');
        return plus < 0 ? model(spec) : variant(model(spec.substring(0, plus)), spec.substring(plus + 1));
    }

    /**
     * {@code base} with patches put on ({@code P}) or taken off ({@code no-P}), checked from left to right.
     *
     * @throws UsageException for an unknown name, for what the base has already, and for what it lacks
     */
    public static KernelModel variant(KernelModel base, String spec) {
        var series = new ArrayList<Patches>();
        for (String id : base.series()) series.add(Patches.of(id));
        String name = base.name();
        for (String step : spec.split("\\+", -1)) {
            if (step.startsWith("no-")) takeOff(series, name, step);
            else putOn(series, name, step);
            name += "+" + step;
        }
        return build(name, series);
    }

    /** Whether {@link #variant} takes {@code spec}. */
    public static boolean fits(KernelModel base, String spec) {
        try {
            variant(base, spec);
            return true;
        } catch (UsageException e) {
            return false;
        }
    }

    /**
     * Why {@code variant} cannot decide differently from {@code base} here; null where it can. So a row of the report says
     * the reason and not a bare 0.
     */
    public static @Nullable String noEffect(
            KernelModel base, KernelModel variant, Machine machine, boolean schedIdleTasks) {
        if (base.decidesLike(variant) && !base.countsLike(variant)) return Need.GROUP_LOADS.noEffect();
        if (base.decidesLike(variant)) return "no effect possible: the policies are those of " + base.name();
        if (base.wakesLike(variant)) return "no effect on wake-ups by construction: only forks and execs can differ";
        String reason = null;
        for (Patches patch : Patches.values()) {
            if (base.series().contains(patch.id()) == variant.series().contains(patch.id())) continue;
            reason = patch.noEffect(machine, schedIdleTasks);
            if (reason == null) return null;
        }
        return reason;
    }

    private static void putOn(List<Patches> series, String name, String step) {
        Patches patch = Patches.of(step);
        List<Patches> parts = partsOf(patch);
        for (Patches part : parts)
            if (series.contains(part))
                throw new UsageException(name + " already has "
                        + (series.containsAll(parts) ? step : part.id() + ", a part of " + step)
                        + "; use --patch no-" + step + without(patch));
        series.addAll(parts);
    }

    private static void takeOff(List<Patches> series, String name, String step) {
        String id = step.substring("no-".length());
        Patches patch = Patches.of(id);
        if (!series.removeAll(partsOf(patch)))
            throw new UsageException(name + " lacks " + id + "; use --patch " + id + with(patch));
    }

    private static List<Patches> partsOf(Patches patch) {
        return patch.parts().isEmpty() ? List.of(patch) : patch.parts();
    }

    /** The newest mainline row without {@code patch}, as advice. */
    private static String without(Patches patch) {
        String advice = "";
        for (Kernels row : values())
            if (row.isMainline() && !patch.in(row.model().series())) advice = " or --kernel " + row.id;
        return advice;
    }

    /** The oldest row with {@code patch}, as advice. */
    private static String with(Patches patch) {
        for (Kernels row : values()) if (patch.in(row.model().series())) return " or --kernel " + row.id;
        return "";
    }

    /** The series on the origin in the order of history, whatever the order in which it was asked for. */
    private static KernelModel build(String name, List<Patches> series) {
        var inOrder = series.stream().sorted().toList();
        KernelModel kernel = KernelModel.origin();
        for (Patches patch : inOrder) kernel = patch.apply(kernel);
        return kernel.named(name, inOrder.stream().map(Patches::id).toList());
    }

    /** Whether it is a release of Linus' tree, neither a stable branch nor a tip. */
    boolean isMainline() {
        return release.stable() == 0 && this != TIP_2022_11;
    }

    /** Whether it can stand for {@code recorded}: not newer, and a stable branch only for its own releases. */
    private boolean standsFor(Release recorded) {
        if (release.compareTo(recorded) > 0) return false;
        return isMainline() || (release.stable() > 0 && release.sameBranch(recorded));
    }

    /**
     * The row for a recorded kernel, by the numbers of its release. A distribution's name such as {@code 6.1.0-50-cloud} hides the
     * stable level; then the mainline row stands for it and the note says so.
     *
     * @throws UsageException where {@code release} has no version in it
     */
    public static Match newestNotNewerThan(String release) {
        Release recorded = Release.parse(release);
        Kernels row = V5_4;
        for (Kernels k : values()) if (k.standsFor(recorded)) row = k;
        boolean older = recorded.compareTo(V5_4.release) < 0;
        boolean newer = recorded.compareTo(V6_12_Y.release) > 0 && !recorded.sameBranch(V6_12_Y.release);
        List<String> missing = older ? List.of() : mergedSince(row, recorded);
        return new Match(row, older || newer, missing, note(release, row, older, newer, missing));
    }

    private static List<String> mergedSince(Kernels row, Release recorded) {
        List<String> has = row.model().series();
        return Arrays.stream(Patches.values())
                .filter(p -> p.parts().isEmpty() && !has.contains(p.id()))
                .filter(p -> {
                    Release since = p.since();
                    return since != null && since.compareTo(recorded) <= 0;
                })
                .map(Patches::id)
                .toList();
    }

    private static String note(String release, Kernels row, boolean older, boolean newer, List<String> missing) {
        if (older) return release + " is older than every modelled kernel; " + row.id + " stands in for it";
        String note = newer
                ? release + " is newer than every modelled kernel; " + row.id + " stands in for it"
                : release + " is modelled as " + row.id;
        if (!missing.isEmpty())
            note += " without what was merged in between; nearer is --kernel " + row.id + "+"
                    + String.join("+", missing);
        for (Kernels branch : values())
            if (Release.hidesStableLevel(release) && branch.previous == row && branch.release.stable() > 0)
                note += "; its name hides the stable level: from " + branch.release + " on, --kernel " + branch.id
                        + " is nearer";
        return note;
    }
}
