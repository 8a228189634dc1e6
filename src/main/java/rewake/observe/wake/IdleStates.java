package rewake.observe.wake;

import java.util.Arrays;
import rewake.event.EventBatch;
import rewake.event.EventConsumer;
import rewake.event.EventKind;

/**
 * The idle state of each CPU, as cpu_idle tells it: the index of the state that the cpuidle driver chose, 0 for the one that is
 * left fastest (polling on x86, WFI on arm). An idle task that runs between two states is in none. A switch shows that a CPU
 * has left its state though no event said so; then nobody knows when.
 *
 * <p>Source: {@code include/trace/events/power.h} (cpu_idle), {@code cpuidle_enter_state()}.
 */
public final class IdleStates implements EventConsumer {
    /** The CPU is in no idle state. */
    public static final int AWAKE = -1;
    /** No event has told yet, or events are missing. */
    public static final int UNKNOWN = -2;
    /** Indices go up to here; drivers have ten at most ({@code CPUIDLE_STATE_MAX}). */
    public static final int HIGHEST = 255;

    private static final int CPU_IDLE = EventKind.CPU_IDLE.ordinal();
    private static final int SWITCH = EventKind.SWITCH.ordinal();
    private static final int LOST = EventKind.LOST.ordinal();

    /** Hears of each state that a CPU was in, when it leaves it. */
    public interface Exits {
        /** The CPU was in {@code state} from {@code sinceNs} to {@code untilNs}. */
        void left(int cpu, int state, long sinceNs, long untilNs);
    }

    private final boolean recorded;
    private final Exits exits;
    private int[] state = new int[16];
    private long[] sinceNs = new long[16];

    /**
     * Nothing is known yet.
     *
     * @param recorded whether the trace has cpu_idle; without it nothing is ever known
     */
    public IdleStates(boolean recorded, Exits exits) {
        this.recorded = recorded;
        this.exits = exits;
        Arrays.fill(state, UNKNOWN);
    }

    /** The state that {@code cpu} is in, {@link #AWAKE} or {@link #UNKNOWN}. */
    public int of(int cpu) {
        return cpu < state.length ? state[cpu] : UNKNOWN;
    }

    @Override
    public void event(EventBatch batch, int row) {
        if (!recorded) return;
        int kind = batch.kind(row);
        if (kind == CPU_IDLE) told((int) batch.arg0(row), batch.arg1(row), batch.timeNs(row));
        else if (kind == SWITCH) set(batch.cpu(), AWAKE);
        else if (kind == LOST) set(batch.cpu(), UNKNOWN);
    }

    private void told(int cpu, long entered, long timeNs) {
        int was = of(cpu);
        if (entered != EventKind.IDLE_EXIT) {
            set(cpu, (int) Math.min(entered, HIGHEST));
            sinceNs[cpu] = timeNs;
            return;
        }
        set(cpu, AWAKE);
        if (was >= 0) exits.left(cpu, was, sinceNs[cpu], timeNs);
    }

    private void set(int cpu, int now) {
        if (cpu >= state.length) {
            int old = state.length;
            int n = Math.max(cpu + 1, old * 2);
            state = Arrays.copyOf(state, n);
            Arrays.fill(state, old, n, UNKNOWN);
            sinceNs = Arrays.copyOf(sinceNs, n);
        }
        state[cpu] = now;
    }
}
