package rewake.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Loads that run free from the trace's first event to its last, against the kernel's. */
final class RecordedLoadsTest {
    /**
     * What is off: the first milliseconds of tasks whose history lies before the trace, and the load of SCHED_IDLE hogs until
     * an event has told their weight of 3.
     */
    @Test
    void loadAndUtilisationAreTheKernelsOwn() throws IOException {
        var loads = RecordedLoads.of(Path.of(System.getProperty("rewake.traces"), "schedidle-8cpu-pelt", "trace.dat"));
        assertThat(loads)
                .hasToString("CPU util 2808: 0.9736 within max(5, 5 %), mean error 13.8; "
                        + "task util 2842: 0.9638 within max(5, 5 %), mean error 3.8; "
                        + "task load 2842: 0.9799 within max(5, 5 %), mean error 5.9; ");
    }
}
