package rewake.patch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import rewake.catalogue.Kernels;
import rewake.kernel.KernelModel;
import rewake.kernel.Scene;
import rewake.kernel.SchedState;

class Imbalance117Test {
    private static final KernelModel BEFORE = Kernels.model("v5.9");
    private static final KernelModel AFTER = Kernels.parse("v5.9+imbalance-117");

    private static SchedState state(String topology) {
        SchedState s = new Scene(topology).waker(0).prev(4).state();
        s.load(0, 1024);
        s.load(4, 1900);
        s.taskLoads(512, 0);
        return s;
    }

    @Test
    void aPrevInAnotherLlcPaysLess() { // 1536 · 100 against 1388 · 112 = 155456, or 1388 · 108 = 149904
        assertEquals(0, BEFORE.wakeAffine(state("L2")));
        assertEquals(4, AFTER.wakeAffine(state("L2")));
    }

    @Test
    void underOneLlcItWas117Before() {
        assertEquals(4, BEFORE.wakeAffine(state("N8")));
        assertEquals(4, AFTER.wakeAffine(state("N8")));
    }
}
