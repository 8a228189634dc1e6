package rewake.observe.queue;

import java.util.Arrays;

/** Time by length of each queue, and time that each CPU ran a task. */
final class LengthBook implements TimeBook {
    private final long[][] nsAt;
    private final long[][] heldNsAt;
    /** Lengths that are held back: from, and up to. */
    private final int[] heldFrom;

    private final int[] heldTo;
    private final long[] busyNs;
    private final long[] heldBusyNs;

    LengthBook(int cpus) {
        nsAt = new long[cpus][4];
        heldNsAt = new long[cpus][4];
        heldFrom = new int[cpus];
        heldTo = new int[cpus];
        busyNs = new long[cpus];
        heldBusyNs = new long[cpus];
        Arrays.fill(heldTo, -1);
    }

    @Override
    public void known(int cpu, int length, boolean busy, long fromNs, long toNs) {
        room(cpu, length);
        nsAt[cpu][length] += toNs - fromNs;
        if (busy) busyNs[cpu] += toNs - fromNs;
    }

    @Override
    public void held(int cpu, int length, boolean busy, long fromNs, long toNs) {
        room(cpu, length);
        heldNsAt[cpu][length] += toNs - fromNs;
        if (busy) heldBusyNs[cpu] += toNs - fromNs;
        boolean none = heldTo[cpu] < 0;
        heldFrom[cpu] = none ? length : Math.min(heldFrom[cpu], length);
        heldTo[cpu] = Math.max(heldTo[cpu], length);
    }

    @Override
    public void release(int cpu) {
        busyNs[cpu] += heldBusyNs[cpu];
        for (int n = heldFrom[cpu]; n <= heldTo[cpu]; n++) nsAt[cpu][n] += heldNsAt[cpu][n];
        drop(cpu);
    }

    @Override
    public void drop(int cpu) {
        heldBusyNs[cpu] = 0;
        for (int n = heldFrom[cpu]; n <= heldTo[cpu]; n++) heldNsAt[cpu][n] = 0;
        heldTo[cpu] = -1;
    }

    private void room(int cpu, int length) {
        if (length < nsAt[cpu].length) return;
        nsAt[cpu] = Arrays.copyOf(nsAt[cpu], 2 * length);
        heldNsAt[cpu] = Arrays.copyOf(heldNsAt[cpu], 2 * length);
    }

    /** What is known of one CPU; a copy. */
    CpuQueue queue(int cpu) {
        return new CpuQueue(cpu, nsAt[cpu].clone(), busyNs[cpu]);
    }
}
