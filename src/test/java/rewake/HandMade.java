package rewake;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import rewake.event.Comms;
import rewake.event.EventBatch;
import rewake.event.EventConsumer;
import rewake.event.EventKind;
import rewake.event.ImportStat;
import rewake.event.ImportStats;
import rewake.event.PeltField;
import rewake.event.PeltRow;
import rewake.event.TaskState;
import rewake.event.Topology;
import rewake.event.TraceFacts;
import rewake.store.TimeMerge;

/**
 * A trace written down by hand, one event a line, much as {@code perf script} prints them:
 *
 * <pre>
 * 10.5 [6] wk:100   waking u:200 target_cpu=1
 * 12   [6] wk:100/h migrate u:200 orig_cpu=1 dest_cpu=4
 * 13   [4] idle:0   switch idle:0 R ==> u:200
 * </pre>
 *
 * <p>Times are µs after the first second of the clock; {@code /h} and {@code /s} say hardirq and softirq, {@code /u} that the context is unknown; {@code prio=}
 * may follow a task (120 where none does); {@code #} starts a comment. Lines need not be in order: each CPU has its lane.
 */
public final class HandMade {
    private static final Pattern LINE =
            Pattern.compile("(-?[\\d.]+) +\\[(\\d+)\\] +([^ ]+):(-?\\d+)(/[hsu]+)? +(\\w+) *(.*)");
    private static final Pattern TASK = Pattern.compile("([^ =]+):(\\d+)(?: prio=(-?\\d+))?");
    private static final Pattern ARGUMENT = Pattern.compile("(\\w+)=(-?\\d+|[a-z]\\S*)");
    private static final Map<String, EventKind> KINDS = Map.ofEntries(
            Map.entry("switch", EventKind.SWITCH),
            Map.entry("waking", EventKind.WAKING),
            Map.entry("wakeup", EventKind.WAKEUP),
            Map.entry("wakeup_new", EventKind.WAKEUP_NEW),
            Map.entry("migrate", EventKind.MIGRATE_TASK),
            Map.entry("stat_runtime", EventKind.STAT_RUNTIME),
            Map.entry("stat_sleep", EventKind.STAT_SLEEP),
            Map.entry("stat_wait", EventKind.STAT_WAIT),
            Map.entry("irq_entry", EventKind.IRQ_ENTRY),
            Map.entry("irq_exit", EventKind.IRQ_EXIT),
            Map.entry("softirq_entry", EventKind.SOFTIRQ_ENTRY),
            Map.entry("softirq_exit", EventKind.SOFTIRQ_EXIT),
            Map.entry("pelt_se", EventKind.PELT_SE),
            Map.entry("nr_running", EventKind.UPDATE_NR_RUNNING),
            Map.entry("fork", EventKind.PROCESS_FORK),
            Map.entry("exit", EventKind.PROCESS_EXIT),
            Map.entry("exec", EventKind.PROCESS_EXEC),
            Map.entry("move_numa", EventKind.MOVE_NUMA),
            Map.entry("rename", EventKind.TASK_RENAME),
            Map.entry("setprio", EventKind.PI_SETPRIO),
            Map.entry("comm", EventKind.COMM),
            Map.entry("cpu_idle", EventKind.CPU_IDLE),
            Map.entry("lost", EventKind.LOST));

    /** What {@code perf sched record} records, less what a test leaves out. */
    private static final List<EventKind> RECORDED = List.of(
            EventKind.SWITCH,
            EventKind.WAKING,
            EventKind.WAKEUP,
            EventKind.WAKEUP_NEW,
            EventKind.MIGRATE_TASK,
            EventKind.PROCESS_FORK);

    private final Topology topology;
    private final List<EventKind> recorded = new ArrayList<>(RECORDED);
    private final Comms comms = new Comms();
    private final ImportStats stats = new ImportStats();
    private final Map<Integer, EventBatch> lanes = new TreeMap<>();
    private final Map<Integer, Integer> prioOf = new HashMap<>();
    private long lines;

    private HandMade(Topology topology) {
        this.topology = topology;
    }

    /** A trace of a machine of {@code cpus} CPUs under one cache. */
    public static HandMade flat(int cpus) {
        return on(Topology.flat(cpus, "test"));
    }

    /** A trace of this machine. */
    public static HandMade on(Topology topology) {
        return new HandMade(topology);
    }

    /** Leaves a tracepoint out of what was recorded. */
    public HandMade without(EventKind kind) {
        recorded.remove(kind);
        return this;
    }

    /** Records one more tracepoint. */
    public HandMade with(EventKind kind) {
        recorded.add(kind);
        return this;
    }

    /** CPUs on which a task of their own, {@code b0:100}, {@code b1:101} and so on, runs from time 0 on. */
    public HandMade busy(int... cpus) {
        for (int cpu : cpus) lines("0 [%d] b%d:%d stat_runtime b%d:%d".formatted(cpu, cpu, 100 + cpu, cpu, 100 + cpu));
        return this;
    }

    /** Adds events, a line each. */
    public HandMade lines(String text) {
        for (String line : text.lines().toList()) {
            String bare = line.replaceFirst("#.*", "").strip();
            if (!bare.isEmpty()) add(bare);
        }
        return this;
    }

    public TraceFacts facts() {
        return new TraceFacts(
                "test",
                null,
                null,
                null,
                null,
                topology.cpus(),
                "test",
                topology,
                recorded.stream().map(EventKind::tracepoint).toList(),
                null,
                true);
    }

    public Comms comms() {
        return comms;
    }

    public ImportStats stats() {
        return stats;
    }

    /** How often an oddity was counted, over all CPUs. */
    public long counted(ImportStat stat) {
        return stats.total(stat);
    }

    /** Feeds all events in order of time; the caller ends the consumer itself. */
    public void read(EventConsumer consumer) {
        var merge = new TimeMerge(consumer, stats);
        lanes.forEach((cpu, lane) -> {
            EventBatch to = merge.lane(cpu);
            for (int row = 0; row < lane.size(); row++) to.copy(lane, row, lane.timeNs(row), lane.ref(row));
        });
        merge.finish();
    }

    /** The project's folder, for tests that read its recordings. */
    public static Path root() {
        return Project.root();
    }

    /** ns of the clock for a time in µs as lines have it. */
    public static long ns(double us) {
        return 1_000_000_000L + Math.round(us * 1000);
    }

    private void add(String line) {
        Matcher m = LINE.matcher(line);
        if (!m.matches()) throw new IllegalArgumentException("not an event: " + line);
        int cpu = Integer.parseInt(m.group(2));
        EventKind kind = KINDS.get(m.group(6));
        if (kind == null) throw new IllegalArgumentException("no such event: " + line);
        EventBatch lane = lanes.computeIfAbsent(cpu, c -> new EventBatch(c, 16));
        long time = ns(Double.parseDouble(m.group(1)));
        if (kind.pelt()) {
            entity(lane, time, kind, m.group(7));
            return;
        }
        int row = lane.append(time, ++lines, kind);
        lane.context(row, Integer.parseInt(m.group(4)), flags(m.group(5)));
        tasks(lane, row, m.group(7));
        arguments(lane, row, kind, m.group(7));
    }

    /** The entity of a task, with a weight and, for a group's, my_q; or how many tasks a CPU has more or less. */
    private void entity(EventBatch lane, long time, EventKind kind, String text) {
        var values = new PeltRow();
        Matcher task = TASK.matcher(text);
        if (task.find()) values.set(PeltField.PID, Integer.parseInt(task.group(2)));
        Matcher argument = ARGUMENT.matcher(text);
        while (argument.find()) {
            PeltField field = switch (argument.group(1)) {
                case "weight" -> PeltField.WEIGHT;
                case "cpu" -> PeltField.CPU;
                case "change" -> PeltField.DELTA;
                default -> PeltField.MY_Q;
            };
            values.set(field, Long.parseLong(argument.group(2)));
        }
        values.appendTo(lane, time, ++lines, kind);
    }

    private static int flags(@Nullable String text) {
        int flags = EventBatch.CONTEXT_KNOWN;
        if (text == null) return flags;
        if (text.contains("u")) return 0;
        if (text.contains("h")) flags |= EventBatch.HARDIRQ;
        if (text.contains("s")) flags |= EventBatch.SOFTIRQ;
        return flags;
    }

    private void tasks(EventBatch lane, int row, String text) {
        Matcher task = TASK.matcher(text);
        if (!task.find()) return;
        int pid = Integer.parseInt(task.group(2));
        lane.task(row, pid, prio(pid, task.group(3)), comms.intern(task.group(1)));
        if (!task.find()) return;
        int other = Integer.parseInt(task.group(2));
        lane.other(row, other, prio(other, task.group(3)), comms.intern(task.group(1)));
    }

    private int prio(int pid, @Nullable String given) {
        if (given != null) prioOf.put(pid, Integer.parseInt(given));
        return prioOf.getOrDefault(pid, 120);
    }

    private void arguments(EventBatch lane, int row, EventKind kind, String text) {
        if (kind == EventKind.SWITCH) {
            String letters = text.substring(text.indexOf(' ') + 1, text.indexOf("==>"))
                    .replaceFirst("prio=\\S+", "")
                    .strip();
            for (TaskState state : TaskState.values())
                if (state.letters().equals(letters)) lane.args(row, 0, state.ordinal());
            return;
        }
        var values = new ArrayList<Long>();
        Matcher argument = ARGUMENT.matcher(text);
        while (argument.find()) {
            if (argument.group(1).equals("prio")) continue;
            if (argument.group(1).equals("to")) lane.other(row, 0, 0, comms.intern(argument.group(2)));
            else values.add(Long.parseLong(argument.group(2)));
        }
        if (!values.isEmpty()) lane.args(row, values.get(0), values.size() > 1 ? values.get(1) : 0);
    }
}
