package rewake.parser.tracedat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import rewake.bytes.TraceBytes;
import rewake.parser.Section;
import rewake.parser.TraceFormatException;

/**
 * Version 7: OPTIONS sections form a chain and point at all others. Where the chain is broken or missing (a cut file), the
 * sections are found by walking from one to the next, since they tile the file.
 */
final class Sections {
    static final int OPTIONS = 0;
    static final int BUFFER = 3;
    static final int HEADER_INFO = 16;
    static final int FTRACE_EVENTS = 17;
    static final int EVENT_FORMATS = 18;
    static final int CMDLINES = 21;

    private static final int HEADER_SIZE = 16;
    private static final int COMPRESSED = 1;
    private static final int UNPACKED_MAX = 1 << 26;

    private final TraceBytes bytes;
    private final FileHeader header;
    private final Unpacker unpacker;
    private final Contents contents;
    private final Map<Integer, Long> found = new HashMap<>();

    Sections(TraceBytes bytes, FileHeader header, Unpacker unpacker, Contents contents) {
        this.unpacker = unpacker;
        this.bytes = bytes;
        this.header = header;
        this.contents = contents;
    }

    void read() {
        if (!followChain()) walk();
        for (Options.Raw pointer : contents.options.pointers) {
            if (pointer.id() == BUFFER) readBuffer(pointer);
            else if (pointer.size() >= 8) found.put(pointer.id(), bytes.i64(pointer.at()));
        }
        readFound(HEADER_INFO);
        readFound(FTRACE_EVENTS);
        readFound(EVENT_FORMATS);
        readFound(CMDLINES);
    }

    /** Follows OPTIONS sections; false where that does not end at a DONE without a successor. */
    private boolean followChain() {
        var seen = new HashSet<Long>();
        long at = header.optionsAt();
        while (at != 0) {
            if (!bytes.has(at, HEADER_SIZE) || bytes.u16(at) != OPTIONS || !seen.add(at)) return false;
            try {
                at = contents.options.read(open(at), true);
            } catch (TraceFormatException e) {
                contents.damaged();
                return false;
            }
        }
        return !seen.isEmpty();
    }

    /** Notes every section from the header on, and reads OPTIONS that the chain did not reach. */
    private void walk() {
        contents.options.pointers.clear();
        contents.options.overruns.clear();
        contents.options.offsetNs = 0;
        long at = header.end();
        while (bytes.has(at, HEADER_SIZE)) {
            int id = bytes.u16(at);
            long size = bytes.i64(at + 8);
            if (!bytes.has(at + HEADER_SIZE, size)) break;
            if (id == OPTIONS) readOptions(at);
            else found.putIfAbsent(id, at);
            at += HEADER_SIZE + size;
        }
        if (at < bytes.size()) contents.cut();
    }

    private void readOptions(long at) {
        try {
            contents.options.read(open(at), true);
        } catch (TraceFormatException e) {
            contents.damaged();
        }
    }

    private void readFound(int id) {
        Long at = found.get(id);
        if (at == null) {
            if (id != CMDLINES) contents.damaged();
            return;
        }
        try {
            if (!bytes.has(at, HEADER_SIZE) || bytes.u16(at) != id)
                throw new TraceFormatException(bytes.name(), Math.max(0, at), "no section " + id + " here");
            parse(id, at);
        } catch (TraceFormatException e) {
            contents.damaged();
        }
    }

    private void parse(int id, long at) throws TraceFormatException {
        TraceBytes body = bytes;
        Section s = raw(at);
        if (compressed(at)) {
            body = unpack(s);
            s = new Section(body, 0, body.size());
        }
        switch (id) {
            case HEADER_INFO -> contents.readHeaders(s);
            case FTRACE_EVENTS -> contents.readFtrace(s);
            case EVENT_FORMATS -> contents.readSystems(s);
            default -> {
                s.take(8);
                contents.readCmdlines(body, s);
            }
        }
    }

    private Section open(long at) throws TraceFormatException {
        if (!compressed(at)) return raw(at);
        throw new TraceFormatException(bytes.name(), at, "compressed options, which no trace-cmd writes");
    }

    private boolean compressed(long at) {
        return (bytes.u16(at + 2) & COMPRESSED) != 0;
    }

    private Section raw(long at) throws TraceFormatException {
        return new Section(bytes, at + HEADER_SIZE, bytes.i64(at + 8));
    }

    /** {@code u32 packed, u32 unpacked, bytes}. */
    private TraceBytes unpack(Section s) throws TraceFormatException {
        long packed = s.u32();
        long size = s.u32();
        if (size > UNPACKED_MAX) throw s.damaged("a section of " + size + " bytes");
        long at = s.take(packed);
        ByteBuffer out = ByteBuffer.allocateDirect((int) size);
        if (!unpacker.unpack(bytes.buffer(at, (int) packed), out, (int) size))
            throw s.damaged("a section that does not unpack");
        return TraceBytes.view(bytes.name(), out);
    }

    /**
     * {@code u64 section, name\0, clock\0, [u32 page size,] u32 cpus, cpus x { u32 cpu, u64 offset, u64 size }}: the page
     * size is missing in early files, which the length of the rest tells.
     */
    private void readBuffer(Options.Raw option) {
        try {
            var s = new Section(bytes, option.at(), option.size());
            long section = s.i64();
            String name = s.nulText();
            String clock = s.nulText();
            long left = s.left();
            int pageSize = 0;
            long cpus = s.u32();
            if (left != 4 + 20 * cpus) {
                pageSize = cpus > 0 && cpus <= 1 << 20 ? (int) cpus : 0;
                cpus = s.u32();
            }
            if (cpus > s.left() / 20 || (pageSize != 0 && Integer.bitCount(pageSize) != 1))
                throw s.damaged("a table of " + cpus + " CPUs with pages of " + pageSize + " bytes");
            var data = new ArrayList<Buffer.CpuData>();
            for (long i = 0; i < cpus; i++) data.add(new Buffer.CpuData(s.i32(), s.i64(), s.i64()));
            boolean isCompressed =
                    bytes.has(section, HEADER_SIZE) && bytes.u16(section) == BUFFER && compressed(section);
            Packing packing = isCompressed ? header.packing() : Packing.NONE;
            contents.buffers.add(new Buffer(name, clock, pageSize, packing, data));
        } catch (TraceFormatException e) {
            contents.damaged();
        }
    }
}
