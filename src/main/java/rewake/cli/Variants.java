package rewake.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import rewake.catalogue.Kernels;
import rewake.catalogue.Need;
import rewake.catalogue.Patches;
import rewake.catalogue.UsageException;
import rewake.event.Topology;
import rewake.event.TraceFacts;
import rewake.kernel.KernelModel;
import rewake.kernel.Machine;

/**
 * The models of one run.
 *
 * @param recorded the model of the kernel that was recorded
 * @param models the base first, then its variants
 * @param names what was asked for, in the order of the variants
 * @param note one sentence: which model stands for the recorded kernel and why
 */
record Variants(KernelModel recorded, List<KernelModel> models, List<String> names, String note) {
    /**
     * Chooses the models.
     *
     * @param kernel the base the user named, or null for the recorded kernel's own
     * @throws UsageException where the trace names no kernel and the user neither, and for patches that do not fit
     */
    static Variants of(TraceFacts facts, @Nullable String kernel, List<String> patches, boolean each) {
        return of(facts, kernel, patches, each ? Variants::eachPatch : null);
    }

    /** The same with every patch that changes group loads as a variant, unless {@code patches} names some. */
    static Variants groupLoads(TraceFacts facts, @Nullable String kernel, List<String> patches) {
        return of(facts, kernel, patches, patches.isEmpty() ? Variants::eachOfGroupLoads : null);
    }

    private static Variants of(
            TraceFacts facts,
            @Nullable String kernel,
            List<String> patches,
            @Nullable Function<KernelModel, List<String>> chosen) {
        String release = facts.kernelRelease();
        if (release == null && kernel == null)
            throw new UsageException("the trace does not say which kernel it was recorded on; name one with --kernel");
        KernelModel base = kernel == null ? null : Kernels.parse(kernel);
        KernelModel recorded = base;
        String note = "the trace does not say which kernel it was recorded on; " + kernel + " stands in for it";
        if (release != null) {
            Kernels.Match match = Kernels.newestNotNewerThan(release);
            recorded = match.kernel().model();
            note = match.note();
        }
        if (base == null) base = recorded;
        if (base == null || recorded == null) throw new IllegalStateException("no base model");
        var models = new ArrayList<KernelModel>();
        models.add(base);
        List<String> names = chosen == null ? List.copyOf(patches) : chosen.apply(base);
        for (String name : names) models.add(Kernels.variant(base, name));
        return new Variants(recorded, List.copyOf(models), names, note);
    }

    /** All but those that change no placement. */
    private static List<String> eachPatch(KernelModel base) {
        var names = new ArrayList<String>();
        for (Patches patch : Patches.values())
            if (!patch.needs().contains(Need.GROUP_LOADS))
                names.add(patch.in(base.series()) ? "no-" + patch.id() : patch.id());
        return names;
    }

    /** Stacks of which the base has a part cannot be put on it. */
    private static List<String> eachOfGroupLoads(KernelModel base) {
        var names = new ArrayList<String>();
        for (Patches patch : Patches.values()) {
            if (!patch.needs().contains(Need.GROUP_LOADS)) continue;
            String name = patch.in(base.series()) ? "no-" + patch.id() : patch.id();
            if (Kernels.fits(base, name)) names.add(name);
        }
        return names;
    }

    /** Whether any of them writes or reads group loads otherwise than the base. */
    boolean countsDiffer() {
        return models.stream().anyMatch(model -> !model.countsLike(models.getFirst()));
    }

    /** Why no decision of a variant can differ from the base's here, or null. */
    @Nullable
    String noEffect(String model, Topology topology, boolean schedIdleTasks) {
        KernelModel base = models.getFirst();
        for (KernelModel variant : models) {
            if (!variant.name().equals(model)) continue;
            KernelModel queuedLikeIt = base.withWakelist(variant.wakelist()).withDelaysDequeue(variant.delaysDequeue());
            if (!base.decidesLike(variant) && queuedLikeIt.decidesLike(variant))
                return "no effect in this mode: it changes how wake-ups are queued, and queues follow the recording";
            String reason = Kernels.noEffect(base, variant, new Machine(topology), schedIdleTasks);
            boolean assumed = topology.source().equals(Topology.ASSUMED_FLAT);
            return reason == null || !assumed ? reason : reason + " (assumed: the trace does not say; give --topology)";
        }
        return null;
    }
}
