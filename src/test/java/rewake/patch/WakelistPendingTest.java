package rewake.patch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import rewake.catalogue.Kernels;
import rewake.kernel.KernelModel;

class WakelistPendingTest {
    @Test
    void theMarkOutlivesTheInterruptOnlyWithIt() {
        assertFalse(Kernels.model("v6.1").wakelist().pendingUntilEnqueued());
        assertTrue(Kernels.parse("v6.1+wakelist-pending").wakelist().pendingUntilEnqueued());
        assertTrue(Kernels.model("v6.12").wakelist().pendingUntilEnqueued());
    }

    @Test
    void whichWakeUpsAreQueuedStaysAsItWas() {
        assertTrue(Kernels.parse("v6.1+wakelist-pending").wakelist().toIdleCpus());
        assertFalse(Kernels.parse("v5.12+wakelist-pending").wakelist().toIdleCpus());
    }

    @Test
    void everyOtherPolicyStaysAsItWas() {
        KernelModel with = Kernels.parse("v6.1+wakelist-pending");
        KernelModel base = Kernels.model("v6.1");
        assertFalse(with.decidesLike(base));
        assertTrue(with.withWakelist(base.wakelist()).decidesLike(base));
        assertEquals("v6.1+wakelist-pending", with.name());
    }
}
