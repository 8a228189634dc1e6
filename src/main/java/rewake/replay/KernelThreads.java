package rewake.replay;

import java.util.Arrays;
import java.util.regex.Pattern;
import rewake.event.Comms;
import rewake.timeline.Tasks;

/**
 * Kernel threads bound to one CPU, known by their names: {@code ksoftirqd/3}, {@code kworker/3:1-mm}, {@code migration/3};
 * {@code kworker/u16:2} is not bound. Source: {@code kthread_create_on_cpu()}, {@code create_worker()}.
 */
final class KernelThreads {
    private static final Pattern BOUND = Pattern.compile("[a-z][a-z_]*/[0-9]+(:.*)?");

    private final Comms comms;
    private final Tasks tasks;
    private byte[] byComm = new byte[64];

    KernelThreads(Comms comms, Tasks tasks) {
        this.comms = comms;
        this.tasks = tasks;
    }

    /** Whether {@code task} is named like a kernel thread of one CPU. */
    boolean isPerCpu(int task) {
        if (tasks.isIdle(task)) return false;
        int comm = tasks.comm(task);
        if (comm >= byComm.length) byComm = Arrays.copyOf(byComm, Math.max(comm + 1, byComm.length * 2));
        if (byComm[comm] == 0)
            byComm[comm] = (byte) (BOUND.matcher(comms.text(comm)).matches() ? 2 : 1);
        return byComm[comm] == 2;
    }
}
