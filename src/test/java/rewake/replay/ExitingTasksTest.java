package rewake.replay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** When being taken off and put back means that a task leaves its group. */
final class ExitingTasksTest {
    private final ExitingTasks tasks = new ExitingTasks(2);

    @Test
    void afterItsExitWasRecordedItIsThat() {
        assertThat(tasks.rejoins(7, 0)).as("another priority").isFalse();
        tasks.exits(7);
        assertThat(tasks.rejoins(7, 0)).isTrue();
        assertThat(tasks.rejoined(7, 0)).as("once is enough").isFalse();
    }

    @Test
    void withoutExitsItIsTheLastTimeBeforeItDies() {
        assertThat(tasks.rejoins(7, 0)).isFalse();
        assertThat(tasks.rejoined(7, 0)).isTrue();
        assertThat(tasks.rejoined(7, 0)).isFalse();
    }

    @Test
    void whatHappenedBeforeItsExitIsSomethingElse() {
        assertThat(tasks.rejoins(7, 0)).isFalse();
        tasks.exits(7);
        assertThat(tasks.rejoined(7, 0)).isFalse();
    }

    @Test
    void whatHappenedBeforeItLeftItsCpuIsSomethingElse() {
        assertThat(tasks.rejoins(7, 0)).isFalse();
        tasks.running(0);
        assertThat(tasks.rejoined(7, 0)).isFalse();
    }
}
