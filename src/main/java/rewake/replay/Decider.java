package rewake.replay;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** Does at once what it is told: keeps how CPUs look, and has the models answer. */
final class Decider implements Deciding {
    private final CpuLooks looks;
    private final SeenGuess seen;
    private final Answers answers;
    private final long windowNs;
    private final int cpus;
    private final int models;
    private final ArrayDeque<Decision> unused = new ArrayDeque<>();

    Decider(CpuLooks looks, SeenGuess seen, Answers answers, int cpus, long windowNs) {
        this.looks = looks;
        this.seen = seen;
        this.answers = answers;
        this.cpus = cpus;
        this.windowNs = windowNs;
        models = answers.kernels().size();
    }

    @Override
    public void turned(
            SeenGuess.Change how, int cpu, int task, int is, int by, int sender, long nowNs, long atNs, long costNs) {
        long seenNs = atNs + seen.shiftNs(how, costNs);
        boolean toIdle = (is & IDLE) != 0;
        switch (how) {
            case WENT_IDLE, MOVED -> {}
            case RUNS -> answers.runs(task, cpu);
            case SENT, SENT_BACK -> {
                looks.released(task);
                if ((is & BY_INTERRUPT) != 0) looks.sent(task, cpu, sender, how, nowNs, seenNs);
            }
            case RECEIVES -> looks.receives(task, cpu, toIdle, nowNs, seenNs);
            case QUEUED -> {
                looks.released(task);
                answers.enqueuedByWakeup(cpu, nowNs);
            }
        }
        looks.refresh(cpu, toIdle, (is & SCHED_IDLE) != 0, how, nowNs, seenNs, by, task);
        if (how == SeenGuess.Change.WENT_IDLE) answers.wentIdle(cpu, looks, nowNs);
    }

    @Override
    public void forked(int parent, int child, int cpu, long nowNs) {
        answers.forked(parent, child, cpu, nowNs);
    }

    @Override
    public void computed(int llc, int nrIdleScan, boolean due) {
        answers.computed(llc, nrIdleScan, due);
    }

    @Override
    public Decision unused() {
        Decision d = unused.poll();
        return d == null ? new Decision(cpus, models) : d;
    }

    @Override
    public void look(Decision d, long instantNs) {
        looks.lookAt(d, instantNs, windowNs);
    }

    @Override
    public void answer(Decision d, boolean counted) {
        answers.answer(d);
        if (counted) answers.score(d);
    }

    @Override
    public void drop(Decision d, @Nullable SkipReason skipped) {
        if (skipped != null) answers.skipped(d, skipped);
        unused.push(d);
    }

    @Override
    public void catchUp() {}

    @Override
    public void finish() {}
}
