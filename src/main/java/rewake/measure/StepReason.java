package rewake.measure;

import rewake.kernel.Outcome;
import rewake.kernel.Steps;
import rewake.replay.Explanation;

/** Why a step of a decision ended as it did, as a sentence. */
final class StepReason {
    private static final long NO_LIMIT = 1 << 16;

    private StepReason() {}

    static String of(Explanation.Step step, Explanation of) {
        Explanation.State s = of.state();
        boolean yes = step.outcome() == Outcome.YES;
        return switch (step.asked()) {
            case WAKE_WIDE ->
                "wakee flips " + s.wakerFlips() + " (waker) and " + s.wakeeFlips() + " (wakee), " + s.llcSize()
                        + " CPUs in the LLC" + (yes ? ": they stay apart, prev is the target" : "");
            case WAKER_ALLOWED -> "the wakee may not use the waker's CPU: prev is the target";
            case WA_NEAR -> "prev's node is at distance " + step.value() + (yes ? "" : ": too far, prev is the target");
            case WA_IDLE ->
                !yes
                        ? "the waker's CPU is busy, or under another LLC than prev"
                        : s.idle().contains(of.prev()) ? "idle, but so is prev" : "idle, and prev is not";
            case WA_SYNC ->
                (s.sync() ? "sync (inferred), " : "not sync (inferred), ") + step.value()
                        + " running on the waker's CPU" + (yes ? ": it is about to sleep" : "");
            case WA_PREV_IDLE -> yes ? "idle" : "busy";
            case WA_WEIGHT -> weight(step.value(), s);
            case TARGET -> "the search starts here";
            case TARGET_IDLE, PREV_IDLE, RECENT_USED, SMT_SIBLING, CLUSTER_SCAN, LLC_SCAN -> look(step);
            case KTHREAD_STACK -> "a lone per-CPU kernel thread hands work back on its own CPU";
            case IDLE_CORES_FLAG ->
                yes ? "an idle core is believed to exist in its LLC" : "no idle core is believed to exist in its LLC";
            case SCAN_LIMIT -> limit(step);
            case IDLE_CORE ->
                step.outcome() == Outcome.TAKEN
                        ? "its whole core is idle"
                        : "CPU " + step.value() + " of its core is busy";
            case CORE_FALLBACK -> "no core is idle; this was the first usable CPU met: " + look(step);
            case NO_IDLE -> "nothing idle was found: the target";
            case AFFINITY -> "the wakee may not use what was chosen";
        };
    }

    private static String weight(long margin, Explanation.State s) {
        String loads = "loads (inferred): waker's CPU " + s.loadHere() + ", prev " + s.loadPrev() + ", wakee "
                + s.wakeeLoad() + (s.sync() ? ", waker " + s.wakerLoad() : "");
        if (margin == Long.MAX_VALUE) return loads + ": without the waker nothing is left on its CPU";
        long whole = Math.abs(margin) / 100;
        return loads
                + (margin > 0 ? ": prev would be more loaded by " : ": prev would not be more loaded, margin ")
                + whole;
    }

    private static String limit(Explanation.Step step) {
        if (step.outcome() == Outcome.PASSED_OVER) return "the limit is used up before this CPU";
        if (step.value() == 0) return "no CPU may be looked at";
        return step.value() >= NO_LIMIT ? "all CPUs may be looked at" : step.value() + " CPUs may be looked at";
    }

    private static String look(Explanation.Step step) {
        long value = step.value();
        if (value == Steps.IDLE) return "idle";
        if (value == Steps.SCHED_IDLE) return "only SCHED_IDLE tasks are queued";
        if (value == Steps.NOT_ALLOWED) return "the wakee may not use it";
        if (value == Steps.OTHER_LLC) return "under another LLC than the target";
        if (value == Steps.ASKED_BEFORE) return step.cpu() < 0 ? "not known" : "the same as the target or prev";
        if (value == Steps.OTHER_CLUSTER) return "idle, but in another cluster than the target";
        if (value == Steps.RESERVE) return "kept before, nothing better was found";
        return "busy, or a wake-up is on its way";
    }
}
