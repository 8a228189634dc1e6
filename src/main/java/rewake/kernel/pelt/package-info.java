/**
 * PELT, the kernel's load tracking, bit for bit: averages of tasks, task groups and their run queues on every CPU.
 *
 * <p>Job: do to the averages what enqueue, dequeue, pick, tick, migration, fork and exit do. In: these events with their
 * run-queue clock, by task, group and CPU number. Out: {@code load_avg}, {@code runnable_avg}, {@code util_avg} and
 * {@code util_est} as they stand in the kernel's memory: as of their last update, not aged to the moment of reading; and how
 * often the loads of groups were written and read under each variant of the rules, and how far they were off. Heat: hot; a
 * row of eight longs an average, nothing allocated per event. Written from the kernel's behaviour, none of its code. Start
 * reading at {@link rewake.kernel.pelt.FairLoads}, then {@link rewake.kernel.pelt.GroupLoads}.
 */
@org.jspecify.annotations.NullMarked
package rewake.kernel.pelt;
