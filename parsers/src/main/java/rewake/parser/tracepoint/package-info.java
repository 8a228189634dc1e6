/**
 * The kernel's own description of its events: format texts, and decoders compiled from them.
 *
 * <p>Job: every recorder that copies raw tracepoint payloads (perf, trace-cmd, the ring buffer) also copies the format
 * text of each event, and the same words describe the same bytes in all of them. So the decoding of a payload is written
 * once here and the readers of formats only find payloads. In: format texts and {@link rewake.bytes.TraceBytes}. Out:
 * rows of {@link rewake.event.EventBatch}. Heat: hot ({@link rewake.parser.tracepoint.EventDecoder}), the rest runs once
 * a file. Start reading at {@link rewake.parser.tracepoint.TracepointFormat}.
 *
 * <p>A format text, as {@code /sys/kernel/tracing/events/sched/sched_switch/format} shows it:
 *
 * <pre>
 * name: sched_switch
 * ID: 310
 * format:
 *     field:unsigned short common_type;  offset:0;   size:2;  signed:0;
 *     field:char prev_comm[16];          offset:8;   size:16; signed:0;
 *     field:__data_loc char[] name;      offset:8;   size:4;  signed:0;   (u32: length in the upper, offset in the lower half)
 * print fmt: "prev_comm=%s ...", REC->prev_comm, ...
 * </pre>
 *
 * <p>Offsets count from the start of the payload and differ between kernels (a comm is {@code char[16]} or
 * {@code __data_loc}, a long has 4 or 8 bytes), ids differ between boots: nothing here is a constant.
 */
@org.jspecify.annotations.NullMarked
package rewake.parser.tracepoint;
