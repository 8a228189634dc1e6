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
    /** Three passes, SIS_PROP. */
    V5_11("v5.11", new Release(5, 11), null, Patches.SCHED_IDLE_CONSISTENT),
    /** The single pass as it was in 5.12.0; late 5.12.y has sis-smt-pass and sis-flag-fix as well. */
    V5_12("v5.12", new Release(5, 12), V5_11, Patches.SIS_SINGLE_PASS),
    /** 6.1.y with its stable fixes, as distributions ship it. */
    V6_1(
            "v6.1",
            new Release(6, 1),
            V5_12,
            Patches.SIS_SMT_PASS,
            Patches.SIS_FLAG_FIX,
            Patches.SIS_WAKE_AVG_IDLE,
            Patches.RECENT_USED_NEW,
            Patches.SIS_START_AFTER_TARGET,
            Patches.KTHREAD_STACK_IN_TASK,
            Patches.SIS_UTIL,
            Patches.WAKELIST_IDLE,
            Patches.RECENT_USED_MASK),
    /** 6.12.y with its stable fixes. */
    V6_12(
            "v6.12",
            new Release(6, 12),
            V6_1,
            Patches.WAKELIST_PENDING,
            Patches.CLUSTER_WAKEUP,
            Patches.DELAY_DEQUEUE,
            Patches.WAKE_AFFINE_DELAYED);

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
        String wanted = name.startsWith("v") ? name : "v" + name;
        for (Kernels row : values()) if (row.id.equals(wanted)) return row;
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

    /**
     * Why {@code variant} cannot decide differently from {@code base} here; null where it can. So a row of the report says
     * the reason and not a bare 0.
     */
    public static @Nullable String noEffect(
            KernelModel base, KernelModel variant, Machine machine, boolean schedIdleTasks) {
        if (base.decidesLike(variant)) return "no effect possible: the policies are those of " + base.name();
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
        if (series.contains(patch))
            throw new UsageException(name + " already has " + step + "; use --patch no-" + step + without(patch));
        series.add(patch);
    }

    private static void takeOff(List<Patches> series, String name, String step) {
        String id = step.substring("no-".length());
        if (!series.remove(Patches.of(id)))
            throw new UsageException(name + " lacks " + id + "; use --patch " + id + with(Patches.of(id)));
    }

    /** The newest row without {@code patch}, as advice. */
    private static String without(Patches patch) {
        String advice = "";
        for (Kernels row : values()) if (!row.model().series().contains(patch.id())) advice = " or --kernel " + row.id;
        return advice;
    }

    /** The oldest row with {@code patch}, as advice. */
    private static String with(Patches patch) {
        for (Kernels row : values()) if (row.patches.contains(patch)) return " or --kernel " + row.id;
        return "";
    }

    /** The series on the origin in the order of history, whatever the order in which it was asked for. */
    private static KernelModel build(String name, List<Patches> series) {
        var inOrder = series.stream().sorted().toList();
        KernelModel kernel = KernelModel.origin();
        for (Patches patch : inOrder) kernel = patch.apply(kernel);
        return kernel.named(name, inOrder.stream().map(Patches::id).toList());
    }

    /**
     * The row for a recorded kernel, by the first two numbers of its release.
     *
     * @throws UsageException where {@code release} has no version in it
     */
    public static Match newestNotNewerThan(String release) {
        Release recorded = Release.parse(release);
        Kernels row = V5_11;
        for (Kernels k : values()) if (k.release.compareTo(recorded) <= 0) row = k;
        boolean older = recorded.compareTo(V5_11.release) < 0;
        boolean newer = recorded.compareTo(values()[values().length - 1].release) > 0;
        List<String> missing = older || newer ? List.of() : mergedSince(row, recorded);
        return new Match(row, older || newer, missing, note(release, row, older, newer, missing));
    }

    private static List<String> mergedSince(Kernels row, Release recorded) {
        List<String> has = row.model().series();
        return Arrays.stream(Patches.values())
                .filter(p -> p.since().compareTo(recorded) <= 0 && !has.contains(p.id()))
                .map(Patches::id)
                .toList();
    }

    private static String note(String release, Kernels row, boolean older, boolean newer, List<String> missing) {
        if (older) return release + " is older than every modelled kernel; " + row.id + " stands in for it";
        if (newer) return release + " is newer than every modelled kernel; " + row.id + " stands in for it";
        String note = release + " is modelled as " + row.id;
        if (!missing.isEmpty())
            note += " without what was merged in between; nearer is --kernel " + row.id + "+"
                    + String.join("+", missing);
        return note;
    }
}
