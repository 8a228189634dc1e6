package rewake.observe.queue;

import java.util.Arrays;
import java.util.List;
import rewake.event.Comms;

/**
 * Kernel threads that belong to one CPU and never leave it, by their names: {@code NAME/CPU}. No event tells affinities, so a
 * task that the user pinned is not among them.
 *
 * <p>Source of the names: {@code thread_comm} of each {@code smp_hotplug_thread}, {@code kernel/workqueue.c} (an unbound
 * worker has a {@code u} before the number), {@code kernel/sched/idle.c} and {@code net/core/dev.c}.
 */
final class BoundThreads {
    private static final List<String> NAMES = List.of(
            "kworker/",
            "ksoftirqd/",
            "migration/",
            "cpuhp/",
            "rcuc/",
            "irq_work/",
            "idle_inject/",
            "backlog_napi/",
            "ktimers/",
            "ktimersoftd/",
            "posixcputmr/",
            "watchdog/");

    private static final byte BOUND = 1;
    private static final byte FREE = 2;

    private final Comms comms;
    private byte[] byComm = new byte[256];

    BoundThreads(Comms comms) {
        this.comms = comms;
    }

    /** Whether a task of this name is bound to its CPU. */
    boolean bound(int comm) {
        if (comm < 0) return false;
        if (comm >= byComm.length) byComm = Arrays.copyOf(byComm, Math.max(comm + 1, byComm.length * 2));
        if (byComm[comm] == 0) byComm[comm] = isBound(comms.text(comm)) ? BOUND : FREE;
        return byComm[comm] == BOUND;
    }

    private static boolean isBound(String name) {
        for (String start : NAMES)
            if (name.startsWith(start))
                return name.length() > start.length() && Character.isDigit(name.charAt(start.length()));
        return false;
    }
}
