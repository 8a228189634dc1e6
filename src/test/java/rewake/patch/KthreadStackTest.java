package rewake.patch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import rewake.catalogue.Kernels;
import rewake.kernel.KernelModel;
import rewake.kernel.Scene;

class KthreadStackTest {
    private static final KernelModel BEFORE = Kernels.model("v5.4");
    private static final KernelModel AFTER = Kernels.parse("v5.4+kthread-stack");

    private static Scene kworker(boolean inTask) {
        return new Scene("N8").both(2).idle(5).wakerFacts(false, true, inTask);
    }

    @Test
    void theWakeeOfALoneKthreadStaysWithIt() { // P42
        assertEquals(5, kworker(true).cpu(BEFORE));
        assertEquals(2, kworker(true).cpu(AFTER));
    }

    @Test
    void inThisFormAnInterruptOverItCountsToo() {
        assertEquals(2, kworker(false).cpu(AFTER));
    }

    @Test
    void notIfItIsNotAloneOrThePrevIsElsewhere() {
        assertEquals(5, kworker(true).running(2, 2).cpu(AFTER));
        assertEquals(5, kworker(true).prev(3).cpu(AFTER));
    }

    @Test
    void anIdleTargetComesFirst() {
        assertEquals(2, kworker(true).idle(2).cpu(BEFORE));
    }

    @Test
    void withoutItItsMendChangesNothing() {
        KernelModel without = Kernels.parse("v6.1+no-kthread-stack");
        assertEquals(5, kworker(true).cpu(without));
        assertEquals(5, kworker(false).cpu(without));
    }
}
