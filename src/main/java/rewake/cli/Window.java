package rewake.cli;

import java.math.BigDecimal;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import rewake.catalogue.UsageException;
import rewake.measure.Selection;

/** Which CPUs and which part of the time count. */
final class Window {
    private static final int MAX_CPU = 65_535;

    @Option(
            names = {"-C", "--cpu", "--cpus"},
            paramLabel = "LIST",
            description = "only what ends on these CPUs: 0,2-5")
    private @Nullable String cpus;

    @Option(
            names = "--time",
            paramLabel = "START,STOP",
            description = "only what ends in this window, in seconds of the trace clock; either may be left out")
    private @Nullable String time;

    /** The selection, checked. */
    Selection selection(int cpuCount) {
        long start = Long.MIN_VALUE;
        long stop = Long.MAX_VALUE;
        if (time != null) {
            String[] parts = time.split(",", -1);
            if (parts.length != 2) throw new UsageException("--time takes START,STOP in seconds, not '" + time + "'");
            if (!parts[0].isBlank()) start = ns(parts[0]);
            if (!parts[1].isBlank()) stop = ns(parts[1]);
            if (start > stop) throw new UsageException("--time " + time + ": the window ends before it starts");
        }
        return new Selection(cpuSet(cpuCount), start, stop);
    }

    private static long ns(String seconds) {
        try {
            return new BigDecimal(seconds.strip()).movePointRight(9).longValue();
        } catch (NumberFormatException _) {
            throw new UsageException("--time takes seconds such as 3.832173, not '" + seconds + "'");
        }
    }

    private BitSet cpuSet(int cpuCount) {
        var set = new BitSet();
        if (cpus == null) return set;
        for (String part : cpus.split(",", -1)) {
            String[] ends = part.split("-", 2);
            int from = cpu(ends[0]);
            int to = ends.length == 1 ? from : cpu(ends[1]);
            if (from > to) throw new UsageException("-C " + cpus + ": " + part + " runs backwards");
            if (to >= cpuCount) throw new UsageException("-C " + cpus + ": the trace has CPUs 0-" + (cpuCount - 1));
            set.set(from, to + 1);
        }
        return set;
    }

    private int cpu(String number) {
        try {
            int cpu = Integer.parseInt(number.strip());
            if (cpu >= 0 && cpu <= MAX_CPU) return cpu;
        } catch (NumberFormatException _) {
            // said below
        }
        throw new UsageException("-C takes a list of CPUs such as 0,2-5, not '" + cpus + "'");
    }
}
