package rewake.parser.textline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TextLinesTest {
    private static List<String> lines(String text) {
        var lines = new TextLines(ShownRows.bytes(text));
        var out = new ArrayList<String>();
        while (lines.next()) out.add(Ascii.string(lines.text(), lines.start(), lines.end()));
        return out;
    }

    @Test
    void linesEndBeforeNewlineReturnAndNul() {
        assertThat(lines("a\n\nb\r\nc\0d\ne")).containsExactly("a", "", "b", "c", "e");
        assertThat(lines("")).isEmpty();
        assertThat(lines("\n")).containsExactly("");
        assertThat(lines("\u00ef\u00bb\u00bfa\n")).as("mark of UTF-8").containsExactly("a");
    }

    @Test
    void onlyTheLastLineCanBeOpen() {
        var lines = new TextLines(ShownRows.bytes("a\nb"));
        assertThat(lines.next()).isTrue();
        assertThat(lines.closed()).isTrue();
        assertThat(lines.next()).isTrue();
        assertThat(lines.closed()).isFalse();
        assertThat(lines.offset()).isEqualTo(2);
        assertThat(lines.next()).isFalse();
    }

    @Test
    void longLinesArePassedOverAndCounted() {
        for (int length : new int[] {TextLines.LINE_MAX, TextLines.LINE_MAX + 1, 300_000, 3_000_000}) {
            var lines = new TextLines(ShownRows.bytes("a\n" + "x".repeat(length) + "\nb\n"));
            var sizes = new ArrayList<Integer>();
            while (lines.next()) sizes.add(lines.end() - lines.start());
            if (length <= TextLines.LINE_MAX) assertThat(sizes).containsExactly(1, length, 1);
            else assertThat(sizes).as("length %d", length).containsExactly(1, 1);
            assertThat(lines.tooLong()).isEqualTo(length > TextLines.LINE_MAX ? 1 : 0);
        }
        assertThat(lines("x".repeat(1_000_000))).as("without any newline").isEmpty();
    }

    @Test
    void theWindowMovesWithoutATrace() {
        var random = new SplittableRandom(1);
        var text = new StringBuilder();
        var expected = new ArrayList<String>();
        while (text.length() < 3_000_000) {
            String line = "y".repeat(random.nextInt(random.nextInt(20) == 0 ? 60_000 : 200)) + expected.size();
            expected.add(line);
            text.append(line).append('\n');
        }
        assertThat(lines(text.toString())).isEqualTo(expected);
    }

    @Test
    void aLineJoinsTheNextAndLetsItGoAgain() {
        // The second line of the pair lies behind the end of the first window.
        String filler = "f".repeat(50_000) + "\n";
        var lines = new TextLines(
                ShownRows.bytes(filler.repeat(5) + "g".repeat(12_000) + "\n" + "h".repeat(9_000) + "\nlast"));
        for (int i = 0; i < 6; i++) assertThat(lines.next()).isTrue();
        assertThat(lines.end() - lines.start()).isEqualTo(12_000);
        assertThat(lines.join()).isTrue();
        assertThat(lines.end() - lines.start()).isEqualTo(21_001);
        lines.split();
        assertThat(lines.end() - lines.start()).isEqualTo(12_000);
        assertThat(lines.next()).isTrue();
        assertThat(lines.text()[lines.start()]).isEqualTo((byte) 'h');
        assertThat(lines.end() - lines.start()).isEqualTo(9_000);
        assertThat(lines.join()).as("the last line is open").isFalse();
    }
}
