/**
 * perf script text.
 *
 * <p>Job: the task column {@code comm tid}, the header, call chains to pass over, records that are no samples. In:
 * {@link rewake.bytes.TraceBytes}. Out: {@link rewake.parser.TraceReader}. Heat: hot. Start reading at
 * {@code PerfScriptDialect}.
 *
 * <pre>
 * # os release : 6.12.117
 *             perf   368 [000]     4.348786: sched:sched_stat_runtime: comm=perf pid=368 runtime=33455 [ns]
 *             perf   368 [000]     4.348792:       sched:sched_switch: prev_comm=perf prev_pid=368 prev_prio=120 prev_state=R+ ==> ...
 * swapper     0 [001]  1681.465621:                    power:cpu_idle: state=6 cpu_id=1
 * 	ffffffffa95c44ac cpuidle_enter_state+0x17c (vmlinux)
 * </pre>
 *
 * <p>Microseconds are cut, not rounded. Source: {@code tools/perf/builtin-script.c}.
 */
@org.jspecify.annotations.NullMarked
package rewake.parser.perfscript;
