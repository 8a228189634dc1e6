package rewake.parser.tracedat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import rewake.bytes.TraceBytes;
import rewake.event.EventKind;
import rewake.event.EventSink;
import rewake.event.ImportStat;
import rewake.event.ImportStats;
import rewake.event.PeltDialect;
import rewake.event.Topology;
import rewake.event.TraceFacts;
import rewake.parser.TraceFormatException;
import rewake.parser.KeepingReader;
import rewake.parser.tracepoint.Decoders;
import rewake.parser.tracepoint.TracepointFormat;

/**
 * Reads a trace.dat of trace-cmd, version 6 or 7, whole or cut.
 *
 * <p>Several buffers ({@code -B}) are one trace: each kind of event is taken from the buffer that has most of it, so that
 * an event which two buffers recorded (at two times, since each stamps for itself) counts once. Buffers with another clock
 * than the first are left out.
 */
public final class TraceDatReader extends KeepingReader {
    /** Systems in a file that lists all formats of its kernel, rather than those of the events that were recorded. */
    private static final int ALL_SYSTEMS = 12;

    private static final int CPUS_MAX = 65_536;
    /** {@code CONFIG_NR_CPUS} of x86 can be no more. */
    private static final int NR_CPUS_MAX = 8192;

    private static final long SECOND = 1_000_000_000;

    private final TraceBytes bytes;
    private final Unpacker unpacker;
    private final Contents contents;
    private final HeaderPage layout;
    private final Clock clock;
    private final List<Buffer> buffers = new ArrayList<>();
    private final List<@Nullable BitSet> elsewhere = new ArrayList<>();
    private final Decoders decoders;
    private final TraceFacts facts;

    private TraceDatReader(TraceBytes bytes, FileHeader header, Unpacker unpacker, PeltDialect dialect)
            throws TraceFormatException {
        this.bytes = bytes;
        this.unpacker = unpacker;
        contents = Contents.read(bytes, header, unpacker, comms, stats);
        if (contents.formats.isEmpty())
            throw no(
                    "the event formats are missing or damaged: the file is cut or was changed; copy or record it again");
        Options options = contents.options;
        layout = contents.headerPage != null ? contents.headerPage : HeaderPage.usual(header.pageSize());
        chooseBuffers();
        String named = clockName();
        clock = new Clock(named == null ? "local" : named, options.multiplier, options.shift, options.offsetNs);
        if (!clock.inNs())
            throw no("its clock " + clock.name()
                    + " counts no ns and the file does not convert it; record with -C mono");
        int cpus = cpus();
        decoders = Decoders.compile(contents.formats, options.release, dialect, comms, paths, cpus, stats);
        facts = facts(cpus, recorded());
        if (decoders.size() == 0) throw no("no scheduler events in it; record with: trace-cmd record -e sched");
        for (Options.Overrun lost : options.overruns)
            stats.add(ImportStat.BUFFER_OVERRUN, lost.cpu() < cpus ? lost.cpu() : -1, lost.events());
    }

    /** Whether the first bytes are those of a trace.dat, also of one that {@link #open} refuses. */
    public static boolean recognises(TraceBytes bytes) {
        return FileHeader.recognises(bytes);
    }

    /**
     * Opens a file; the reader owns {@code bytes} from then on.
     *
     * @param dialect names of PELT events
     * @throws TraceFormatException where nothing in it can be used: damaged header, big endian, no formats, cut before the
     *     table of its CPUs, a clock that counts no ns, no scheduler events
     */
    public static TraceDatReader open(TraceBytes bytes, PeltDialect dialect) throws TraceFormatException {
        FileHeader header = FileHeader.read(bytes);
        var unpacker = new Unpacker(header.packing());
        try {
            return new TraceDatReader(bytes, header, unpacker, dialect);
        } catch (TraceFormatException | RuntimeException e) {
            unpacker.close();
            throw e;
        }
    }

    @Override
    public TraceFacts facts() {
        return facts;
    }

    @Override
    public void read(EventSink sink) {
        var feed = new Feed(new PageReader(decoders, layout, clock, stats), contents.cmdlines, stats);
        for (int i = 0; i < buffers.size(); i++) {
            Buffer buffer = buffers.get(i);
            for (Buffer.CpuData data : buffer.cpus())
                if (fits(data)) feed.add(pages(buffer, data, stats), elsewhere.get(i));
        }
        feed.run(clock, sink);
    }

    @Override
    public void close() {
        unpacker.close();
        bytes.close();
    }

    private boolean fits(Buffer.CpuData data) {
        if (data.size() == 0) return false;
        if (data.cpu() >= 0 && data.cpu() < facts.cpus()) return true;
        stats.add(ImportStat.CPU_OUT_OF_RANGE, -1);
        return false;
    }

    private CpuPages pages(Buffer buffer, Buffer.CpuData data, ImportStats count) {
        long end = contents.options.endNs == 0 ? Long.MAX_VALUE : contents.options.endNs + SECOND;
        return new CpuPages(bytes, buffer, data, layout, unpacker, end, count);
    }

    /** The filled ones with the clock of the first. */
    private void chooseBuffers() throws TraceFormatException {
        for (Buffer buffer : contents.buffers) {
            if (!buffer.filled()) continue;
            if (!buffers.isEmpty() && !buffer.clock().equals(buffers.getFirst().clock()))
                stats.add(ImportStat.OTHER_CLOCK, -1);
            else buffers.add(buffer);
        }
        if (contents.latency)
            throw no("a latency trace (text), which cannot be read yet; record with: trace-cmd record -e sched");
        if (contents.buffers.isEmpty())
            throw no(
                    "the table that says where each CPU's data are is missing: the file is cut; copy or record it again");
    }

    private @Nullable String clockName() {
        String own = buffers.isEmpty() ? "" : buffers.getFirst().clock();
        if (!own.isEmpty()) return own;
        return contents.options.clock.isEmpty() ? null : contents.options.clock;
    }

    /** Where the file itself adds something (options DATE and OFFSET), its times are no longer those of the clock alone. */
    private @Nullable String timeline() {
        String named = clockName();
        return named == null || clock.offsetNs() == 0 ? named : named + " + " + clock.offsetNs() + " ns";
    }

    private int cpus() {
        int declared = contents.options.cpus;
        if (declared > NR_CPUS_MAX) contents.damaged();
        int cpus = declared > NR_CPUS_MAX ? 1 : Math.max(1, declared);
        for (Buffer buffer : buffers)
            for (Buffer.CpuData data : buffer.cpus())
                if (data.cpu() >= cpus && data.cpu() < CPUS_MAX) cpus = data.cpu() + 1;
        return cpus;
    }

    /**
     * The ids of what was recorded. The formats in a file are those of the events that were asked for, but for files that
     * have all of them: there, what occurs.
     */
    private BitSet recorded() {
        var listed = new BitSet();
        contents.formats.keySet().forEach(listed::set);
        boolean tells = contents.systems < ALL_SYSTEMS;
        if (tells && buffers.size() < 2) {
            elsewhere.add(null);
            return listed;
        }
        var counts = new ArrayList<Occurrence>();
        for (Buffer buffer : buffers) counts.add(count(buffer));
        if (buffers.size() == 1) elsewhere.add(null);
        else for (int i = 0; i < buffers.size(); i++) elsewhere.add(elsewhere(counts, i));
        if (tells) return listed;
        var occurring = new BitSet();
        for (Occurrence count : counts) occurring.or(count.ids());
        return occurring;
    }

    private Occurrence count(Buffer buffer) {
        var count = new Occurrence(layout);
        for (Buffer.CpuData data : buffer.cpus())
            if (data.size() > 0) count.count(pages(buffer, data, new ImportStats()));
        return count;
    }

    /** Ids of which another buffer has more, or as many and comes first. */
    private static BitSet elsewhere(List<Occurrence> counts, int own) {
        var out = new BitSet();
        for (int other = 0; other < counts.size(); other++) {
            if (other == own) continue;
            BitSet ids = counts.get(other).ids();
            for (int id = ids.nextSetBit(0); id >= 0; id = ids.nextSetBit(id + 1)) {
                long more = counts.get(other).of(id) - counts.get(own).of(id);
                if (more > 0 || (more == 0 && other < own)) out.set(id);
            }
        }
        return out;
    }

    private TraceFacts facts(int cpus, BitSet recorded) {
        Options options = contents.options;
        var names = new TreeSet<String>();
        for (TracepointFormat format : contents.formats.values()) {
            if (format.system().equals("ftrace") || !recorded.get(format.id())) continue;
            names.add(format.fullName());
            EventKind kind = decoders.kind(format.id());
            if (kind != null) names.add(kind.tracepoint());
        }
        return new TraceFacts(
                "trace.dat",
                options.release,
                options.version == null ? "trace-cmd" : "trace-cmd " + options.version,
                options.hostname,
                options.arch,
                cpus,
                timeline(),
                Topology.flat(cpus, Topology.ASSUMED_FLAT),
                List.copyOf(names),
                null,
                true);
    }

    private TraceFormatException no(String trouble) {
        return new TraceFormatException(bytes.name(), bytes.size(), trouble);
    }
}
