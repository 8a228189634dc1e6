package rewake.kernel.pelt;

import static rewake.kernel.pelt.LevelBatch.ALSO;
import static rewake.kernel.pelt.LevelBatch.YES;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Does at once to the first variants what happens, and writes it down for the others: threads of their own do a batch of it
 * while the next ones are filled. Each of the others does one batch after the other, however far the rest of them are.
 */
final class LevelOps implements Levels {
    /** One that is filled, and what the threads may be behind. */
    private static final int BATCHES = 3;

    private static final CompletableFuture<?> DONE = CompletableFuture.completedFuture(null);

    private final AlikeLoads first;
    private final List<AlikeLoads> others;
    private final Moment moment;
    private final ThreadPoolExecutor threads;
    private final LevelBatch[] batches = new LevelBatch[BATCHES];
    /** By batch and by one of the others: what is to be over before it can be filled, or done, again. */
    private final CompletableFuture<?>[] replayed = new CompletableFuture<?>[BATCHES];

    private final CompletableFuture<?>[] last;
    private int at;
    private LevelBatch filling;

    /** The first of {@code variants} is done at once. */
    LevelOps(List<AlikeLoads> variants, int cpus, int threads) {
        first = variants.getFirst();
        others = variants.subList(1, variants.size());
        moment = first.moment();
        Arrays.setAll(batches, i -> new LevelBatch(cpus));
        Arrays.fill(replayed, DONE);
        last = new CompletableFuture<?>[others.size()];
        Arrays.fill(last, DONE);
        filling = batches[0];
        first.leaves(filling.trail);
        this.threads =
                new ThreadPoolExecutor(threads, threads, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    var thread = new Thread(task, "variants");
                    thread.setDaemon(true);
                    return thread;
                });
    }

    /** Makes room for the next operation. */
    void makeRoom() {
        if (filling.isNearlyFull()) handOver();
    }

    private void handOver() {
        LevelBatch full = filling;
        for (int i = 0; i < last.length; i++) {
            AlikeLoads loads = others.get(i);
            last[i] = last[i].thenRunAsync(() -> full.replay(loads), threads);
        }
        replayed[at] = CompletableFuture.allOf(last);
        at = (at + 1) % BATCHES;
        await(replayed[at]);
        filling = batches[at];
        filling.clear();
        first.leaves(filling.trail);
    }

    /** Meanwhile it does what no thread has begun. */
    private void await(CompletableFuture<?> work) {
        while (!work.isDone()) {
            Runnable waiting = threads.getQueue().poll();
            if (waiting == null) break;
            waiting.run();
        }
        try {
            work.join();
        } catch (CompletionException e) {
            throw new IllegalStateException("a variant failed", e.getCause());
        }
    }

    /** Brings the others to where the first is. */
    void catchUp() {
        if (!filling.isEmpty()) handOver();
        await(CompletableFuture.allOf(last));
    }

    /** Nothing happens any more. */
    void finish() {
        catchUp();
        for (AlikeLoads loads : others) loads.moment().ns = moment.ns;
        threads.shutdown();
    }

    private void note(byte what, int queue, int argument, int flag) {
        filling.note(what, moment, queue, argument, flag);
    }

    /** The accounts turn a page. */
    void turnPage() {
        note(LevelBatch.PAGE, 0, 0, 0);
        first.turnPage();
    }

    /** The accounts note what loads would be if they were brought to this moment, which stands for {@code forNs}. */
    void age(RqClock clock, long forNs) {
        first.age(filling.age(moment, clock, forNs), forNs);
    }

    @Override
    public void room(int added) {
        catchUp();
        first.room(added);
        for (AlikeLoads loads : others) loads.room(added);
    }

    @Override
    public void add(int group, int cpu) {
        note(LevelBatch.ADD, group, cpu, 0);
        first.add(group, cpu);
    }

    @Override
    public void enqueue(int queue, SchedAvgs tasks, int task, int weight, boolean attaches, boolean delayed) {
        filling.note(LevelBatch.ENQUEUE, moment, queue, tasks, task, weight, flags(attaches, delayed));
        first.enqueue(queue, tasks, task, weight, attaches, delayed);
    }

    private static int flags(boolean yes, boolean also) {
        return (yes ? YES : 0) | (also ? ALSO : 0);
    }

    @Override
    public void dequeue(int queue, SchedAvgs tasks, int task, int weight, boolean migrates, boolean delayed) {
        filling.note(LevelBatch.DEQUEUE, moment, queue, tasks, task, weight, flags(migrates, delayed));
        first.dequeue(queue, tasks, task, weight, migrates, delayed);
    }

    @Override
    public void delay(int queue, boolean begins) {
        note(LevelBatch.DELAY, queue, 0, begins ? YES : 0);
        first.delay(queue, begins);
    }

    @Override
    public void detach(int queue, SchedAvgs tasks, int task, int weight) {
        filling.note(LevelBatch.DETACH, moment, queue, tasks, task, weight, 0);
        first.detach(queue, tasks, task, weight);
    }

    @Override
    public void attach(int queue, SchedAvgs tasks, int task, int weight) {
        filling.note(LevelBatch.ATTACH, moment, queue, tasks, task, weight, 0);
        first.attach(queue, tasks, task, weight);
    }

    @Override
    public void remove(int queue, SchedAvgs tasks, int task) {
        filling.note(LevelBatch.REMOVE, moment, queue, tasks, task, 0, 0);
        first.remove(queue, tasks, task);
    }

    @Override
    public void takeLoad(int queue, SchedAvgs tasks, int task, int weight, boolean queued, boolean attached) {
        filling.note(LevelBatch.TAKE_LOAD, moment, queue, tasks, task, weight, flags(queued, attached));
        first.takeLoad(queue, tasks, task, weight, queued, attached);
    }

    @Override
    public void addLoad(int queue, SchedAvgs tasks, int task, int weight, boolean queued, boolean attached) {
        filling.note(LevelBatch.ADD_LOAD, moment, queue, tasks, task, weight, flags(queued, attached));
        first.addLoad(queue, tasks, task, weight, queued, attached);
    }

    @Override
    public void tick(int queue) {
        note(LevelBatch.TICK, queue, 0, 0);
        first.tick(queue);
    }

    @Override
    public void blocked(int cpu) {
        note(LevelBatch.BLOCKED, cpu, 0, 0);
        first.blocked(cpu);
    }

    @Override
    public void change(int before, int from, boolean stays, int task, int onto) {
        int i = filling.note(LevelBatch.CHANGE, moment, from, before, stays ? YES : 0);
        filling.more(i, task, onto);
        first.change(before, from, stays, task, onto);
    }

    @Override
    public void putAll(int task, int queue, boolean stays) {
        note(LevelBatch.PUT_ALL, queue, task, stays ? YES : 0);
        first.putAll(task, queue, stays);
    }

    @Override
    public void setAll(int task, int queue) {
        note(LevelBatch.SET_ALL, queue, task, 0);
        first.setAll(task, queue);
    }

    @Override
    public void goesOffline(int cpu) {
        note(LevelBatch.OFFLINE, cpu, 0, 0);
        first.goesOffline(cpu);
    }

    @Override
    public void comesOnline(int cpu) {
        note(LevelBatch.ONLINE, cpu, 0, 0);
        first.comesOnline(cpu);
    }
}
