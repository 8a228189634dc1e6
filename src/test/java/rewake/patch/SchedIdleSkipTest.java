package rewake.patch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import rewake.catalogue.Kernels;
import rewake.kernel.KernelModel;
import rewake.kernel.Placement;
import rewake.kernel.SchedState;
import rewake.kernel.Scene;

class SchedIdleSkipTest {
    private static final KernelModel WITH = Kernels.parse("v6.12+sched-idle-skip");
    private static final KernelModel WITHOUT = Kernels.model("v6.12");

    @Test
    void aNormalWakeeTakesSchedIdleCpusAsBefore() {
        assertEquals(4, new Scene("N8").prev(2).target(4).schedIdle(4).idle(2).cpu(WITH)); // P15
        assertEquals(2, new Scene("N8").both(0).schedIdle(2).idle(5).cpu(WITH));
        assertEquals(2, new Scene("S2a").both(0).schedIdle(2).idle(5).flag(true).cpu(WITH)); // P19
    }

    @Test
    void aSchedIdleWakeeFindsThemBusyInEveryTest() {
        assertEquals(
                2,
                new Scene("N8")
                        .prev(2)
                        .target(4)
                        .schedIdle(4)
                        .idle(2)
                        .wakeeSchedIdle()
                        .cpu(WITH));
        assertEquals(
                6,
                new Scene("N8")
                        .prev(2)
                        .target(4)
                        .schedIdle(2)
                        .idle(6)
                        .wakeeSchedIdle()
                        .cpu(WITH));
        assertEquals(
                6,
                new Scene("N8")
                        .both(4)
                        .recent(2)
                        .schedIdle(2)
                        .idle(6)
                        .wakeeSchedIdle()
                        .cpu(WITH));
        assertEquals(
                5, new Scene("N8").both(0).schedIdle(2).idle(5).wakeeSchedIdle().cpu(WITH));
        assertEquals(
                5,
                new Scene("S2a")
                        .both(0)
                        .schedIdle(2)
                        .idle(5)
                        .flag(true)
                        .wakeeSchedIdle()
                        .cpu(WITH));
        assertEquals(0, new Scene("S2a").both(0).schedIdle(1).wakeeSchedIdle().cpu(WITH));
    }

    @Test
    void beforeItASchedIdleWakeeStackedBehindItsLike() {
        assertEquals(
                4,
                new Scene("N8")
                        .prev(2)
                        .target(4)
                        .schedIdle(4)
                        .idle(2)
                        .wakeeSchedIdle()
                        .cpu(WITHOUT));
        assertEquals(1, new Scene("S2a").both(0).schedIdle(1).wakeeSchedIdle().cpu(WITHOUT));
    }

    @Test
    void aForkTakesTheIdleCpuOfAGroup() {
        Scene scene = new Scene("L2").both(0).waker(0).idle(4).schedIdle(6);
        SchedState state = scene.state();
        int before = Placement.cpu(WITHOUT.selectForForkOrExec(state));
        assertEquals(before, Placement.cpu(WITH.selectForForkOrExec(state)), "a normal child");
        state.wakeeSchedIdle(true);
        assertEquals(4, Placement.cpu(WITH.selectForForkOrExec(state)));
    }
}
