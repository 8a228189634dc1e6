package rewake.patch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import rewake.catalogue.Kernels;
import rewake.kernel.KernelModel;
import rewake.kernel.Placement;
import rewake.kernel.Scene;
import rewake.kernel.SchedState;

class WaPrevIdleTest {
    private static final KernelModel BEFORE = Kernels.parse("v5.11+no-wa-prev-idle");
    private static final KernelModel AFTER = Kernels.model("v5.11");

    private static SchedState state(Scene scene) {
        SchedState s = scene.state();
        s.load(0, 200);
        s.load(4, 3000);
        s.taskLoads(300, 0);
        return s;
    }

    @Test
    void anIdlePrevInAnotherLlcKeepsItsTask() { // W6
        SchedState s = state(new Scene("L2").waker(0).prev(4).idle(4));
        assertEquals(0, BEFORE.wakeAffine(s));
        assertEquals(4, AFTER.wakeAffine(s));
    }

    @Test
    void aLoneSyncWakerComesFirst() { // W7
        SchedState s = state(new Scene("L2").waker(0).prev(4).idle(4).wakerFacts(true, false, true));
        assertEquals(0, BEFORE.wakeAffine(s));
        assertEquals(0, AFTER.wakeAffine(s));
    }

    @Test
    void aSchedIdlePrevIsNotIdle() {
        assertEquals(0, AFTER.wakeAffine(state(new Scene("L2").waker(0).prev(4).schedIdle(4))));
    }

    @Test
    void underOneLlcTheCpuIsTheSame() {
        for (KernelModel kernel : new KernelModel[] {BEFORE, AFTER}) {
            Scene scene = new Scene("N8").waker(0).prev(4).idle(4);
            state(scene);
            assertEquals(4, Placement.cpu(scene.wake(kernel)), "the early test of prev finds it");
        }
    }
}
