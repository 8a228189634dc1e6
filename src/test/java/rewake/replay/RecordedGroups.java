package rewake.replay;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import rewake.catalogue.Formats;
import rewake.catalogue.Kernels;
import rewake.event.EventBatch;
import rewake.event.EventConsumer;
import rewake.event.EventKind;
import rewake.event.PeltField;
import rewake.kernel.KernelModel;
import rewake.kernel.Weights;
import rewake.parser.TraceReader;
import rewake.store.TimeMerge;

/**
 * The loads of groups' run queues that the judge infers, never corrected, against the kernel's own. An operation records an
 * average level by level, before the event that tells of it: so the first record of each queue is held against what the judge
 * had when the operation began. Where a recorder shows averages after the update, as the shipped one does, what joins a queue
 * by that very operation counts as an error. The first 100 ms are left out: tasks and queues have loads from before the trace.
 */
final class RecordedGroups implements EventConsumer {
    /** Records of one CPU that are nearer than this are of one operation. */
    private static final long APART_NS = 10_000;
    /** What lies before the trace has by then faded to a tenth. */
    private static final long SKIPPED_NS = 100_000_000;

    private final Judge judge;
    private final List<String> names;
    private long firstNs;
    /** By CPU: when its last record was; by group and CPU: what the judge had when the operation began, −1 once compared. */
    private final long[] lastNs;

    private final long[][] began;
    /** By css − 1: compared, of them within max(5, 5 %), the sum of errors, the sum of recorded loads. */
    private final long[][] found;

    private RecordedGroups(TraceReader reader, Cgroups cgroups, Set<String> schedIdle) {
        names = cgroups.isFlat() ? List.of("root") : List.of("root", "/lab", "/lab/a", "/lab/b");
        found = new long[names.size()][4];
        began = new long[names.size()][reader.facts().cpus()];
        lastNs = new long[reader.facts().cpus()];
        KernelModel own = Kernels.newestNotNewerThan(
                        Objects.requireNonNull(reader.facts().kernelRelease()))
                .kernel()
                .model();
        var all = JudgeOptions.all();
        var options = all.knowing(all.raceWindowNs(), schedIdle, cgroups);
        judge = new Judge(reader.facts(), reader.comms(), reader.stats(), options, own, List.of(own));
    }

    static RecordedGroups of(Path file, Cgroups cgroups, Set<String> schedIdle) throws IOException {
        try (TraceReader reader = Formats.open(file)) {
            var groups = new RecordedGroups(reader, cgroups, schedIdle);
            var merge = new TimeMerge(groups, reader.stats());
            reader.read(merge);
            merge.finish();
            return groups;
        }
    }

    @Override
    public void firstOf(EventBatch lane) {
        judge.firstOf(lane);
    }

    @Override
    public void event(EventBatch batch, int row) {
        if (batch.kind(row) == EventKind.PELT_CFS.ordinal() && batch.hasPelt(row, PeltField.CSS)) recorded(batch, row);
        judge.event(batch, row);
    }

    private void recorded(EventBatch batch, int row) {
        int group = (int) batch.pelt(row, PeltField.CSS) - 1;
        if (group < 0 || group >= found.length) return;
        int cpu = (int) batch.pelt(row, PeltField.CPU);
        long now = batch.timeNs(row);
        if (firstNs == 0) firstNs = now;
        if (now - lastNs[cpu] >= APART_NS)
            for (int g = 0; g < began.length; g++)
                began[g][cpu] = judge.loads.fair.first().load(g, cpu);
        lastNs[cpu] = now;
        if (now - firstNs >= SKIPPED_NS && began[group][cpu] >= 0)
            compare(found[group], began[group][cpu], batch.pelt(row, PeltField.LOAD));
        began[group][cpu] = -1;
    }

    private static void compare(long[] sums, long model, long recorded) {
        long off = Math.abs(model - recorded);
        sums[0]++;
        if (off <= Math.max(5, recorded / 20)) sums[1]++;
        sums[2] += off;
        sums[3] += recorded;
    }

    @Override
    public String toString() {
        var out = new StringBuilder();
        for (int g = 0; g < found.length; g++) {
            long[] f = found[g];
            if (f[0] == 0) continue;
            out.append("%s %d: %.4f within max(5, 5 %%), mean error %.1f of %.1f; "
                    .formatted(names.get(g), f[0], (double) f[1] / f[0], (double) f[2] / f[0], (double) f[3] / f[0]));
        }
        return out.toString();
    }

    /** /lab and, in it, /lab/a and /lab/b, as the recordings have them. */
    static Cgroups lab() {
        return Cgroups.of(
                "test",
                List.of(
                        new Cgroups.Group("/lab", Weights.NICE_0, 2),
                        new Cgroups.Group("/lab/a", Weights.NICE_0, 3),
                        new Cgroups.Group("/lab/b", Weights.NICE_0, 4)),
                Map.of(),
                Map.of());
    }
}
