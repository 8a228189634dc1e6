package rewake.parser.textline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LateRowsTest {
    @Test
    void sortedRowsAreNeverLate() {
        var late = new LateRows();
        for (int i = 0; i < 100_000; i++) late.add(i / 3);
        assertThat(late.worst()).isZero();
        assertThat(late.backward()).isZero();
        assertThat(late.rows()).isEqualTo(100_000);
    }

    @Test
    void theWorstRowIsFoundToABlock() {
        var random = new SplittableRandom(7);
        for (int round = 0; round < 200; round++) {
            var late = new LateRows();
            long[] times = new long[random.nextInt(1, 20_000)];
            long worst = 0;
            for (int i = 0; i < times.length; i++) {
                times[i] = random.nextInt(50) == 0 ? Math.max(0, i - random.nextInt(9_000)) : i;
                late.add(times[i]);
            }
            for (int i = 0; i < times.length; i++) worst = Math.max(worst, i - firstNewer(times, i));
            assertThat(late.worst()).isBetween(worst, worst + 1024);
        }
    }

    /** The first row with a later time, or the row itself. */
    private static int firstNewer(long[] times, int row) {
        for (int i = 0; i < row; i++) if (times[i] > times[row]) return i;
        return row;
    }
}
