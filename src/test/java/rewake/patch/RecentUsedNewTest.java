package rewake.patch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import rewake.catalogue.Kernels;
import rewake.kernel.KernelModel;
import rewake.kernel.Path;
import rewake.kernel.Placement;
import rewake.kernel.Scene;

class RecentUsedNewTest {
    private static final KernelModel BEFORE = Kernels.model("v5.12");
    private static final KernelModel AFTER = Kernels.parse("v5.12+recent-used-new");

    @Test
    void aMissWritesPrevOnlyWithIt() {
        Scene scene = new Scene("N8").prev(2).target(4).recent(7).idle(6);
        scene.search(BEFORE);
        assertEquals(7, scene.recentNow(Scene.WAKEE));
        scene.search(AFTER);
        assertEquals(2, scene.recentNow(Scene.WAKEE));
    }

    @Test
    void aHitWritesPrevEitherWay() {
        for (KernelModel kernel : new KernelModel[] {BEFORE, AFTER}) {
            Scene scene = new Scene("N8").prev(2).target(4).recent(7).idle(7);
            long placement = scene.search(kernel);
            assertEquals(7, Placement.cpu(placement));
            assertEquals(Path.RECENT_USED, Placement.path(placement));
            assertEquals(2, scene.recentNow(Scene.WAKEE));
        }
    }

    @Test
    void anEarlyHitLeavesTheFieldAlone() {
        Scene scene = new Scene("N8").prev(2).target(4).recent(7).idle(2, 7);
        assertEquals(2, scene.cpu(AFTER));
        assertEquals(7, scene.recentNow(Scene.WAKEE));
    }

    @Test
    void theWakerWritesItsOwnFieldOnlyWithoutIt() {
        Scene scene = new Scene("N8").waker(4).prev(2).idle(2);
        scene.wake(AFTER);
        assertEquals(-1, scene.recentNow(Scene.WAKER));
        scene.wake(BEFORE);
        assertEquals(4, scene.recentNow(Scene.WAKER));
    }

    @Test
    void byMistakePrevsAffinityGuardsIt() {
        // Recent 7 is allowed, prev 2 is not: missed. The other way round it is returned although forbidden.
        Scene scene = new Scene("N8").prev(2).target(4).recent(7).idle(7).allowed(4, 7);
        assertEquals(Path.RECENT_USED, Placement.path(scene.search(BEFORE)));
        long after = scene.recent(7).search(AFTER);
        assertEquals(Path.LLC_SCAN, Placement.path(after));
    }
}
