package rewake.parser.perfscript;

import rewake.bytes.TraceBytes;
import rewake.event.PeltDialect;
import rewake.parser.TraceFormatException;
import rewake.parser.TraceReader;
import rewake.parser.textline.TextSniff;
import rewake.parser.textline.TextTrace;

/**
 * Reads the output of {@code perf script} and {@code perf sched script}: as it comes, with {@code --header}, {@code --ns},
 * call chains, {@code --show-task-events}, and with {@code -F} as long as cpu, time, event and trace are among the
 * fields.
 */
public final class PerfScriptReader {
    private static final String ADVICE =
            "record with: perf sched record, and print with: perf script --ns -F comm,pid,tid,cpu,time,event,trace";

    private PerfScriptReader() {}

    /** Whether the first lines are perf's header, or mostly events with a {@code comm tid} column. */
    public static boolean recognises(TraceBytes bytes) {
        var dialect = new PerfScriptDialect(PeltDialect.standard());
        TextSniff sniff = TextSniff.of(bytes, dialect);
        return sniff.text() && (dialect.marked() || sniff.mostlyEvents());
    }

    /**
     * Opens a text; the reader owns {@code bytes} from then on. This reads all lines once.
     *
     * @param pelt names of PELT events
     * @throws TraceFormatException where no scheduler event is in it, or its times are no times
     */
    public static TraceReader open(TraceBytes bytes, PeltDialect pelt) throws TraceFormatException {
        return TextTrace.open(bytes, new PerfScriptDialect(pelt), ADVICE);
    }
}
