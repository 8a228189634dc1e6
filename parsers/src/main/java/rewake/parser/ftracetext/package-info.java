/**
 * ftrace text: the kernel's {@code trace} and {@code trace_pipe}, and {@code trace-cmd report}.
 *
 * <p>Job: the task column {@code comm-pid}, the header, the lines that tell of losses, and the bodies that trace-cmd
 * prints in its own way. In: {@link rewake.bytes.TraceBytes}. Out: {@link rewake.parser.TraceReader}. Heat: hot. Start
 * reading at {@code FtraceDialect}.
 *
 * <pre>
 * # entries-in-buffer/entries-written: 10302/10302   #P:8
 *             init-1       (      1) [001] d..2.    45.500493: sched_wakeup_new: comm=init pid=865 prio=120 target_cpu=002
 * ##### CPU 3 buffer started ####
 * CPU:1 [LOST 2702 EVENTS]
 * version = 6
 * cpus=8
 *        hackbench-728   [005]    21.009083052: sched_switch:         sh:728 [120] D ==> swapper/5:0 [120]
 * CPU:1 [2715 EVENTS DROPPED]
 * </pre>
 *
 * <p>Source: {@code kernel/trace/trace_output.c}, {@code Documentation/trace/ftrace.rst}; plugins of libtraceevent.
 */
@org.jspecify.annotations.NullMarked
package rewake.parser.ftracetext;
