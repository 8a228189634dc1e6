package rewake.parser.ftracetext;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import rewake.event.PeltDialect;
import rewake.parser.textline.Ascii;
import rewake.parser.textline.EventNames;
import rewake.parser.textline.Events;
import rewake.parser.textline.LineHead;
import rewake.parser.textline.LineKind;
import rewake.parser.textline.TextDialect;
import rewake.parser.textline.TextLines;
import rewake.parser.textline.TextRow;

/** Lines as the kernel's {@code trace} file and {@code trace-cmd report} have them. */
final class FtraceDialect implements TextDialect {
    private static final byte[] BUFFER_STARTED = "##### CPU ".getBytes(StandardCharsets.US_ASCII);
    /** {@code CPU:1 [LOST 2702 EVENTS]}, {@code CPU:1 [2715 EVENTS DROPPED]}, {@code CPU:0 [EVENTS DROPPED]}. */
    private static final Pattern LOST =
            Pattern.compile("^(?:\\S+: *)?CPU:(\\d{1,5}) \\[(?:LOST )?(?:(\\d{1,18}) )?EVENTS(?: DROPPED)?\\]\\s*$");

    private static final Pattern STARTED = Pattern.compile("^##### CPU (\\d{1,5}) buffer started ####\\s*$");
    private static final Pattern ENTRIES =
            Pattern.compile("entries-in-buffer/entries-written: *(\\d{1,18})/(\\d{1,18})");
    private static final Pattern ONLINE = Pattern.compile("#P:(\\d{1,5})\\b");
    private static final Pattern RELEASE = Pattern.compile("latency trace v\\S+ on (\\S+)");
    private static final Pattern CPUS = Pattern.compile("^cpus=(\\d{1,5})\\s*$");
    private static final Pattern KNOWN = Pattern.compile(
            "^(?:version = \\d+|CPU \\d+ is empty|TRACE:|No stats in this file|trace-cmd.*|capturing trace.*|VOID.*)?\\s*$");

    private final LineHead head = new LineHead(new DashColumn());
    private final LatencyHead latency = new LatencyHead(head);
    private final Events events;
    private String format = "ftrace text";
    private @Nullable String release;
    private int cpus;
    private long lost;
    private boolean marked;

    FtraceDialect(PeltDialect pelt) {
        events = new Events(new PrettyBody(), pelt);
    }

    @Override
    public LineKind line(TextLines lines, TextRow row) {
        byte[] text = lines.text();
        int at = lines.start();
        int end = lines.end();
        if (at == end) return LineKind.FILLER;
        if (head.parse(text, at, end, row)) return events.event(lines, row);
        if (text[at] == '#') return header(text, at, end, row);
        if (latency.parse(text, at, end, row)) return events.event(lines, row);
        return other(Ascii.string(text, at, end), row);
    }

    /** Whether a line was seen that only such a trace has. */
    boolean marked() {
        return marked;
    }

    private LineKind header(byte[] text, int at, int end, TextRow row) {
        String line = Ascii.string(text, at, end);
        if (Ascii.matches(text, at, end, BUFFER_STARTED)) {
            Matcher started = STARTED.matcher(line);
            if (!started.matches()) return LineKind.NOISE;
            row.cpu = Integer.parseInt(started.group(1));
            row.arg1 = 0;
            return LineKind.LOSS;
        }
        marked |= line.startsWith("# tracer:");
        Matcher entries = ENTRIES.matcher(line);
        if (entries.find()) lost = Math.max(0, Long.parseLong(entries.group(2)) - Long.parseLong(entries.group(1)));
        Matcher online = ONLINE.matcher(line);
        if (online.find()) cpus = Integer.parseInt(online.group(1));
        Matcher on = RELEASE.matcher(line);
        if (on.find()) release = on.group(1);
        int irq = line.indexOf("=> hardirq/softirq");
        if (irq > 0)
            head.irqColumn((int)
                    line.chars().limit(irq).filter(c -> c == '|' || c == '/').count());
        return LineKind.HEADER;
    }

    private LineKind other(String line, TextRow row) {
        Matcher losses = line.contains("EVENTS") ? LOST.matcher(line) : null;
        if (losses != null && losses.matches()) {
            row.cpu = Integer.parseInt(losses.group(1));
            row.arg1 = losses.group(2) == null ? 0 : Long.parseLong(losses.group(2));
            return LineKind.LOSS;
        }
        Matcher declared = CPUS.matcher(line);
        if (declared.matches()) {
            cpus = Integer.parseInt(declared.group(1));
            format = "trace-cmd report";
            marked = true;
            return LineKind.HEADER;
        }
        if (KNOWN.matcher(line).matches()) {
            marked |= line.startsWith("version =") || line.startsWith("TRACE:");
            return line.isBlank() ? LineKind.FILLER : LineKind.HEADER;
        }
        return LineKind.NOISE;
    }

    @Override
    public EventNames names() {
        return events.names();
    }

    @Override
    public Header header() {
        return new Header(format, release, null, null, null, cpus, null, null, true, null, List.of(), lost);
    }
}
