package rewake.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rewake.HandMade;
import rewake.LossyPerfData;
import rewake.bytes.TraceBytes;
import rewake.catalogue.Formats;
import rewake.event.PeltDialect;
import rewake.parser.TraceReader;
import rewake.store.TimeCheck;
import rewake.store.TimeMerge;
import rewake.timeline.TimelineTracker;

/** What is known of a trace is the same by rows and by mere kinds and times, and about what a timeline knows. */
final class RecordedTimeTest {
    private static final Path TRACES = Path.of(System.getProperty("rewake.traces"));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "schbench-8cpu/perf.data",
                "schedidle-8cpu/perf.data",
                "hackbench-16cpu-clusters/perf.data",
                "hackbench-16cpu-smt-2nodes/perf.data",
                "cyclictest-8cpu/perf.data",
                "schedidle-8cpu-pelt/trace.dat"
            })
    void aWholeTrace(String file) throws IOException {
        byte[] bytes = Files.readAllBytes(TRACES.resolve(file));
        List<Long> rows = byRows(bytes);
        assertThat(rows.stream().skip(1)).allMatch(known -> known > 0.9 * rows.getFirst());
        assertThat(byTally(bytes)).isEqualTo(rows);
        // perf turns its events on one by one: the timeline sees their first contradict each other
        List<Long> timeline = byTimeline(bytes);
        for (int i = 0; i < rows.size(); i++)
            assertThat(timeline.get(i)).isBetween(rows.get(i) - rows.getFirst() / 50, rows.get(i));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void aLossyTrace(long seed) throws IOException {
        byte[] whole = Files.readAllBytes(TRACES.resolve("schbench-8cpu/perf.data"));
        byte[] lossy = LossyPerfData.of(whole, seed, seed % 2 == 0 ? 0.01 : 0.001, 5);
        assertThat(byRows(lossy)).isNotEqualTo(byRows(whole));
        assertThat(byTally(lossy)).isEqualTo(byRows(lossy));
        List<Long> timeline = byTimeline(lossy);
        List<Long> rows = byRows(lossy);
        for (int i = 0; i < rows.size(); i++)
            assertThat(timeline.get(i)).isLessThanOrEqualTo(rows.get(i)).isGreaterThan(rows.get(i) * 9 / 10);
    }

    @Test
    void timesBeforeAndAfterLosses() {
        HandMade trace = HandMade.flat(4).lines("""
                0   [0] a:10   stat_runtime a:10
                40  [1] b:20   stat_runtime b:20     # what it ran before this is told by it
                60  [1] idle:0 lost
                70  [1] b:20   switch b:20 S ==> idle:0
                75  [2] idle:0 lost                  # before its first event
                80  [2] b:20   stat_runtime b:20
                85  [2] idle:0 lost                  # after its last
                100 [0] a:10   stat_runtime a:10
                """);
        var time = new RecordedTime(trace.facts(), Selection.ALL);
        trace.read(time);
        assertThat(told(time.finished())).containsExactly(100_000L, 100_000L, 70_000L, 0L, 100_000L);
    }

    private static TraceReader open(byte[] bytes) throws IOException {
        return Formats.open(TraceBytes.of("trace", bytes), PeltDialect.standard());
    }

    private static List<Long> byRows(byte[] bytes) throws IOException {
        try (TraceReader reader = open(bytes)) {
            var time = new RecordedTime(reader.facts(), Selection.ALL);
            var merge = new TimeMerge(time, reader.stats());
            reader.read(merge);
            merge.finish();
            return told(time.finished());
        }
    }

    private static List<Long> byTally(byte[] bytes) throws IOException {
        try (TraceReader reader = open(bytes)) {
            var time = new RecordedTime(reader.facts(), Selection.ALL);
            var check = new TimeCheck(time, reader.stats());
            reader.skim(check);
            check.finish();
            return told(time.finished());
        }
    }

    private static List<Long> byTimeline(byte[] bytes) throws IOException {
        try (TraceReader reader = open(bytes)) {
            var made = new ArrayList<Coverage>();
            var tracker = new TimelineTracker(reader.facts(), reader.stats(), timeline -> {
                made.add(new Coverage(timeline, Selection.ALL));
                return made.getFirst();
            });
            var merge = new TimeMerge(tracker, reader.stats());
            reader.read(merge);
            merge.finish();
            tracker.finish();
            return told(made.getFirst());
        }
    }

    private static List<Long> told(Coverage coverage) {
        var told = new ArrayList<Long>();
        told.add(coverage.windowNs());
        for (int cpu = 0; cpu < coverage.cpus(); cpu++) told.add(coverage.knownNs(cpu));
        return told;
    }
}
