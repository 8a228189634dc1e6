package rewake.patch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import rewake.catalogue.Kernels;
import rewake.kernel.KernelModel;
import rewake.kernel.Scene;
import rewake.kernel.SchedState;

class WaBiasTest {
    private static final KernelModel WITH = Kernels.model("v6.1");
    private static final KernelModel WITHOUT = Kernels.parse("v6.1+no-wa-bias");

    private static SchedState state(long ofPrev, boolean sync) {
        SchedState s = new Scene("N8")
                .waker(0)
                .prev(1)
                .running(0, 2)
                .wakerFacts(sync, false, true)
                .state();
        s.load(0, 1024);
        s.load(1, ofPrev);
        s.taskLoads(512, 0);
        return s;
    }

    @Test
    void withItPrevMustBeEightPerCentLighter() {
        // With the wakee here 1536; there 1488 · 1.08 = 1607, or 1408 · 1.08 = 1520.
        assertEquals(0, WITH.wakeAffine(state(2000, false)));
        assertEquals(1, WITH.wakeAffine(state(1920, false)));
    }

    @Test
    void withoutItTheLoadsAreComparedAsTheyAre() {
        assertEquals(1, WITHOUT.wakeAffine(state(2000, false)), "1536 against 1488");
        assertEquals(0, WITHOUT.wakeAffine(state(2049, false)), "1536 against 1537");
        assertEquals(1, WITHOUT.wakeAffine(state(2048, false)), "a tie stays");
        assertEquals(0, WITHOUT.wakeAffine(state(2048, true)), "a tie of a sync wake-up does not");
    }
}
