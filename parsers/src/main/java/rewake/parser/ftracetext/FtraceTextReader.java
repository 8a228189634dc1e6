package rewake.parser.ftracetext;

import rewake.bytes.TraceBytes;
import rewake.event.PeltDialect;
import rewake.parser.TraceFormatException;
import rewake.parser.TraceReader;
import rewake.parser.textline.TextSniff;
import rewake.parser.textline.TextTrace;

/**
 * Reads the kernel's own text ({@code trace}, {@code trace_pipe}, atrace and systrace files) and the output of
 * {@code trace-cmd report}, its own forms and {@code -N}, {@code -R}, {@code -t}, {@code -l} alike.
 */
public final class FtraceTextReader {
    private static final String ADVICE =
            "record with: trace-cmd record -e sched, and print with: trace-cmd report -N -t";

    private FtraceTextReader() {}

    /** Whether the first lines have the kernel's header, or are mostly events with a {@code comm-pid} column. */
    public static boolean recognises(TraceBytes bytes) {
        var dialect = new FtraceDialect(PeltDialect.standard());
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
        return TextTrace.open(bytes, new FtraceDialect(pelt), ADVICE);
    }
}
