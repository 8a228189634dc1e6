package rewake.observe.queue;

/**
 * What is known of one CPU's run queue: for how long it had which length. The running task counts, as in
 * {@code rq->nr_running}; a task that sleeps but was left queued (delayed dequeue) does not.
 *
 * @param cpu its number
 * @param nsAt time by length, ns
 * @param busyNs how long a task ran
 */
public record CpuQueue(int cpu, long[] nsAt, long busyNs) {
    /** All of that time, ns. */
    public long knownNs() {
        long sum = 0;
        for (long ns : nsAt) sum += ns;
        return sum;
    }

    /** Length × time, in task ns. */
    public double taskNs() {
        double sum = 0;
        for (int n = 1; n < nsAt.length; n++) sum += (double) n * nsAt[n];
        return sum;
    }

    /** The longest it was for any time. */
    public int max() {
        for (int n = nsAt.length - 1; n > 0; n--) if (nsAt[n] > 0) return n;
        return 0;
    }

    /** The shortest length that it did not exceed for this share of the time; −1 where no time is known. */
    public int percentile(double share) {
        long all = knownNs();
        if (all == 0) return -1;
        double most = share * all;
        long sum = 0;
        for (int n = 0; n < nsAt.length; n++) {
            sum += nsAt[n];
            if (sum >= most) return n;
        }
        return max();
    }
}
