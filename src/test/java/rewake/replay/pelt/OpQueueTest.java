package rewake.replay.pelt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Operations go out in the order in which they began, those that began together in the order in which they came. */
final class OpQueueTest {
    private final List<String> out = new ArrayList<>();
    private final OpQueue queue =
            new OpQueue((op, cpu, task, arg, by, start, clock) -> out.add(op + " " + cpu + " " + task + " " + start));

    @Test
    void whatBeganBeforeGoesFirst() {
        queue.add(Op.PICK, 1, 10, 0, 1, 300, 300);
        queue.add(Op.LEAVE, 2, 11, 0, 1, 200, 200);
        queue.add(Op.ENQUEUE, 3, 12, 0, 1, 300, 299);
        queue.release(300);
        assertThat(out).containsExactly("LEAVE 2 11 200");
        queue.release(301);
        assertThat(out).containsExactly("LEAVE 2 11 200", "PICK 1 10 300", "ENQUEUE 3 12 300");
    }

    @Test
    void staysInOrderWhileItGrows() {
        var random = new Random(7);
        long released = 0;
        int added = 0;
        for (int round = 0; round < 300; round++) {
            for (int i = random.nextInt(10); i >= 0; i--) {
                queue.add(Op.TICK, 0, added++, 0, 0, released + random.nextInt(5000), 0);
            }
            released += 100;
            queue.release(released);
        }
        queue.release(Long.MAX_VALUE);
        assertThat(out).hasSize(added);
        List<Long> starts = out.stream()
                .map(line -> Long.parseLong(line.substring(line.lastIndexOf(' ') + 1)))
                .toList();
        assertThat(starts).isSorted();
    }
}
