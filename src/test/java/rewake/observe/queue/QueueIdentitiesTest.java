package rewake.observe.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import rewake.HandMade;
import rewake.catalogue.Formats;
import rewake.event.EventBatch;
import rewake.event.EventConsumer;
import rewake.event.EventKind;
import rewake.event.ImportStats;
import rewake.event.TaskState;
import rewake.event.TraceFacts;
import rewake.observe.Selection;
import rewake.parser.TraceReader;
import rewake.store.TimeMerge;
import rewake.timeline.TimelineListener;
import rewake.timeline.TimelineTracker;

/** The figures of the shipped recordings against each other, and against what perf printed of the same file. */
final class QueueIdentitiesTest {
    private static final Path TRACES = HandMade.root().resolve("traces");
    private static final Pattern EVENT = Pattern.compile("\\[(\\d+)\\] +[\\d.]+: +sched:(\\w+): (.*)");
    private static final Pattern NEXT_PID = Pattern.compile("next_pid=(\\d+)");
    private static final Pattern DELAY = Pattern.compile("delay=(\\d+)");
    private static final Pattern TOTAL = Pattern.compile("Total run time \\(msec\\): +([\\d.]+)");

    static Stream<String> recordings() throws IOException {
        try (Stream<Path> all = Files.list(TRACES)) {
            return all
                    .filter(p -> Files.exists(p.resolve("expected/perf-script.txt.gz")))
                    .map(p -> p.getFileName().toString())
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    /** A recording, watched; without events of one kind. */
    private record Seen(TraceFacts facts, QueueWatch watch, Runs runs) {
        static Seen of(String recording, List<EventKind> without) throws IOException {
            try (TraceReader reader = Formats.open(TRACES.resolve(recording).resolve("perf.data"))) {
                TraceFacts facts = reader.facts();
                var watch = new QueueWatch(facts, reader.comms(), new ImportStats(), Selection.ALL);
                var runs = new Runs();
                var tracker = new TimelineTracker(facts, new ImportStats(), runs);
                var merge = new TimeMerge(all(List.of(watch, tracker), without), new ImportStats());
                reader.read(merge);
                merge.finish();
                watch.finish();
                tracker.finish();
                return new Seen(facts, watch, runs);
            }
        }

        private static EventConsumer all(List<EventConsumer> consumers, List<EventKind> without) {
            return new EventConsumer() {
                @Override
                public void firstOf(EventBatch lane) {
                    consumers.forEach(c -> c.firstOf(lane));
                }

                @Override
                public void event(EventBatch batch, int row) {
                    if (!without.contains(EventKind.of(batch.kind(row)))) consumers.forEach(c -> c.event(batch, row));
                }
            };
        }
    }

    /** Run time and queue time by the plainest means: a sum over all slices, and one over all times that something was queued. */
    private static final class Runs implements TimelineListener {
        private record Queued(int cpu, long fromNs, long toNs) {}

        private final Map<Integer, Queued> open = new HashMap<>();
        private final List<Queued> queued = new ArrayList<>();
        long runNs;
        long perfsRunNs;
        long queuedNs;

        @Override
        public void slice(int cpu, int task, long startNs, long endNs, TaskState state, boolean known) {
            runNs += endNs - startNs;
            if (known && state != TaskState.UNKNOWN) perfsRunNs += endNs - startNs;
        }

        @Override
        public void enqueued(int cpu, int task, long timeNs) {
            open.put(task, new Queued(cpu, timeNs, Long.MAX_VALUE));
        }

        @Override
        public void dequeued(int cpu, int task, long timeNs) {
            Queued from = open.remove(task);
            if (from == null) throw new AssertionError("dequeued twice: " + task);
            queued.add(new Queued(cpu, from.fromNs, timeNs));
        }

        /** No event is missing in these traces, so each CPU is known from its first event to the end. */
        @Override
        public void covered(int cpu, long sinceNs, long untilNs) {
            queued.addAll(open.values());
            open.clear();
            for (Queued q : queued)
                if (q.cpu == cpu) queuedNs += Math.max(0, Math.min(untilNs, q.toNs) - Math.max(sinceNs, q.fromNs));
        }
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void lengthTimesTimeIsWhatTasksWereQueuedAndBusyTimeIsWhatTheyRan(String recording) throws IOException {
        Seen seen = Seen.of(recording, List.of());
        double taskNs = 0;
        long busyNs = 0;
        for (int cpu = 0; cpu < seen.facts.cpus(); cpu++) {
            CpuQueue queue = seen.watch.queue(cpu);
            assertThat(queue.knownNs()).isEqualTo(seen.watch.coverage().knownNs(cpu));
            taskNs += queue.taskNs();
            busyNs += queue.busyNs();
        }
        assertThat(busyNs).isEqualTo(seen.runs.runNs);
        assertThat(taskNs).isEqualTo((double) seen.runs.queuedNs);
        Matcher total = TOTAL.matcher(
                Files.readString(TRACES.resolve(recording).resolve("expected/perf-sched-timehist-summary.txt")));
        assertThat(total.find()).isTrue();
        assertThat(seen.runs.perfsRunNs / 1e6).isCloseTo(Double.parseDouble(total.group(1)), within(0.0011));
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void schedstatCountsWhatPerfPrints(String recording) throws IOException {
        Seen seen = Seen.of(recording, List.of());
        int cpus = seen.facts.cpus();
        long[] pcount = new long[cpus];
        long[] ttwu = new long[cpus];
        long[] waitNs = new long[cpus];
        long[] wakeups = new long[cpus];
        for (String line : printed(recording)) {
            Matcher event = EVENT.matcher(line);
            if (!event.find()) continue;
            int cpu = Integer.parseInt(event.group(1));
            switch (event.group(2)) {
                case "sched_switch" -> pcount[cpu] += number(NEXT_PID, event.group(3)) == 0 ? 0 : 1;
                case "sched_waking" -> ttwu[cpu]++;
                case "sched_wakeup" -> wakeups[cpu]++;
                case "sched_stat_wait" -> waitNs[cpu] += number(DELAY, event.group(3));
                default -> {}
            }
        }
        for (int cpu = 0; cpu < cpus; cpu++) {
            Schedstat.Cpu of = seen.watch.schedstat().cpu(cpu);
            assertThat(of.pcount()).isEqualTo(pcount[cpu]);
            assertThat(of.ttwu()).isEqualTo(ttwu[cpu]);
            assertThat(of.wakeups()).isEqualTo(wakeups[cpu]);
            assertThat(of.statWaitNs()).isEqualTo(waitNs[cpu]);
            assertThat(of.ttwuLocal()).isBetween(0L, of.ttwu());
        }
    }

    /** Run delay worked out between events lies near the run queue's own clock: within 1 µs a wait. */
    @ParameterizedTest
    @MethodSource("recordings")
    void withoutSchedStatWaitRunDelayIsNearlyTheSame(String recording) throws IOException {
        Schedstat exact = Seen.of(recording, List.of()).watch.schedstat();
        Seen near = Seen.of(recording, List.of(EventKind.STAT_WAIT));
        long exactNs = 0;
        long nearNs = 0;
        long waits = 0;
        for (int cpu = 0; cpu < near.facts.cpus(); cpu++) {
            exactNs += exact.cpu(cpu).runDelayNs();
            nearNs += near.watch.schedstat().cpu(cpu).runDelayNs();
            waits += exact.cpu(cpu).exactWaits();
            assertThat(near.watch.schedstat().cpu(cpu).exactWaits()).isZero();
        }
        assertThat(waits).isPositive();
        assertThat(Math.abs(nearNs - exactNs)).isLessThanOrEqualTo(1000 * waits);
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void aWiderScopeWithoutMoreDomainsIsViolatedAtLeastAsLong(String recording) throws IOException {
        RunQueues queues = Seen.of(recording, List.of()).watch.queues();
        long somewhere = 0;
        for (Scope scope : Scope.values()) {
            WorkConservation of = queues.conservation(scope);
            if (of == null) continue;
            assertThat(of.somewhereNs()).isGreaterThanOrEqualTo(somewhere);
            assertThat(of.lengths(Mobility.ANY).sumNs())
                    .isGreaterThanOrEqualTo(of.lengths(Mobility.FREE).sumNs());
            assertThat(of.lengths(Mobility.FREE).sumNs())
                    .isGreaterThanOrEqualTo(of.lengths(Mobility.MOVED).sumNs());
            assertThat(of.wastedNs())
                    .isGreaterThanOrEqualTo(of.lengths(Mobility.FREE).sumNs());
            somewhere = of.somewhereNs();
        }
    }

    private static List<String> printed(String recording) throws IOException {
        Path file = TRACES.resolve(recording).resolve("expected/perf-script.txt.gz");
        var lines = new ArrayList<String>();
        try (var in = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) lines.add(line);
        }
        return lines;
    }

    private static long number(Pattern pattern, String text) {
        Matcher m = pattern.matcher(text);
        if (!m.find()) throw new AssertionError("no " + pattern + " in " + text);
        return Long.parseLong(m.group(1));
    }
}
