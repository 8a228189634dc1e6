package rewake.observe.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import rewake.HandMade;
import rewake.catalogue.Formats;
import rewake.event.ImportStats;
import rewake.event.Topology;
import rewake.event.TraceFacts;
import rewake.observe.Selection;
import rewake.parser.TraceReader;
import rewake.store.TimeMerge;

/**
 * Violations of work conservation as the definition says, looked up after each event for each domain and every CPU of it, from
 * what perf, trace-cmd or the kernel printed: equal in number and in ns.
 */
final class ViolationsByBruteForceTest {
    private static final Path TRACES = HandMade.root().resolve("traces");
    private static final List<String> PRINTED =
            List.of("expected/perf-script.txt.gz", "expected/trace-cmd-report.txt.gz", "trace.txt.gz");

    static Stream<Path> recordings() throws IOException {
        try (Stream<Path> all = Files.list(TRACES)) {
            return all
                    .filter(p -> PRINTED.stream().anyMatch(f -> Files.exists(p.resolve(f))))
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    /** Violations of one scope. */
    private static final class Violations {
        final WorkConservation ours;
        final Scope scope;
        final Mobility who;
        private final int[] domainOf;
        private final long[] since;
        long count;
        long ns;

        Violations(WorkConservation ours, Scope scope, Mobility who, Topology topology) {
            this.ours = ours;
            this.scope = scope;
            this.who = who;
            domainOf = scope.of(topology);
            since = new long[scope.count(topology)];
        }

        void look(PrintedMachine machine, long timeNs) {
            for (int domain = 0; domain < since.length; domain++) {
                boolean idle = false;
                boolean crowded = false;
                for (int cpu = 0; cpu < domainOf.length; cpu++) {
                    if (domainOf[cpu] != domain) continue;
                    idle |= machine.idle(cpu);
                    crowded |= machine.crowded(cpu, who);
                }
                if (!idle || !crowded) ends(domain, timeNs);
                else if (since[domain] == 0) since[domain] = timeNs;
            }
        }

        void end(long timeNs) {
            for (int domain = 0; domain < since.length; domain++) ends(domain, timeNs);
        }

        private void ends(int domain, long timeNs) {
            if (since[domain] != 0 && timeNs > since[domain]) {
                count++;
                ns += timeNs - since[domain];
            }
            since[domain] = 0;
        }
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void everyScopeHasTheViolationsThatItsDefinitionSays(Path recording) throws IOException {
        QueueWatch watch;
        TraceFacts facts;
        try (TraceReader reader = Formats.open(trace(recording))) {
            facts = reader.facts();
            watch = new QueueWatch(facts, reader.comms(), new ImportStats(), Selection.ALL);
            var merge = new TimeMerge(watch, new ImportStats());
            reader.read(merge);
            merge.finish();
            watch.finish();
        }
        List<PrintedMachine.Event> events = printed(recording);
        var machine = new PrintedMachine(facts.cpus(), events);
        List<Violations> all = scopes(watch, facts.topology());
        for (PrintedMachine.Event event : events) {
            machine.follow(event);
            for (Violations of : all) of.look(machine, event.timeNs());
        }
        assertThat(all).isNotEmpty();
        for (Violations of : all) {
            of.end(events.getLast().timeNs());
            assertThat(of.ours.lengths(of.who).count())
                    .as("%s %s", of.scope, of.who)
                    .isEqualTo(of.count);
            assertThat(of.ours.lengths(of.who).sumNs())
                    .as("%s %s", of.scope, of.who)
                    .isEqualTo(of.ns);
        }
    }

    private static List<Violations> scopes(QueueWatch watch, Topology topology) {
        var all = new ArrayList<Violations>();
        for (Scope scope : Scope.values()) {
            WorkConservation ours = watch.queues().conservation(scope);
            if (ours == null) continue;
            for (Mobility who : Mobility.values()) all.add(new Violations(ours, scope, who, topology));
        }
        return all;
    }

    private static Path trace(Path recording) {
        return Stream.of("perf.data", "trace.dat", "trace.txt.gz")
                .map(recording::resolve)
                .filter(Files::exists)
                .findFirst()
                .orElseThrow();
    }

    private static List<PrintedMachine.Event> printed(Path recording) throws IOException {
        Path file = PRINTED.stream()
                .map(recording::resolve)
                .filter(Files::exists)
                .findFirst()
                .orElseThrow();
        var events = new ArrayList<PrintedMachine.Event>();
        try (var in = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine())
                if (line.contains(": ") && line.contains("[") && !line.startsWith("#"))
                    events.add(PrintedMachine.Event.of(line));
        }
        return events;
    }
}
