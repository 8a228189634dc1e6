package rewake.parser.tracedat;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import rewake.parser.Section;
import rewake.parser.TraceFormatException;

/**
 * What the options of a file say. Options of no use (HOOK, PROCMAPS, TRACEID, GUEST) are passed over; so is TIME_SHIFT,
 * which maps a guest's clock to its host's and is of use only when the two are merged.
 */
final class Options {
    private static final int DONE = 0;
    private static final int DATE = 1;
    private static final int CPUSTAT = 2;
    private static final int BUFFER = 3;
    private static final int TRACECLOCK = 4;
    private static final int UNAME = 5;
    private static final int OFFSET = 7;
    private static final int CPUCOUNT = 8;
    private static final int VERSION = 9;
    private static final int TSC2NSEC = 14;

    private static final Pattern OVERRUN = Pattern.compile("(?m)^(overrun|dropped events): (\\d{1,18})");
    private static final Pattern NOW = Pattern.compile("(?m)^now ts:\\s*(\\d{1,9})\\.(\\d{6})$");
    private static final Pattern CPU = Pattern.compile("^\\s*CPU: ?(\\d{1,5})\\b");
    private static final Pattern CHOSEN = Pattern.compile("\\[([^\\]]+)\\]");

    private static final long SECOND = 1_000_000_000;

    /** An option and where its content starts. */
    record Raw(int id, long at, int size) {}

    /**
     * Events that the kernel says it could not keep.
     *
     * @param cpu −1 where not said
     */
    record Overrun(int cpu, long events) {}

    String clock = "";

    @Nullable
    String release;

    @Nullable
    String hostname;

    @Nullable
    String arch;

    @Nullable
    String version;

    int cpus;
    long offsetNs;
    long multiplier;
    int shift;
    /** When the recording was stopped by the trace clock, to the second; 0 where not said. */
    long endNs;

    final List<Overrun> overruns = new ArrayList<>();
    /** BUFFER options and whatever points at a section, in the order of the file. */
    final List<Raw> pointers = new ArrayList<>();

    /**
     * Reads options up to DONE or the end of {@code s}.
     *
     * @return offset of the next OPTIONS section, 0 for none
     */
    long read(Section s, boolean version7) throws TraceFormatException {
        while (s.left() >= 2) {
            int id = s.u16();
            if (id == DONE && !version7) return 0;
            long size = s.u32();
            if (id == DONE) return size >= 8 ? s.i64() : 0;
            if (size > s.left()) throw s.damaged("an option of " + size + " bytes");
            long at = s.at();
            option(id, s, (int) size);
            s.take(at + size - s.at());
        }
        return 0;
    }

    private void option(int id, Section s, int size) throws TraceFormatException {
        switch (id) {
            case DATE -> offsetNs += number(s.text(size)) * 1000;
            case OFFSET -> offsetNs += number(s.text(size));
            case TRACECLOCK -> clock = chosen(s.text(size));
            case UNAME -> uname(s.text(size));
            case VERSION -> version = s.text(size).split(" ", -1)[0];
            case CPUCOUNT -> cpus = size >= 4 ? s.i32() : 0;
            case CPUSTAT -> cpustat(s.text(size));
            case TSC2NSEC -> {
                if (size < 8) return;
                multiplier = s.u32();
                shift = s.i32();
                if (shift < 0 || shift > 63) throw s.damaged("a shift of " + shift + " bits");
            }
            case BUFFER, Sections.HEADER_INFO, Sections.FTRACE_EVENTS, Sections.EVENT_FORMATS, Sections.CMDLINES ->
                pointers.add(new Raw(id, s.at(), size));
            default -> {}
        }
    }

    /** The clock in use of {@code [local] global mono}. */
    static String chosen(String clocks) {
        Matcher m = CHOSEN.matcher(clocks);
        return m.find() ? m.group(1) : clocks.strip();
    }

    /** {@code Linux host release arch}. */
    private void uname(String text) {
        String[] word = text.strip().split(" +", -1);
        if (word.length < 4) return;
        hostname = word[1];
        release = word[2];
        arch = word[3];
    }

    private void cpustat(String text) {
        Matcher cpu = CPU.matcher(text);
        int number = cpu.find() ? Integer.parseInt(cpu.group(1)) : -1;
        Matcher overrun = OVERRUN.matcher(text);
        long events = 0;
        while (overrun.find()) events += Long.parseLong(overrun.group(2));
        Matcher now = NOW.matcher(text);
        while (now.find())
            endNs = Math.max(endNs, Long.parseLong(now.group(1)) * SECOND + Long.parseLong(now.group(2)) * 1000);
        if (events > 0) overruns.add(new Overrun(number, events));
    }

    private static long number(String text) {
        try {
            return Long.decode(text.strip());
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
