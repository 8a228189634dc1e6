package rewake.parser.perfdata;

import java.util.List;
import rewake.bytes.TraceBytes;
import rewake.event.EventBatch;
import rewake.event.EventSink;
import rewake.event.EventTally;
import rewake.event.ImportStat;
import rewake.event.PeltDialect;
import rewake.event.TraceFacts;
import rewake.parser.TalliedRows;
import rewake.parser.TraceFormatException;
import rewake.parser.KeepingReader;
import rewake.parser.tracepoint.Decoders;

/** Reads a perf.data in file mode, as {@code perf sched record} writes it. */
public final class PerfDataReader extends KeepingReader {
    /** {@code CONFIG_NR_CPUS} of x86 can be no more. */
    private static final int NR_CPUS_MAX = 8192;

    /** {@code PID_MAX_LIMIT} of a 64-bit kernel is 4194304. */
    private static final int PID_BITS = 22;

    private final TraceBytes bytes;
    private final FileHeader header;
    private final List<EventAttr> attrs;
    private final IdTable ids;
    private final Decoders decoders;
    private final TimeWindow times;
    private final TraceFacts facts;

    private PerfDataReader(TraceBytes bytes, PeltDialect dialect) throws TraceFormatException {
        this.bytes = bytes;
        header = FileHeader.read(bytes);
        attrs = EventAttr.readAll(bytes, header);
        if (attrs.isEmpty()) throw new TraceFormatException(bytes.name(), header.attrsAt(), "no event attributes");
        Features features = FeatureReader.read(bytes, header, stats);
        IdIndex index = IdIndex.find(bytes, header);
        int cpus = cpus(features, index);
        ids = IdTable.of(attrs, index, cpus);
        decoders =
                Decoders.compile(features.tracing().formats(), features.release(), dialect, comms, paths, cpus, stats);
        times = features.times();
        facts = new FactFinder(attrs, features, index, decoders).facts(cpus);
        if (decoders.size() == 0)
            throw new TraceFormatException(bytes.name(), Math.min(features.end(), bytes.size()), whyNothing(features));
    }

    /** Whether the first bytes are those of a perf.data, also of one that {@link #open} refuses. */
    public static boolean recognises(TraceBytes bytes) {
        return FileHeader.recognises(bytes);
    }

    /** Opens a file whose PELT events, if any, have the names of known recorders; see the other {@code open}. */
    public static PerfDataReader open(TraceBytes bytes) throws TraceFormatException {
        return open(bytes, PeltDialect.standard());
    }

    /**
     * Opens a file; the reader owns {@code bytes} from then on.
     *
     * @param dialect names of PELT events (probes can be recorded with perf too)
     * @throws TraceFormatException where nothing in it can be used: damaged header, pipe mode, big endian, compressed,
     *     cut before its features, no scheduler tracepoint
     */
    public static PerfDataReader open(TraceBytes bytes, PeltDialect dialect) throws TraceFormatException {
        return new PerfDataReader(bytes, dialect);
    }

    @Override
    public TraceFacts facts() {
        return facts;
    }

    @Override
    public void read(EventSink sink) {
        read(sink, (decoder, payload, length, timeNs, record, cpu, who) -> {
            EventBatch lane = sink.lane(cpu);
            decoder.append(bytes, payload, length, timeNs, record, lane);
            ranBy(who, lane);
        });
    }

    /** The kernel writes −1 for ids that a dead task or process has no longer ({@code perf_event_pid_type()}). */
    private static void ranBy(long who, EventBatch lane) {
        int process = (int) who;
        if (process >>> PID_BITS == 0) lane.process(lane.size() - 1, process);
        if ((int) (who >>> 32) != -1) return;
        lane.flag(
                lane.size() - 1, process == -1 ? EventBatch.TASK_GONE | EventBatch.PROCESS_GONE : EventBatch.TASK_GONE);
    }

    /** Samples are looked at where they stand; the few other records that are events make their rows. */
    @Override
    public void skim(EventTally tally) {
        var rows = new TalliedRows(tally);
        read(rows, (decoder, _, _, timeNs, record, cpu, _) -> {
            rows.handOn(cpu);
            tally.event(cpu, decoder.kind(), timeNs, record);
        });
        rows.handOn();
    }

    private void read(EventSink sink, Samples.Taker taker) {
        int cpus = facts.cpus();
        var samples = new Samples(bytes, attrs, ids, decoders, times, cpus, stats, taker);
        var sideBand = new SideBand(bytes, TrailerLayout.of(attrs), ids, times, cpus, comms, stats);
        new RecordReader(bytes, header, samples, sideBand, stats).read(sink);
    }

    @Override
    public void close() {
        bytes.close();
    }

    /**
     * The CPUs that perf counted, or as many as the events of the file need. A number that the file is not made for (a
     * damaged byte turns 16 into 54,000) is not believed: a CPU has an id in each attr and a row in the topology.
     */
    private int cpus(Features features, IdIndex index) {
        int declared = features.cpusAvailable();
        int ids = attrs.stream().mapToInt(attr -> attr.ids().length).max().orElse(0);
        int indexed = index.cpus(Math.max(declared, 2 * ids));
        int seen = Math.clamp(Math.max(indexed, ids), 1, CpuList.CPU_MAX);
        boolean described = features.topology() != null && features.topology().hasIds();
        boolean believed = described || declared <= (index.present() ? 2 * seen : Math.max(2 * seen, NR_CPUS_MAX));
        if (!believed || index.cpus(CpuList.CPU_MAX) > indexed) stats.add(ImportStat.FEATURE_DAMAGED, -1);
        int cpus = believed ? Math.max(declared, indexed) : indexed;
        return cpus > 0 ? cpus : seen;
    }

    private String whyNothing(Features features) {
        String damage = features.tracing().damage();
        boolean lacksFormats = damage != null || features.tracing().formats().isEmpty();
        if (lacksFormats && features.end() > bytes.size())
            return "the file is cut: the event formats and other facts behind its data should end at 0x"
                    + Long.toHexString(features.end()) + "; copy or record it again";
        if (damage != null)
            return "the event formats are damaged (" + damage.replace(bytes.name() + " ", "")
                    + "); copy or record it again";
        if (facts.tracepoints().isEmpty()) return "no tracepoints in it; record with: perf sched record";
        if (features.tracing().formats().isEmpty())
            return "no event formats (tracing data) in it, as after simpleperf; record with: perf sched record";
        return "no scheduler events in it, only " + String.join(", ", facts.tracepoints())
                + "; record with: perf sched record";
    }
}
