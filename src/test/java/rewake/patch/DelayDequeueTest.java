package rewake.patch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import rewake.catalogue.Kernels;
import rewake.kernel.KernelModel;
import rewake.kernel.Scene;

class DelayDequeueTest {
    @Test
    void onlyKernelsFrom612MayHoldASleeperBack() {
        assertFalse(Kernels.model("v6.1").delaysDequeue());
        assertTrue(Kernels.model("v6.12").delaysDequeue());
        assertFalse(Kernels.parse("v6.12+no-delay-dequeue").delaysDequeue());
    }

    @Test
    void aDecisionThatIsTakenIsTheSame() {
        KernelModel without = Kernels.parse("v6.12+no-delay-dequeue");
        KernelModel with = Kernels.model("v6.12");
        for (int idle = 0; idle < 8; idle++)
            assertEquals(
                    new Scene("S2a").prev(2).target(0).idle(idle).search(without),
                    new Scene("S2a").prev(2).target(0).idle(idle).search(with));
    }

    @Test
    void itIsNotTakenForNoEffect() {
        // Which wake-ups count as decisions depends on it, so the two kernels must not be called alike.
        assertFalse(Kernels.model("v6.12").decidesLike(Kernels.parse("v6.12+no-delay-dequeue")));
    }
}
