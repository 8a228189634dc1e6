package rewake.observe.queue;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Who runs, waits and is on the way where, from events as perf, trace-cmd or the kernel printed them: maps and sets, nothing of
 * ours. For traces in which no event is missing.
 */
final class PrintedMachine {
    private static final Pattern LINE = Pattern.compile(
            "^ *(\\S.*?)[ -] *(\\d+) +(?:\\( *[-\\d]+\\) +)?\\[(\\d+)\\] +(?:\\S+ +)?(\\d+)\\.(\\d+): +(?:\\w+:)?(\\w+): +(.*)$");
    private static final Pattern BOUND = Pattern.compile(
            "(kworker|ksoftirqd|migration|cpuhp|rcuc|irq_work|idle_inject|backlog_napi|ktimers|ktimersoftd|posixcputmr|watchdog)/\\d.*");
    private static final Set<String> STATISTICS = Set.of("sched_stat_sleep", "sched_stat_blocked", "sched_stat_iowait");

    /** A line. */
    record Event(long timeNs, int cpu, int pid, String comm, String name, String body) {
        static Event of(String line) {
            Matcher m = LINE.matcher(line);
            if (!m.find()) throw new AssertionError("no event: " + line);
            String fraction = (m.group(5) + "000000000").substring(0, 9);
            return new Event(
                    Long.parseLong(m.group(4)) * 1_000_000_000 + Long.parseLong(fraction),
                    Integer.parseInt(m.group(3)),
                    Integer.parseInt(m.group(2)),
                    m.group(1),
                    m.group(6),
                    m.group(7));
        }

        boolean pelt() {
            return name.contains("pelt") || name.contains("load_tg") || name.contains("tg_load_avg");
        }

        int number(String key) {
            return Integer.parseInt(text(key));
        }

        String text(String key) {
            Matcher m =
                    Pattern.compile("\\b" + key + "=(.*?)(?: \\w+=|  | \\[|$)").matcher(body);
            if (!m.find()) throw new AssertionError("no " + key + " in " + body);
            return m.group(1);
        }
    }

    /** A wake-up that is open: on which CPU the waker ran, where the task came from, whether it is known where it goes. */
    private static final class Wake {
        final int from;
        boolean placed;

        Wake(int from) {
            this.from = from;
        }
    }

    private final int[] running;
    private final Map<Integer, Integer> queued = new HashMap<>();
    private final Map<Integer, Integer> onTheWay = new HashMap<>();
    private final Map<Integer, Wake> waking = new HashMap<>();
    /** By the waker's CPU: whose wake-up was its newest event. */
    private final Map<Integer, Integer> unplaced = new HashMap<>();

    private final Map<Integer, String> names = new HashMap<>();
    private final Map<Integer, Set<Integer>> seenOn = new HashMap<>();
    private final Set<Integer> heard = new HashSet<>();

    /** What each CPU ran at its first event it ran from the start; of two that claim one task the first is right. */
    PrintedMachine(int cpus, List<Event> events) {
        running = new int[cpus];
        var told = new HashSet<Integer>();
        for (Event e : events) {
            if (!told.add(e.cpu) || e.pid == 0 || queued.containsKey(e.pid)) continue;
            running[e.cpu] = e.pid;
            names.put(e.pid, e.comm);
            enqueue(e.pid, e.cpu);
        }
    }

    void follow(Event e) {
        if (heard.add(e.cpu) && running[e.cpu] != e.pid) {
            running[e.cpu] = e.pid;
            if (e.pid != 0) enqueue(e.pid, e.cpu);
        }
        if (!e.pelt()) settle(e);
        switch (e.name) {
            case "sched_switch" -> switched(e);
            case "sched_waking" -> waking(e);
            case "sched_wakeup" -> {
                waking.remove(named(e));
                if (!queued.containsKey(e.number("pid"))) enqueue(e.number("pid"), e.number("target_cpu"));
            }
            case "sched_wakeup_new" -> enqueue(named(e), e.number("target_cpu"));
            case "sched_migrate_task" -> migrated(named(e), e.number("dest_cpu"));
            default -> {
                if (STATISTICS.contains(e.name)) place(named(e));
            }
        }
    }

    /** The waker's CPU goes on: unless it moves the wakee now, that stays on the CPU it came from. */
    private void settle(Event e) {
        Integer wakee = unplaced.get(e.cpu);
        if (wakee == null) return;
        boolean about = e.body.contains(" pid=" + wakee + " ");
        if (queued.containsKey(wakee)) {
            boolean over = (e.name.equals("sched_wakeup") && about)
                    || e.name.equals("sched_waking")
                    || e.name.equals("sched_switch");
            if (over || !waking.containsKey(wakee)) unplaced.remove(e.cpu);
            return;
        }
        unplaced.remove(e.cpu);
        if (!e.name.equals("sched_migrate_task") || !about) place(wakee);
    }

    private void place(int task) {
        Wake wake = waking.get(task);
        if (wake == null || wake.placed || queued.containsKey(task)) return;
        wake.placed = true;
        onTheWay.put(task, wake.from);
    }

    private void switched(Event e) {
        int prev = e.number("prev_pid");
        int next = e.number("next_pid");
        if (running[e.cpu] != prev) throw new AssertionError("CPU " + e.cpu + " ran " + running[e.cpu] + ": " + e);
        if (prev != 0 && !e.text("prev_state").startsWith("R")) {
            queued.remove(prev);
            if (waking.containsKey(prev)) onTheWay.put(prev, e.cpu);
        }
        running[e.cpu] = next;
        if (next == 0) return;
        names.put(next, e.text("next_comm"));
        waking.remove(next);
        enqueue(next, e.cpu);
    }

    private void waking(Event e) {
        int task = named(e);
        if (task == running[e.cpu]) return;
        waking.put(task, new Wake(e.number("target_cpu")));
        unplaced.put(e.cpu, task);
    }

    private void migrated(int task, int to) {
        Wake wake = waking.get(task);
        if (wake != null && !queued.containsKey(task)) {
            wake.placed = true;
            onTheWay.put(task, to);
        } else if (queued.containsKey(task) && running[queued.get(task)] != task) enqueue(task, to);
    }

    private int named(Event e) {
        names.put(e.number("pid"), e.text("comm"));
        return e.number("pid");
    }

    private void enqueue(int task, int cpu) {
        onTheWay.remove(task);
        queued.put(task, cpu);
        seenOn.computeIfAbsent(task, _ -> new HashSet<>()).add(cpu);
    }

    /** Nothing runs or is queued there, and no wake-up is on its way. */
    boolean idle(int cpu) {
        return running[cpu] == 0 && !queued.containsValue(cpu) && !onTheWay.containsValue(cpu);
    }

    /** Whether such a task is queued there beyond the one that runs or is about to run. */
    boolean crowded(int cpu, Mobility who) {
        int all = 0;
        int such = 0;
        for (var entry : queued.entrySet()) {
            if (entry.getValue() != cpu || entry.getKey() == running[cpu]) continue;
            all++;
            if (is(entry.getKey(), who)) such++;
        }
        return running[cpu] == 0 ? Math.min(such, all - 1) > 0 : such > 0;
    }

    private boolean is(int task, Mobility who) {
        return switch (who) {
            case ANY -> true;
            case FREE -> !BOUND.matcher(names.getOrDefault(task, "")).matches();
            case MOVED ->
                is(task, Mobility.FREE) && seenOn.getOrDefault(task, Set.of()).size() > 1;
        };
    }
}
