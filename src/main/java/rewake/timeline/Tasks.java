package rewake.timeline;

import java.util.Arrays;
import rewake.event.ImportStat;
import rewake.event.ImportStats;

/**
 * The tasks of a trace as dense ids. A task is a pid <em>and an incarnation</em>: a pid that is forked again after it was
 * seen is another task. Every CPU has an idle task of its own, though all of them are pid 0.
 *
 * <p>Columns by task id: pid, tgid (−1 unknown), comm id (the newest name), kernel priority, forker, whether it ended.
 */
public final class Tasks {
    /** No task. */
    public static final int NONE = -1;

    private static final int MAX_PID = 4_194_304;

    private final ImportStats stats;
    private int[] byPid = new int[1024];
    private int[] idleOf = new int[16];
    private int[] pid = new int[256];
    private int[] tgid = new int[256];
    private int[] comm = new int[256];
    private int[] prio = new int[256];
    private int[] parent = new int[256];
    private byte[] life = new byte[256];
    private int size;

    /** Only named by a record or another task's event: a fork of it may still be to come. */
    private static final byte NAMED = 0;
    /** Forked, without an event of its own yet. */
    private static final byte NEWBORN = 1;
    /** Has had events of its own. */
    private static final byte ACTIVE = 2;

    private static final byte ENDED = 3;

    /** An empty table that counts reused pids in {@code stats}. */
    public Tasks(ImportStats stats) {
        this.stats = stats;
        Arrays.fill(byPid, NONE);
        Arrays.fill(idleOf, NONE);
    }

    /** Number of tasks, idle tasks included; ids are 0 to {@code size() − 1}. */
    public int size() {
        return size;
    }

    /** The idle task of {@code cpu}. */
    public int idle(int cpu) {
        if (cpu >= idleOf.length) idleOf = grown(idleOf, cpu);
        int task = idleOf[cpu];
        if (task < 0) {
            task = add(0);
            idleOf[cpu] = task;
            prio[task] = 120;
        }
        return task;
    }

    /** The living task with this pid on {@code cpu} (the CPU only matters for pid 0); new where it was never seen. */
    public int of(int taskPid, int cpu) {
        if (taskPid == 0) return idle(cpu);
        if (taskPid < 0 || taskPid > MAX_PID) throw new IllegalArgumentException("pid " + taskPid);
        if (taskPid >= byPid.length) byPid = grown(byPid, taskPid);
        int task = byPid[taskPid];
        if (task < 0) {
            task = add(taskPid);
            byPid[taskPid] = task;
        }
        return task;
    }

    /** As {@link #of}, and notes that the task is alive and is called so. */
    int active(int taskPid, int cpu, int commId, int taskPrio) {
        int task = of(taskPid, cpu);
        life[task] = ACTIVE;
        comm[task] = commId;
        prio[task] = taskPrio;
        return task;
    }

    /** The child of a fork: a new task unless an earlier event of the same fork made it already. */
    int forked(int childPid, int forker) {
        int known = childPid < byPid.length ? byPid[childPid] : NONE;
        if (known >= 0 && life[known] <= NEWBORN) {
            life[known] = NEWBORN;
            if (forker != NONE) parent[known] = forker;
            return known;
        }
        if (known >= 0) {
            byPid[childPid] = NONE;
            stats.add(ImportStat.PID_REUSED, -1);
        }
        int task = of(childPid, 0);
        life[task] = NEWBORN;
        parent[task] = forker;
        if (forker != NONE) {
            comm[task] = comm[forker];
            prio[task] = prio[forker];
        }
        return task;
    }

    /** The task has left for good. */
    void ended(int task) {
        life[task] = ENDED;
    }

    /** Names a task. */
    void rename(int task, int commId) {
        comm[task] = commId;
    }

    /** Sets the process of a task. */
    void process(int task, int processId) {
        tgid[task] = processId;
    }

    /** Thread id. */
    public int pid(int task) {
        return pid[task];
    }

    /** Process id, −1 where the trace does not say. */
    public int tgid(int task) {
        return tgid[task];
    }

    /** Name id of the newest name. */
    public int comm(int task) {
        return comm[task];
    }

    /** Kernel priority: below 0 deadline, 0–99 real time, 100–139 fair. */
    public int prio(int task) {
        return prio[task];
    }

    /** Who forked it, or {@link #NONE}. */
    public int parent(int task) {
        return parent[task];
    }

    /** Whether it is the idle task of a CPU. */
    public boolean isIdle(int task) {
        return pid[task] == 0;
    }

    /** Whether it is in the fair class (neither real time, deadline nor idle task). */
    public boolean isFair(int task) {
        return prio[task] >= 100 && pid[task] != 0;
    }

    private int add(int taskPid) {
        int task = size++;
        if (task == pid.length) {
            int n = size * 2;
            pid = Arrays.copyOf(pid, n);
            tgid = Arrays.copyOf(tgid, n);
            comm = Arrays.copyOf(comm, n);
            prio = Arrays.copyOf(prio, n);
            parent = Arrays.copyOf(parent, n);
            life = Arrays.copyOf(life, n);
        }
        pid[task] = taskPid;
        life[task] = NAMED;
        tgid[task] = NONE;
        prio[task] = 120;
        parent[task] = NONE;
        return task;
    }

    private static int[] grown(int[] table, int index) {
        int old = table.length;
        int[] out = Arrays.copyOf(table, Math.max(index + 1, old * 2));
        Arrays.fill(out, old, out.length, NONE);
        return out;
    }
}
