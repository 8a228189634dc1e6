package rewake.patch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import rewake.catalogue.Kernels;
import rewake.kernel.KernelModel;
import rewake.kernel.Path;
import rewake.kernel.Placement;
import rewake.kernel.Scene;

/** kworker/2:0 is current on CPU 2, where the wakee last ran; CPU 5 is idle. */
class KthreadStackInTaskTest {
    private static final KernelModel BEFORE = Kernels.parse("v6.1+no-kthread-stack-in-task");
    private static final KernelModel AFTER = Kernels.model("v6.1");

    private static Scene kworker(boolean inTask) {
        return new Scene("N8").both(2).idle(5).wakerFacts(false, true, inTask);
    }

    @Test
    void workHandedBackIsStackedUnderBoth() { // P42
        for (KernelModel kernel : new KernelModel[] {BEFORE, AFTER})
            assertEquals(Path.KTHREAD_STACK, Placement.path(kworker(true).search(kernel)));
        assertEquals(2, kworker(true).cpu(AFTER));
    }

    @Test
    void anInterruptOverTheKthreadStacksOnlyWithout() {
        assertEquals(2, kworker(false).cpu(BEFORE));
        assertEquals(5, kworker(false).cpu(AFTER));
    }

    @Test
    void aSecondTaskOnTheCpuStopsTheStacking() {
        assertEquals(5, kworker(true).running(2, 2).cpu(AFTER));
        assertEquals(5, kworker(false).running(2, 2).cpu(BEFORE));
    }

    @Test
    void itTakesTheWakersOwnCpuToBePrev() {
        assertEquals(5, kworker(true).prev(3).cpu(AFTER));
    }
}
