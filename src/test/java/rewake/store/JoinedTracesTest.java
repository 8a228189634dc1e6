package rewake.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import rewake.event.EventBatch;
import rewake.event.EventConsumer;
import rewake.event.EventKind;
import rewake.event.ImportStat;
import rewake.event.PeltField;
import rewake.parser.TraceFormatException;

@Timeout(60)
class JoinedTracesTest {
    private static final long SECOND = 1_000_000_000;

    private final List<String> seen = new ArrayList<>();

    @Test
    void rowsOfSeveralFilesComeInOrderOfTimeAndThenOfFiles() throws Exception {
        var a = new HandReader()
                .switched(10, 0, "a", 1, 2)
                .switched(30, 1, "a", 2, 3)
                .switched(30, 1, "a", 3, 4)
                .switched(90, 0, "a", 2, 5);
        var b = new HandReader()
                .switched(20, 1, "b", 7, 8)
                .switched(30, 0, "b", 8, 9)
                .switched(40, 3, "b", 9, 1);
        read(a, b);
        assertThat(seen)
                .containsExactly(
                        "10 [0] a:1 2",
                        "20 [1] b:7 8",
                        "30 [1] a:2 3",
                        "30 [1] a:3 4",
                        "30 [0] b:8 9",
                        "40 [3] b:9 1",
                        "90 [0] a:2 5");
    }

    @Test
    void anOffsetMovesAllTimesOfAFileButThoseThatAreNone() throws Exception {
        var a = new HandReader().switched(100, 0, "a", 1, 2);
        var b = new HandReader()
                .switched(0, 1, "b", 5, 5)
                .switched(5, 1, "b", 7, 8)
                .switched(7, 1, "b", 8, 9);
        join(List.of(a.source("a", null), b.source("b", 94L)));
        assertThat(seen).containsExactly("0 [1] b:5 5", "99 [1] b:7 8", "100 [0] a:1 2", "101 [1] b:8 9");
    }

    @Test
    void anOffsetBelowZeroIsRefused() {
        var a = new HandReader().switched(100, 0, "a", 1, 2);
        assertThatThrownBy(() -> join(List.of(a.source("early", -100L))))
                .isInstanceOf(TraceFormatException.class)
                .hasMessageContaining("early")
                .hasMessageContaining("--ts-offset");
    }

    @Test
    void namesAndGroupsOfEachFileBecomeThoseOfAll() throws Exception {
        var a = new HandReader()
                .switched(10, 0, "alpha", 1, 2)
                .load(11, 0, "/x", 5)
                .load(14, 0, "/y", 6);
        var b = new HandReader()
                .load(12, 1, "/y", 7)
                .switched(13, 1, "beta", 3, 4)
                .switched(15, 1, "alpha", 4, 3);
        read(a, b);
        assertThat(seen)
                .containsExactly(
                        "10 [0] alpha:1 2",
                        "11 [0] /x 5",
                        "12 [1] /y 7",
                        "13 [1] beta:3 4",
                        "14 [0] /y 6",
                        "15 [1] alpha:4 3");
    }

    @Test
    void aLongStreamStaysWholeAndInOrder() throws Exception {
        var random = new SplittableRandom(3);
        var files = new HandReader[] {new HandReader(), new HandReader(), new HandReader()};
        int rows = 200_000;
        long time = 1;
        for (int i = 0; i < rows; i++) {
            time += random.nextInt(3);
            int file = random.nextInt(3);
            // Each file has CPUs of its own, so no two rows are one event.
            files[file].switched(time, 2 * file + random.nextInt(2), "n" + i % 500, 1 + i % 1000, 1 + (i + 1) % 1000);
        }
        var times = new ArrayList<Long>();
        var joined = join(sources(files), (batch, row) -> times.add(batch.timeNs(row)));
        assertThat(times).hasSize(rows).isSorted();
        assertThat(joined.stats().entries()).isEmpty();
        assertThat(joined.comms().size()).isEqualTo(502);
    }

    @Test
    void anEventThatTwoFilesHoldCountsOnce() throws Exception {
        var a = new HandReader()
                .switched(10, 0, "a", 1, 2)
                .switched(20, 0, "b", 2, 1)
                .switched(30, 0, "a", 1, 2);
        var b = new HandReader()
                .switched(20, 0, "b", 2, 1)
                .switched(30, 0, "a", 1, 2)
                .switched(40, 0, "b", 2, 1);
        var joined = read(a, b);
        assertThat(seen).containsExactly("10 [0] a:1 2", "20 [0] b:2 1", "30 [0] a:1 2", "40 [0] b:2 1");
        assertThat(joined.stats().onCpu(ImportStat.IN_OTHER_FILE, 0)).isEqualTo(2);
        assertThat(joined.stats().anyLoss()).isFalse();
    }

    @Test
    void twoRecordersOfOneEventStampItTwiceAndItCountsOnce() throws Exception {
        var a = new HandReader();
        var b = new HandReader();
        for (int i = 1; i <= 100; i++) {
            a.switched(i * 3000L, 0, "t" + i % 2, 1 + i % 2, 2 - i % 2);
            b.switched(i * 3000L + 400 + i % 7, 0, "t" + i % 2, 1 + i % 2, 2 - i % 2);
        }
        var joined = read(a, b);
        assertThat(seen).hasSize(100).allMatch(line -> line.contains("000 [0] "));
        assertThat(joined.stats().total(ImportStat.IN_OTHER_FILE)).isEqualTo(100);
        assertThat(joined.stats().total(ImportStat.FILES_INTERLEAVED)).isZero();
    }

    /** The end of one half and the start of the other may say the same within a moment, and are two events. */
    @Test
    void aSplitInTimeLosesNothingAtTheSeam() throws Exception {
        var a = new HandReader().switched(1000, 0, "a", 1, 2).switched(2000, 0, "b", 2, 2);
        var b = new HandReader().switched(2500, 0, "b", 2, 2).switched(9000, 0, "b", 2, 1);
        read(a, b);
        assertThat(seen).hasSize(4);
    }

    @Test
    void whereBothRecordedACpuAndDoNotSayTheSameThatIsSaid() throws Exception {
        var c = new HandReader().switched(10, 0, "c", 5, 6).switched(30, 0, "c", 6, 5);
        var d = new HandReader().switched(20, 0, "d", 7, 8).switched(40, 0, "d", 8, 7);
        assertThat(read(c, d).stats().onCpu(ImportStat.FILES_INTERLEAVED, 0)).isEqualTo(2);
        assertThat(seen).hasSize(4);
    }

    @Test
    void whatHappenedBetweenFilesThatAreApartIsLost() throws Exception {
        var a = new HandReader().switched(SECOND, 0, "a", 1, 2).switched(SECOND + 1_000_000, 1, "a", 1, 2);
        var b = new HandReader().switched(9 * SECOND, 1, "b", 2, 3).switched(9 * SECOND + 10, 2, "b", 2, 3);
        var joined = read(a, b);
        assertThat(seen)
                .containsExactly(
                        "1000000000 [0] a:1 2",
                        "1001000000 [1] a:1 2",
                        "9000000000 [0] LOST",
                        "9000000000 [1] LOST",
                        "9000000000 [1] b:2 3",
                        "9000000010 [2] b:2 3");
        assertThat(joined.stats().total(ImportStat.FILES_APART)).isEqualTo(1);
        seen.clear();
        var near = new HandReader().switched(SECOND + 2_900_000, 0, "b", 2, 3);
        var first = new HandReader().switched(SECOND, 0, "a", 1, 2).switched(SECOND + 1_000_000, 1, "a", 1, 2);
        assertThat(read(first, near).stats().entries()).isEmpty();
    }

    @Test
    void lossesAreThoseOfAllFiles() throws Exception {
        var a = new HandReader().switched(10, 0, "a", 1, 2);
        var b = new HandReader().switched(20, 0, "b", 2, 3);
        a.stats().add(ImportStat.EVENTS_LOST, 0, 5);
        b.stats().add(ImportStat.EVENTS_LOST, 0, 2);
        b.stats().add(ImportStat.FILE_CUT, -1);
        var joined = read(a, b);
        assertThat(joined.stats().onCpu(ImportStat.EVENTS_LOST, 0)).isEqualTo(7);
        assertThat(joined.stats().total(ImportStat.FILE_CUT)).isEqualTo(1);
        joined.close();
        assertThat(a.closed).isTrue();
        assertThat(b.closed).isTrue();
    }

    @Test
    void whatAReaderThrowsArrives() {
        var trouble = new TraceFormatException("b", 3, "nothing but noise");
        var a = new HandReader().switched(10, 0, "a", 1, 2);
        assertThatThrownBy(
                        () -> read(a, new HandReader().switched(5, 0, "b", 2, 3).fails(trouble)))
                .isSameAs(trouble);
        var fault = new IllegalStateException("broken");
        assertThatThrownBy(() -> read(a, new HandReader().fails(fault))).isSameAs(fault);
    }

    @Test
    void whenTheConsumerThrowsTheReadingEnds() {
        var files = new HandReader[] {new HandReader(), new HandReader()};
        for (int i = 1; i < 300_000; i++) files[i % 2].switched(i, i % 2, "a", 1, 2);
        assertThatThrownBy(() -> join(sources(files), (_, _) -> {
                    throw new IllegalStateException("enough");
                }))
                .hasMessage("enough");
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(t -> t.isAlive() && t.getName().startsWith("rewake reads "));
    }

    private JoinedTraces read(HandReader... files) throws TraceFormatException {
        return join(sources(files));
    }

    private static List<TraceSource> sources(HandReader... files) {
        return Arrays.stream(files).map(f -> f.source("file", null)).toList();
    }

    private JoinedTraces join(List<TraceSource> sources) throws TraceFormatException {
        var shown = new Shown();
        shown.joined = new JoinedTraces(sources);
        return join(shown.joined, shown);
    }

    private static JoinedTraces join(List<TraceSource> sources, EventConsumer consumer) throws TraceFormatException {
        return join(new JoinedTraces(sources), consumer);
    }

    private static JoinedTraces join(JoinedTraces joined, EventConsumer consumer) throws TraceFormatException {
        var merge = new TimeMerge(consumer, joined.stats());
        joined.read(merge);
        merge.finish();
        return joined;
    }

    private final class Shown implements EventConsumer {
        @Nullable
        JoinedTraces joined;

        @Override
        public void event(EventBatch b, int row) {
            EventKind kind = EventKind.of(b.kind(row));
            String head = b.timeNs(row) + " [" + b.cpu() + "] ";
            if (joined == null) throw new IllegalStateException();
            seen.add(
                    switch (kind) {
                        case PELT_CFS ->
                            head + joined.paths().text((int) b.pelt(row, PeltField.PATH)) + " "
                                    + b.pelt(row, PeltField.LOAD);
                        case SWITCH ->
                            head + joined.comms().text(b.comm(row)) + ":" + b.pid(row) + " " + b.otherPid(row);
                        default -> head + kind;
                    });
        }
    }
}
