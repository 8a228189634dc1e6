/**
 * perf.data, as {@code perf record} and {@code perf sched record} write it into a file.
 *
 * <p>Job: find samples, put their tracepoints as rows into the lanes of their CPUs, collect facts from the features. In:
 * {@link rewake.bytes.TraceBytes}. Out: {@link rewake.parser.TraceReader}. Heat: hot ({@code RecordReader},
 * {@code Samples}), the rest runs once a file. Start reading at {@link rewake.parser.perfdata.PerfDataReader}, then
 * {@code RecordReader}.
 *
 * <pre>
 * header, 104 bytes:  0 "PERFILE2"  8 u64 104  16 u64 attr_size  24 attrs{offset,size}  40 data{offset,size}  72 u64 features[4]
 * attrs:              n x { perf_event_attr (attr_size - 16 bytes), ids{offset,size} }
 * data:               records { u32 type, u16 misc, u16 size, body }
 *   SAMPLE (9):       fields by the attr's sample_type: IDENTIFIER IP TID TIME ADDR ID STREAM_ID CPU PERIOD READ CALLCHAIN RAW ...
 *   other kernel's:   body, then the sample_id trailer: TID TIME ID STREAM_ID CPU IDENTIFIER
 *   FINISHED_ROUND:   no later record is older than the newest before the previous one of these
 *   ID_INDEX:         u64 n, n x { u64 id, idx, cpu, tid }
 * feature table:      at the end of data, { u64 offset, u64 size } for each bit set in features[], ascending
 * tracing blob:       17 08 44 "tracing" version\0 u8 big_endian u8 long_size u32 page_size "header_page\0" u64 n ... \
 *                     "header_event\0" u64 n ...  u32 n x { u64 n, text }  u32 systems x { name\0, u32 n x { u64 n, text } }
 * </pre>
 *
 * <p>Source: {@code tools/perf/Documentation/perf.data-file-format.txt}, {@code include/uapi/linux/perf_event.h}.
 */
@org.jspecify.annotations.NullMarked
package rewake.parser.perfdata;
