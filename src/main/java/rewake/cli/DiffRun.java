package rewake.cli;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import rewake.measure.DiffRepeat;
import rewake.measure.InfoTables;
import rewake.observe.Selection;
import rewake.observe.block.BlockWatch;

/** One trace of a comparison, read in one pass. */
final class DiffRun implements AutoCloseable {
    private final TraceRun run;
    private final DiffRepeat repeat;

    private DiffRun(TraceRun run, DiffRepeat repeat) {
        this.run = run;
        this.repeat = repeat;
    }

    static DiffRun read(String name, TraceOptions options, Output output, Window window, boolean perCpu)
            throws IOException {
        TraceRun run = TraceRun.open(Input.of(name), options, output);
        try {
            Selection selection = window.selection(run.facts().cpus(), run::span);
            var watch = new BlockWatch(run.facts(), run.comms(), run.stats(), selection, perCpu);
            run.read(watch);
            watch.finish();
            @Nullable String why = InfoTables.whyNoLatency(run.facts(), run.census());
            if (why != null) throw new IOException(name + ": nothing to compare: " + why);
            new Asked(selection).check(run, output);
            return new DiffRun(
                    run, DiffRepeat.of(name, run.facts(), run.comms(), run.stats(), watch.coverage(), watch.blocks()));
        } catch (IOException | RuntimeException e) {
            run.close();
            throw e;
        }
    }

    TraceRun run() {
        return run;
    }

    DiffRepeat repeat() {
        return repeat;
    }

    @Override
    public void close() {
        run.close();
    }
}
