package rewake.observe;

import java.util.Arrays;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import rewake.timeline.Timeline;
import rewake.timeline.TimelineListener;

/**
 * How much of a trace is known: CPU time in which the timeline knows what a CPU ran, of all CPU time of the window. Unknown is
 * what lies before a CPU's late first event, and from its last event before a loss or a contradiction to the next one that
 * tells what it runs.
 *
 * <p>Every metric of the measured side stands on this share. Where it is below 1 a metric has bounds: its value if the
 * unknown time had been as good, or as bad, as it can be.
 */
public final class Coverage implements TimelineListener {
    private final IntSupplier cpus;
    private final LongSupplier firstNs;
    private final Selection selection;
    private long[] knownNs;
    private long startNs;
    private long stopNs;

    /** Coverage of the CPUs and the window that count; complete when the trace has ended. */
    public Coverage(Timeline timeline, Selection selection) {
        this(timeline::cpus, timeline::firstNs, selection);
    }

    /** The same of who follows no timeline. */
    Coverage(IntSupplier cpus, LongSupplier firstNs, Selection selection) {
        this.cpus = cpus;
        this.firstNs = firstNs;
        this.selection = selection;
        knownNs = new long[cpus.getAsInt()];
    }

    @Override
    public void covered(int cpu, long sinceNs, long untilNs) {
        if (!selection.cpu(cpu)) return;
        if (cpu >= knownNs.length) knownNs = Arrays.copyOf(knownNs, cpus.getAsInt());
        knownNs[cpu] += Math.max(0, Math.min(untilNs, selection.stopNs()) - Math.max(sinceNs, selection.startNs()));
    }

    @Override
    public void end(long timeNs) {
        startNs = Math.max(firstNs.getAsLong(), selection.startNs());
        stopNs = Math.max(startNs, Math.min(timeNs, selection.stopNs()));
    }

    /** First ns of what was looked at. */
    public long startNs() {
        return startNs;
    }

    /** Length of the window within the trace, ns. */
    public long windowNs() {
        return stopNs - startNs;
    }

    /** How many CPUs count. */
    public int cpus() {
        int n = 0;
        for (int cpu = 0; cpu < cpus.getAsInt(); cpu++) if (selection.cpu(cpu)) n++;
        return n;
    }

    /** Known time of one CPU, ns. */
    public long knownNs(int cpu) {
        return cpu < knownNs.length ? knownNs[cpu] : 0;
    }

    /** Known time of all CPUs that count, ns. */
    public long knownNs() {
        return Arrays.stream(knownNs).sum();
    }

    /** Unknown time of all CPUs that count, ns. */
    public long unknownNs() {
        return windowNs() * cpus() - knownNs();
    }

    /** Known share of the CPU time, 0 to 1; null where the window is empty. */
    public @Nullable Double share() {
        long all = windowNs() * cpus();
        return all == 0 ? null : (double) knownNs() / all;
    }

    /** Known share of one CPU's time. */
    public @Nullable Double share(int cpu) {
        return windowNs() == 0 ? null : (double) knownNs(cpu) / windowNs();
    }
}
