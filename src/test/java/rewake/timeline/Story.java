package rewake.timeline;

import java.util.ArrayList;
import java.util.List;
import rewake.HandMade;
import rewake.event.TaskState;

/** What a listener heard of a hand-made trace, a line a call, times in µs as the trace has them. */
final class Story implements TimelineListener {
    private final List<String> lines = new ArrayList<>();
    private final TimelineTracker tracker;

    private Story(HandMade trace) {
        tracker = new TimelineTracker(trace.facts(), trace.stats(), this);
    }

    static Story of(HandMade trace) {
        var story = new Story(trace);
        trace.read(story.tracker);
        story.tracker.finish();
        return story;
    }

    List<String> lines() {
        return lines;
    }

    /** Only the lines that start with one of these words. */
    List<String> only(String... words) {
        return lines.stream()
                .filter(l -> List.of(words).contains(l.substring(0, l.indexOf(' '))))
                .toList();
    }

    TimelineTracker tracker() {
        return tracker;
    }

    private String name(int task) {
        Tasks tasks = tracker.timeline().tasks();
        return tasks.isIdle(task) ? "idle" : String.valueOf(tasks.pid(task));
    }

    private static String us(long ns) {
        double us = (ns - HandMade.ns(0)) / 1000.0;
        return us == Math.rint(us) ? String.valueOf((long) us) : String.valueOf(us);
    }

    @Override
    public void slice(int cpu, int task, long startNs, long endNs, TaskState state, boolean known) {
        lines.add("slice %s@%d %s-%s %s%s"
                .formatted(name(task), cpu, us(startNs), us(endNs), state.letters(), known ? "" : " open"));
    }

    @Override
    public void running(int cpu, int task, long timeNs) {
        lines.add("running %s@%d %s".formatted(name(task), cpu, us(timeNs)));
    }

    @Override
    public void waited(int cpu, int task, long sinceNs, long runNs, WaitKind kind) {
        lines.add("waited %s@%d %s-%s %s".formatted(name(task), cpu, us(sinceNs), us(runNs), kind.id()));
    }

    @Override
    public void waking(int task, long timeNs) {
        Timeline t = tracker.timeline();
        lines.add("waking %s %s by %s@%d from %d"
                .formatted(name(task), us(timeNs), name(t.waker(task)), t.wakerCpu(task), t.prevCpu(task)));
    }

    @Override
    public void placed(int task, long timeNs) {
        lines.add("placed %s@%d %s".formatted(name(task), tracker.timeline().cpu(task), us(timeNs)));
    }

    @Override
    public void enqueuing(int task, int cpu, long timeNs) {
        lines.add("enqueuing %s@%d %s".formatted(name(task), cpu, us(timeNs)));
    }

    @Override
    public void woken(int task, int cpu, boolean queued, long timeNs) {
        lines.add("woken %s@%d %s%s".formatted(name(task), cpu, us(timeNs), queued ? " queued" : ""));
    }

    @Override
    public void wokenNew(int task, int cpu, long timeNs) {
        lines.add("wokenNew %s@%d %s".formatted(name(task), cpu, us(timeNs)));
    }

    @Override
    public void migrated(int task, int from, int to, boolean onRq, long timeNs) {
        lines.add("migrated %s %d->%d %s%s".formatted(name(task), from, to, us(timeNs), onRq ? "" : " asleep"));
    }

    @Override
    public void forked(int parentTask, int child, long timeNs) {
        lines.add("forked %s by %s %s".formatted(name(child), name(parentTask), us(timeNs)));
    }

    @Override
    public void gap(int cpu, long timeNs) {
        lines.add("gap @%d %s".formatted(cpu, us(timeNs)));
    }
}
