package rewake.observe.wake;

import java.util.Locale;

/**
 * What a CPU was doing when a wake-up was sent there. As one number: the index of the idle state it was in, or
 * {@link #code} of one of the others.
 */
public enum CpuState {
    /** In an idle state that counts as deep. */
    DEEP_IDLE("Deep idle"),
    /** In another idle state. */
    SHALLOW_IDLE("Shallow idle"),
    /** Its idle task ran, in no idle state: going to sleep, or just woken by something else. */
    IDLE_LOOP("Idle, awake"),
    /** Idle; in which state is not known. */
    IDLE("Idle"),
    /** It ran a task under SCHED_IDLE. */
    SCHED_IDLE("SCHED_IDLE task"),
    /** It ran another task of the fair class. */
    FAIR("Fair task"),
    /** It ran a real-time, deadline or stop task. */
    RT("RT or DL task"),
    /** It still ran the very task that is woken, which was about to sleep. */
    LEAVING("The task itself"),
    /** Events of it are missing. */
    UNKNOWN("Not known");

    /** Numbers below this are indices of idle states. */
    static final int STATES = IdleStates.HIGHEST + 1;
    /** Numbers are below this. */
    static final int CODES = STATES + values().length;

    private final String title;

    CpuState(String title) {
        this.title = title;
    }

    /** The number of a state that is no idle state of an index. */
    int code() {
        return STATES + ordinal();
    }

    /** The state of a number, where idle states from {@code deepFrom} on are deep. */
    static CpuState of(int code, int deepFrom) {
        if (code >= STATES) return values()[code - STATES];
        return code >= deepFrom ? DEEP_IDLE : SHALLOW_IDLE;
    }

    /** For people. */
    public String title() {
        return title;
    }

    /** The stable lower-case name in machine output. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }
}
