package rewake.replay;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import rewake.catalogue.Formats;
import rewake.catalogue.Kernels;
import rewake.event.EventBatch;
import rewake.event.EventConsumer;
import rewake.event.EventKind;
import rewake.event.PeltField;
import rewake.kernel.KernelModel;
import rewake.parser.TraceReader;
import rewake.store.TimeMerge;

/**
 * The loads that the judge infers, never corrected, against the kernel's own: at each recorded average of a root run queue or
 * of a task, what the judge would read just before. What a CPU's utilisation has from before the trace is taken from its first
 * record, and fades.
 */
final class RecordedLoads implements EventConsumer {
    private static final double HALF_LIFE_NS = 32 * 1024 * 1024;

    private final Judge judge;
    /** By CPU: what its first recorded utilisation has from before the trace, and when that was. */
    private final double[] before;

    private final long[] sinceNs;

    /** Compared, and of them within max(5, 5 %): util of CPUs, util of tasks, load of tasks. */
    final int[] compared = new int[3];

    final int[] close = new int[3];
    final double[] off = new double[3];

    private RecordedLoads(TraceReader reader) {
        before = new double[reader.facts().cpus()];
        sinceNs = new long[reader.facts().cpus()];
        KernelModel own = Kernels.newestNotNewerThan(
                        Objects.requireNonNull(reader.facts().kernelRelease()))
                .kernel()
                .model();
        judge = new Judge(reader.facts(), reader.comms(), reader.stats(), JudgeOptions.all(), own, List.of(own));
    }

    static RecordedLoads of(Path file) throws IOException {
        try (TraceReader reader = Formats.open(file)) {
            var loads = new RecordedLoads(reader);
            var merge = new TimeMerge(loads, reader.stats());
            reader.read(merge);
            merge.finish();
            return loads;
        }
    }

    @Override
    public void firstOf(EventBatch lane) {
        judge.firstOf(lane);
    }

    @Override
    public void event(EventBatch batch, int row) {
        EventKind kind = EventKind.of(batch.kind(row));
        if (kind == EventKind.PELT_CFS && batch.pelt(row, PeltField.CSS) == 1) {
            int cpu = (int) batch.pelt(row, PeltField.CPU);
            long model = judge.loads.fair.first().util(0, cpu);
            long recorded = batch.pelt(row, PeltField.UTIL);
            long now = batch.timeNs(row);
            if (sinceNs[cpu] == 0) {
                sinceNs[cpu] = now;
                before[cpu] = recorded - model;
            } else {
                double left = before[cpu] * Math.pow(0.5, (now - sinceNs[cpu]) / HALF_LIFE_NS);
                compare(0, Math.round(model + left), recorded);
            }
        } else if (kind == EventKind.PELT_SE && batch.pid(row) > 0) {
            boolean group = batch.hasPelt(row, PeltField.MY_Q) && batch.pelt(row, PeltField.MY_Q) != 0;
            int task = group ? -1 : judge.tracker().timeline().tasks().of(batch.pid(row), batch.cpu());
            if (task >= 0 && judge.loads.fair.cpu(task) >= 0) {
                compare(1, judge.loads.fair.taskUtil(task), batch.pelt(row, PeltField.UTIL));
                compare(2, judge.loads.fair.taskLoad(task), batch.pelt(row, PeltField.LOAD));
            }
        }
        judge.event(batch, row);
    }

    private void compare(int what, long model, long recorded) {
        compared[what]++;
        long d = Math.abs(model - recorded);
        off[what] += d;
        if (d <= Math.max(5, recorded / 20)) close[what]++;
    }

    @Override
    public String toString() {
        var out = new StringBuilder();
        String[] names = {"CPU util", "task util", "task load"};
        for (int i = 0; i < 3; i++)
            out.append("%s %d: %.4f within max(5, 5 %%), mean error %.1f; "
                    .formatted(names[i], compared[i], (double) close[i] / compared[i], off[i] / compared[i]));
        return out.toString();
    }
}
