/**
 * The modelled kernel: where a waking task is placed.
 *
 * <p>Job: answer {@code select_task_rq_fair()} for a state and a kernel. In: {@link rewake.kernel.SchedState}, the only
 * thing policies read. Out: a {@link rewake.kernel.Placement} packed in a long. A {@link rewake.kernel.KernelModel} is a
 * record of policies; a patch (room {@code patch}) is a function from kernel to kernel. Heat: hot. Written from the
 * kernel's behaviour, none of its code. Start reading at {@link rewake.kernel.KernelModel}.
 */
@org.jspecify.annotations.NullMarked
package rewake.kernel;
