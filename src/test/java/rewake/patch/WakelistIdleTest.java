package rewake.patch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import rewake.catalogue.Kernels;
import rewake.kernel.Machine;
import rewake.kernel.Scene;
import rewake.kernel.Wakelist;

class WakelistIdleTest {
    private static final Machine TWO_LLCS = new Machine(Scene.topology("L2"));
    private static final Wakelist BEFORE = Kernels.model("v5.12").wakelist();
    private static final Wakelist AFTER = Kernels.parse("v5.12+wakelist-idle").wakelist();

    @Test
    void aWakeUpToAnIdleCpuOfTheSameLlcIsQueuedOnlyWithIt() {
        assertFalse(BEFORE.queues(TWO_LLCS, 0, 1, 0));
        assertTrue(AFTER.queues(TWO_LLCS, 0, 1, 0));
    }

    @Test
    void aWakeUpToABusyCpuOfTheSameLlcIsDone() {
        assertFalse(AFTER.queues(TWO_LLCS, 0, 1, 1));
    }

    @Test
    void aWakeUpOnTheOwnCpuIsNeverQueued() { // an interrupt over swapper: the CPU has nothing runnable
        assertFalse(AFTER.queues(TWO_LLCS, 0, 0, 0));
    }

    @Test
    void aWakeUpIntoAnotherLlcIsAlwaysQueued() {
        assertTrue(BEFORE.queues(TWO_LLCS, 0, 4, 3));
        assertTrue(AFTER.queues(TWO_LLCS, 0, 4, 3));
    }

    @Test
    void itSaysNothingAboutWhereATaskGoes() {
        assertEquals(
                new Scene("L2").both(0).idle(2).search(Kernels.model("v5.12")),
                new Scene("L2").both(0).idle(2).search(Kernels.parse("v5.12+wakelist-idle")));
    }
}
