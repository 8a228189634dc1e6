package rewake.patch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import rewake.catalogue.Kernels;
import rewake.kernel.KernelModel;
import rewake.kernel.Scene;
import rewake.kernel.SchedState;

class WaWeightTest {
    private static final KernelModel WITH = Kernels.model("v6.1");
    private static final KernelModel WITHOUT = Kernels.parse("v6.1+no-wa-weight");

    private static SchedState state(Scene scene) {
        SchedState s = scene.state();
        s.load(0, 1024);
        s.load(1, 2048);
        s.taskLoads(512, 0);
        return s;
    }

    @Test
    void withoutItTheLighterCpuOfTheWakerIsNotTaken() { // W1: 153600 against 165888
        SchedState s = state(new Scene("N8").waker(0).prev(1));
        assertEquals(0, WITH.wakeAffine(s));
        assertEquals(1, WITHOUT.wakeAffine(s));
    }

    @Test
    void whatIdlenessDecidesStays() {
        SchedState s = state(new Scene("N8").waker(0).prev(1).wakerFacts(true, false, true));
        assertEquals(0, WITHOUT.wakeAffine(s), "a sync waker alone on its CPU");
    }
}
