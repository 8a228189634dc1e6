package rewake;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import rewake.catalogue.Formats;
import rewake.event.CgroupPaths;
import rewake.event.Comms;
import rewake.event.EventBatch;
import rewake.event.EventConsumer;
import rewake.event.EventKind;
import rewake.event.PeltField;
import rewake.event.TraceFacts;
import rewake.parser.TraceReader;
import rewake.store.TimeMerge;

/** The shipped trace.dat, read and merged, against what trace-cmd says about it. */
final class TraceDatRecordingTest {
    private static final Path FOLDER = Project.root().resolve("traces/schedidle-8cpu-pelt");

    @Test
    void eventsAreThoseOfTraceCmdInItsOrder() throws IOException {
        var script = new Script();
        try (TraceReader reader = Formats.open(FOLDER.resolve("trace.dat"))) {
            script.read(reader);
            assertThat(reader.stats().entries()).as("nothing lost, nothing odd").isEmpty();
        }
        assertThat(script.counts).isEqualTo(counts());
        assertThat(script.sums).containsExactlyInAnyOrderEntriesOf(sums());
        List<String> head = Files.readAllLines(FOLDER.resolve("expected/trace-cmd-report-head.txt"));
        List<String> tail = Files.readAllLines(FOLDER.resolve("expected/trace-cmd-report-tail.txt"));
        int size = script.lines.size();
        assertThat(script.printed(0, head.size()))
                .isEqualTo(head.stream().filter(Script::printed).toList());
        assertThat(script.printed(size - tail.size(), size))
                .isEqualTo(tail.stream().filter(Script::printed).toList());
    }

    @Test
    void facts() throws IOException {
        try (TraceReader reader = Formats.open(FOLDER.resolve("trace.dat"))) {
            TraceFacts facts = reader.facts();
            assertThat(facts.kernelRelease()).isEqualTo("6.1.192-lab");
            assertThat(facts.recorder()).isEqualTo("trace-cmd 3.1.6");
            assertThat(facts.cpus()).isEqualTo(8);
            assertThat(facts.clock()).isEqualTo("local");
            assertThat(EnumSet.allOf(EventKind.class).stream()
                            .filter(EventKind::pelt)
                            .filter(facts::records))
                    .containsExactly(EventKind.PELT_CFS, EventKind.PELT_SE, EventKind.TG_LOAD_AVG);
            assertThat(Files.readString(FOLDER.resolve("expected/trace-cmd-dump-summary.txt")))
                    .contains("7\t[Version]", "zstd\t[Compression algorithm]");
        }
    }

    /** {@code 77 sched_waking}. */
    private static Map<String, Long> counts() throws IOException {
        var counts = new TreeMap<String, Long>();
        for (String line : Files.readAllLines(FOLDER.resolve("expected/event-counts.txt"))) {
            String[] word = line.strip().split(" +", -1);
            counts.put(word[1], Long.valueOf(word[0]));
        }
        return counts;
    }

    /** {@code pelt_cfs load 1292421}: the sum of a field over all events. */
    private static Map<String, Long> sums() throws IOException {
        var sums = new TreeMap<String, Long>();
        for (String line : Files.readAllLines(FOLDER.resolve("expected/pelt-sums.txt"))) {
            int blank = line.lastIndexOf(' ');
            sums.put(line.substring(0, blank), Long.valueOf(line.substring(blank + 1)));
        }
        return sums;
    }

    /** Prints rows as trace-cmd does, PELT events as this kernel names them. */
    private static final class Script implements EventConsumer {
        /** Kinds whose lines hold more than a row keeps. */
        private static final Set<String> NOT_PRINTED = Set.of("sched_process_exec", "sched_wake_idle_without_ipi");

        private static final long SECOND = 1_000_000_000;
        private static final Map<EventKind, String> NAMES = Map.of(
                EventKind.PELT_CFS,
                "pelt_cfs",
                EventKind.PELT_SE,
                "pelt_se",
                EventKind.TG_LOAD_AVG,
                "tg_load_avg_update");
        /** As the kernel's print formats name them, in that order. */
        private static final Map<EventKind, List<String>> FIELDS = Map.of(
                EventKind.PELT_CFS,
                List.of(
                        "cpu=cpu",
                        "path=path",
                        "css_id=css",
                        "load=load",
                        "RBL_load=runnable",
                        "util=util",
                        "update_time=update_time",
                        "contrib=contrib",
                        "tg_load=tg_load",
                        "weight=weight",
                        "nr_running=nr_running"),
                EventKind.PELT_SE,
                List.of(
                        "cpu=cpu",
                        "css_id=css",
                        "comm=comm",
                        "pid=pid",
                        "load=load",
                        "runnable=runnable",
                        "util=util",
                        "update_time=update_time",
                        "weight=weight"),
                EventKind.TG_LOAD_AVG,
                List.of("cpu=cpu", "css_id=css", "delta=delta", "contrib=contrib", "tg_load=tg_load"));

        final List<String> lines = new ArrayList<>();
        final Map<String, Long> counts = new TreeMap<>();
        final Map<String, Long> sums = new TreeMap<>();
        private Comms comms = new Comms();
        private CgroupPaths paths = new CgroupPaths();

        void read(TraceReader reader) throws IOException {
            comms = reader.comms();
            paths = reader.paths();
            var merge = new TimeMerge(this, reader.stats());
            reader.read(merge);
            merge.finish();
        }

        List<String> printed(int from, int to) {
            return lines.subList(from, to).stream().filter(Script::printed).toList();
        }

        static boolean printed(String line) {
            return NOT_PRINTED.stream().noneMatch(line::contains);
        }

        @Override
        public void event(EventBatch b, int row) {
            EventKind kind = EventKind.of(b.kind(row));
            String name =
                    kind.pelt() ? "sched_" + NAMES.get(kind) : kind.tracepoint().substring("sched:".length());
            counts.merge(name, 1L, Long::sum);
            lines.add("[%03d] %5d.%09d: %s: %s"
                    .formatted(
                            b.cpu(), b.timeNs(row) / SECOND, b.timeNs(row) % SECOND, name, body(kind, name, b, row)));
        }

        private String body(EventKind kind, String name, EventBatch b, int row) {
            if (kind.pelt()) return pelt(kind, b, row);
            return printed(name) ? PrintedEvent.body(b, row, comms, true) : "";
        }

        private String pelt(EventKind kind, EventBatch b, int row) {
            var out = new StringBuilder();
            for (String field : FIELDS.get(kind)) {
                String name = field.substring(0, field.indexOf('='));
                String value = value(field.substring(field.indexOf('=') + 1), b, row);
                out.append(' ').append(name).append('=').append(value);
                if (value.matches("-?\\d+")) sums.merge(NAMES.get(kind) + " " + name, Long.valueOf(value), Long::sum);
            }
            return out.substring(1);
        }

        private String value(String field, EventBatch b, int row) {
            return switch (field) {
                case "comm" -> b.pid(row) == -1 ? "(group)" : comms.text(b.comm(row));
                case "pid" -> String.valueOf(b.pid(row));
                case "path" -> paths.text((int) b.pelt(row, PeltField.PATH));
                default -> String.valueOf(b.pelt(row, PeltField.valueOf(field.toUpperCase(java.util.Locale.ROOT))));
            };
        }
    }
}
