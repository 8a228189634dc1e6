package rewake.patch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import rewake.catalogue.Kernels;
import rewake.kernel.KernelModel;
import rewake.kernel.Machine;
import rewake.kernel.Placement;
import rewake.kernel.Scene;
import rewake.kernel.SchedState;

class SisClusterRfcV2LevelOnlyTest {
    private static final KernelModel BEFORE = Kernels.model("v5.11");
    private static final KernelModel AFTER = Kernels.parse("v5.11+sis-cluster-rfc-v2-level-only");

    @Test
    void noWakeUpCanDiffer() {
        assertTrue(BEFORE.wakesLike(AFTER));
        assertFalse(BEFORE.decidesLike(AFTER));
        assertEquals(
                "no effect on wake-ups by construction: only forks and execs can differ",
                Kernels.noEffect(BEFORE, AFTER, new Machine(Scene.topology("CL3")), true));
    }

    @Test
    void aForkGoesToTheIdlestClusterFirst() {
        // 1 idle CPU in the parent's cluster, 3 and 2 in the others. Flat, all idle CPUs are alike and 3 comes first.
        SchedState s = new Scene("CL3").both(0).idle(3, 4, 5, 6, 8, 9).state();
        assertEquals(3, Placement.cpu(BEFORE.selectForForkOrExec(s)));
        assertEquals(4, Placement.cpu(AFTER.selectForForkOrExec(s)));
    }

    @Test
    void itIsTheLevelOfTheFullRfc() {
        assertEquals(AFTER.slowPath(), Kernels.parse("v5.11+sis-cluster-rfc-v2").slowPath());
    }
}
