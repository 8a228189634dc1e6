package rewake.parser.tracedat;

import com.github.luben.zstd.Zstd;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.Deflater;
import rewake.bytes.TraceBytes;
import rewake.event.PeltDialect;
import rewake.parser.TraceFormatException;
import rewake.parser.perfdata.Bytes;
import rewake.parser.perfdata.Payloads;

/** Writes a trace.dat, version 6 or 7, piece by piece. */
final class TraceDatBuilder {
    static final String HEADER_PAGE = """
            \tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;
            \tfield: local_t commit;\toffset:8;\tsize:8;\tsigned:1;
            \tfield: int overwrite;\toffset:8;\tsize:1;\tsigned:1;
            \tfield: char data;\toffset:16;\tsize:%d;\tsigned:1;
            """;

    /** A buffer: pages by CPU. */
    static final class Ring {
        final String name;
        final int pageSize;
        String clock = "local";
        final Map<Integer, List<Page>> cpus = new TreeMap<>();

        Ring(String name, int pageSize) {
            this.name = name;
            this.pageSize = pageSize;
        }

        Page page(int cpu, long stamp) {
            var page = new Page(pageSize, stamp);
            cpus.computeIfAbsent(cpu, _ -> new ArrayList<>()).add(page);
            return page;
        }

        byte[] pages(int cpu) {
            var out = new Bytes();
            for (Page page : cpus.getOrDefault(cpu, List.of())) out.raw(page.build());
            return out.toArray();
        }
    }

    private final int version;
    private final String packing;
    private final Bytes options = new Bytes();
    private final List<String> formats = new ArrayList<>(List.of(Payloads.SWITCH_FORMAT, Payloads.WAKING_FORMAT));
    final List<Ring> rings = new ArrayList<>();
    String cmdlines = "";
    String headerPage = HEADER_PAGE.formatted(4080);
    int cpus = 2;
    /** Systems without events that the file lists too. */
    int otherSystems;

    TraceDatBuilder(int version, String packing) {
        this.version = version;
        this.packing = packing;
        option(4, "[local] global mono");
        option(5, "Linux host 6.1.0-test x86_64");
        option(9, "3.1.6 test");
    }

    /** Any version and packing: {@code 6}, {@code 7-none}, {@code 7-zlib}, {@code 7-zstd}. */
    static TraceDatBuilder of(String shape) {
        return new TraceDatBuilder(shape.charAt(0) - '0', shape.length() > 1 ? shape.substring(2) : "");
    }

    TraceDatBuilder format(String text) {
        formats.add(text);
        return this;
    }

    TraceDatBuilder option(int id, String text) {
        return option(id, new Bytes().nulText(text));
    }

    TraceDatBuilder option(int id, Bytes content) {
        options.u16(id).u32(content.size()).raw(content);
        return this;
    }

    Ring ring(String name, int pageSize) {
        var ring = new Ring(name, pageSize);
        rings.add(ring);
        return ring;
    }

    /** The top buffer with pages of 4096 bytes. */
    Ring top() {
        return rings.isEmpty() ? ring("", 4096) : rings.getFirst();
    }

    TraceDatReader open() throws TraceFormatException {
        return TraceDatReader.open(TraceBytes.of("test.dat", build()), PeltDialect.standard());
    }

    byte[] build() {
        return version == 6 ? version6() : version7();
    }

    private Bytes start() {
        var out = new Bytes().u8(0x17).u8(8).u8(0x44).chars("tracing", 7).nulText(String.valueOf(version));
        return out.u8(0).u8(8).u32(4096);
    }

    private Bytes headers() {
        byte[] text = headerPage.getBytes(StandardCharsets.UTF_8);
        return new Bytes()
                .nulText("header_page")
                .u64(text.length)
                .raw(text)
                .nulText("header_event")
                .u64(3)
                .chars("abc", 3);
    }

    private Bytes systems() {
        var out = new Bytes().u32(1 + otherSystems).nulText("sched").u32(formats.size());
        for (String text : formats) out.u64(text.length()).chars(text, text.length());
        for (int i = 0; i < otherSystems; i++) out.nulText("system" + i).u32(0);
        return out;
    }

    private Bytes saved() {
        return new Bytes().u64(cmdlines.length()).chars(cmdlines, cmdlines.length());
    }

    private byte[] version6() {
        var out = start().raw(headers())
                .u32(0)
                .raw(systems())
                .u32(2)
                .u16(0)
                .u32(0)
                .raw(saved())
                .u32(cpus);
        out.chars("options  ", 10).raw(options);
        long instances = rings.size() - 1L;
        long tables = out.size() + instances * (6 + 8 + 5) + 2 + 10 + 16L * cpus + 15;
        long tableSize = 10 + 16L * cpus + 8 + 7;
        long dataAt = (tables + instances * tableSize + 4095) / 4096 * 4096;
        var data = new Bytes();
        var all = new ArrayList<Bytes>();
        for (Ring ring : rings) {
            var table = new Bytes().chars("flyrecord", 10);
            for (int cpu = 0; cpu < cpus; cpu++) {
                byte[] pages = ring.pages(cpu);
                table.u64(dataAt + data.size()).u64(pages.length);
                data.raw(pages);
            }
            all.add(table.u64(7).chars("[" + ring.clock + "]", 7));
        }
        for (int i = 1; i < rings.size(); i++)
            out.u16(3).u32(13).u64(tables + (i - 1) * tableSize).nulText(("i" + i + "xx").substring(0, 4));
        out.u16(0);
        for (Bytes table : all) out.raw(table);
        out.raw(new byte[(int) dataAt - out.size()]);
        return out.raw(data).toArray();
    }

    private byte[] version7() {
        var out = start().nulText(packing).nulText("1");
        int firstOptions = out.size();
        out.u64(0);
        var pointers = new Bytes();
        section(out, pointers, 16, headers());
        section(out, pointers, 17, new Bytes().u32(0));
        section(out, pointers, 18, systems());
        section(out, pointers, 21, saved());
        long optionsAt = out.size();
        var chained = new Bytes().raw(pointers).raw(options).u16(8).u32(4).u32(cpus);
        chained.u16(0).u32(8);
        out.u16(0).u16(0).u32(0).u64(chained.size() + 8);
        out.raw(chained);
        int nextAt = out.size();
        out.u64(0);
        var buffers = new Bytes();
        for (Ring ring : rings) buffer(out, buffers, ring);
        long lastAt = out.size();
        out.u16(0)
                .u16(0)
                .u32(0)
                .u64(buffers.size() + 14L)
                .raw(buffers)
                .u16(0)
                .u32(8)
                .u64(0);
        byte[] file = out.toArray();
        put(file, firstOptions, optionsAt);
        put(file, nextAt, lastAt);
        return file;
    }

    private static void put(byte[] file, int at, long value) {
        System.arraycopy(new Bytes().u64(value).toArray(), 0, file, at, 8);
    }

    private void section(Bytes out, Bytes pointers, int id, Bytes body) {
        pointers.u16(id).u32(8).u64(out.size());
        boolean packed = !packing.equals("none");
        var content = new Bytes();
        if (packed) {
            byte[] frame = pack(body.toArray());
            content.u32(frame.length).u32(body.size()).raw(frame);
        } else content.raw(body);
        out.u16(id).u16(packed ? 1 : 0).u32(0).u64(content.size()).raw(content);
    }

    private void buffer(Bytes out, Bytes buffers, Ring ring) {
        boolean packed = !packing.equals("none");
        long section = out.size();
        var table = new Bytes()
                .u64(section)
                .nulText(ring.name)
                .nulText(ring.clock)
                .u32(ring.pageSize)
                .u32(ring.cpus.size());
        var body = new Bytes();
        for (int cpu : ring.cpus.keySet()) {
            int from = (int) section + 16 + body.size();
            body.raw(new byte[(ring.pageSize - from % ring.pageSize) % ring.pageSize]);
            long at = section + 16 + body.size();
            byte[] pages = ring.pages(cpu);
            byte[] data = packed ? chunks(pages, ring.pageSize) : pages;
            body.raw(data);
            table.u32(cpu).u64(at).u64(packed ? data.length - 4 : data.length);
        }
        out.u16(3).u16(packed ? 1 : 0).u32(0).u64(body.size()).raw(body);
        buffers.u16(3).u32(table.size()).raw(table);
    }

    /** Two pages a chunk. */
    private byte[] chunks(byte[] pages, int pageSize) {
        int size = 2 * pageSize;
        var out = new Bytes().u32((pages.length + size - 1) / size);
        for (int at = 0; at < pages.length; at += size) {
            byte[] part = Arrays.copyOfRange(pages, at, Math.min(pages.length, at + size));
            byte[] frame = pack(part);
            out.u32(frame.length).u32(part.length).raw(frame);
        }
        return out.toArray();
    }

    private byte[] pack(byte[] bytes) {
        if (packing.equals("zstd")) return Zstd.compress(bytes);
        try (var deflater = new Deflater()) {
            deflater.setInput(bytes);
            deflater.finish();
            byte[] out = new byte[bytes.length + 100];
            return Arrays.copyOf(out, deflater.deflate(out));
        }
    }
}
