package rewake;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rewake.catalogue.Formats;
import rewake.catalogue.Kernels;
import rewake.event.EventBatch;
import rewake.event.EventKind;
import rewake.event.EventSink;
import rewake.event.ImportStats;
import rewake.event.TraceFacts;
import rewake.measure.PerfLatency;
import rewake.observe.Selection;
import rewake.observe.queue.CpuQueue;
import rewake.observe.queue.Mobility;
import rewake.observe.queue.QueueWatch;
import rewake.observe.queue.Schedstat;
import rewake.observe.queue.Scope;
import rewake.observe.queue.WorkConservation;
import rewake.parser.TraceReader;
import rewake.replay.Judge;
import rewake.replay.JudgeOptions;
import rewake.replay.Scores;
import rewake.store.TimeMerge;

/** The same trace told differently has the same answers: times shifted, pids renumbered, equal CPUs renamed. */
class MetamorphicTest {
    private static final Path TRACES = Path.of(System.getProperty("rewake.traces"));

    /** How a trace is told: every time, pid and CPU goes through this. */
    private interface Telling {
        default long time(long ns) {
            return ns;
        }

        default int pid(int pid) {
            return pid;
        }

        default int cpu(int cpu) {
            return cpu;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"schbench-8cpu", "hackbench-16cpu-clusters", "schedidle-8cpu"})
    void shiftedTimesShiftNothingElse(String run) throws IOException {
        // A whole number of seconds: flips decay and idle averages age by the tick, whose phase must stay.
        Telling later = new Telling() {
            @Override
            public long time(long ns) {
                return ns == 0 ? 0 : ns + 86_400_000_000_000L;
            }
        };
        assertThat(told(run, later)).isEqualTo(told(run, new Telling() {}));
    }

    @ParameterizedTest
    @ValueSource(strings = {"schbench-8cpu", "hackbench-16cpu-smt-2nodes", "cyclictest-8cpu"})
    void renumberedPidsAreTheSameTasks(String run) throws IOException {
        Telling renumbered = new Telling() {
            @Override
            public int pid(int pid) {
                return pid <= 0 ? pid : 1 + (pid * 7919 & 0x3FFFF);
            }
        };
        assertThat(told(run, renumbered)).isEqualTo(told(run, new Telling() {}));
    }

    /** On a flat machine a search goes round the CPUs, so that turning all numbers by three turns every answer by three. */
    @ParameterizedTest
    @ValueSource(strings = {"schbench-8cpu", "schedidle-8cpu"})
    void turnedCpusTurnTheAnswers(String run) throws IOException {
        Telling turned = new Telling() {
            @Override
            public int cpu(int cpu) {
                return (cpu + 3) % 8;
            }
        };
        assertThat(told(run, turned)).isEqualTo(told(run, new Telling() {}));
    }

    /** What the trace says when told so: delays by run time and count, and the judge's counts. */
    private static String told(String run, Telling telling) throws IOException {
        try (TraceReader reader = Formats.open(TRACES.resolve(run).resolve("perf.data"))) {
            var lanes = new Lanes();
            reader.read(lanes);
            TraceFacts facts = reader.facts();
            var latency = new PerfLatency(true, Selection.ALL);
            var own = Kernels.newestNotNewerThan(String.valueOf(facts.kernelRelease()))
                    .kernel()
                    .model();
            var stats = new ImportStats();
            var judge = new Judge(
                    facts, reader.comms(), stats, JudgeOptions.all(), own, List.of(own, Kernels.model("v5.11")));
            retell(lanes, telling, new TimeMerge(latency, new ImportStats()));
            retell(lanes, telling, new TimeMerge(judge, stats));
            judge.finish();
            var queues = new QueueWatch(facts, reader.comms(), new ImportStats(), Selection.ALL);
            retell(lanes, telling, new TimeMerge(queues, new ImportStats()));
            queues.finish();
            return delays(latency) + "\n" + scores(judge) + "\n" + queues(queues, facts.cpus(), telling);
        }
    }

    private static void retell(Lanes lanes, Telling telling, TimeMerge merge) {
        for (EventBatch from : lanes.byCpu.values()) {
            EventBatch to = merge.lane(telling.cpu(from.cpu()));
            for (int row = 0; row < from.size(); row++) copy(from, row, to, telling);
        }
        merge.finish();
    }

    private static void copy(EventBatch from, int row, EventBatch to, Telling telling) {
        EventKind kind = EventKind.of(from.kind(row));
        int at = to.append(telling.time(from.timeNs(row)), from.ref(row), kind);
        to.context(at, telling.pid(from.currentPid(row)), from.flags(row));
        to.task(at, telling.pid(from.pid(row)), from.prio(row), from.comm(row));
        to.other(at, telling.pid(from.otherPid(row)), from.otherPrio(row), from.otherComm(row));
        long first = from.arg0(row);
        long second = from.arg1(row);
        switch (kind) {
            case WAKING, WAKEUP, WAKEUP_NEW -> first = telling.cpu((int) first);
            case MIGRATE_TASK -> {
                first = telling.cpu((int) first);
                second = telling.cpu((int) second);
            }
            case FORK -> {
                first = telling.pid((int) first);
                second = telling.pid((int) second);
            }
            default -> {}
        }
        to.args(at, first, second);
    }

    /** Figures of each CPU under the number that it has in the file, and of each scope. */
    private static String queues(QueueWatch watch, int cpus, Telling telling) {
        var out = new StringBuilder();
        for (int cpu = 0; cpu < cpus; cpu++) {
            int told = telling.cpu(cpu);
            Schedstat.Cpu stat = watch.schedstat().cpu(told);
            CpuQueue queue = watch.queue(told);
            out.append(queue.taskNs() + " " + queue.busyNs() + " " + queue.max() + " " + stat.pcount() + " "
                    + stat.runDelayNs() + " " + stat.ttwu() + " " + stat.ttwuLocal() + "\n");
        }
        for (Scope scope : Scope.values()) {
            WorkConservation of = watch.queues().conservation(scope);
            if (of != null) out.append(scope + " " + of.lengths(Mobility.MOVED).sumNs() + " " + of.wastedNs() + "\n");
        }
        watch.preemptions().pairs().forEach(p -> out.append(p.count() + " " + p.waitNs() + " "));
        return out.append(watch.lastRuns().all().ago().sumNs()).toString();
    }

    static String delays(PerfLatency latency) {
        var rows = new ArrayList<String>();
        for (PerfLatency.TaskDelays task : latency.tasks())
            rows.add(task.comm() + " " + task.runtimeNs() + " " + task.delays().count() + " "
                    + task.delays().sumNs() + " " + task.delays().maxNs());
        rows.sort(null);
        return String.join("\n", rows);
    }

    static String scores(Judge judge) {
        var out = new StringBuilder();
        for (Scores s : judge.scores())
            out.append(s.model() + " " + s.decisions() + " " + s.exact() + " " + s.racy() + " " + s.consistent() + " "
                    + s.changed() + " " + s.scanned() + " " + s.found() + " " + s.wakeupMigrations() + "\n");
        return out.append(judge.skipped()).toString();
    }

    /** Keeps all rows by CPU, in the order of the file. */
    static final class Lanes implements EventSink {
        final Map<Integer, EventBatch> byCpu = new TreeMap<>();

        @Override
        public EventBatch lane(int cpu) {
            return byCpu.computeIfAbsent(cpu, c -> new EventBatch(c, 256));
        }

        @Override
        public void roundFinished() {}

        @Override
        public void complete(long untilNs) {}
    }
}
