package rewake.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import rewake.event.EventKind;
import rewake.event.TraceFacts;
import rewake.kernel.KernelModel;
import rewake.kernel.pelt.TgRules;
import rewake.measure.CfsOnlyTable;
import rewake.measure.Evidence;
import rewake.measure.InfoTables;
import rewake.replay.pelt.CfsOnlyWrites;
import rewake.report.Report;
import rewake.report.Table;

/** {@code rewake pelt}: load tracking, recorded against modelled, and what the loads of task groups cost. */
@Command(
        name = "pelt",
        description = {
            "Load tracking on the recorded timeline: recorded signals against the model, and how often tg->load_avg of each"
                    + " task group is written and read, and how far off it is, under each patch that changes that.",
            "",
            "A patch that would not show in a benchmark of this workload is marked (noise): the note below the table says by which"
                    + " rule.",
            "",
            "Groups come from load tracking events, from cgroup events, or from --cgroups; without any of them all tasks are in"
                    + " the root group, which has no tg->load_avg.",
            "",
            "Examples: all patches of tg->load_avg; and two of them, with prices for a cache line:",
            "  rewake pelt trace.dat",
            "  rewake pelt perf.data --cgroups groups.json --patch tg-ratelimit --patch tg-node --access-cost 40,120",
            ""
        },
        mixinStandardHelpOptions = true)
final class PeltCommand implements Callable<Integer> {
    @Mixin
    private Input input = new Input();

    @Mixin
    private TraceOptions traceOptions = new TraceOptions();

    @Mixin
    private Output output = new Output();

    @Mixin
    private ModelOptions models = new ModelOptions();

    @Mixin
    private TaskKnowledge tasks = new TaskKnowledge();

    @Mixin
    private LoadOptions options = new LoadOptions();

    @Override
    public Integer call() throws Exception {
        options.check();
        try (TraceRun run = TraceRun.open(input, traceOptions, output)) {
            Variants variants = models.groupLoads(run.facts());
            if (run.facts().records(EventKind.PELT_CFS) && !isScheduled(run.facts()))
                return output.write(cfsOnly(run, variants), run.stats());
            var loads = new LoadRun(run, options, tasks.told(), tasks.schedIdle(), variants.models(), run.stats());
            run.read(loads.replay);
            loads.replay.finish();
            String why = InfoTables.whyNoWhatif(run.facts(), run.census());
            if (why != null) throw new IOException(input.name() + ": loads cannot be replayed: " + why);
            return output.write(report(run, variants, loads), run.stats(), LoadRun.PICTURED);
        }
    }

    private static boolean isScheduled(TraceFacts facts) {
        return facts.records(EventKind.SWITCH)
                && facts.records(EventKind.WAKING)
                && facts.records(EventKind.MIGRATE_TASK);
    }

    private Report report(TraceRun run, Variants variants, LoadRun loads) throws IOException {
        var tables = new ArrayList<Table>(loads.tables());
        tables.add(loads.signals());
        Evidence evidence = run.evidence("pelt")
                .model(variants.models().getFirst().name(), variants.names())
                .kinds(
                        List.of("who runs where and when", "wake-ups", "migrations", "recorded signals and writes"),
                        List.of("load tracking", "tg->load_avg", "weights of groups"))
                .trust(null, null, "load tracking on the recorded timeline, first order")
                .note("kernel_note", variants.note());
        loads.addTo(evidence);
        var headline = new ArrayList<String>(loads.headline());
        headline.add(variants.note());
        headline.addAll(run.notes());
        String topology = InfoTables.assumedTopology(run.facts());
        if (topology != null) headline.add(topology);
        headline.addAll(Evidence.lossLines(run.stats()));
        return new Report("pelt", evidence.tree(), headline, tables, loads.charts(), List.of());
    }

    private Report cfsOnly(TraceRun run, Variants variants) throws IOException {
        TgRules base = variants.models().getFirst().tg();
        List<KernelModel> models = variants.models().stream()
                .filter(model -> model.equals(variants.models().getFirst())
                        || !model.tg().writesLike(base))
                .toList();
        var writes = new CfsOnlyWrites(
                run.paths(), models.stream().map(KernelModel::tg).toList());
        run.read(writes);
        writes.finish();
        Evidence evidence = run.evidence("pelt")
                .model(variants.models().getFirst().name(), variants.names())
                .kinds(List.of("run queues"), List.of("writes of tg->load_avg"))
                .trust(null, null, "writes from recorded run queues alone: of base a lower bound, no reads")
                .note("kernel_note", variants.note());
        var headline = new ArrayList<String>();
        headline.add(
                "The trace has run queues, and not the scheduler events that a replay needs: writes are counted from their records, no more");
        headline.add(variants.note());
        headline.addAll(run.notes());
        headline.addAll(Evidence.lossLines(run.stats()));
        var names = models.stream().map(KernelModel::name).toList();
        return new Report(
                "pelt", evidence.tree(), headline, List.of(CfsOnlyTable.of(writes, names)), List.of(), List.of());
    }
}
