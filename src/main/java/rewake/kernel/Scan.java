package rewake.kernel;

/**
 * The local variables of one {@code select_idle_sibling()} call: the set still to be searched, the budget, what was kept
 * in reserve, what was looked at. One object per {@link SchedState}, so that a decision allocates nothing; it holds
 * nothing between two calls.
 */
final class Scan {
    /** No CPU found. */
    static final int NONE = -1;

    final SchedState state;
    final Machine machine;
    /** CPUs still to be searched: LLC of the target ∩ affinity, shrinking while cores are ruled out. (In a walk of 5.5 and
     * before: not ∩ affinity.) */
    final long[] mask;

    int target;
    /** What the walk at hand is about, for who listens. */
    Question asks = Question.LLC_SCAN;
    /** What is left of the scan limit. */
    int nr;
    /** Second best: the fallback of a core pass, or a sched-idle CPU where idle ones are preferred. */
    int second;
    /** An idle prev outside the target's cluster, for want of a better one. */
    int prevCandidate;
    /** An idle recently used CPU outside the target's cluster. */
    int recentCandidate;

    private Path path = Path.NO_IDLE;
    private int scanned;
    private long effects;

    Scan(SchedState state) {
        this.state = state;
        machine = state.machine();
        mask = CpuMask.empty(machine.cpus());
    }

    Scan begin(int newTarget) {
        target = newTarget;
        nr = Integer.MAX_VALUE;
        second = NONE;
        prevCandidate = NONE;
        recentCandidate = NONE;
        path = Path.NO_IDLE;
        scanned = 0;
        effects = 0;
        return this;
    }

    /** Remembers by which test {@code cpu} was found, and hands it back. */
    int found(int cpu, Path by) {
        path = by;
        return cpu;
    }

    void effect(long bit) {
        effects |= bit;
    }

    /** {@code available_idle_cpu()} of one more CPU that a pass over cores or CPUs looks at. */
    boolean lookIdle(int cpu) {
        scanned++;
        return state.idle(cpu);
    }

    /** Takes one probe from the budget: {@code --nr <= 0}. So a limit of n allows n − 1 probes. */
    boolean outOfBudget() {
        if (--nr > 0) return false;
        effects |= Placement.LIMIT_HIT;
        return true;
    }

    boolean limitHit() {
        return (effects & Placement.LIMIT_HIT) != 0;
    }

    /** Fills {@link #mask} with the CPUs of the target's LLC that the wakee may use. */
    void allOfLlc() {
        long[] span = machine.llcSpan(target);
        long[] allowed = state.allowedMask();
        for (int w = 0; w < mask.length; w++) mask[w] = span[w] & allowed[w];
    }

    /** Fills {@link #mask} with all CPUs of the target's LLC, which the walk then has to test for affinity one by one. */
    void wholeLlc() {
        System.arraycopy(machine.llcSpan(target), 0, mask, 0, mask.length);
    }

    /** Takes a set out of {@link #mask}. */
    void without(long[] set) {
        for (int w = 0; w < mask.length; w++) mask[w] &= ~set[w];
    }

    /** Takes a core out of {@link #mask}. */
    void without(int[] siblings) {
        for (int cpu : siblings) CpuMask.clear(mask, cpu);
    }

    /** The decision: {@code cpu}, or the target where that is {@link #NONE}. */
    long placement(int cpu) {
        Path by = cpu == NONE ? Path.NO_IDLE : path;
        return Placement.of(cpu == NONE ? target : cpu, by, target, scanned) | effects;
    }
}
