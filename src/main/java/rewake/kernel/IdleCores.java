package rewake.kernel;

/**
 * How {@code has_idle_cores} becomes true. It becomes false only by a failed search for an idle core
 * ({@link Placement#apply}), never because a core became busy. Source:
 * {@code __update_idle_core()}.
 */
public final class IdleCores {
    private IdleCores() {}

    /** {@code cpu} switched to swapper: if all its siblings are idle too, the LLC has an idle core. */
    public static void wentIdle(SchedState s, HiddenState hidden, int cpu) {
        Machine machine = s.machine();
        int llc = machine.llc(cpu);
        if (!machine.smtActive() || hidden.hasIdleCores(llc)) return;
        for (int sibling : machine.siblings(cpu)) if (sibling != cpu && !s.idle(sibling)) return;
        hidden.hasIdleCores(llc, true);
    }
}
