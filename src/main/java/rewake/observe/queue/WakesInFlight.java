package rewake.observe.queue;

import java.util.Arrays;

/**
 * Wake-ups that have chosen their CPU and are not queued there yet: such a CPU is idle no longer. One that is still open when
 * its CPU goes idle the second time is taken as lost.
 */
final class WakesInFlight {
    private static final int NONE = -1;

    private int[] fresh;
    private int[] old;
    /** How often the CPU went idle. */
    private int[] round;
    /** By task: where its wake-up goes. */
    private int[] cpu = new int[256];

    private int[] since = new int[256];

    WakesInFlight(int cpus) {
        fresh = new int[cpus];
        old = new int[cpus];
        round = new int[cpus];
        Arrays.fill(cpu, NONE);
    }

    /** A wake-up sends {@code task} to {@code to}. Returns the CPU that it was sent to before, or −1. */
    int sent(int task, int to) {
        int before = arrived(task);
        if (task >= cpu.length) {
            int size = cpu.length;
            cpu = Arrays.copyOf(cpu, Math.max(task + 1, size * 2));
            Arrays.fill(cpu, size, cpu.length, NONE);
            since = Arrays.copyOf(since, cpu.length);
        }
        cpu[task] = to;
        since[task] = round[to];
        fresh[to]++;
        return before;
    }

    /** {@code task} is queued, wherever. Returns the CPU that its wake-up was sent to, or −1. */
    int arrived(int task) {
        int to = task < cpu.length ? cpu[task] : NONE;
        if (to == NONE) return NONE;
        cpu[task] = NONE;
        int age = round[to] - since[task];
        if (age == 0) fresh[to]--;
        else if (age == 1) old[to]--;
        return to;
    }

    /** A CPU goes idle. */
    void idles(int to) {
        round[to]++;
        old[to] = fresh[to];
        fresh[to] = 0;
    }

    /** Events of a CPU are missing. */
    void missing(int to) {
        idles(to);
        idles(to);
    }

    /** Whether a wake-up is on its way to a CPU. */
    boolean any(int to) {
        return fresh[to] + old[to] > 0;
    }
}
