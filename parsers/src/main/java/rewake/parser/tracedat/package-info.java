/**
 * trace.dat, as trace-cmd writes it, versions 6 and 7.
 *
 * <p>Job: find each CPU's ring-buffer pages, walk their events in order of time over all CPUs, decode them by the formats
 * the file holds. In: {@link rewake.bytes.TraceBytes}. Out: {@link rewake.parser.TraceReader}. Heat: hot
 * ({@code PageReader}), warm ({@code CpuPages}, {@code Feed}), the rest runs once a file. Start reading at
 * {@link rewake.parser.tracedat.TraceDatReader}, then {@code PageReader}.
 *
 * <pre>
 * start:        17 08 44 "tracing" version\0 u8 big_endian u8 long_size u32 page_size
 *               version 7 goes on: compression\0 its_version\0 u64 first OPTIONS section
 * version 6:    header_page, header_event, ftrace formats, systems, u32 kallsyms, u32 printk, u64 cmdlines, u32 cpus,
 *               "options  \0" options "flyrecord\0" cpus x { u64 offset, u64 size }
 * version 7:    sections { u16 id, u16 flags, u32 description, u64 size, body }; they tile the file
 *               compressed body (flags 1): u32 packed, u32 unpacked, bytes
 *               CPU data of a compressed BUFFER section: u32 n, n x { u32 packed, u32 unpacked, bytes }
 * option:       u16 id, u32 size, bytes; 3 = BUFFER, one an instance: where its CPUs' pages are
 * page:         u64 timestamp, long commit (bits 0-26 used bytes, 30 count of lost events behind them, 31 lost events)
 * event:        u32 { type_len:5, delta:27 }, by type_len 0 u32 length, payload   1-28 payload of 4 x type_len
 *               29 padding   30 time extend   31 absolute time
 * </pre>
 *
 * <p>Source: {@code trace-cmd.dat.v6(5)}, {@code trace-cmd.dat.v7(5)}, {@code include/linux/ring_buffer.h},
 * {@code kernel/trace/ring_buffer.c}. Where the manual and trace-cmd differ, files decide: a section's size has 64 bits,
 * a BUFFER option holds the page size, a compressed CPU's size leaves out its count of chunks.
 */
@org.jspecify.annotations.NullMarked
package rewake.parser.tracedat;
