package rewake;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import rewake.catalogue.Formats;
import rewake.event.Comms;
import rewake.event.EventBatch;
import rewake.event.EventConsumer;
import rewake.event.EventKind;
import rewake.event.Topology;
import rewake.event.TraceFacts;
import rewake.parser.TraceReader;
import rewake.store.TimeMerge;

/** Every shipped recording of perf, read and merged, against what perf says about it and what the machine's /sys said. */
class RecordingsTest {
    private static final Pattern SCRIPT_LINE =
            Pattern.compile("-?\\d+/-?\\d+ +(\\[\\d+]) +([\\d.]+): +(\\w+:\\w+): +(.*)$");

    static List<Path> recordings() throws IOException {
        return TracesIndexTest.rowsOf("perf.data").stream()
                .map(row -> Project.root().resolve("traces").resolve(row.get("run_id")))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void eventsAreThoseOfPerfScriptInItsOrder(Path folder) throws IOException {
        var script = new Script();
        try (TraceReader reader = Formats.open(folder.resolve("perf.data"))) {
            script.read(reader);
            assertThat(reader.stats().entries()).as("nothing lost, nothing odd").isEmpty();
        }
        List<String> head = perfScript(folder, "perf-script-head.txt");
        List<String> tail = perfScript(folder, "perf-script-tail.txt");
        int size = script.lines.size();
        assertThat(script.lines.subList(0, head.size())).isEqualTo(head);
        assertThat(script.lines.subList(size - tail.size(), size)).isEqualTo(tail);
        assertThat(script.counts).isEqualTo(counts(folder));
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void topologyIsThatOfTheMachine(Path folder) throws IOException {
        try (TraceReader reader = Formats.open(folder.resolve("perf.data"))) {
            TraceFacts facts = reader.facts();
            Topology topology = facts.topology();
            assertThat(facts.systemWide()).isTrue();
            assertThat(facts.clock()).isEqualTo("sched_clock");
            assertThat(topology.source()).isEqualTo("perf.data features");
            List<String> cpus = Files.readAllLines(folder.resolve("machine/topology.txt"));
            assertThat(topology.cpus()).isEqualTo(cpus.size()).isEqualTo(facts.cpus());
            Topology sys = Topology.of(
                    "sys",
                    labels(cpus, "thread_siblings_list"),
                    labels(cpus, "l2"),
                    labels(cpus, "l3"),
                    labels(cpus, "physical_package_id"));
            assertThat(topology.core()).isEqualTo(sys.core());
            assertThat(topology.cluster()).isEqualTo(sys.cluster());
            assertThat(topology.llc()).isEqualTo(sys.llc());
            assertThat(topology.node())
                    .as("one node a package on these machines")
                    .isEqualTo(sys.node());
            assertThat(topology.hasClusters()).isEqualTo(sys.hasClusters());
        }
    }

    private static int[] labels(List<String> cpus, String key) {
        return cpus.stream()
                .mapToInt(line -> Arrays.stream(line.split(" +", -1))
                        .filter(word -> word.startsWith(key + "="))
                        .findFirst()
                        .orElseThrow()
                        .hashCode())
                .toArray();
    }

    private static Map<String, Long> counts(Path folder) throws IOException {
        var counts = new TreeMap<String, Long>();
        for (String line : Files.readAllLines(folder.resolve("expected/event-counts.txt"))) {
            String[] word = line.strip().split(" +", -1);
            counts.put(word[1], Long.valueOf(word[0]));
        }
        return counts;
    }

    private static List<String> perfScript(Path folder, String file) throws IOException {
        var lines = new ArrayList<String>();
        for (String line : Files.readAllLines(folder.resolve("expected").resolve(file))) {
            Matcher m = SCRIPT_LINE.matcher(line);
            assertThat(m.find()).as(line).isTrue();
            lines.add(String.join(" ", m.group(1), m.group(2), m.group(3), m.group(4)));
        }
        return lines;
    }

    /** Prints rows as perf script does. */
    private static final class Script implements EventConsumer {
        final List<String> lines = new ArrayList<>();
        final Map<String, Long> counts = new TreeMap<>();
        private Comms comms = new Comms();
        private boolean vruntime;

        void read(TraceReader reader) throws IOException {
            comms = reader.comms();
            String release = reader.facts().kernelRelease();
            vruntime = release != null && release.startsWith("6.1.");
            var merge = new TimeMerge(this, reader.stats());
            reader.read(merge);
            merge.finish();
        }

        @Override
        public void event(EventBatch b, int row) {
            EventKind kind = EventKind.of(b.kind(row));
            if (kind.tracepoint().isEmpty()) return;
            counts.merge(kind.tracepoint(), 1L, Long::sum);
            long second = 1_000_000_000;
            lines.add("[%03d] %d.%09d %s %s"
                    .formatted(
                            b.cpu(),
                            b.timeNs(row) / second,
                            b.timeNs(row) % second,
                            kind.tracepoint(),
                            PrintedEvent.body(b, row, comms, vruntime)));
        }
    }
}
