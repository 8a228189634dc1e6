package rewake.replay;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** So much of what {@link Deciding} was told, in order. */
final class Docket {
    private static final int FORKED = SeenGuess.CHANGES.length;
    private static final int COMPUTED = FORKED + 1;
    private static final int LOOK = FORKED + 2;
    private static final int ANSWER = FORKED + 3;

    private static final int BY_SHIFT = 16;
    private static final int CPU_SHIFT = 32;
    private static final int FLAGS_SHIFT = 48;
    private static final int KIND_SHIFT = 56;
    private static final int CPU = 0xffff;
    private static final int BYTE = 0xff;

    /** From the top: kind of entry, looks or another flag, CPU, CPU of the event, CPU of the sender. */
    private final long[] head;

    private final int[] task;
    private final long[] other;
    private final long[] nowNs;
    private final long[] atNs;
    private final @Nullable Decision[] decision;
    private final ArrayDeque<Decision> dropped = new ArrayDeque<>();
    private int size;

    Docket(int entries) {
        head = new long[entries];
        task = new int[entries];
        other = new long[entries];
        nowNs = new long[entries];
        atNs = new long[entries];
        decision = new Decision[entries];
    }

    boolean isFull() {
        return size == head.length;
    }

    boolean isEmpty() {
        return size == 0 && dropped.isEmpty();
    }

    void turned(
            SeenGuess.Change how, int cpu, int whom, int looks, int by, int sender, long now, long at, long costNs) {
        int i = entry(how.ordinal(), looks, cpu, by, sender);
        task[i] = whom;
        other[i] = costNs;
        nowNs[i] = now;
        atNs[i] = at;
    }

    void forked(int parent, int child, int cpu, long now) {
        int i = entry(FORKED, 0, cpu, 0, 0);
        task[i] = parent;
        other[i] = child;
        nowNs[i] = now;
    }

    void computed(int llc, int nrIdleScan, boolean due) {
        int i = entry(COMPUTED, due ? 1 : 0, 0, 0, 0);
        task[i] = llc;
        other[i] = nrIdleScan;
    }

    void look(Decision d, long instantNs) {
        int i = entry(LOOK, 0, 0, 0, 0);
        decision[i] = d;
        atNs[i] = instantNs;
    }

    void answer(Decision d, boolean counted) {
        decision[entry(ANSWER, counted ? 1 : 0, 0, 0, 0)] = d;
    }

    /** Nobody uses it once all of this docket is done. */
    void drop(Decision d) {
        dropped.push(d);
    }

    private int entry(int kind, int flags, int cpu, int by, int sender) {
        head[size] = (long) kind << KIND_SHIFT
                | (long) flags << FLAGS_SHIFT
                | (long) (cpu & CPU) << CPU_SHIFT
                | (long) (by & CPU) << BY_SHIFT
                | (sender & CPU);
        return size++;
    }

    /** Tells it all to {@code to}. */
    void replay(Deciding to) {
        for (int i = 0; i < size; i++) replay(i, to);
    }

    private void replay(int i, Deciding to) {
        int kind = (int) (head[i] >>> KIND_SHIFT);
        int flags = (int) (head[i] >>> FLAGS_SHIFT) & BYTE;
        int cpu = (int) (head[i] >>> CPU_SHIFT) & CPU;
        if (kind < FORKED) {
            int by = (int) (head[i] >>> BY_SHIFT) & CPU;
            int sender = (int) head[i] & CPU;
            to.turned(SeenGuess.CHANGES[kind], cpu, task[i], flags, by, sender, nowNs[i], atNs[i], other[i]);
            return;
        }
        Decision d = decision[i];
        if (kind == FORKED) to.forked(task[i], (int) other[i], cpu, nowNs[i]);
        else if (kind == COMPUTED) to.computed(task[i], (int) other[i], flags != 0);
        else if (d == null) throw new IllegalStateException("an entry without its decision");
        else if (kind == LOOK) to.look(d, atNs[i]);
        else to.answer(d, flags != 0);
    }

    /** Begins anew; what was dropped goes to {@code unused}. */
    void clear(ArrayDeque<Decision> unused) {
        size = 0;
        while (!dropped.isEmpty()) unused.push(dropped.pop());
    }
}
