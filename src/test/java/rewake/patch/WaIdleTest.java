package rewake.patch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import rewake.catalogue.Kernels;
import rewake.kernel.KernelModel;
import rewake.kernel.Scene;
import rewake.kernel.SchedState;

class WaIdleTest {
    private static final KernelModel WITH = Kernels.model("v6.1");
    private static final KernelModel WITHOUT = Kernels.parse("v6.1+no-wa-idle");

    private static SchedState loads(Scene scene, long ofHere, long ofPrev) {
        SchedState s = scene.state();
        s.load(s.thisCpu(), ofHere);
        s.load(s.prev(), ofPrev);
        s.taskLoads(512, 0);
        return s;
    }

    @Test
    void withoutItAnInterruptOnAnIdleCpuDoesNotPull() { // W5: this idle, prev busy; prev is not heavy enough to lose
        SchedState s = loads(new Scene("N8").waker(0).prev(1).idle(0), 0, 700);
        assertEquals(0, WITH.wakeAffine(s));
        assertEquals(1, WITHOUT.wakeAffine(s));
    }

    @Test
    void withoutItALoneSyncWakerDoesNotPull() { // W3
        SchedState s = loads(new Scene("N8").waker(0).prev(1).wakerFacts(true, false, true), 1024, 1900);
        assertEquals(0, WITH.wakeAffine(s));
        assertEquals(1, WITHOUT.wakeAffine(s));
    }

    @Test
    void withoutItAnIdlePrevFarAwayIsNoLongerPreferred() { // W6
        SchedState s = loads(new Scene("L2").waker(0).prev(4).idle(4), 200, 3000);
        assertEquals(4, WITH.wakeAffine(s));
        assertEquals(0, WITHOUT.wakeAffine(s));
    }

    @Test
    void withNeitherIdleNorWeightPrevStays() {
        KernelModel neither = Kernels.parse("v6.1+no-wa-idle+no-wa-weight");
        assertEquals(
                1, neither.wakeAffine(loads(new Scene("N8").waker(0).prev(1).idle(0), 0, 50_000)));
    }
}
