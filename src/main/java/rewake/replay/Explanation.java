package rewake.replay;

import java.util.List;
import org.jspecify.annotations.Nullable;
import rewake.kernel.Outcome;
import rewake.kernel.Path;
import rewake.kernel.Question;

/**
 * One wake-up and how each model decided it: what was known, each step, what the trace leaves open and what the other value
 * would have given, which events raced. Times are ns of the trace clock.
 *
 * @param wakee who was woken
 * @param waker who woke it (in interrupts: the interrupted task)
 * @param wakingNs when, by sched_waking
 * @param decideNs the instant whose state was read
 * @param thisCpu the waker's CPU
 * @param prev the wakee's previous CPU
 * @param chosen the recorded CPU
 * @param racy whether another order of the events around the instant changes the recorded kernel's own model's answer
 * @param state what the models read
 * @param models the base first, then its variants
 * @param races turns of other CPUs near the instant, the nearest first
 */
public record Explanation(
        Who wakee,
        Who waker,
        long wakingNs,
        long decideNs,
        int thisCpu,
        int prev,
        int chosen,
        boolean racy,
        State state,
        List<Model> models,
        List<Race> races) {
    /** A task. */
    public record Who(String name, int pid) {
        @Override
        public String toString() {
            return name + ":" + pid;
        }
    }

    /**
     * What the models read besides CPUs.
     *
     * @param sync WF_SYNC as inferred
     * @param inTask the wake-up came from task context
     * @param kthread the waker is a per-CPU kernel thread
     * @param runningHere tasks on the waker's CPU
     * @param llcSize CPUs of the LLC of the waker's CPU
     * @param loadHere load of the waker's CPU as inferred
     */
    public record State(
            boolean sync,
            boolean inTask,
            boolean kthread,
            int runningHere,
            int wakerFlips,
            int wakeeFlips,
            int llcSize,
            long loadHere,
            long loadPrev,
            long wakeeLoad,
            long wakerLoad,
            List<Integer> idle,
            List<Integer> schedIdle) {}

    /**
     * One model's decision.
     *
     * @param judged it is the recorded kernel's own model
     * @param cpu what the judge scored
     */
    public record Model(
            String name, boolean judged, int cpu, Path path, List<Step> steps, List<Alternative> alternatives) {}

    /** One step, as {@link rewake.kernel.Steps} tells it. */
    public record Step(Question asked, int cpu, Outcome outcome, long value) {}

    /**
     * What the trace leaves open.
     *
     * @param unknown {@code sync}, {@code wake_wide}, {@code load} or {@code nr_idle_scan}
     * @param assumed the value that the answer rests on
     * @param other another value that is about as likely
     * @param cpu what that gives
     */
    public record Alternative(String unknown, String assumed, String other, int cpu) {}

    /**
     * Another CPU turned near the instant, so that it may have looked otherwise.
     *
     * @param to what it turned to: busy, idle or sched_idle
     * @param afterNs when that was visible, after the instant; negative: before it
     * @param byCpu the CPU whose event shows it
     * @param cause the task that ran or was woken, or null
     * @param otherwise what the recorded kernel's own model decides with this CPU alone the other way round, or null where
     *     the search cannot see it
     */
    public record Race(
            int cpu,
            String to,
            long afterNs,
            int byCpu,
            @Nullable Who cause,
            @Nullable Integer otherwise) {}
}
