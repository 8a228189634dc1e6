package rewake.parser.textline;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rewake.event.TaskState;

class StateTextTest {
    private static TextRow row(String state, int pid, int next) {
        var row = new TextRow();
        row.clear();
        row.pid = pid;
        row.otherPid = next;
        if (state.chars().allMatch(Character::isDigit)) {
            row.stateLetters = -1;
            row.arg0 = Long.parseLong(state);
        } else {
            byte[] text = Arrays.copyOf(state.getBytes(StandardCharsets.US_ASCII), 32);
            row.stateLetters = StateText.letters(text, 0, state.length());
            row.arg0 = row.stateLetters;
        }
        return row;
    }

    /** The state of a task, after a trace whose switches had these states: those of swapper first. */
    private static String state(String swapper, String others, @Nullable String release, String state, int next) {
        var evidence = new StateText.Evidence();
        for (String s : swapper.split(" ", -1)) evidence.add(row(s, 0, 5));
        for (String s : others.split(" ", -1)) evidence.add(row(s, 7, 5));
        return TaskState.of(evidence.decoder(release).code(row(state, 7, next))).letters();
    }

    @ParameterizedTest
    @CsvSource({
        "R, R", "R+, R+", "S, S", "D, D", "T, T", "t, t", "X, X", "Z, Z", "P, P", "I, I", "x, X", "D|K, D", "D|N, I",
        "S|W, S", "K, ?", "Q, ?", "S|Q, ?"
    })
    void letters(String letters, String state) {
        assertThat(state("R", "S", null, letters, 9)).isEqualTo(state);
    }

    @ParameterizedTest
    @CsvSource({"0, R", "1, S", "2, D", "256, R+", "32, Z", "16, X", "128, I", "130, D"})
    void numbersOfModernKernels(String number, String state) {
        assertThat(state("0", "1 256", null, number, 9)).isEqualTo(state);
    }

    @ParameterizedTest
    @CsvSource({
        "4096, 16, Z",
        "4096, 4096, R+",
        "4096, 130, D",
        "2048, 2048, R+",
        "1024, 1024, R+",
        "1024, 512, P",
        "512, 512, R+"
    })
    void theMarkOfPreemptionTellsTheAgeOfNumbers(String seen, String number, String state) {
        assertThat(state("0", "1 " + seen, null, number, 9)).isEqualTo(state);
    }

    @Test
    void aReleaseTellsMore() {
        assertThat(state("0", "1", "4.9.1", "16", 9)).isEqualTo("Z");
        assertThat(state("0", "1", "6.1.0", "16", 9)).isEqualTo("X");
    }

    /** ARM-software/trappy has such a trace. */
    @ParameterizedTest
    @CsvSource({"S, R", "D, S", "T, D", "t, T", "X, t", "Z, X", "P, Z", "I, P", "R, R", "D|S, ?"})
    void bitsOneTooHighAreGivenAwayByTheIdleTask(String letters, String state) {
        assertThat(state("S S S", "D", null, letters, 9)).isEqualTo(state);
    }

    @Test
    void bitsOneTooHighAsNumbers() {
        assertThat(state("1 1 0", "2", null, "2", 9)).isEqualTo("S");
        assertThat(state("1 1 0", "2", null, "256", 0)).as("idle follows").isEqualTo("I");
        assertThat(state("1 1 0", "2", null, "256", 9)).isEqualTo("R+");
        assertThat(state("1 1 0", "2", null, "4096", 9)).isEqualTo("?");
    }

    @ParameterizedTest
    @CsvSource({"S, S", "D, D", "S|D, T", "T, t", "S|T, X", "D|T, Z", "S|D|T, P", "t, I", "R, R", "3, T", "8, I"})
    void anIndexThatWasPrintedAsBitsIsGivenAwayByImpossibleStates(String letters, String state) {
        assertThat(state("R", "S|D S|D D|T", null, letters, 9)).isEqualTo(state);
    }

    @Test
    void numbersOfUnsoundKernelsAreMended() {
        var sound = new StateText.Evidence().decoder(null);
        assertThat(sound.number(2, TaskState.DISK_SLEEP.ordinal())).isEqualTo(2);
        var evidence = new StateText.Evidence();
        evidence.add(row("1", 0, 5));
        StateText shifted = evidence.decoder(null);
        assertThat(shifted.number(1, TaskState.RUNNABLE.ordinal())).isZero();
        assertThat(shifted.number(2, TaskState.SLEEPING.ordinal())).isEqualTo(1);
        assertThat(shifted.number(256, TaskState.IDLE.ordinal())).isEqualTo(128);
        assertThat(shifted.number(256, TaskState.PREEMPTED.ordinal())).isEqualTo(256);
        assertThat(shifted.number(4096, TaskState.UNKNOWN.ordinal())).isEqualTo(4096);
    }

    @Test
    void theIdleTaskIsRunnableWhateverIsPrinted() {
        var evidence = new StateText.Evidence();
        assertThat(evidence.decoder(null).code(row("S", 0, 5))).isEqualTo(TaskState.RUNNABLE.ordinal());
    }
}
