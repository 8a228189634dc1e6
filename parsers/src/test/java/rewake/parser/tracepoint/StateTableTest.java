package rewake.parser.tracepoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import rewake.event.TaskState;

class StateTableTest {
    /** Kernels from 4.15 to 6.12 print so. */
    private static final String MODERN =
            "\"%s%s\", (REC->prev_state & ((((0x00000000 | 0x00000001 | 0x00000002 | 0x00000004"
                    + " | 0x00000008 | 0x00000010 | 0x00000020 | 0x00000040) + 1) << 1) - 1)) ? __print_flags(REC->prev_state & 255,"
                    + " \"|\", { 0x00000001, \"S\" }, { 0x00000002, \"D\" }, { 0x00000004, \"T\" }, { 0x00000008, \"t\" }, { 0x00000010,"
                    + " \"X\" }, { 0x00000020, \"Z\" }, { 0x00000040, \"P\" }, { 0x00000080, \"I\" }) : \"R\", REC->prev_state &"
                    + " (((0x00000000 | 0x00000001 | 0x00000002 | 0x00000004 | 0x00000008 | 0x00000010 | 0x00000020 | 0x00000040) + 1)"
                    + " << 1) ? \"+\" : \"\", REC->next_comm";
    /** Kernel 3.10. */
    private static final String OLD = "REC->prev_state & (1024-1) ? __print_flags(REC->prev_state & (1024-1), \"|\","
            + " { 1, \"S\"} , { 2, \"D\" }, { 4, \"T\" }, { 8, \"t\" }, { 16, \"Z\" }, { 32, \"X\" }, { 64, \"x\" }, { 128, \"K\" },"
            + " { 256, \"W\" }, { 512, \"P\" }) : \"R\", REC->prev_state & 1024 ? \"+\" : \"\"";

    @Test
    void theTableIsReadFromThePrintFormat() {
        StateTable table = StateTable.of(MODERN, null);
        assertThat(states(table, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256))
                .containsExactly(
                        TaskState.RUNNABLE,
                        TaskState.SLEEPING,
                        TaskState.DISK_SLEEP,
                        TaskState.STOPPED,
                        TaskState.TRACED,
                        TaskState.DEAD,
                        TaskState.ZOMBIE,
                        TaskState.PARKED,
                        TaskState.IDLE,
                        TaskState.PREEMPTED);
        assertThat(states(table, 512, 1L << 40, -1))
                .containsExactly(TaskState.UNKNOWN, TaskState.UNKNOWN, TaskState.PREEMPTED);
    }

    @Test
    void theTextOfAnOldKernelBeatsTheReleaseOfANewOne() {
        StateTable table = StateTable.of(OLD, "6.1.0");
        assertThat(states(table, 16, 32, 64, 512, 1024, 2 | 128, 1 | 256, 128))
                .containsExactly(
                        TaskState.ZOMBIE,
                        TaskState.DEAD,
                        TaskState.DEAD,
                        TaskState.PARKED,
                        TaskState.PREEMPTED,
                        TaskState.DISK_SLEEP,
                        TaskState.SLEEPING,
                        TaskState.UNKNOWN);
    }

    @Test
    void aDamagedTextIsNoReasonToFail() {
        String damaged = MODERN.replace("0x00000010", "00080")
                .replace("0x00000020", "0x3")
                .replace("\"Z\"", "\"ZZ\"");
        assertThat(states(StateTable.of(damaged, null), 1, 32)).containsExactly(TaskState.SLEEPING, TaskState.UNKNOWN);
    }

    @Test
    void withoutATextTheReleaseChooses() {
        assertThat(states(StateTable.of("", "6.1.192-lab"), 16, 256))
                .containsExactly(TaskState.DEAD, TaskState.PREEMPTED);
        assertThat(states(StateTable.of("", null), 16, 256)).containsExactly(TaskState.DEAD, TaskState.PREEMPTED);
        assertThat(states(StateTable.of("", "3.2.0"), 16, 512)).containsExactly(TaskState.ZOMBIE, TaskState.PREEMPTED);
        assertThat(states(StateTable.of("", "4.4.0"), 0x402, 2048))
                .containsExactly(TaskState.IDLE, TaskState.PREEMPTED);
        assertThat(states(StateTable.of("", "4.9.1"), 4096)).containsExactly(TaskState.PREEMPTED);
    }

    @Test
    void theFirstKernel414StoredAnIndex() {
        String text = MODERN.replaceAll("REC->prev_state & \\(\\(\\(0x.*<< 1\\) \\?", "REC->prev_state & 4096 ?");
        assertThat(states(StateTable.of(text, "4.14.0"), 1, 3, 5, 6, 4096))
                .containsExactly(
                        TaskState.SLEEPING, TaskState.STOPPED, TaskState.DEAD, TaskState.ZOMBIE, TaskState.PREEMPTED);
        assertThat(states(StateTable.of(MODERN, "4.14.300"), 4, 32))
                .containsExactly(TaskState.STOPPED, TaskState.ZOMBIE);
    }

    @Test
    void masksAreConstantExpressions() {
        assertThat(ConstantExpression.evaluate(" (((0x0000 | 0x007f) + 1) << 1) ")
                        .orElseThrow())
                .isEqualTo(256);
        assertThat(ConstantExpression.evaluate("1 | 2 ^ 15 & 4 << 1").orElseThrow())
                .as("1 | (2 ^ (15 & (4 << 1)))")
                .isEqualTo(11);
        assertThat(ConstantExpression.evaluate("10 - 3 - 2 * 2UL").orElseThrow())
                .isEqualTo(3);
        for (String bad : List.of(
                "", "TASK_REPORT_MAX", "(1", "1)", "1 +", "1 / 2", "0x", "99999999999999999", "(".repeat(90_000)))
            assertThat(ConstantExpression.evaluate(bad)).as(bad).isEmpty();
    }

    private static List<TaskState> states(StateTable table, long... raw) {
        return java.util.Arrays.stream(raw)
                .mapToObj(r -> TaskState.of(table.code(r)))
                .toList();
    }
}
