package rewake.timeline;

import rewake.event.TaskState;

/** Several listeners as one; each call goes to all, in the order they were given. */
public final class TimelineListeners implements TimelineListener {
    private final TimelineListener[] all;

    /** All of these. */
    public TimelineListeners(TimelineListener... all) {
        this.all = all.clone();
    }

    @Override
    public void enqueued(int cpu, int task, long timeNs) {
        for (TimelineListener one : all) one.enqueued(cpu, task, timeNs);
    }

    @Override
    public void dequeued(int cpu, int task, long timeNs) {
        for (TimelineListener one : all) one.dequeued(cpu, task, timeNs);
    }

    @Override
    public void slice(int cpu, int task, long startNs, long endNs, TaskState state, boolean known) {
        for (TimelineListener one : all) one.slice(cpu, task, startNs, endNs, state, known);
    }

    @Override
    public void running(int cpu, int task, long timeNs) {
        for (TimelineListener one : all) one.running(cpu, task, timeNs);
    }

    @Override
    public void waited(int cpu, int task, long sinceNs, long runNs, WaitKind kind) {
        for (TimelineListener one : all) one.waited(cpu, task, sinceNs, runNs, kind);
    }

    @Override
    public void waking(int task, long timeNs) {
        for (TimelineListener one : all) one.waking(task, timeNs);
    }

    @Override
    public void placed(int task, long timeNs) {
        for (TimelineListener one : all) one.placed(task, timeNs);
    }

    @Override
    public void enqueuing(int task, int cpu, long timeNs) {
        for (TimelineListener one : all) one.enqueuing(task, cpu, timeNs);
    }

    @Override
    public void woken(int task, int cpu, boolean queued, long timeNs) {
        for (TimelineListener one : all) one.woken(task, cpu, queued, timeNs);
    }

    @Override
    public void wokenNew(int task, int cpu, long timeNs) {
        for (TimelineListener one : all) one.wokenNew(task, cpu, timeNs);
    }

    @Override
    public void migrated(int task, int from, int to, boolean onRq, long timeNs) {
        for (TimelineListener one : all) one.migrated(task, from, to, onRq, timeNs);
    }

    @Override
    public void forked(int parentTask, int child, long timeNs) {
        for (TimelineListener one : all) one.forked(parentTask, child, timeNs);
    }

    @Override
    public void named(int task, long timeNs) {
        for (TimelineListener one : all) one.named(task, timeNs);
    }

    @Override
    public void gap(int cpu, long timeNs) {
        for (TimelineListener one : all) one.gap(cpu, timeNs);
    }

    @Override
    public void covered(int cpu, long sinceNs, long untilNs) {
        for (TimelineListener one : all) one.covered(cpu, sinceNs, untilNs);
    }

    @Override
    public void waitCut(int cpu, int task, long sinceNs, long untilNs, WaitKind kind) {
        for (TimelineListener one : all) one.waitCut(cpu, task, sinceNs, untilNs, kind);
    }

    @Override
    public void end(long timeNs) {
        for (TimelineListener one : all) one.end(timeNs);
    }
}
