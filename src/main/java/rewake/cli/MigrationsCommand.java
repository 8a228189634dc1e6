package rewake.cli;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import rewake.catalogue.UsageException;
import rewake.event.EventKind;
import rewake.measure.Evidence;
import rewake.measure.InfoTables;
import rewake.measure.MigrationTables;
import rewake.observe.Selection;
import rewake.observe.move.Migrations;
import rewake.report.Chart;
import rewake.report.Report;

/** {@code rewake migrations}: what moved between CPUs, and why. */
@Command(
        name = "migrations",
        description = {
            "What moved between CPUs and why: each sched_migrate_task with its cause (a wake-up's placement, newidle, periodic,"
                    + " nohz or active balance, exec, affinity, NUMA) and distance; how long tasks had waited that were moved"
                    + " while they waited; moves that the next one undid.",
            "",
            "Causes are told from the trace alone: interrupt context, who ran, who woke the stopper, what the CPU did next. A"
                    + " move that leaves no clear mark is unknown, with the reason. Forks that start a child elsewhere are no"
                    + " sched_migrate_task and stand beside.",
            "",
            "Example: what hackbench on two nodes moves, and the ten tasks that move most:",
            "  rewake migrations traces/hackbench-16cpu-smt-2nodes/perf.data --comm hackbench --top 10",
            ""
        },
        mixinStandardHelpOptions = true)
final class MigrationsCommand implements Callable<Integer> {
    @Mixin
    private Input input = new Input();

    @Mixin
    private TraceOptions traceOptions = new TraceOptions();

    @Mixin
    private Output output = new Output();

    @Mixin
    private Window window = new Window();

    @Mixin
    private Chosen chosen = new Chosen();

    @Option(
            names = "--ping-pong",
            paramLabel = "MS",
            defaultValue = "0.5",
            description = "a ping-pong is quick if the task is back within this time"
                    + " (default: 0.5, the kernel's sched_migration_cost)")
    private BigDecimal pingPongMs = new BigDecimal("0.5");

    @Option(
            names = {"-n", "--top"},
            paramLabel = "N",
            defaultValue = "20",
            description = "this many tasks in each table of tasks (default: 20; 0 for all)")
    private int top;

    @Override
    public Integer call() throws Exception {
        Top.check(top);
        if (pingPongMs.signum() < 0) throw new UsageException("--ping-pong " + pingPongMs + ": a time is not negative");
        try (TraceRun run = TraceRun.open(input, traceOptions, output)) {
            Selection selection = window.selection(run.facts().cpus(), run::span);
            Asked asked = chosen.asked(selection);
            var moves = new Migrations(
                    run.facts(),
                    run.comms(),
                    run.stats(),
                    selection,
                    chosen.of(run.comms()),
                    pingPongMs.movePointRight(6).longValue());
            run.read(asked.beside(moves));
            moves.finish();
            String why = InfoTables.whyNoMigrations(run.facts(), run.census());
            if (why != null) throw new IOException(input.name() + ": no migrations: " + why);
            asked.check(run, output);
            return output.write(report(run, moves), run.stats(), Set.of("matrix"));
        }
    }

    private Report report(TraceRun run, Migrations moves) throws IOException {
        Evidence evidence = run.evidence("migrations")
                .kinds(List.of("migrations", "total", "matrix", "ping_pongs", "moved_waits"), List.of())
                .coverage(moves.coverage())
                .trust(null, null, "measured")
                .note("exec_recorded", run.facts().records(EventKind.PROCESS_EXEC))
                .note("ping_pong_ns", pingPongMs.movePointRight(6).longValue());
        var tables = new MigrationTables(moves, run.comms(), run.stats());
        var headline = new ArrayList<String>();
        headline.add(tables.headline() + "; measured from " + run.census().total() + " events of " + input.name());
        headline.add(Evidence.coverageLine(moves.coverage()));
        String flat = InfoTables.assumedTopology(run.facts());
        if (flat != null) headline.add("Distances: " + flat);
        headline.addAll(run.notes());
        headline.addAll(Evidence.lossLines(run.stats()));
        var chart = new Chart.Bars(
                "What moves tasks, and how far?",
                "migrations",
                List.of("cause", "distance"),
                List.of(Chart.Series.of("count")));
        return new Report(
                "migrations",
                evidence.tree(),
                headline,
                tables.of(run.facts().topology(), Top.rows(top)),
                List.of(chart),
                List.of());
    }
}
