package rewake.measure;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import rewake.event.Comms;
import rewake.event.EventBatch;
import rewake.event.EventConsumer;
import rewake.event.EventKind;
import rewake.event.TraceFacts;

/** How much of the busy CPU time the recorder itself took: tasks that bear the name of the recording command. */
public final class RecorderShare implements EventConsumer {
    private static final int SWITCH = EventKind.SWITCH.ordinal();

    private final int recorder;
    private long[] sinceNs = new long[16];
    private long busyNs;
    private long recorderNs;

    /** Looks for the first word of the trace's recording command. */
    public RecorderShare(TraceFacts facts, Comms comms) {
        String command = facts.cmdline() == null ? "" : facts.cmdline().strip().split(" ", 2)[0];
        String name = command.substring(command.lastIndexOf('/') + 1);
        recorder = name.isEmpty() ? -1 : comms.intern(name.length() > 15 ? name.substring(0, 15) : name);
    }

    @Override
    public void event(EventBatch batch, int row) {
        if (batch.kind(row) != SWITCH) return;
        int cpu = batch.cpu();
        if (cpu >= sinceNs.length) sinceNs = Arrays.copyOf(sinceNs, Math.max(cpu + 1, sinceNs.length * 2));
        long time = batch.timeNs(row);
        if (batch.pid(row) != 0 && sinceNs[cpu] != 0) {
            long ran = time - sinceNs[cpu];
            busyNs += ran;
            if (batch.comm(row) == recorder) recorderNs += ran;
        }
        sinceNs[cpu] = time;
    }

    /** The share, 0 to 1, or null where the recorder's name or any run time is unknown. */
    public @Nullable Double share() {
        return recorder < 0 || busyNs == 0 ? null : (Double) ((double) recorderNs / busyNs);
    }
}
