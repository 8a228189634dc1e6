package rewake.patch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import rewake.catalogue.Kernels;
import rewake.kernel.KernelModel;
import rewake.kernel.Scene;
import rewake.kernel.SchedState;

/** L2: a sync waker on CPU 0, prev 4 idle in the other LLC. */
class WakeAffineDelayedTest {
    private static final KernelModel BEFORE = Kernels.model("v6.12");
    private static final KernelModel AFTER = Kernels.model("v6.12.y");

    private static SchedState state(int queued, int delayed) {
        SchedState s = new Scene("L2")
                .waker(0)
                .prev(4)
                .idle(4)
                .running(0, queued)
                .wakerFacts(true, false, true)
                .state();
        s.delayedOnThis(delayed);
        return s;
    }

    @Test
    void aWakerBesideADelayedTaskIsAloneOnlyWithIt() {
        assertEquals(4, BEFORE.wakeAffine(state(2, 1)));
        assertEquals(0, AFTER.wakeAffine(state(2, 1)));
    }

    @Test
    void aWakerBesideARunnableTaskIsNotAlone() {
        assertEquals(4, BEFORE.wakeAffine(state(2, 0)));
        assertEquals(4, AFTER.wakeAffine(state(2, 0)));
    }

    @Test
    void aWakerByItselfIsAloneUnderBoth() {
        assertEquals(0, BEFORE.wakeAffine(state(1, 0)));
        assertEquals(0, AFTER.wakeAffine(state(1, 0)));
    }

    @Test
    void anAsynchronousWakeUpDoesNotAsk() {
        SchedState s = state(2, 1);
        s.sync(false);
        assertEquals(4, AFTER.wakeAffine(s));
    }
}
