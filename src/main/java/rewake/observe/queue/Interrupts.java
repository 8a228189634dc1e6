package rewake.observe.queue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import rewake.event.Comms;
import rewake.event.EventBatch;
import rewake.event.EventKind;
import rewake.observe.LatencyHistogram;
import rewake.observe.Selection;
import rewake.timeline.Timeline;

/**
 * CPU time inside handlers of hard interrupts and inside softirqs, and from whom it was taken. A softirq that is interrupted does
 * not count the handler's time. ksoftirqd runs softirqs as its own work: from it nothing is taken. Interrupts without a
 * handler of their own, such as the timer's and those between CPUs on x86, have other events and are not seen.
 *
 * <p>An exit without its entry is left out and counted; so is an entry whose exit is not in the trace.
 */
public final class Interrupts {
    private static final String KSOFTIRQD = "ksoftirqd/";

    private final Timeline timeline;
    private final Comms comms;
    private final Selection selection;
    private final Map<Long, Source> sources = new HashMap<>();
    private final Cpu[] cpus;
    private long[] stolenNs = new long[256];
    private long unmatched;

    Interrupts(Timeline timeline, Comms comms, Selection selection) {
        this.timeline = timeline;
        this.comms = comms;
        this.selection = selection;
        cpus = new Cpu[timeline.cpus()];
        Arrays.setAll(cpus, _ -> new Cpu());
    }

    /** Interrupts of one CPU: what it is in, and how long it was. */
    public static final class Cpu {
        private static final long NONE = -1;
        private long hardSinceNs;
        private long hardKey = NONE;
        private int hardName;
        private long softSinceNs;
        private long softKey = NONE;
        private long hardInSoftNs;
        private long hardNs;
        private long softNs;
        private long stolenNs;

        /** Time in handlers of hard interrupts, ns. */
        public long hardNs() {
            return hardNs;
        }

        /** Time in softirqs, without the handlers that interrupted them, ns. */
        public long softNs() {
            return softNs;
        }

        /** Of both, what was taken from a running task, ns. */
        public long stolenNs() {
            return stolenNs;
        }
    }

    /** All interrupts of one number. */
    public static final class Source {
        private final boolean hard;
        private final int number;
        private int name;
        private final LatencyHistogram times = new LatencyHistogram();
        private long stolenNs;
        private long idleNs;

        Source(boolean hard, int number) {
            this.hard = hard;
            this.number = number;
        }

        /** Whether it is a hard interrupt. */
        public boolean hard() {
            return hard;
        }

        /** Its irq or vec. */
        public int number() {
            return number;
        }

        /** Id of its handler's name, 0 for none. */
        public int name() {
            return name;
        }

        /** How long each took. */
        public LatencyHistogram times() {
            return times;
        }

        /** Of their time, what was taken from a running task, ns. */
        public long stolenNs() {
            return stolenNs;
        }

        /** Of their time, what fell on an idle CPU, ns. */
        public long idleNs() {
            return idleNs;
        }
    }

    /** An event of an interrupt. */
    void event(EventKind kind, EventBatch batch, int row) {
        Cpu cpu = cpus[batch.cpu()];
        long time = batch.timeNs(row);
        long number = batch.arg0(row);
        switch (kind) {
            case IRQ_ENTRY -> {
                if (cpu.hardKey != Cpu.NONE) unmatched++;
                cpu.hardKey = number;
                cpu.hardSinceNs = time;
                cpu.hardName = batch.comm(row);
            }
            case IRQ_EXIT -> hardEnds(cpu, batch.cpu(), number, time);
            case SOFTIRQ_ENTRY -> {
                if (cpu.softKey != Cpu.NONE) unmatched++;
                cpu.softKey = number;
                cpu.softSinceNs = time;
                cpu.hardInSoftNs = 0;
            }
            case SOFTIRQ_EXIT -> softEnds(cpu, batch.cpu(), number, time);
            default -> {}
        }
    }

    /** Events of a CPU are missing: what it was in is not known. */
    void missing(int cpu) {
        cpus[cpu].hardKey = Cpu.NONE;
        cpus[cpu].softKey = Cpu.NONE;
    }

    private void hardEnds(Cpu cpu, int number, long irq, long time) {
        boolean fits = cpu.hardKey == irq;
        cpu.hardKey = Cpu.NONE;
        if (!fits) {
            unmatched++;
            return;
        }
        long ns = time - cpu.hardSinceNs;
        if (cpu.softKey != Cpu.NONE) cpu.hardInSoftNs += ns;
        if (!selection.delay(number, time)) return;
        cpu.hardNs += ns;
        Source source = source(true, irq);
        if (cpu.hardName != 0) source.name = cpu.hardName;
        takes(cpu, number, source, ns);
    }

    private void softEnds(Cpu cpu, int number, long vec, long time) {
        boolean fits = cpu.softKey == vec;
        cpu.softKey = Cpu.NONE;
        if (!fits) {
            unmatched++;
            return;
        }
        long ns = time - cpu.softSinceNs - cpu.hardInSoftNs;
        if (!selection.delay(number, time)) return;
        cpu.softNs += ns;
        takes(cpu, number, source(false, vec), ns);
    }

    private void takes(Cpu cpu, int number, Source source, long ns) {
        source.times.record(ns);
        int task = timeline.current(number);
        if (timeline.tasks().isIdle(task)) source.idleNs += ns;
        else if (source.hard || !comms.text(timeline.tasks().comm(task)).startsWith(KSOFTIRQD)) {
            source.stolenNs += ns;
            cpu.stolenNs += ns;
            if (task >= stolenNs.length) stolenNs = Arrays.copyOf(stolenNs, Math.max(task + 1, stolenNs.length * 2));
            stolenNs[task] += ns;
        }
    }

    private Source source(boolean hard, long number) {
        return sources.computeIfAbsent(number << 1 | (hard ? 1 : 0), _ -> new Source(hard, (int) number));
    }

    /** All that had interrupts, those that took the most time first. */
    public List<Source> sources() {
        var all = new ArrayList<>(sources.values());
        all.sort((a, b) -> Long.compare(b.times.sumNs(), a.times.sumNs()));
        return all;
    }

    /** Interrupts of one CPU. */
    public Cpu cpu(int cpu) {
        return cpus[cpu];
    }

    /** What interrupts took from one task, ns. */
    public long stolenNs(int task) {
        return task < stolenNs.length ? stolenNs[task] : 0;
    }

    /** Entries without exit and exits without entry. */
    public long unmatched() {
        return unmatched;
    }
}
