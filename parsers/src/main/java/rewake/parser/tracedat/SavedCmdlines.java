package rewake.parser.tracedat;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import rewake.bytes.TraceBytes;
import rewake.event.Comms;
import rewake.event.EventBatch;
import rewake.event.EventKind;
import rewake.event.EventSink;
import rewake.parser.Section;
import rewake.parser.TraceFormatException;
import rewake.parser.tracepoint.CommText;

/**
 * The kernel's saved_cmdlines: who held a pid when the recording ended. A name from there may be younger than all events
 * (a shell that became hackbench), so it is used for tasks that no event names, and only behind the last event.
 */
final class SavedCmdlines {
    private static final int PIDS = 1 << 22;

    private final Map<Integer, Integer> comms = new HashMap<>();
    private final BitSet named = new BitSet();
    private final BitSet seen = new BitSet();

    /** Lines {@code pid comm}; the comm may hold blanks. */
    void read(TraceBytes bytes, Section s, Comms table) throws TraceFormatException {
        long end = s.at() + s.left();
        long start = s.take(s.left());
        while (start < end) {
            long stop = start;
            long blank = -1;
            while (stop < end && bytes.u8(stop) != '\n') {
                if (blank < 0 && bytes.u8(stop) == ' ') blank = stop;
                stop++;
            }
            int pid = blank < 0 ? -1 : number(bytes, start, blank);
            int length = (int) Math.min(stop - blank - 1, 16);
            if (pid > 0) comms.put(pid, CommText.intern(table, bytes, blank + 1, length));
            start = stop + 1;
        }
    }

    private static int number(TraceBytes bytes, long from, long to) {
        int value = 0;
        for (long at = from; at < to; at++) {
            int digit = bytes.u8(at) - '0';
            if (digit < 0 || digit > 9 || value >= PIDS) return -1;
            value = value * 10 + digit;
        }
        return value < PIDS ? value : -1;
    }

    /** Notes which tasks the rows from {@code from} on name or only mention. */
    void note(EventBatch lane, int from) {
        for (int row = from; row < lane.size(); row++) {
            seen.set(lane.currentPid(row));
            if (lane.comm(row) != 0) named.set(Math.max(0, lane.pid(row)));
            if (lane.otherComm(row) != 0) named.set(lane.otherPid(row));
        }
    }

    /** Gives names to tasks that nobody named, behind the last event. */
    void nameTheRest(EventSink sink, long timeNs) {
        for (int pid = seen.nextSetBit(1); pid >= 0; pid = seen.nextSetBit(pid + 1)) {
            Integer comm = named.get(pid) ? null : comms.get(pid);
            if (comm == null) continue;
            EventBatch lane = sink.lane(0);
            int row = lane.append(timeNs, 0, EventKind.COMM);
            lane.task(row, pid, 0, comm);
        }
    }
}
