package rewake.patch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import rewake.catalogue.Kernels;
import rewake.kernel.Machine;
import rewake.kernel.Scene;

class WakelistOnCpuTest {
    private static final Machine ONE_LLC = new Machine(Scene.topology("N8"));
    private static final Machine TWO_LLCS = new Machine(Scene.topology("L2"));

    private static boolean keeps(String kernel, Machine machine, int cpu, int others) {
        return Kernels.parse(kernel).wakelist().keepsOnCpu(machine, 0, cpu, others);
    }

    @Test
    void beforeItTheWakerWaitsAndDecides() {
        assertFalse(keeps("v5.4", ONE_LLC, 1, 0));
        assertFalse(keeps("v5.4", TWO_LLCS, 4, 0));
    }

    @Test
    void withItTheWakeeIsQueuedWhereItIsIfAtMostOneTaskIsLeftThere() {
        assertTrue(keeps("v5.9", ONE_LLC, 1, 1));
        assertFalse(keeps("v5.9", ONE_LLC, 1, 2));
        assertTrue(keeps("v5.9", TWO_LLCS, 4, 2), "another LLC is always queued to");
    }

    @Test
    void since60NoTaskMayBeLeftThere() {
        assertTrue(keeps("v6.1", ONE_LLC, 1, 0));
        assertFalse(keeps("v6.1", ONE_LLC, 1, 1));
    }

    @Test
    void itMovesNoPlacement() {
        assertEquals(
                Kernels.model("v5.9").idleSearch(),
                Kernels.parse("v5.9+no-wakelist-on-cpu").idleSearch());
        assertFalse(Kernels.model("v5.9").decidesLike(Kernels.parse("v5.9+no-wakelist-on-cpu")));
    }
}
