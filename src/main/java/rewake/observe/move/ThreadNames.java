package rewake.observe.move;

import java.util.Arrays;
import rewake.event.Comms;

/** Kernel threads whose work tells what happens: the stopper and the soft-interrupt thread of a CPU, known by name. */
final class ThreadNames {
    private static final byte OTHER = 1;
    private static final byte STOPPER = 2;
    private static final byte KSOFTIRQD = 3;

    private final Comms comms;
    private byte[] byComm = new byte[64];

    ThreadNames(Comms comms) {
        this.comms = comms;
    }

    /** Whether this is the name of a CPU's stopper, {@code migration/N}. */
    boolean isStopper(int comm) {
        return kind(comm) == STOPPER;
    }

    /** Whether this is the name of who runs a CPU's deferred soft interrupts, {@code ksoftirqd/N}. */
    boolean isKsoftirqd(int comm) {
        return kind(comm) == KSOFTIRQD;
    }

    private byte kind(int comm) {
        if (comm >= byComm.length) byComm = Arrays.copyOf(byComm, Math.max(comm + 1, byComm.length * 2));
        if (byComm[comm] == 0) {
            String name = comms.text(comm);
            byComm[comm] = name.startsWith("migration/") ? STOPPER : name.startsWith("ksoftirqd/") ? KSOFTIRQD : OTHER;
        }
        return byComm[comm];
    }
}
