package rewake.parser.perfdata;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import rewake.bytes.TraceBytes;

/**
 * Writes small perf.data files. Attr {@code a} has one event id a CPU, {@link #id}. Each feature, attr and record can be
 * given raw, so that tests can write what perf never would.
 */
final class PerfDataBuilder {
    /** What {@code perf sched record} asks for: IP, TID, TIME, CPU, PERIOD, RAW, IDENTIFIER. */
    static final long SCHED = 0x10587;

    static final int OSRELEASE = 4;
    static final int NRCPUS = 7;
    static final int CMDLINE = 11;
    static final int CPU_TOPOLOGY = 13;
    static final int NUMA_TOPOLOGY = 14;
    static final int CACHE = 20;
    static final int TRACING_DATA = 1;

    private record Attr(int type, long config, long sampleType, long readFormat, long flags, int clockid) {}

    private final int cpus;
    private final List<Attr> attrs = new ArrayList<>();
    private final List<String> formats = new ArrayList<>();
    private final TreeMap<Integer, Bytes> features = new TreeMap<>();
    private final Bytes data = new Bytes();

    PerfDataBuilder(int cpus) {
        this.cpus = cpus;
        features.put(OSRELEASE, new Bytes().string("6.1.0-test"));
        features.put(NRCPUS, new Bytes().u32(cpus).u32(cpus));
    }

    /** The usual attrs: 0 sched_switch, 1 sched_waking, both as {@code perf sched record} asks for them. */
    static PerfDataBuilder sched(int cpus) {
        return new PerfDataBuilder(cpus)
                .tracepoint(Payloads.SWITCH_ID, SCHED, Payloads.SWITCH_FORMAT)
                .tracepoint(Payloads.WAKING_ID, SCHED, Payloads.WAKING_FORMAT);
    }

    PerfDataBuilder tracepoint(int id, long sampleType, String format) {
        formats.add(format);
        return attr(2, id, sampleType, 4, 1L << 18, 0);
    }

    PerfDataBuilder attr(int type, long config, long sampleType, long readFormat, long flags, int clockid) {
        attrs.add(new Attr(type, config, sampleType, readFormat, flags, clockid));
        return this;
    }

    PerfDataBuilder feature(int bit, Bytes payload) {
        features.put(bit, payload);
        return this;
    }

    PerfDataBuilder without(int bit) {
        features.remove(bit);
        return this;
    }

    long id(int attr, int cpu) {
        return 100L + (long) attr * cpus + cpu;
    }

    /** A sample of an attr with {@link #SCHED} fields. */
    PerfDataBuilder sample(int attr, int cpu, long timeNs, Bytes payload) {
        return sample(attr, cpu, timeNs, 1, 1, payload);
    }

    /** The same, of a process and a task. */
    PerfDataBuilder sample(int attr, int cpu, long timeNs, int pid, int tid, Bytes payload) {
        return record(
                9,
                0,
                new Bytes()
                        .u64(id(attr, cpu))
                        .u64(0xffff)
                        .u32(pid)
                        .u32(tid)
                        .u64(timeNs)
                        .u32(cpu)
                        .u32(0)
                        .u64(1)
                        .u32(payload.size() + 4)
                        .raw(payload)
                        .u32(0));
    }

    /** A record of the kernel with the trailer that goes with {@link #SCHED}. */
    PerfDataBuilder kernel(int type, int misc, Bytes body, int cpu, long timeNs) {
        return record(type, misc, body.u32(1).u32(1).u64(timeNs).u32(cpu).u32(0).u64(id(0, cpu)));
    }

    PerfDataBuilder round() {
        return record(68, 0, new Bytes());
    }

    PerfDataBuilder record(int type, int misc, Bytes body) {
        data.u32(type).u16(misc).u16(body.size() + 8).raw(body);
        return this;
    }

    /** Bytes among the records that are no record. */
    PerfDataBuilder junk(Bytes bytes) {
        data.raw(bytes);
        return this;
    }

    TraceBytes open() {
        return TraceBytes.of("test.data", build());
    }

    byte[] build() {
        if (!formats.isEmpty()) features.putIfAbsent(TRACING_DATA, blob(formats));
        int idsAt = 104;
        int attrsAt = idsAt + attrs.size() * cpus * 8;
        int dataAt = attrsAt + attrs.size() * 144;
        long[] bits = new long[4];
        features.keySet().forEach(bit -> bits[bit >> 6] |= 1L << (bit & 63));
        var out = new Bytes().chars("PERFILE2", 8).u64(104).u64(144);
        out.u64(attrsAt)
                .u64(attrs.size() * 144L)
                .u64(dataAt)
                .u64(data.size())
                .u64(0)
                .u64(0);
        for (long word : bits) out.u64(word);
        for (int a = 0; a < attrs.size(); a++) for (int cpu = 0; cpu < cpus; cpu++) out.u64(id(a, cpu));
        for (int a = 0; a < attrs.size(); a++) attr(out, attrs.get(a), idsAt + (long) a * cpus * 8);
        out.raw(data);
        long payloadAt = out.size() + 16L * features.size();
        for (Bytes payload : features.values()) {
            out.u64(payloadAt).u64(payload.size());
            payloadAt += payload.size();
        }
        features.values().forEach(out::raw);
        return out.toArray();
    }

    private void attr(Bytes out, Attr a, long idsAt) {
        out.u32(a.type)
                .u32(128)
                .u64(a.config)
                .u64(1)
                .u64(a.sampleType)
                .u64(a.readFormat)
                .u64(a.flags);
        out.raw(new byte[44]).u32(a.clockid).raw(new byte[32]).u64(idsAt).u64(cpus * 8L);
    }

    /** A tracing blob with these formats, all of system {@code sched}. */
    static Bytes blob(List<String> formats) {
        var out = new Bytes()
                .u8(0x17)
                .u8(8)
                .u8(0x44)
                .chars("tracing", 7)
                .nulText("0.6")
                .u8(0)
                .u8(8)
                .u32(4096);
        out.nulText("header_page")
                .u64(3)
                .chars("abc", 3)
                .nulText("header_event")
                .u64(0);
        out.u32(0).u32(1).nulText("sched").u32(formats.size());
        for (String format : formats) out.u64(format.length()).chars(format, format.length());
        return out.u32(0).u32(0).u64(0);
    }
}
