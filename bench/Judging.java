import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import rewake.catalogue.Formats;
import rewake.catalogue.Kernels;
import rewake.catalogue.Patches;
import rewake.event.EventBatch;
import rewake.event.EventConsumer;
import rewake.event.EventKind;
import rewake.event.ImportStats;
import rewake.kernel.KernelModel;
import rewake.parser.TraceReader;
import rewake.replay.Judge;
import rewake.replay.JudgeOptions;
import rewake.store.TimeMerge;

/**
 * {@code bench/judge FILE [RUNS]}: how many wake-ups a second the judge decides, on one thread and on two, events already decoded and in
 * order of time in memory. With the recorded kernel's model alone, and with the first one and four patches of the catalogue
 * that place wake-ups otherwise. Prints one Markdown row for each: trace, threads, models, wake-ups, decisions; million wake-ups a second
 * of the best pass and of the median by wall clock, of the best by CPU time of all threads, and of the best by that of the thread that
 * had most; what each further model adds to the CPU time of all. On two threads and a quiet machine the last but one is what two CPUs can reach.
 */
final class Judging {
    /** The compiler is done after some seconds of the same. */
    private static final double WARM_UP_SECONDS = 4;

    private static final int[] PATCHES = {0, 1, 4};

    public static void main(String[] args) throws IOException {
        Path file = Path.of(args[0]);
        int runs = args.length > 1 ? Integer.parseInt(args[1]) : 9;
        try (TraceReader reader = Formats.open(file)) {
            var trace = new InMemory();
            TimeMerge merge = new TimeMerge(trace, reader.stats());
            reader.read(merge);
            merge.finish();
            KernelModel recorded =
                    Kernels.newestNotNewerThan(reader.facts().kernelRelease()).kernel().model();
            List<KernelModel> models = models(recorded);
            for (int count = 1; count <= 2; count++) {
                double alone = 0;
                for (int patches : PATCHES) {
                    double seconds = row(file, reader, trace, recorded, models.subList(0, 1 + patches), count, runs, alone);
                    if (patches == 0) alone = seconds;
                }
            }
        }
    }

    private static List<KernelModel> models(KernelModel recorded) {
        var models = new ArrayList<KernelModel>();
        models.add(recorded);
        for (Patches patch : Patches.values()) {
            String name = (patch.in(recorded.series()) ? "no-" : "") + patch.id();
            if (!Kernels.fits(recorded, name)) continue;
            KernelModel variant = Kernels.variant(recorded, name);
            if (!variant.wakesLike(recorded)) models.add(variant);
        }
        return models;
    }

    /** CPU seconds of the best run. */
    private static double row(
            Path file,
            TraceReader reader,
            InMemory trace,
            KernelModel recorded,
            List<KernelModel> models,
            int count,
            int runs,
            double alone) {
        var threads = ManagementFactory.getThreadMXBean();
        double[] wall = new double[runs];
        double bestCpu = Double.MAX_VALUE;
        double bestBusiest = Double.MAX_VALUE;
        double best = Double.MAX_VALUE;
        long decisions = 0;
        double warmedUp = 0;
        for (int run = 0; run < runs; ) {
            Judge judge = judge(reader, recorded, models, count);
            long cpu = threads.getCurrentThreadCpuTime();
            long start = System.nanoTime();
            trace.readTo(judge);
            double other = otherThread(threads) / 1e9;
            judge.finish();
            double took = (System.nanoTime() - start) / 1e9;
            double own = (threads.getCurrentThreadCpuTime() - cpu) / 1e9;
            double cpuTook = own + other;
            decisions = judge.judged().decisions();
            if (warmedUp < WARM_UP_SECONDS) {
                warmedUp += cpuTook;
                continue;
            }
            wall[run++] = took;
            bestCpu = Math.min(bestCpu, cpuTook);
            bestBusiest = Math.min(bestBusiest, Math.max(own, other));
            best = Math.min(best, took);
        }
        Arrays.sort(wall);
        System.out.printf(
                Locale.ROOT,
                "| %s | %d | %d | %d | %d | %.2f | %.2f | %.2f | %.2f | %s |%n",
                file.getFileName(),
                count,
                models.size(),
                trace.wakings,
                decisions,
                trace.wakings / best / 1e6,
                trace.wakings / wall[runs / 2] / 1e6,
                trace.wakings / bestCpu / 1e6,
                trace.wakings / bestBusiest / 1e6,
                alone == 0 ? "-" : String.format(Locale.ROOT, "%+.0f %%", 100 * (bestCpu / alone - 1) / (models.size() - 1)));
        return bestCpu;
    }

    /** CPU time of the thread that decides, which ends with the judge: what it has still to do then, 1 or 2 % of a pass, is not in it. */
    private static long otherThread(ThreadMXBean threads) {
        long ns = 0;
        for (ThreadInfo thread : threads.getThreadInfo(threads.getAllThreadIds()))
            if (thread != null && thread.getThreadName().equals("judge")) ns += Math.max(0, threads.getThreadCpuTime(thread.getThreadId()));
        return ns;
    }

    private static Judge judge(TraceReader reader, KernelModel recorded, List<KernelModel> models, int count) {
        var stats = new ImportStats();
        return count == 1
                ? new Judge(reader.facts(), reader.comms(), stats, JudgeOptions.all(), recorded, models)
                : Judge.onTwoThreads(reader.facts(), reader.comms(), stats, JudgeOptions.all(), recorded, models);
    }

    /** All events in the order in which the merge gave them, lane by lane, with the order beside. */
    private static final class InMemory implements EventConsumer {
        private final List<EventBatch> lanes = new ArrayList<>();
        private final List<EventBatch> shown = new ArrayList<>();
        private final List<Integer> shownAt = new ArrayList<>();
        private EventBatch[] batch = new EventBatch[1 << 16];
        private int[] row = new int[1 << 16];
        private int size;
        long wakings;

        private EventBatch lane(int cpu) {
            while (lanes.size() <= cpu) lanes.add(new EventBatch(lanes.size(), 1024));
            return lanes.get(cpu);
        }

        @Override
        public void firstOf(EventBatch lane) {
            shown.add(lane(lane.cpu()));
            shownAt.add(size);
        }

        @Override
        public void event(EventBatch from, int fromRow) {
            if (size == row.length) {
                row = Arrays.copyOf(row, size * 2);
                batch = Arrays.copyOf(batch, size * 2);
            }
            EventBatch lane = lane(from.cpu());
            batch[size] = lane;
            row[size++] = lane.copy(from, fromRow, from.timeNs(fromRow), from.ref(fromRow));
            if (from.kind(fromRow) == EventKind.WAKING.ordinal()) wakings++;
        }

        void readTo(EventConsumer consumer) {
            int next = 0;
            for (int i = 0; i < size; i++) {
                while (next < shown.size() && shownAt.get(next) == i) consumer.firstOf(shown.get(next++));
                consumer.event(batch[i], row[i]);
            }
        }
    }
}
