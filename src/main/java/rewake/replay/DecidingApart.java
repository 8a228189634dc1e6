package rewake.replay;

import java.util.ArrayDeque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Writes down what it is told; a thread of its own does it, in the same order and so to the same end, some dockets behind. What
 * a {@link Decision} holds is the teller's to write until it is answered or dropped, but for what {@link Deciding#look} fills in.
 */
final class DecidingApart implements Deciding {
    private static final int DOCKETS = 3;
    private static final int ENTRIES = 2048;

    private final Decider decider;
    private final int cpus;
    private final int models;
    private final ExecutorService thread;
    private final Docket[] dockets = new Docket[DOCKETS];
    /** By docket, until it is done. */
    private final @Nullable Future<?>[] doing = new Future<?>[DOCKETS];

    private final ArrayDeque<Decision> unused = new ArrayDeque<>();
    private int filling;

    DecidingApart(Decider decider, int cpus, int models) {
        this.decider = decider;
        this.cpus = cpus;
        this.models = models;
        for (int i = 0; i < DOCKETS; i++) dockets[i] = new Docket(ENTRIES);
        thread = Executors.newSingleThreadExecutor(task -> {
            var it = new Thread(task, "judge");
            it.setDaemon(true);
            return it;
        });
    }

    private Docket docket() {
        Docket docket = dockets[filling];
        if (!docket.isFull()) return docket;
        handOver();
        return dockets[filling];
    }

    private void handOver() {
        Docket full = dockets[filling];
        doing[filling] = thread.submit(() -> full.replay(decider));
        filling = (filling + 1) % DOCKETS;
        join(filling);
    }

    private void join(int docket) {
        Future<?> work = doing[docket];
        if (work == null) return;
        try {
            work.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while wake-ups were decided", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("a decision failed", e.getCause());
        }
        doing[docket] = null;
        dockets[docket].clear(unused);
    }

    @Override
    public void turned(
            SeenGuess.Change how,
            int cpu,
            int task,
            int looks,
            int by,
            int sender,
            long nowNs,
            long atNs,
            long costNs) {
        docket().turned(how, cpu, task, looks, by, sender, nowNs, atNs, costNs);
    }

    @Override
    public void forked(int parent, int child, int cpu, long nowNs) {
        docket().forked(parent, child, cpu, nowNs);
    }

    @Override
    public void computed(int llc, int nrIdleScan, boolean due) {
        docket().computed(llc, nrIdleScan, due);
    }

    @Override
    public Decision unused() {
        Decision d = unused.poll();
        return d == null ? new Decision(cpus, models) : d;
    }

    @Override
    public void look(Decision d, long instantNs) {
        docket().look(d, instantNs);
    }

    @Override
    public void answer(Decision d, boolean counted) {
        docket().answer(d, counted);
    }

    @Override
    public void drop(Decision d, @Nullable SkipReason skipped) {
        docket().drop(d);
    }

    @Override
    public void catchUp() {
        if (!dockets[filling].isEmpty()) handOver();
        for (int i = 1; i <= DOCKETS; i++) join((filling + i) % DOCKETS);
    }

    @Override
    public void finish() {
        catchUp();
        thread.shutdown();
    }
}
