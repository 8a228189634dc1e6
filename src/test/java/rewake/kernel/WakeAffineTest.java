package rewake.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import rewake.catalogue.Kernels;

class WakeAffineTest {
    private static SchedState state(Row row) {
        int here = row.number("this");
        SchedState s = new Scene(row.text("topo"))
                .waker(here)
                .prev(row.number("prev"))
                .idle(row.numbers("idle"))
                .running(here, row.number("nr_this"))
                .wakerFacts(row.number("sync") == 1, false, true)
                .state();
        s.load(here, row.number("load_this"));
        s.load(row.number("prev"), row.number("load_prev"));
        s.taskLoads(row.number("p"), row.number("current"));
        return s;
    }

    @ParameterizedTest
    @ValueSource(chars = {'B', 'R', 'C', 'D', 'E', 'F', 'G'})
    void everyWorkedExampleChoosesItsTarget(char letter) {
        var wrong = new ArrayList<String>();
        for (Row row : Row.all("wake_affine.csv")) {
            int actual = Letters.kernel(letter).wakeAffine(state(row));
            if (actual != row.number("target")) wrong.add(row.text("id") + ": " + actual);
        }
        assertEquals(List.of(), wrong);
    }

    /** Up to 5.10 an idle prev in another LLC was not preferred: W6 is the row that tells. */
    @Test
    void withoutTheThirdIdleTestLoadDecides() {
        KernelModel[] olds = {Letters.kernel('A'), Kernels.parse("v5.9"), Kernels.parse("v6.1+no-wa-prev-idle")};
        for (Row row : Row.all("wake_affine.csv"))
            for (KernelModel old : olds)
                assertEquals(
                        row.number("target_5_10", row.number("target")),
                        old.wakeAffine(state(row)),
                        row.text("id") + " on " + old.name());
    }

    /** LLC of 8: wide needs both 8 flips of the slave and 8 times as many of the master. */
    @ParameterizedTest
    @CsvSource({"72, 9, true", "71, 9, false", "100, 7, false", "8, 64, true"})
    void aWakeUpIsWideWhenBothFlipOften(int waker, int wakee, boolean wide) {
        SchedState s = new Scene("N8").waker(0).prev(1).state();
        s.flips(waker, wakee);
        assertEquals(wide, Letters.kernel('G').wakeWide(s));
    }

    @Test
    void aWideWakeUpStaysWithPrev() {
        Scene scene = new Scene("N8").waker(0).prev(1).idle(0).wakerFacts(false, false, false);
        SchedState s = scene.state();
        s.flips(0, 0);
        assertEquals(0, Placement.target(scene.wake(Letters.kernel('F'))), "this is idle, prev busy");
        s.flips(72, 9);
        assertEquals(1, Placement.target(scene.wake(Letters.kernel('F'))), "wide");
    }

    @Test
    void aWakerOnACpuThatTheWakeeMayNotUseDoesNotPull() {
        Scene scene = new Scene("N8").waker(0).prev(1).idle(0).allowed(1, 2, 3);
        assertEquals(1, Placement.target(scene.wake(Letters.kernel('F'))));
    }

    @Test
    void onlyAnAffineWakeUpWritesTheWakersRecentCpuAndOnlyBeforeTheNewRule() {
        Scene scene = new Scene("N8").waker(0).prev(1).idle(1);
        assertTrue(Placement.is(scene.wake(Letters.kernel('D')), Placement.WAKER_RECENT_IS_THIS));
        assertEquals(0, scene.recentNow(Scene.WAKER));
        assertFalse(Placement.is(scene.wake(Letters.kernel('E')), Placement.WAKER_RECENT_IS_THIS));
        scene.allowed(1, 2);
        assertFalse(Placement.is(scene.wake(Letters.kernel('D')), Placement.WAKER_RECENT_IS_THIS));
    }

    @Test
    void delayedTasksDoNotCountInTheAloneTestOf612() {
        // Two queued, one of them delayed: the sync waker is alone, so its CPU is taken although prev is idle
        // elsewhere.
        SchedState s = new Scene("L2")
                .waker(0)
                .prev(4)
                .idle(4)
                .running(0, 2)
                .wakerFacts(true, false, true)
                .state();
        s.delayedOnThis(1);
        assertEquals(4, Letters.kernel('F').wakeAffine(s));
        assertEquals(0, Letters.kernel('G').wakeAffine(s));
    }
}
