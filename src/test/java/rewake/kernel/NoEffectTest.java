package rewake.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import rewake.catalogue.Kernels;
import rewake.catalogue.Patches;

/** Where a row claims "no effect possible", no random state contradicts; where it does not, some state shows one. */
class NoEffectTest {
    private static final List<SlowState> STATES = IntStream.range(0, 5_000)
            .mapToObj(seed -> new SlowState(new SplittableRandom(seed)))
            .toList();
    private static final int USUAL = 600;

    @ParameterizedTest
    @EnumSource(Patches.class)
    void aClaimOfNoEffectHoldsOnEveryKernel(Patches patch) {
        int everywhere = 0;
        for (Kernels row : Kernels.values()) {
            KernelModel base = row.model();
            if (sameWakeUpsAsBefore(row)) continue;
            String spec = patch.in(base.series()) ? "no-" + patch.id() : patch.id();
            if (!Kernels.fits(base, spec)) continue; // a stack of which the kernel has a part
            KernelModel other = Kernels.variant(base, spec);
            int differing = 0;
            int claimed = 0;
            for (SlowState state : STATES.subList(0, rare(patch) ? STATES.size() : USUAL)) {
                boolean differs = !outcome(base, state).equals(outcome(other, state));
                String claim = patch.noEffect(state.state().machine(), !state.schedIdle.isEmpty());
                if (claim != null) {
                    claimed++;
                    assertFalse(differs, patch.id() + " on " + row.id() + ": " + claim);
                }
                if (differs) differing++;
            }
            assertEquals(!patch.needs().isEmpty(), claimed > 0, patch.id());
            if (base.wakesLike(other)) assertEquals(0, differing, patch.id() + " on " + row.id());
            else if (changesPlacement(patch) && !rare(patch))
                assertTrue(differing > 0, patch.id() + " on " + row.id() + " never differs");
            everywhere += differing;
        }
        if (rare(patch)) assertTrue(everywhere > 0, patch.id() + " never differs");
    }

    /** Rows between which only forks, or nothing modelled, changed need not be asked twice. */
    private static boolean sameWakeUpsAsBefore(Kernels row) {
        Kernels previous = row.previous();
        return previous != null && previous.model().wakesLike(row.model());
    }

    /** Needs a coincidence that 600 states need not hold for each kernel: a scan that ends, loads within 4 %. */
    private static boolean rare(Patches patch) {
        return patch == Patches.MASK_BEFORE_SCAN || patch == Patches.IMBALANCE_117;
    }

    /** Four patches say how wake-ups are queued or counted, not where they go. */
    private static boolean changesPlacement(Patches patch) {
        return switch (patch) {
            case WAKELIST_ON_CPU, WAKELIST_IDLE, WAKELIST_PENDING, DELAY_DEQUEUE -> false;
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
