package rewake.catalogue;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import rewake.kernel.KernelModel;
import rewake.kernel.Machine;

/**
 * All modelled kernels as rivals for the explanation of one recording. Kernels that differ only in patches which cannot
 * change a wake-up of this recording, as it is judged, are one rival: they tie by construction.
 *
 * @param kernels the kernels that tie, the oldest first; it stands for all
 */
public record Rivals(List<Kernels> kernels) {
    /**
     * Patches that change no answer of the judge, or hardly one: affinity is inferred of few tasks; delayed tasks on the
     * waker's CPU are not kept; what was queued without a decision is read from the recording.
     */
    private static final Set<Patches> UNSEEN = EnumSet.of(
            Patches.MASK_BEFORE_SCAN,
            Patches.RECENT_USED_MASK,
            Patches.WAKE_AFFINE_DELAYED,
            Patches.WAKELIST_ON_CPU,
            Patches.DELAY_DEQUEUE);

    /** Copies the list. */
    public Rivals {
        kernels = List.copyOf(kernels);
    }

    /**
     * The rivals on {@code machine}.
     *
     * @param schedIdleTasks whether any task may run under SCHED_IDLE
     */
    public static List<Rivals> on(Machine machine, boolean schedIdleTasks) {
        var groups = new ArrayList<List<Kernels>>();
        for (Kernels kernel : Kernels.values()) {
            List<Kernels> found = null;
            for (List<Kernels> group : groups)
                if (tie(group.getFirst().model(), kernel.model(), machine, schedIdleTasks)) found = group;
            if (found == null) {
                found = new ArrayList<>();
                groups.add(found);
            }
            found.add(kernel);
        }
        return groups.stream().map(Rivals::new).toList();
    }

    /** The kernel that stands for all. */
    public Kernels first() {
        return kernels.getFirst();
    }

    /** Whether {@code model}, a catalogue kernel's, is one of them. */
    public boolean holds(KernelModel model) {
        return kernels.stream().anyMatch(k -> k.id().equals(model.name()));
    }

    private static boolean tie(KernelModel a, KernelModel b, Machine machine, boolean schedIdleTasks) {
        for (Patches patch : Patches.values()) {
            if (a.series().contains(patch.id()) == b.series().contains(patch.id())) continue;
            KernelModel with = a.series().contains(patch.id()) ? a : b;
            if (!UNSEEN.contains(patch) && patch.noEffect(machine, schedIdleTasks) == null && !onlyForks(with, patch))
                return false;
        }
        return true;
    }

    private static boolean onlyForks(KernelModel with, Patches patch) {
        return Kernels.variant(with, "no-" + patch.id()).wakesLike(with);
    }
}
