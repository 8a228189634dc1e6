package rewake.measure;

import static rewake.measure.Columns.count;
import static rewake.measure.Columns.flag;
import static rewake.measure.Columns.seconds;
import static rewake.measure.Columns.text;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import rewake.replay.Explanation;
import rewake.report.Table;

/** The tables of {@code rewake explain}. */
public final class ExplainTables {
    private ExplainTables() {}

    /** All, the steps first. */
    public static List<Table> of(Explanation e) {
        return List.of(steps(e), alternatives(e), races(e), wakeup(e));
    }

    /** What every model decided, beside the recording: a line each. */
    public static List<String> verdicts(Explanation e) {
        var lines = new ArrayList<String>();
        for (Explanation.Model m : e.models())
            lines.add(m.name() + ": CPU " + m.cpu() + " by " + m.path().id() + ", " + against(e, m.cpu()));
        lines.add(e.racy() ? racy(e) : "no order of the events around it changes what " + own(e).name() + " decides");
        return lines;
    }

    private static String racy(Explanation e) {
        String by = e.races().stream()
                .filter(r -> r.otherwise() != null && r.otherwise() != own(e).cpu())
                .map(r -> "CPU " + r.cpu() + " turning " + r.to() + " " + offset(r.afterNs()))
                .collect(Collectors.joining(", "));
        return "racy: " + (by.isEmpty() ? "several events together" : by) + " may have been seen or not";
    }

    private static String offset(long afterNs) {
        return Math.abs(afterNs) + " ns " + (afterNs <= 0 ? "before" : "after");
    }

    private static Explanation.Model own(Explanation e) {
        return e.models().stream().filter(Explanation.Model::judged).findFirst().orElseThrow();
    }

    private static String against(Explanation e, int cpu) {
        return cpu == e.chosen() ? "as recorded" : "the recorded kernel chose CPU " + e.chosen();
    }

    private static Table steps(Explanation e) {
        var rows = new ArrayList<@Nullable Object[]>();
        for (Explanation.Model m : e.models()) {
            long n = 0;
            for (Explanation.Step step : m.steps())
                rows.add(new @Nullable Object[] {
                    m.name(),
                    ++n,
                    step.cpu() < 0 ? null : (Long) (long) step.cpu(),
                    step.asked().id(),
                    step.outcome().id(),
                    StepReason.of(step, e)
                });
            rows.add(new @Nullable Object[] {
                m.name(), ++n, (long) m.cpu(), "decision", m.path().id(), against(e, m.cpu())
            });
        }
        rows.add(new @Nullable Object[] {
            "recorded", 1L, (long) e.chosen(), "decision", null, "what the traced kernel did"
        });
        return Table.of(
                "explain",
                "Step by step",
                List.of(
                        text("model", "Model"),
                        count("step", "Step"),
                        count("cpu", "CPU"),
                        text("test", "Test"),
                        text("result", "Result"),
                        text("reason", "Reason")),
                rows);
    }

    private static Table alternatives(Explanation e) {
        var rows = new ArrayList<@Nullable Object[]>();
        for (Explanation.Model m : e.models())
            for (Explanation.Alternative a : m.alternatives())
                rows.add(new @Nullable Object[] {
                    m.name(),
                    a.unknown(),
                    a.assumed(),
                    a.other(),
                    (long) a.cpu(),
                    a.cpu() != m.cpu(),
                    a.cpu() == e.chosen()
                });
        return Table.of(
                        "alternatives",
                        "What the trace leaves open, and what the other value would give",
                        List.of(
                                text("model", "Model"),
                                text("unknown", "Unknown"),
                                text("assumed", "Assumed"),
                                text("other", "Other"),
                                count("cpu", "CPU then"),
                                flag("changes", "Changes"),
                                flag("recorded", "Recorded")),
                        rows)
                .withNotes(List.of("one unknown at a time; load: the target where the loads are too close to call"));
    }

    private static Table races(Explanation e) {
        var rows = new ArrayList<@Nullable Object[]>();
        for (Explanation.Race r : e.races())
            rows.add(new @Nullable Object[] {
                (long) r.cpu(),
                r.to(),
                r.afterNs(),
                (long) r.byCpu(),
                r.cause() == null ? null : r.cause().toString(),
                r.otherwise() == null ? null : (Long) (long) r.otherwise()
            });
        return Table.of(
                        "races",
                        "Turns of other CPUs that may have been seen or not",
                        List.of(
                                count("cpu", "CPU"),
                                text("turned", "Turned"),
                                count("after_ns", "After ns"),
                                count("by_cpu", "Seen on CPU"),
                                text("by_task", "By task"),
                                count("otherwise_cpu", "Otherwise CPU")),
                        rows)
                .withNotes(List.of("after: the instant of the decision, negative before it; otherwise: what "
                        + own(e).name() + " decides with this CPU alone the other way round"));
    }

    private static Table wakeup(Explanation e) {
        Explanation.State s = e.state();
        return Table.of(
                "wakeup",
                "The wake-up",
                List.of(
                        seconds("waking_ns", "Waking s"),
                        seconds("decided_ns", "Decided s"),
                        text("task", "Task"),
                        count("pid", "Pid"),
                        text("waker", "Waker"),
                        count("waker_pid", "Waker pid"),
                        count("waker_cpu", "Waker's CPU"),
                        count("prev", "Prev"),
                        count("recorded", "Recorded"),
                        flag("racy", "Racy"),
                        flag("in_task", "In task"),
                        text("idle", "Idle CPUs"),
                        text("sched_idle", "Sched-idle CPUs")),
                List.<@Nullable Object[]>of(new @Nullable Object[] {
                    e.wakingNs(),
                    e.decideNs(),
                    e.wakee().name(),
                    (long) e.wakee().pid(),
                    e.waker().name(),
                    (long) e.waker().pid(),
                    (long) e.thisCpu(),
                    (long) e.prev(),
                    (long) e.chosen(),
                    e.racy(),
                    s.inTask(),
                    list(s.idle()),
                    list(s.schedIdle())
                }));
    }

    /** None is known, so it is not empty. */
    private static String list(List<Integer> cpus) {
        return cpus.isEmpty() ? "none" : cpus.stream().map(String::valueOf).collect(Collectors.joining(" "));
    }
}
