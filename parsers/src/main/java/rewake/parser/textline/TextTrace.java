package rewake.parser.textline;

import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import rewake.bytes.TraceBytes;
import rewake.event.EventSink;
import rewake.event.ImportStat;
import rewake.event.Topology;
import rewake.event.TraceFacts;
import rewake.parser.TraceFormatException;
import rewake.parser.KeepingReader;

/**
 * A trace as text: what all its dialects share. Opening it is one pass over the lines ({@link TextSurvey}), reading it
 * another ({@link TextRows}).
 */
public final class TextTrace extends KeepingReader {
    private final TraceBytes bytes;
    private final TextDialect dialect;
    private final TextSurvey survey;
    private final TraceFacts facts;

    private TextTrace(TraceBytes bytes, TextDialect dialect, String advice) throws TraceFormatException {
        this.bytes = bytes;
        this.dialect = dialect;
        survey = TextSurvey.of(bytes, dialect);
        facts = facts(dialect.header());
        check(advice);
    }

    /**
     * Opens a text; the reader owns {@code bytes} from then on.
     *
     * @param advice how to record or print a text that can be used, for messages
     * @throws TraceFormatException where no scheduler event is in it, or its times are no times
     */
    public static TextTrace open(TraceBytes bytes, TextDialect dialect, String advice) throws TraceFormatException {
        return new TextTrace(bytes, dialect, advice);
    }

    private TraceFacts facts(TextDialect.Header header) {
        int cpus = survey.cpus(header.cpus());
        Topology topology = header.topology();
        if (topology == null || topology.cpus() != cpus) topology = Topology.flat(cpus, Topology.ASSUMED_FLAT);
        var tracepoints = new TreeSet<String>(dialect.names().counted().keySet());
        tracepoints.addAll(header.tracepoints());
        return new TraceFacts(
                header.format(),
                header.release(),
                header.recorder(),
                header.hostname(),
                header.arch(),
                cpus,
                header.clock(),
                topology,
                List.copyOf(tracepoints),
                header.cmdline(),
                header.systemWide() == null ? unbroken() : header.systemWide());
    }

    /** Where all of a CPU's switches were recorded, each leaves the task that the one before it brought. */
    private boolean unbroken() {
        return survey.switches > 0 && survey.chainBreaks * 4 < survey.switches;
    }

    private void check(String advice) throws TraceFormatException {
        if (survey.events == 0) throw new TraceFormatException(bytes.name(), 0, nothing() + "; " + advice);
        if (survey.integerTimes * 2 > survey.events + survey.unused)
            throw new TraceFormatException(
                    bytes.name(),
                    0,
                    "the times are plain numbers (clock counter or x86-tsc), so nothing lasted a known time; "
                            + "record with the trace clock local, global or mono");
        if (survey.late.rows() > 20 && survey.late.backward() * 4 > survey.late.rows())
            throw new TraceFormatException(
                    bytes.name(), 0, "the times go back and forth, as with perf script --deltatime; print it without");
    }

    private String nothing() {
        Map<String, Long> names = dialect.names().counted();
        if (names.isEmpty()) return "no line with a task, a [CPU], a time and the name of an event";
        List<String> some = names.keySet().stream().limit(5).toList();
        return "no scheduler events in it, only " + String.join(", ", some) + (names.size() > 5 ? " and others" : "");
    }

    @Override
    public TraceFacts facts() {
        return facts;
    }

    @Override
    public void read(EventSink sink) {
        stats.add(ImportStat.EVENTS_LOST, -1, dialect.header().lost());
        if (survey.fractionDigits < 9) stats.add(ImportStat.TIMES_ROUNDED, -1);
        if (survey.states.odd()) stats.add(ImportStat.STATES_INEXACT, -1);
        new TextRows(dialect, survey, facts, comms, paths, stats).read(new TextLines(bytes), sink);
    }

    @Override
    public void close() {
        bytes.close();
    }
}
