package rewake.replay;

import rewake.event.Distance;
import rewake.kernel.CpuMask;
import rewake.kernel.KernelModel;
import rewake.kernel.Machine;

/** Counts for one model and kind of {@link ForkScores}. */
final class ForkScore {
    final KernelModel kernel;
    private final ForkScores.Kind kind;
    private final Machine machine;
    private long decisions;
    private long exact;
    private long changed;
    private long racy;
    private long nonRacyExact;
    private long sameLlc;
    private long sameNode;
    private long idleAgree;
    private long nullHere;
    private long nullIdle;

    ForkScore(KernelModel kernel, ForkScores.Kind kind, Machine machine) {
        this.kernel = kernel;
        this.kind = kind;
        this.machine = machine;
    }

    /**
     * Counts one decision.
     *
     * @param idle how CPUs looked
     * @param base the base model's answer
     */
    void count(int answer, boolean isRacy, int base, int chosen, int here, long[] idle) {
        decisions++;
        boolean right = answer == chosen;
        if (right) exact++;
        if (answer != base) changed++;
        if (isRacy) racy++;
        else if (right) nonRacyExact++;
        Distance apart = machine.topology().distance(answer, chosen);
        if (apart.compareTo(Distance.LLC) <= 0) sameLlc++;
        if (apart.compareTo(Distance.NODE) <= 0) sameNode++;
        if (CpuMask.has(idle, answer) == CpuMask.has(idle, chosen)) idleAgree++;
        if (chosen == here) nullHere++;
        if (chosen == firstIdle(here, idle)) nullIdle++;
    }

    private static int firstIdle(int here, long[] idle) {
        int cpu = CpuMask.next(idle, here);
        if (cpu < 0) cpu = CpuMask.next(idle, 0);
        return cpu < 0 ? here : cpu;
    }

    ForkScores scores() {
        return new ForkScores(
                kernel.name(),
                kind,
                kernel.slowPath().modelled(),
                decisions,
                exact,
                changed,
                racy,
                nonRacyExact,
                sameLlc,
                sameNode,
                idleAgree,
                nullHere,
                nullIdle);
    }
}
