package rewake.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The table {@code placements.csv}: 46 calls of select_idle_sibling() and what each kernel generation answers, worked out
 * by hand from the behaviour of the sources.
 */
class PlacementVectorsTest {
    private static final String TABLE = "placements.csv";

    /** A number of CPUs given outright, as the table does for SIS_PROP. */
    private record GivenNr(int value) implements ScanLimit {
        @Override
        public int nr(SchedState s, int target) {
            return value;
        }

        @Override
        public boolean stopsCoreScan() {
            return false;
        }

        @Override
        public boolean timed() {
            return true;
        }
    }

    @ParameterizedTest
    @ValueSource(chars = {'A', 'B', 'R', 'C', 'D', 'E', 'F', 'G'})
    void everyRowOfTheTableIsReproduced(char letter) {
        var wrong = new ArrayList<String>();
        for (Row row : Row.all(TABLE)) {
            int expected = row.number(String.valueOf(letter));
            int actual = place(row, letter);
            if (actual != expected) wrong.add(row.text("id") + ": " + actual + " instead of " + expected);
        }
        assertEquals(List.of(), wrong);
    }

    @ParameterizedTest
    @ValueSource(chars = {'A', 'B', 'R', 'C', 'D', 'E', 'F', 'G'})
    void aFailedCoreSearchClearsTheFlag(char letter) {
        // P05: 3 and 5 are idle, no core is. P14: core {2,3} is idle, but not the wakee's to use.
        for (String id : List.of("P05", "P14")) assertFalse(after(id, letter).flagNow(0), id);
    }

    @ParameterizedTest
    @ValueSource(chars = {'A', 'B', 'R', 'C', 'D', 'E', 'F', 'G'})
    void aFoundCoreLeavesTheFlagAndSoDoesASearchThatNeverBegins(char letter) {
        // P11, P23: an idle core is found. P41: found by the early kernels, not sought by those with SIS_UTIL.
        for (String id : List.of("P11", "P23", "P41"))
            assertTrue(after(id, letter).flagNow(0), id);
    }

    @ParameterizedTest
    @ValueSource(chars = {'A', 'B', 'R', 'C', 'D', 'E', 'F', 'G'})
    void onlyTheFirstSinglePassClearsTheWakersFlag(char letter) {
        var scene = after("P27", letter);
        boolean wakers = letter == 'C';
        assertEquals(List.of(!wakers, wakers), List.of(scene.flagNow(0), scene.flagNow(1)));
    }

    @ParameterizedTest
    @ValueSource(chars = {'A', 'B', 'R', 'C', 'D', 'E', 'F', 'G'})
    void anUnlimitedSearchOfEightFlatCpusLooksAtOneAfterTheOther(char letter) {
        // From target 3: 3 4 5 6 before 5.15, 4 5 6 since.
        long placement = new Scene("N8").both(3).idle(6).search(Letters.kernel(letter));
        assertEquals(Letters.since(letter, 'E') ? 3 : 4, Placement.scanned(placement));
        assertEquals(Path.LLC_SCAN, Placement.path(placement));
        assertEquals(3, Placement.target(placement));
        assertEquals(!Letters.since(letter, 'F'), Placement.is(placement, Placement.COST_COUNTS));
        assertTrue(Placement.is(placement, Placement.SEARCHED));
        assertFalse(Placement.is(placement, Placement.LIMIT_HIT));
    }

    @ParameterizedTest
    @ValueSource(chars = {'A', 'B', 'R', 'C', 'D', 'E', 'F', 'G'})
    void aSearchEndedByItsLimitIsMarkedAndNotAveraged(char letter) {
        var row = Row.of(TABLE, "P06");
        long placement = scene(row).search(kernel(row, letter));
        assertEquals(3, Placement.scanned(placement), "siblings do not count");
        assertTrue(Placement.is(placement, Placement.LIMIT_HIT));
        assertFalse(Placement.is(placement, Placement.COST_COUNTS));
        assertEquals(Path.NO_IDLE, Placement.path(placement));
    }

    private static int place(Row row, char letter) {
        Scene scene = scene(row);
        // P46 is about the caller: the early tests ignore affinity, select_task_rq() mends the answer.
        return row.text("id").equals("P46")
                ? Placement.cpu(scene.wake(kernel(row, letter)))
                : scene.cpu(kernel(row, letter));
    }

    private static Scene after(String id, char letter) {
        Row row = Row.of(TABLE, id);
        Scene scene = scene(row);
        scene.search(kernel(row, letter));
        return scene;
    }

    private static KernelModel kernel(Row row, char letter) {
        KernelModel kernel = Letters.kernel(letter);
        return Letters.since(letter, 'F') ? kernel : kernel.withScanLimit(new GivenNr(row.number("nr", 1000)));
    }

    private static Scene scene(Row row) {
        var scene = new Scene(row.text("topo"))
                .prev(row.number("prev"))
                .target(row.number("target"))
                .idle(row.numbers("idle"))
                .schedIdle(row.numbers("sched_idle"))
                .wakerFacts(false, row.text("kthread").equals("1"), true);
        int[] flags = row.numbers("flags");
        for (int llc = 0; llc < flags.length; llc++) scene.flag(llc, flags[llc] == 1);
        for (int cpu : row.numbers("waker")) scene.waker(cpu);
        for (int value : row.numbers("nis")) scene.nrIdleScan(value);
        for (int cpu : row.numbers("recent")) scene.recent(cpu);
        if (!row.text("mask").isEmpty()) scene.allowed(row.numbers("mask"));
        return scene;
    }
}
