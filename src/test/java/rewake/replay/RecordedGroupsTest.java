package rewake.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Loads of groups that run free from the trace's first event to its last, against the kernel's. */
final class RecordedGroupsTest {
    private static final Path TRACE = Path.of(System.getProperty("rewake.traces"), "schedidle-8cpu-pelt", "trace.dat");

    /**
     * What is off: most of all the root, on which tasks outside all groups have loads from before the trace; and all levels where
     * a task joins or leaves by the operation itself.
     */
    @Test
    void loadsOfGroupsAreTheKernelsOwn() throws IOException {
        assertThat(RecordedGroups.of(TRACE, RecordedGroups.lab(), Set.of()))
                .hasToString("root 2080: 0.1716 within max(5, 5 %), mean error 44.2 of 165.1; "
                        + "/lab 2065: 0.8605 within max(5, 5 %), mean error 12.9 of 137.7; "
                        + "/lab/a 2063: 0.9278 within max(5, 5 %), mean error 3.0 of 53.2; ");
    }

    @Test
    void withoutGroupsTheRootIsFarOff() throws IOException {
        assertThat(RecordedGroups.of(TRACE, Cgroups.FLAT, Set.of()))
                .hasToString("root 2092: 0.0139 within max(5, 5 %), mean error 115.4 of 164.5; ");
    }
}
