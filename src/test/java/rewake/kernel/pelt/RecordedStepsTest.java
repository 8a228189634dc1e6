package rewake.kernel.pelt;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The model's next value of a task's averages against the one that the kernel recorded. */
final class RecordedStepsTest {
    /** Of 2828 steps 2827 are exact to a unit in all of load, runnable and util; one util is 2 off. */
    @Test
    void nextValuesOfTasksAreTheKernelsOwn() throws IOException {
        var steps = RecordedSteps.of(Path.of(System.getProperty("rewake.traces"), "schedidle-8cpu-pelt", "trace.dat"));
        assertThat(steps.toString())
                .isEqualTo("2828 steps; within 1 unit / max(1, 1 %): load 1.0000 / 1.0000 runnable 1.0000 / 1.0000"
                        + " util 0.9996 / 1.0000 all 0.9996 / 1.0000");
    }
}
