package rewake;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import rewake.catalogue.Formats;
import rewake.event.CgroupPaths;
import rewake.event.Comms;
import rewake.event.EventBatch;
import rewake.event.EventConsumer;
import rewake.event.EventKind;
import rewake.event.PeltField;
import rewake.event.TaskState;
import rewake.event.TraceFacts;
import rewake.parser.TraceReader;
import rewake.store.TimeMerge;

/** Two doors onto one run: perf.data and its own perf script give the same events. And the kernel's own text, counted. */
class TextRecordingsTest {
    static Stream<Path> recordings() throws IOException {
        return RecordingsTest.recordings().stream();
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void perfDataAndItsTextAreTheSameEvents(Path folder) throws IOException {
        Rows binary = Rows.of(folder.resolve("perf.data"));
        Rows text = Rows.of(folder.resolve("expected/perf-script.txt.gz"));
        assertThat(text.stats).as("nothing lost, nothing odd").isEmpty();
        assertThat(text.lines).isNotEmpty().isEqualTo(binary.lines);
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void perfDataAndItsTextSayTheSameOfTheMachine(Path folder) throws IOException {
        TraceFacts binary = Rows.of(folder.resolve("perf.data")).facts;
        TraceFacts text = Rows.of(folder.resolve("expected/perf-script.txt.gz")).facts;
        assertThat(text.kernelRelease()).isEqualTo(binary.kernelRelease());
        assertThat(text.recorder()).isEqualTo(binary.recorder());
        assertThat(text.hostname()).isEqualTo(binary.hostname());
        assertThat(text.arch()).isEqualTo(binary.arch());
        assertThat(text.cpus()).isEqualTo(binary.cpus());
        assertThat(text.clock()).isEqualTo(binary.clock());
        assertThat(text.systemWide()).isEqualTo(binary.systemWide());
        assertThat(new TreeSet<>(text.tracepoints())).isEqualTo(new TreeSet<>(binary.tracepoints()));
        assertThat(text.topology().source()).isEqualTo("perf script header");
        assertThat(text.topology().core()).isEqualTo(binary.topology().core());
        assertThat(text.topology().cluster()).isEqualTo(binary.topology().cluster());
        assertThat(text.topology().llc()).isEqualTo(binary.topology().llc());
        assertThat(text.topology().node()).isEqualTo(binary.topology().node());
    }

    @Test
    void traceDatAndItsReportAreTheSameEvents() throws IOException {
        Path folder = Project.root().resolve("traces/schedidle-8cpu-pelt");
        Rows binary = Rows.of(folder.resolve("trace.dat"));
        Rows text = Rows.of(folder.resolve("expected/trace-cmd-report.txt.gz"));
        assertThat(text.stats).as("nothing lost, nothing odd").isEmpty();
        assertThat(text.lines).hasSizeGreaterThan(20_000).isEqualTo(binary.lines);
        assertThat(text.facts.cpus()).isEqualTo(binary.facts.cpus());
    }

    @Test
    void theKernelsTextHoldsWhatGrepFinds() throws IOException {
        Path folder = Project.root().resolve("traces/hackbench-16cpu-ftrace");
        Rows rows = Rows.of(folder.resolve("trace.txt.gz"));
        assertThat(rows.stats).isEqualTo("times_rounded");
        assertThat(rows.facts.cpus()).isEqualTo(16);
        Map<String, Long> events = new TreeMap<>();
        rows.kinds.forEach((kind, n) -> events.put(
                switch (kind) {
                    case PELT_CFS -> "sched_pelt_cfs";
                    case PELT_SE -> "sched_pelt_se";
                    case TG_LOAD_AVG -> "sched_tg_load_avg_update";
                    default -> kind.tracepoint().substring("sched:".length());
                },
                n));
        assertThat(events).isEqualTo(counts(folder, "event-counts.txt"));
        assertThat(rows.states).isEqualTo(counts(folder, "states.txt"));
        assertThat(rows.switches).isEqualTo(counts(folder, "switches-by-cpu.txt"));
    }

    private static Map<String, Long> counts(Path folder, String file) throws IOException {
        Map<String, Long> counts = new TreeMap<>();
        for (String line : Files.readAllLines(folder.resolve("expected").resolve(file))) {
            String[] word = line.strip().split(" +", -1);
            counts.put(word[1], Long.valueOf(word[0]));
        }
        return counts;
    }

    /** A trace, read and merged, as text. Text has no records of tasks, and perf script no interrupt context. */
    private static final class Rows implements EventConsumer {
        final List<String> lines = new ArrayList<>();
        final Map<EventKind, Long> kinds = new TreeMap<>();
        final Map<String, Long> states = new TreeMap<>();
        final Map<String, Long> switches = new TreeMap<>();
        final TraceFacts facts;
        final String stats;
        private final Comms comms;
        private final CgroupPaths paths;

        private Rows(TraceReader reader) throws IOException {
            comms = reader.comms();
            paths = reader.paths();
            facts = reader.facts();
            var merge = new TimeMerge(this, reader.stats());
            reader.read(merge);
            merge.finish();
            stats = String.join(
                    " ",
                    reader.stats().entries().stream()
                            .map(entry -> entry.stat().id())
                            .toList());
        }

        static Rows of(Path file) throws IOException {
            try (TraceReader reader = Formats.open(file)) {
                return new Rows(reader);
            }
        }

        @Override
        public void event(EventBatch b, int row) {
            EventKind kind = EventKind.of(b.kind(row));
            if (kind.tracepoint().isEmpty()) return;
            kinds.merge(kind, 1L, Long::sum);
            if (kind == EventKind.SWITCH) {
                states.merge(TaskState.of(b.arg1(row)).letters(), 1L, Long::sum);
                switches.merge("%03d".formatted(b.cpu()), 1L, Long::sum);
            }
            String args = kind.pelt() ? pelt(b, row) : b.arg0(row) + " " + b.arg1(row);
            lines.add("%d [%d] %s by %d: %s/%d/%d %s/%d/%d %s"
                    .formatted(
                            b.timeNs(row),
                            b.cpu(),
                            kind,
                            b.currentPid(row),
                            comms.text(b.comm(row)),
                            b.pid(row),
                            b.prio(row),
                            comms.text(b.otherComm(row)),
                            b.otherPid(row),
                            b.otherPrio(row),
                            args));
        }

        private String pelt(EventBatch b, int row) {
            var values = new StringBuilder();
            for (PeltField field : PeltField.values()) {
                if (field == PeltField.PID) break; // that one and what follows are columns
                if (!b.hasPelt(row, field)) continue;
                long value = b.pelt(row, field);
                values.append(field).append('=');
                values.append(field == PeltField.PATH ? paths.text((int) value) : value)
                        .append(' ');
            }
            return values.toString();
        }
    }
}
