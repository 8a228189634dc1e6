package rewake.observe.queue;

/** What work conservation needs to know of one CPU. */
final class CpuState {
    /** It runs no task, none is queued there, and no wake-up is on its way. */
    boolean idle;
    /** By {@link Mobility}: how many tasks are queued there beyond the one that it runs or is about to run. */
    final int[] waiting = new int[Mobility.COUNT];

    /** Takes over what the other says; false where that is the same. */
    boolean copy(CpuState other) {
        boolean changed = idle != other.idle;
        idle = other.idle;
        for (int m = 0; m < waiting.length; m++) {
            changed |= waiting[m] != other.waiting[m];
            waiting[m] = other.waiting[m];
        }
        return changed;
    }

    boolean same(CpuState other) {
        boolean same = idle == other.idle;
        for (int m = 0; m < waiting.length; m++) same &= waiting[m] == other.waiting[m];
        return same;
    }
}
