package rewake.patch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import rewake.catalogue.Kernels;
import rewake.kernel.KernelModel;
import rewake.kernel.Path;
import rewake.kernel.Placement;
import rewake.kernel.Scene;

class RecentUsedMaskTest {
    private static final KernelModel WITHOUT = Kernels.model("v6.1");
    private static final KernelModel WITH = Kernels.model("v6.1.y");

    @Test
    void withoutItAForbiddenRecentCpuPassesAndIsMendedLater() {
        // Recent 7 is forbidden but idle, prev 2 is allowed; the LLC search would have found 5.
        Scene scene = new Scene("N8").waker(2).prev(2).recent(7).idle(5, 7).allowed(2, 3, 5);
        long without = scene.wake(WITHOUT);
        assertEquals(Path.SLOW_PATH, Placement.path(without));
        assertEquals(2, Placement.cpu(without), "the lowest allowed CPU, busy or not");
        assertEquals(5, Placement.cpu(scene.recent(7).wake(WITH)));
    }

    @Test
    void withoutItAnAllowedRecentCpuIsMissedAfterPrevBecameForbidden() {
        Scene scene = new Scene("N8").waker(4).prev(2).recent(7).idle(5, 7).allowed(5, 7);
        assertEquals(5, scene.target(4).cpu(WITHOUT));
        assertEquals(7, scene.recent(7).cpu(WITH));
    }

    @Test
    void forAnUnrestrictedTaskNothingChanges() {
        for (KernelModel kernel : new KernelModel[] {WITHOUT, WITH})
            assertEquals(
                    7, new Scene("N8").prev(2).target(4).recent(7).idle(5, 7).cpu(kernel));
    }

    @Test
    void withoutTheNewRuleThereIsNothingToMend() {
        KernelModel base = Kernels.model("v5.12");
        assertTrue(base.decidesLike(Kernels.variant(base, "recent-used-mask")));
    }
}
