package rewake;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import rewake.catalogue.Formats;
import rewake.catalogue.Kernels;
import rewake.event.CgroupPaths;
import rewake.event.Comms;
import rewake.event.EventBatch;
import rewake.event.EventConsumer;
import rewake.event.EventKind;
import rewake.event.EventSink;
import rewake.event.ImportStat;
import rewake.event.ImportStats;
import rewake.event.PeltField;
import rewake.event.TraceFacts;
import rewake.kernel.KernelModel;
import rewake.measure.Census;
import rewake.measure.PerfLatency;
import rewake.observe.Selection;
import rewake.parser.TraceFormatException;
import rewake.parser.TraceReader;
import rewake.replay.Judge;
import rewake.replay.JudgeOptions;
import rewake.store.JoinedTraces;
import rewake.store.TimeMerge;
import rewake.store.TraceSource;

/** Every shipped trace taken apart into two files and put together again has the same answers. */
class SplitAndMergeTest {
    /** Which of the two files a row goes into. */
    private interface Cut {
        boolean second(EventBatch batch, int row, Whole whole);
    }

    static List<Path> traces() throws IOException {
        var files = new ArrayList<Path>();
        for (CSVRecord row : TracesIndexTest.rows())
            files.add(
                    Project.root().resolve("traces").resolve(row.get("run_id")).resolve(row.get("files")));
        return files;
    }

    @ParameterizedTest
    @MethodSource("traces")
    void cutInTheMiddleOfItsTime(Path file) throws IOException {
        check(file, true, (batch, row, whole) -> batch.timeNs(row) >= whole.timeAt(0.5));
    }

    @ParameterizedTest
    @MethodSource("traces")
    void cutByCpu(Path file) throws IOException {
        check(file, false, (batch, _, whole) -> batch.cpu() >= whole.facts.cpus() / 2);
    }

    @ParameterizedTest
    @MethodSource("traces")
    void cutIntoSwitchesAndAllElse(Path file) throws IOException {
        check(file, false, (batch, row, _) -> EventKind.of(batch.kind(row)) != EventKind.SWITCH);
    }

    @ParameterizedTest
    @MethodSource("traces")
    void cutIntoLoadTrackingAndAllElse(Path file) throws IOException {
        check(file, false, (batch, row, _) -> EventKind.of(batch.kind(row)).pelt());
    }

    /** Two recordings that overlap: the middle third is in both. */
    @ParameterizedTest
    @MethodSource("traces")
    void anOverlapCountsOnce(Path file) throws IOException {
        try (Whole whole = new Whole(file)) {
            Part first = whole.part((b, row, _) -> b.timeNs(row) > whole.timeAt(2.0 / 3), false, 0);
            Part second = whole.part((b, row, _) -> b.timeNs(row) >= whole.timeAt(1.0 / 3), true, 0);
            Answers joined = whole.joined(first, second, null);
            assertThat(joined.text).isEqualTo(whole.alone().text);
            assertThat(joined.inOtherFile).isEqualTo(first.size() + second.size() - whole.size());
        }
    }

    /** The second half by a clock that is an odd number of ns behind. */
    @ParameterizedTest
    @MethodSource("traces")
    void anOffsetBringsClocksTogether(Path file) throws IOException {
        long behindNs = 3_000_000_017L;
        try (Whole whole = new Whole(file)) {
            Cut cut = (batch, row, _) -> batch.timeNs(row) >= whole.timeAt(0.5);
            Part first = whole.part(cut, false, 0);
            Part second = whole.part(cut, true, -behindNs);
            assertThat(whole.joined(first, second, behindNs).text).isEqualTo(whole.alone().text);
        }
    }

    /** @param keepsOrder whether events of one time stay in one file */
    private static void check(Path file, boolean keepsOrder, Cut cut) throws IOException {
        try (Whole whole = new Whole(file)) {
            Answers joined = whole.joined(whole.part(cut, false, 0), whole.part(cut, true, 0), null);
            Answers alone = whole.alone();
            if (keepsOrder || !whole.rounded()) assertThat(joined.text).isEqualTo(alone.text);
            assertThat(joined.counts).isEqualTo(alone.counts);
            assertThat(joined.inOtherFile).isZero();
        }
    }

    private record Answers(String text, String counts, long inOtherFile) {}

    /** A trace with all its rows. */
    private static final class Whole implements AutoCloseable {
        private final TraceReader reader;
        final TraceFacts facts;
        private final MetamorphicTest.Lanes lanes = new MetamorphicTest.Lanes();
        private final long[] times;

        Whole(Path file) throws IOException {
            reader = Formats.open(file);
            facts = reader.facts();
            reader.read(lanes);
            times = lanes.byCpu.values().stream()
                    .flatMapToLong(
                            b -> java.util.stream.IntStream.range(0, b.size()).mapToLong(b::timeNs))
                    .filter(t -> t > 0)
                    .sorted()
                    .toArray();
        }

        /** The time before which this share of the events lies. */
        long timeAt(double share) {
            return times[(int) (share * times.length)];
        }

        /** Whether times are whole µs: then many events have one time, and only the file tells their order. */
        boolean rounded() {
            return Arrays.stream(times).allMatch(t -> t % 1000 == 0);
        }

        int size() {
            return lanes.byCpu.values().stream().mapToInt(EventBatch::size).sum();
        }

        Part part(Cut cut, boolean second, long shiftNs) {
            var part = new Part(this);
            for (EventBatch batch : lanes.byCpu.values())
                for (int row = 0; row < batch.size(); row++)
                    if (cut.second(batch, row, this) == second) {
                        long time = batch.timeNs(row);
                        part.rows.lane(batch.cpu()).copy(batch, row, time == 0 ? 0 : time + shiftNs, batch.ref(row));
                    }
            return part;
        }

        Answers alone() throws IOException {
            return answers(part((_, _, _) -> false, false, 0));
        }

        Answers joined(Part first, Part second, @org.jspecify.annotations.Nullable Long offset) throws IOException {
            return answers(new JoinedTraces(List.of(
                    new TraceSource("first", first, null, (_, _) -> {}),
                    new TraceSource("second", second, offset, (_, _) -> {}))));
        }

        /** Delays, decisions, counts and load values. */
        private Answers answers(TraceReader trace) throws IOException {
            var latency = new PerfLatency(facts.records(EventKind.WAKEUP), Selection.ALL);
            var census = new Census();
            var loads = new Loads(trace);
            var stats = trace.stats();
            KernelModel own = facts.kernelRelease() == null
                    ? Kernels.model("v6.1")
                    : Kernels.newestNotNewerThan(facts.kernelRelease()).kernel().model();
            List<KernelModel> models = List.of(own, Kernels.model("v5.11"));
            var judge = new Judge(trace.facts(), trace.comms(), stats, JudgeOptions.all(), own, models);
            var merge = new TimeMerge(all(latency, census, loads, judge), stats);
            trace.read(merge);
            merge.finish();
            judge.finish();
            long twice = stats.total(ImportStat.IN_OTHER_FILE);
            var text = new StringBuilder(named(latency, trace.comms()))
                    .append('\n')
                    .append(MetamorphicTest.scores(judge))
                    .append('\n');
            var counts = new StringBuilder();
            for (EventKind kind : EventKind.values())
                if (!kind.tracepoint().isEmpty())
                    counts.append(census.count(kind)).append(' ');
            for (int cpu = 0; cpu < facts.cpus(); cpu++)
                counts.append('\n').append(cpu).append(' ').append(census.onCpu(cpu));
            counts.append('\n').append(Arrays.toString(loads.sums));
            for (ImportStats.Entry e : stats.entries())
                if (e.stat() != ImportStat.IN_OTHER_FILE
                        && e.stat() != ImportStat.CLOCK_UNNAMED
                        && e.stat() != ImportStat.NO_ROUNDS) text.append('\n').append(e);
            return new Answers(text.toString(), counts.toString(), twice);
        }

        private static String named(PerfLatency latency, Comms comms) {
            var rows = new ArrayList<String>();
            for (PerfLatency.TaskDelays task : latency.tasks())
                rows.add((task.comm() < 0 ? "" : comms.text(task.comm())) + " " + task.tid() + " " + task.runtimeNs()
                        + " "
                        + task.delays().count() + " " + task.delays().sumNs() + " "
                        + task.delays().maxNs());
            rows.sort(null);
            return String.join("\n", rows);
        }

        private static EventConsumer all(EventConsumer... consumers) {
            return new EventConsumer() {
                @Override
                public void event(EventBatch batch, int row) {
                    for (EventConsumer consumer : consumers) consumer.event(batch, row);
                }

                @Override
                public void firstOf(EventBatch lane) {
                    for (EventConsumer consumer : consumers) consumer.firstOf(lane);
                }
            };
        }

        @Override
        public void close() {
            reader.close();
        }
    }

    /** Sums of what load tracking events say. */
    private static final class Loads implements EventConsumer {
        private final long[] sums = new long[PeltField.values().length];
        private final CgroupPaths paths;

        Loads(TraceReader trace) {
            paths = trace.paths();
        }

        @Override
        public void event(EventBatch batch, int row) {
            if (!EventKind.of(batch.kind(row)).pelt()) return;
            for (PeltField field : PeltField.values())
                if (batch.hasPelt(row, field)) {
                    long value = batch.pelt(row, field);
                    sums[field.ordinal()] +=
                            field == PeltField.PATH ? paths.text((int) value).hashCode() : value;
                }
        }
    }

    /** A file with some of the rows. */
    private static final class Part implements TraceReader {
        private final Whole whole;
        private final MetamorphicTest.Lanes rows = new MetamorphicTest.Lanes();
        private final ImportStats stats = new ImportStats();

        Part(Whole whole) {
            this.whole = whole;
        }

        int size() {
            return rows.byCpu.values().stream().mapToInt(EventBatch::size).sum();
        }

        @Override
        public TraceFacts facts() {
            return whole.facts;
        }

        @Override
        public Comms comms() {
            return whole.reader.comms();
        }

        @Override
        public CgroupPaths paths() {
            return whole.reader.paths();
        }

        @Override
        public ImportStats stats() {
            return stats;
        }

        @Override
        public void read(EventSink sink) throws TraceFormatException {
            for (EventBatch from : rows.byCpu.values()) {
                EventBatch lane = sink.lane(from.cpu());
                for (int row = 0; row < from.size(); row++) lane.copy(from, row, from.timeNs(row), from.ref(row));
            }
        }

        @Override
        public void close() {}
    }
}
