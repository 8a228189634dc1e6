package rewake.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import rewake.kernel.WakeAffine;
import rewake.kernel.WakeeFlips;

class WideSetTest {
    private static final int[] COUNTS = {
        0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 19, 24, 31, 40, 64, 100, 170, 300, 1000, 2000
    };
    private static final int TASKS = 6;
    private static final long SECOND = 1_000_000_001;

    private final WideSet set = new WideSet(COUNTS, COUNTS.length);
    private final Random random = new Random(1);

    @Test
    void everyHypothesisIsWhereAskingItAlonePutsIt() {
        int wide = 0;
        for (int run = 0; run < 3000; run++) {
            WakeeFlips[] byStamp = {flips(), flips()};
            int waker = random.nextInt(TASKS);
            int wakee = random.nextInt(TASKS);
            int fixed = random.nextInt(3) == 0 ? random.nextInt(1 << random.nextInt(12)) : -1;
            int llcSize = 1 + random.nextInt(1 << random.nextInt(6));
            set.fill(byStamp, waker, wakee, fixed, llcSize);
            wide += checked(byStamp, waker, wakee, fixed, llcSize);
        }
        assertThat(wide).isBetween(30_000, 100_000);
    }

    private int checked(WakeeFlips[] byStamp, int waker, int wakee, int fixed, int llcSize) {
        int wide = 0;
        for (int h = 0; h < 2 * COUNTS.length; h++) {
            WakeeFlips flips = byStamp[h / COUNTS.length];
            int count = COUNTS[h % COUNTS.length];
            int ofWakee = fixed >= 0 ? fixed : flips.flips(wakee, count);
            boolean expected = WakeAffine.wide(flips.flips(waker, count), ofWakee, llcSize);
            assertThat(set.wide.has(h)).isEqualTo(expected);
            assertThat(set.narrow.has(h)).isEqualTo(!expected);
            if (expected) wide++;
        }
        return wide;
    }

    /** Tasks with few and many turns, halved never to more often than anything remembers. */
    private WakeeFlips flips() {
        var flips = new WakeeFlips(100);
        for (int task = 0; task < TASKS; task++) {
            long now = SECOND;
            int seconds = task == 0 ? 40 : random.nextInt(4);
            for (int second = 0; second <= seconds; second++, now += 2 * SECOND) {
                int turns = random.nextInt(1 << random.nextInt(11));
                for (int turn = 0; turn < turns; turn++) flips.record(task, TASKS + turn % 2, now);
            }
        }
        return flips;
    }
}
