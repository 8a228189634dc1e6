package rewake.parser.tracedat;

import java.util.ArrayList;
import java.util.List;
import rewake.bytes.TraceBytes;
import rewake.parser.Section;
import rewake.parser.TraceFormatException;

/** Version 6: one part after the other, without headers; a file that is cut ends the reading where it is cut. */
final class StreamV6 {
    private static final int TAG = 10;
    private static final int CPUS_MAX = 65_536;

    private final TraceBytes bytes;
    private final Section s;
    private final Contents contents;

    StreamV6(TraceBytes bytes, FileHeader header, Contents contents) throws TraceFormatException {
        this.bytes = bytes;
        this.contents = contents;
        s = new Section(bytes, header.end(), bytes.size() - header.end());
    }

    /** Reads what is there; what a cut or damage leaves out is missing in the contents. */
    void read() {
        try {
            readParts();
        } catch (TraceFormatException e) {
            contents.damaged();
        }
    }

    private void readParts() throws TraceFormatException {
        contents.readHeaders(s);
        contents.readFtrace(s);
        contents.readSystems(s);
        s.take(s.u32());
        s.take(s.u32());
        long cmdlines = s.i64();
        long at = s.take(cmdlines);
        contents.readCmdlines(bytes, new Section(bytes, at, cmdlines));
        long cpus = s.u32();
        if (cpus > CPUS_MAX) throw s.damaged("a count of " + cpus + " CPUs");
        readTagged((int) cpus);
    }

    private void readTagged(int cpus) throws TraceFormatException {
        String tag = tag(s);
        if (tag.equals("options")) {
            contents.options.read(s, false);
            tag = tag(s);
        }
        contents.latency = tag.equals("latency");
        if (!tag.equals("flyrecord")) throw s.damaged("expected flyrecord");
        if (contents.options.cpus == 0) contents.options.cpus = cpus;
        contents.buffers.add(new Buffer("", contents.options.clock, 0, Packing.NONE, table(s, cpus)));
        for (Options.Raw option : contents.options.pointers)
            if (option.id() == Sections.BUFFER) readInstance(option, cpus);
    }

    private static String tag(Section s) throws TraceFormatException {
        return s.text(TAG).strip();
    }

    private static List<Buffer.CpuData> table(Section s, int cpus) throws TraceFormatException {
        if (cpus > s.left() / 16) throw s.damaged("a table of " + cpus + " CPUs");
        var out = new ArrayList<Buffer.CpuData>(cpus);
        for (int cpu = 0; cpu < cpus; cpu++) out.add(new Buffer.CpuData(cpu, s.i64(), s.i64()));
        return out;
    }

    /** {@code u64 offset, name\0}; at the offset "flyrecord", the table, u64 length and the clock's text. */
    private void readInstance(Options.Raw option, int cpus) {
        try {
            var o = new Section(bytes, option.at(), option.size());
            long at = o.i64();
            String name = o.left() > 0 ? o.text(o.left()) : "";
            var there = new Section(bytes, at, bytes.size() - at);
            if (!tag(there).equals("flyrecord")) throw there.damaged("expected flyrecord");
            List<Buffer.CpuData> data = table(there, cpus);
            String clock = contents.options.clock.isEmpty() ? "" : Options.chosen(there.text(there.i64()));
            contents.buffers.add(new Buffer(name, clock, 0, Packing.NONE, data));
        } catch (TraceFormatException e) {
            contents.damaged();
        }
    }
}
