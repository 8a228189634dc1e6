package rewake.patch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import rewake.catalogue.Kernels;
import rewake.kernel.KernelModel;
import rewake.kernel.Scene;
import rewake.kernel.SchedState;

class WaBlockedLoadTest {
    private static final KernelModel BEFORE = Kernels.model("v5.4");
    private static final KernelModel AFTER = Kernels.parse("v5.4+wa-blocked-load");

    private static SchedState state() {
        SchedState s = new Scene("L2").waker(0).prev(4).idle(4).state();
        s.load(0, 200);
        s.load(4, 3000); // all of it asleep
        s.taskLoads(300, 0);
        return s;
    }

    @Test
    void withItSleepersWeighOnTheirCpu() { // W6 of 5.10: 500 · 100 against 2700 · 112
        SchedState s = state();
        s.runnableLoad(0, 200);
        s.runnableLoad(4, 0);
        assertEquals(4, BEFORE.wakeAffine(s));
        assertEquals(0, AFTER.wakeAffine(s));
    }

    @Test
    void aStateThatDoesNotKnowTheRunnableLoadShowsNoDifference() {
        assertEquals(0, BEFORE.wakeAffine(state()));
        assertEquals(0, AFTER.wakeAffine(state()));
    }
}
