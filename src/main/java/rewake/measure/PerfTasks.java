package rewake.measure;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import rewake.event.Comms;
import rewake.event.EventBatch;
import rewake.event.EventKind;

/**
 * Tasks as perf knows them while it goes through a trace: names, processes and parents come from COMM, FORK and EXIT
 * records; a FORK record makes a new task of a pid. Where a trace has no such records at all (ftrace), names are those of
 * the tracepoints.
 *
 * <p>A task is a small number, from 0 up in the order of appearance. Source: the records of {@code perf.data}
 * ({@code PERF_RECORD_COMM}, {@code PERF_RECORD_FORK}, {@code PERF_RECORD_EXIT}) and what perf 6.1 prints of recordings.
 */
final class PerfTasks {
    /** No name, no process, no parent known. */
    static final int UNKNOWN = -1;

    private static final EventKind[] KINDS = EventKind.values();
    /** Perf's table of tasks has as many lists, which is the order of its summaries. */
    private static final int LISTS = 256;

    private final Comms comms;
    /** By tid + 1: perf has a task for samples of a dead one, whose tid is −1. */
    private int[] taskOf = new int[1024];

    private @Nullable String[] texts = new String[64];
    private int size;
    private int removals;
    private int[] tid = new int[256];
    private int[] tgid = new int[256];
    private int[] parent = new int[256];
    private int[] comm = new int[256];
    private int[] seenComm = new int[256];
    /** When it gave its pid to another task, from 1 up; 0 where it has it. */
    private int[] removed = new int[256];

    private boolean[] dead = new boolean[256];
    private boolean[] renamed = new boolean[256];
    private boolean taskRecords;

    PerfTasks(Comms comms) {
        this.comms = comms;
        Arrays.fill(taskOf, UNKNOWN);
    }

    /** Takes a record of tasks; other kinds are left alone. */
    void record(EventBatch batch, int row) {
        switch (KINDS[batch.kind(row)]) {
            case COMM -> named(batch, row);
            case FORK -> forked(batch, row);
            case EXIT -> exited(batch.pid(row));
            default -> {}
        }
    }

    /**
     * The task with this tid; a new one where there is none.
     *
     * @param process its process as the event tells it, or {@link #UNKNOWN}; what is known already stays
     */
    int of(int pid, int process) {
        int at = pid + 1;
        if (at >= taskOf.length) taskOf = grown(taskOf, at);
        int task = taskOf[at];
        if (task < 0) {
            task = fresh(pid, process);
            taskOf[at] = task;
        } else if (tgid[task] == UNKNOWN) {
            tgid[task] = process;
        }
        return task;
    }

    /** The task with this tid, or −1 where there is none yet. */
    int known(int pid) {
        return pid + 1 < taskOf.length ? taskOf[pid + 1] : UNKNOWN;
    }

    /** What a tracepoint called it, for traces without records of tasks. */
    void seen(int task, int name) {
        seenComm[task] = name;
    }

    int size() {
        return size;
    }

    int tid(int task) {
        return tid[task];
    }

    /** Its process, 0 where perf takes it for none, or {@link #UNKNOWN}. */
    int tgid(int task) {
        return tgid[task];
    }

    /** Who forked it, or {@link #UNKNOWN}. */
    int parent(int task) {
        return parent[task];
    }

    /** Whether an EXIT record named it. */
    boolean dead(int task) {
        return dead[task];
    }

    /** Whether a COMM record named it since this was last asked. */
    boolean renamed(int task) {
        boolean was = renamed[task];
        renamed[task] = false;
        return was;
    }

    /** Its name now, as perf prints it: {@code :tid} where nothing named it. */
    String name(int task) {
        if (tid[task] == 0) return "swapper";
        int id = taskRecords ? comm[task] : seenComm[task];
        return id < 0 ? ":" + tid[task] : text(id);
    }

    /** A name as text, made once. */
    String text(int name) {
        if (name >= texts.length) texts = Arrays.copyOf(texts, Math.max(name + 1, texts.length * 2));
        String text = texts[name];
        if (text == null) {
            text = comms.text(name);
            texts[name] = text;
        }
        return text;
    }

    /** All tasks in the order in which perf lists them. */
    List<Integer> inPerfsOrder() {
        return IntStream.range(0, size)
                .boxed()
                .sorted(Comparator.comparingInt((Integer t) -> tid[t] & (LISTS - 1))
                        .thenComparingInt(t -> removed[t])
                        .thenComparingInt(t -> tid[t]))
                .toList();
    }

    private void named(EventBatch batch, int row) {
        taskRecords = true;
        int task = of(batch.pid(row), batch.otherPid(row));
        comm[task] = batch.comm(row);
        renamed[task] = true;
    }

    private void forked(EventBatch batch, int row) {
        taskRecords = true;
        int parentTid = (int) batch.arg0(row);
        int parentTgid = (int) batch.arg1(row);
        int forker = of(parentTid, parentTgid);
        if (tgid[forker] != parentTgid) {
            remove(parentTid);
            forker = of(parentTid, parentTgid);
        }
        remove(batch.pid(row));
        int child = of(batch.pid(row), batch.otherPid(row));
        comm[child] = comm[forker];
        parent[child] = parentTid;
    }

    private void exited(int pid) {
        int task = known(pid);
        if (task >= 0) dead[task] = true;
    }

    private void remove(int pid) {
        int task = known(pid);
        if (task < 0) return;
        removed[task] = ++removals;
        taskOf[pid + 1] = UNKNOWN;
    }

    private int fresh(int pid, int process) {
        int task = size++;
        if (task == tid.length) grow(task * 2);
        tid[task] = pid;
        tgid[task] = pid == 0 ? 0 : process;
        parent[task] = UNKNOWN;
        comm[task] = UNKNOWN;
        seenComm[task] = UNKNOWN;
        return task;
    }

    private void grow(int n) {
        tid = Arrays.copyOf(tid, n);
        tgid = Arrays.copyOf(tgid, n);
        parent = Arrays.copyOf(parent, n);
        comm = Arrays.copyOf(comm, n);
        seenComm = Arrays.copyOf(seenComm, n);
        removed = Arrays.copyOf(removed, n);
        dead = Arrays.copyOf(dead, n);
        renamed = Arrays.copyOf(renamed, n);
    }

    private static int[] grown(int[] table, int index) {
        int old = table.length;
        int[] out = Arrays.copyOf(table, Math.max(index + 1, old * 2));
        Arrays.fill(out, old, out.length, UNKNOWN);
        return out;
    }

    /** An id for a table: null where it is not known. */
    static @Nullable Long cell(int id) {
        return id == UNKNOWN ? null : (Long) (long) id;
    }
}
