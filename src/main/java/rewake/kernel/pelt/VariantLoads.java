package rewake.kernel.pelt;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * {@link FairLoads} of many variants on several threads: operations are written down in batches, which each thread does to its
 * share of the variants while the next batch is filled. Nothing can be read before {@link #finish}.
 */
public final class VariantLoads implements LoadEvents, AutoCloseable {
    private static final int BATCH = 1 << 14;

    private final List<FairLoads> parts = new ArrayList<>();
    /** Where each variant is computed: a part, and its number there. */
    private final int[] part;

    private final int[] number;
    private final ExecutorService threads;
    private final List<Future<?>> working = new ArrayList<>();
    private LoadOps filling = new LoadOps(BATCH);
    private LoadOps spare = new LoadOps(BATCH);

    /** As {@link FairLoads#FairLoads(int, PeltRules, List, int[])}, on as many threads as that. */
    public VariantLoads(int cpus, PeltRules rules, List<TgRules> variants, int[] nodeOf, int threads) {
        part = new int[variants.size()];
        number = new int[variants.size()];
        Map<TgRules, Integer> partOf = new LinkedHashMap<>();
        var shares = new ArrayList<List<TgRules>>();
        for (int i = 0; i < threads; i++) shares.add(new ArrayList<>());
        for (int v = 0; v < part.length; v++) {
            TgRules variant = variants.get(v);
            if (!partOf.containsKey(variant.arithmetic())) partOf.put(variant.arithmetic(), partOf.size() % threads);
            part[v] = partOf.getOrDefault(variant.arithmetic(), 0);
            number[v] = shares.get(part[v]).size();
            shares.get(part[v]).add(variant);
        }
        for (List<TgRules> share : shares) if (!share.isEmpty()) parts.add(new FairLoads(cpus, rules, share, nodeOf));
        this.threads = Executors.newFixedThreadPool(threads, task -> {
            var thread = new Thread(task, "variants");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Where the next operation is written down. */
    private LoadOps next() {
        if (filling.isFull()) handOver();
        return filling;
    }

    private void handOver() {
        join();
        LoadOps full = filling;
        filling = spare;
        filling.clear();
        filling.continues(full);
        spare = full;
        for (FairLoads loads : parts) working.add(threads.submit(() -> full.replay(loads)));
    }

    private void join() {
        try {
            for (Future<?> work : working) work.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while variants were computed", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("a variant failed", e.getCause());
        }
        working.clear();
    }

    /** All variants are where the operations are, and what stands has stood until the last of them. */
    public void finish() {
        handOver();
        join();
        for (FairLoads loads : parts) loads.finish();
    }

    /** All variants forget what they counted so far. */
    public void countFromHere() {
        handOver();
        join();
        for (FairLoads loads : parts) loads.countFromHere();
    }

    /** The accounts of a variant, after {@link #finish}. */
    public TgLedger ledger(int variant) {
        return parts.get(part[variant]).ledger(number[variant]);
    }

    /** Groups and run queues under a variant, after {@link #finish}. */
    public GroupLoads variant(int variant) {
        return parts.get(part[variant]).variant(number[variant]);
    }

    /** Levels between {@code ofGroup} and the root, after {@link #finish}. */
    public int depth(int ofGroup) {
        return parts.getFirst().depth(ofGroup);
    }

    /** {@code tg->load_avg} of a group under a variant at the time of that call of {@link #sample}, after {@link #finish}. */
    public long sampled(int point, int variant, int group) {
        return parts.get(part[variant]).sampled(point, number[variant], group);
    }

    /** Ends the threads. */
    @Override
    public void close() {
        threads.shutdownNow();
    }

    @Override
    public void executedBy(int onCpu) {
        next().executedBy(onCpu);
    }

    @Override
    public int addGroup(int parent, int shares, long now) {
        return next().addGroup(parent, shares, now);
    }

    @Override
    public void regroup(int task, int itsGroup, long now) {
        next().regroup(task, itsGroup, now);
    }

    @Override
    public void scale(int onCpu, int value) {
        next().scale(onCpu, value);
    }

    @Override
    public void offline(int onCpu, long now) {
        next().offline(onCpu, now);
    }

    @Override
    public void online(int onCpu, long now) {
        next().online(onCpu, now);
    }

    @Override
    public void fork(int task, int onCpu, int itsWeight, long now) {
        next().fork(task, onCpu, itsWeight, now);
    }

    @Override
    public void wake(int task, int onCpu, int itsWeight, long now) {
        next().wake(task, onCpu, itsWeight, now);
    }

    @Override
    public void sleep(int task, long now) {
        next().sleep(task, now);
    }

    @Override
    public void exit(int task, long now) {
        next().exit(task, now);
    }

    @Override
    public void move(int task, int to, long now) {
        next().move(task, to, now);
    }

    @Override
    public void pick(int onCpu, int task, long now) {
        next().pick(onCpu, task, now);
    }

    @Override
    public void pickOther(int onCpu, long now) {
        next().pickOther(onCpu, now);
    }

    @Override
    public void pickIdle(int onCpu, long now) {
        next().pickIdle(onCpu, now);
    }

    @Override
    public void tick(int onCpu, long now) {
        next().tick(onCpu, now);
    }

    @Override
    public void blocked(int onCpu, long now) {
        next().blocked(onCpu, now);
    }

    @Override
    public void reweight(int task, int newWeight) {
        next().reweight(task, newWeight);
    }

    @Override
    public void leave(int task, int to, long now) {
        next().leave(task, to, now);
    }

    @Override
    public void detach(int task, int to, long now) {
        next().detach(task, to, now);
    }

    @Override
    public void attach(int task, long now) {
        next().attach(task, now);
    }

    @Override
    public void seed(int task, int load, int runnable, int util, long now) {
        next().seed(task, load, runnable, util, now);
    }

    @Override
    public void sample() {
        next().sample();
    }
}
