package rewake.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import rewake.catalogue.Kernels;
import rewake.catalogue.Patches;

/** Where a row claims "no effect possible", no random state contradicts; where it does not, some state shows one. */
class NoEffectTest {
    private static final int STATES = 1_000;

    @Test
    void aClaimOfNoEffectHoldsOnEveryKernel() {
        for (Patches patch : Patches.values())
            for (Kernels row : Kernels.values()) {
                KernelModel[] pair = pair(row, patch);
                int differing = 0;
                int claimed = 0;
                for (int seed = 0; seed < STATES; seed++) {
                    var state = new SlowState(new SplittableRandom(seed));
                    boolean differs = !outcome(pair[0], state).equals(outcome(pair[1], state));
                    boolean claim = patch.noEffect(state.state().machine(), !state.schedIdle.isEmpty()) != null;
                    if (claim) {
                        claimed++;
                        assertEquals(
                                outcome(pair[0], state),
                                outcome(pair[1], state),
                                patch.id() + " on " + row.id() + ", seed " + seed);
                    }
                    if (differs) differing++;
                }
                assertEquals(!patch.needs().isEmpty(), claimed > 0, patch.id());
                if (pair[0].decidesLike(pair[1])) assertEquals(0, differing, patch.id() + " on " + row.id());
                else if (changesPlacement(patch))
                    assertTrue(differing > 0, patch.id() + " on " + row.id() + " never differs");
            }
    }

    /** The kernel of the row with and without the patch. */
    private static KernelModel[] pair(Kernels row, Patches patch) {
        KernelModel base = row.model();
        String step = base.series().contains(patch.id()) ? "no-" + patch.id() : patch.id();
        return new KernelModel[] {base, Kernels.variant(base, step)};
    }

    /** Three patches say how wake-ups are queued or counted, not where they go. */
    private static boolean changesPlacement(Patches patch) {
        return switch (patch) {
            case WAKELIST_IDLE, WAKELIST_PENDING, DELAY_DEQUEUE -> false;
            default -> true;
        };
    }

    private static List<Object> outcome(KernelModel kernel, SlowState state) {
        SchedState s = state.state();
        long placement = kernel.selectTaskRq(s);
        Placement.apply(placement, s, s.hidden());
        var outcome = new ArrayList<Object>(List.of(
                Placement.cpu(placement),
                Placement.target(placement),
                s.hidden().recentUsed(Scene.WAKEE),
                s.hidden().recentUsed(Scene.WAKER)));
        for (int llc = 0; llc < s.machine().llcs(); llc++)
            outcome.add(s.hidden().hasIdleCores(llc));
        return outcome;
    }
}
