package rewake.cli;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.BitSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import rewake.catalogue.UsageException;
import rewake.measure.Census;
import rewake.observe.Selection;

/** Which CPUs and which part of the time count. */
final class Window {
    private static final Pattern PERCENT = Pattern.compile("([0-9]+(?:\\.[0-9]+)?)%-([0-9]+(?:\\.[0-9]+)?)%");

    @Option(
            names = {"-C", "--cpu", "--cpus"},
            paramLabel = "LIST",
            description = "only what ends on these CPUs: 0,2-5; tasks are followed over all CPUs (perf's -C is not)")
    private @Nullable String cpus;

    @Option(
            names = "--time",
            paramLabel = "START,STOP",
            description =
                    "only what ends in this window: in seconds of the trace clock, of which either may be left out,"
                            + " or as 10%%-90%% of the trace; one beside the trace is an error")
    private @Nullable String time;

    /** Where the trace begins and ends; asked for only where the window is given in percent. */
    interface Span {
        Census of() throws IOException;
    }

    /** Whether the window is given by a trace's clock. */
    boolean inSeconds() {
        return time != null && !time.contains("%");
    }

    /** The selection, checked. */
    Selection selection(int cpuCount, Span span) throws IOException {
        return within(cpuSet(cpuCount), time, span);
    }

    /** The part of the trace that {@code --time} names, and these CPUs. */
    static Selection within(BitSet set, @Nullable String time, Span span) throws IOException {
        if (time == null) return new Selection(set, Long.MIN_VALUE, Long.MAX_VALUE);
        if (time.contains("%")) return percent(set, time, span.of());
        String[] parts = time.split(",", -1);
        if (parts.length != 2) throw new UsageException("--time takes START,STOP in seconds, not '" + time + "'");
        long start = parts[0].isBlank() ? Long.MIN_VALUE : ns("--time", parts[0]);
        long stop = parts[1].isBlank() ? Long.MAX_VALUE : ns("--time", parts[1]);
        if (start > stop) throw new UsageException("--time " + time + ": the window ends before it starts");
        return new Selection(set, start, stop);
    }

    private static Selection percent(BitSet cpus, String time, Census whole) {
        Matcher matcher = PERCENT.matcher(time);
        if (!matcher.matches())
            throw new UsageException("--time takes 10%-90% or START,STOP in seconds, not '" + time + "'");
        double from = Double.parseDouble(matcher.group(1)) / 100;
        double to = Double.parseDouble(matcher.group(2)) / 100;
        if (from > to || to > 1) throw new UsageException("--time " + time + ": a window lies within 0%-100%");
        if (whole.total() == 0) return new Selection(cpus, Long.MIN_VALUE, Long.MAX_VALUE);
        double length = whole.windowEndNs() - whole.windowStartNs();
        return new Selection(
                cpus,
                whole.windowStartNs() + Math.round(from * length),
                whole.windowStartNs() + Math.round(to * length));
    }

    /**
     * Ends the run where a window lies beside the trace.
     *
     * @param option that told it, with its value where one is worth repeating
     */
    static void checkReached(String option, long startNs, long stopNs, Census census) {
        if (census.total() == 0 || (startNs <= census.windowEndNs() && stopNs >= census.windowStartNs())) return;
        throw new UsageException(option + " lies outside the trace, which goes from " + seconds(census.windowStartNs())
                + " to " + seconds(census.windowEndNs()) + " s");
    }

    /** All digits of a time. */
    static String seconds(long ns) {
        return BigDecimal.valueOf(ns, 9).toPlainString();
    }

    /** A time in seconds that an option was given. */
    static long ns(String option, String seconds) {
        try {
            return new BigDecimal(seconds.strip()).movePointRight(9).longValueExact();
        } catch (NumberFormatException | ArithmeticException _) {
            throw new UsageException(option + " takes seconds such as 3.832173, not '" + seconds + "'");
        }
    }

    private BitSet cpuSet(int cpuCount) {
        if (cpus == null) return new BitSet();
        try {
            BitSet set = CpuList.parse(cpus);
            if (set.length() > cpuCount)
                throw new UsageException("-C " + cpus + ": the trace has CPUs 0-" + (cpuCount - 1));
            return set;
        } catch (IOException e) {
            throw new UsageException("-C " + e.getMessage());
        }
    }
}
