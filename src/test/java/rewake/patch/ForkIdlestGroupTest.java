package rewake.patch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import rewake.catalogue.Kernels;
import rewake.kernel.KernelModel;
import rewake.kernel.Placement;
import rewake.kernel.Scene;
import rewake.kernel.SchedState;

class ForkIdlestGroupTest {
    @Test
    void withoutItForksAreNotModelled() {
        KernelModel before = Kernels.model("v5.4");
        assertFalse(before.slowPath().modelled());
        SchedState s = new Scene("N8").both(0).state();
        var e = assertThrows(IllegalStateException.class, () -> before.selectForForkOrExec(s));
        assertEquals("forks and execs of kernels before 5.5 are not modelled", e.getMessage());
    }

    @Test
    void withItAForkGoesToAnIdleCpu() {
        KernelModel after = Kernels.parse("v5.4+fork-idlest-group");
        assertEquals(
                3,
                Placement.cpu(after.selectForForkOrExec(
                        new Scene("N8").both(0).idle(3).state())));
    }

    @Test
    void noWakeUpCanDiffer() {
        assertTrue(Kernels.model("v5.4").wakesLike(Kernels.parse("v5.4+fork-idlest-group")));
    }
}
