package rewake.parser.perfdata;

import java.util.BitSet;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import rewake.parser.Section;
import rewake.parser.TraceFormatException;

/** The kernel's notation for sets of CPUs: {@code 0-3,8,10-11}. */
final class CpuList {
    static final int CPU_MAX = 65_536;
    private static final Pattern RANGE = Pattern.compile("(\\d{1,5})(?:-(\\d{1,5}))?");

    private CpuList() {}

    /** A string with a CPU list; none at all is a set too (a node without CPUs). */
    static int[] read(Section s) throws TraceFormatException {
        String text = s.string();
        return parse(text).orElseThrow(() -> s.damaged("\"" + text + "\" is no list of CPUs"));
    }

    /** The CPUs in ascending order; empty where the text is no CPU list. */
    static Optional<int[]> parse(String text) {
        var cpus = new BitSet();
        if (text.isBlank()) return Optional.of(new int[0]);
        for (String part : text.strip().split(",", -1)) {
            Matcher range = RANGE.matcher(part.strip());
            if (!range.matches()) return Optional.empty();
            int first = Integer.parseInt(range.group(1));
            int last = range.group(2) == null ? first : Integer.parseInt(range.group(2));
            if (last < first || last >= CPU_MAX) return Optional.empty();
            cpus.set(first, last + 1);
        }
        return Optional.of(cpus.stream().toArray());
    }
}
