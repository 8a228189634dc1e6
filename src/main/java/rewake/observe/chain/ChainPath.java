package rewake.observe.chain;

import java.util.Arrays;

/**
 * A critical path, found from its end to its beginning: parts without a gap or an overlap, in columns of primitives. Parts are
 * numbered from the newest, which is 0.
 */
public final class ChainPath {
    private static final ChainKind[] KINDS = ChainKind.values();
    private static final WakeContext[] CONTEXTS = WakeContext.values();

    private final long startNs;
    private final long endNs;
    private long[] from = new long[64];
    private byte[] kind = new byte[64];
    private byte[] context = new byte[64];
    private int[] task = new int[64];
    private int[] cpu = new int[64];
    private int[] behind = new int[64];
    private int[] waker = new int[64];
    private int[] wakerCpu = new int[64];
    private int size;

    ChainPath(long startNs, long endNs) {
        this.startNs = startNs;
        this.endNs = endNs;
    }

    /** Adds the part before all others, from a time to where they begin; returns whether the path goes on before it. */
    boolean add(long fromNs, ChainKind is, int of, int on, int waitsBehind, int wokenBy, int byCpu, WakeContext in) {
        long begins = Math.max(startNs, fromNs);
        if (begins < begin()) {
            if (!likeNewest(is, of, on, waitsBehind, wokenBy, byCpu, in)) {
                if (size == from.length) grow();
                kind[size] = (byte) is.ordinal();
                task[size] = of;
                cpu[size] = on;
                behind[size] = waitsBehind;
                waker[size] = wokenBy;
                wakerCpu[size] = byCpu;
                context[size++] = (byte) in.ordinal();
            }
            from[size - 1] = begins;
        }
        return begin() > startNs;
    }

    private boolean likeNewest(ChainKind is, int of, int on, int waitsBehind, int wokenBy, int byCpu, WakeContext in) {
        int last = size - 1;
        return last >= 0
                && kind[last] == is.ordinal()
                && task[last] == of
                && cpu[last] == on
                && behind[last] == waitsBehind
                && waker[last] == wokenBy
                && wakerCpu[last] == byCpu
                && context[last] == in.ordinal();
    }

    /** Where the oldest part begins, ns. */
    long begin() {
        return size == 0 ? endNs : from[size - 1];
    }

    /** Beginning of the window, ns. */
    public long startNs() {
        return startNs;
    }

    /** Its end, ns. */
    public long endNs() {
        return endNs;
    }

    /** Number of parts. */
    public int size() {
        return size;
    }

    /** When a part begins, ns. */
    public long fromNs(int part) {
        return from[part];
    }

    /** When it ends, ns. */
    public long toNs(int part) {
        return part == 0 ? endNs : from[part - 1];
    }

    /** What the task does in it. */
    public ChainKind kind(int part) {
        return KINDS[kind[part]];
    }

    /** Whose part it is. */
    public int task(int part) {
        return task[part];
    }

    /** Where it runs or waits; −1 where it does neither or nobody knows. */
    public int cpu(int part) {
        return cpu[part];
    }

    /** Of a wait: who ran there meanwhile, an idle task for nobody; −1 where that is not known. */
    public int behind(int part) {
        return behind[part];
    }

    /** Of a wait after a wake-up or a fork, and of a sleep: who woke it, or ran where the interrupt came; else −1. */
    public int waker(int part) {
        return waker[part];
    }

    /** On which CPU that was; −1 for none. */
    public int wakerCpu(int part) {
        return wakerCpu[part];
    }

    /** In which context. */
    public WakeContext context(int part) {
        return CONTEXTS[context[part]];
    }

    private void grow() {
        int n = size * 2;
        from = Arrays.copyOf(from, n);
        kind = Arrays.copyOf(kind, n);
        context = Arrays.copyOf(context, n);
        task = Arrays.copyOf(task, n);
        cpu = Arrays.copyOf(cpu, n);
        behind = Arrays.copyOf(behind, n);
        waker = Arrays.copyOf(waker, n);
        wakerCpu = Arrays.copyOf(wakerCpu, n);
    }
}
