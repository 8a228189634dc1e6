package rewake.replay;

import rewake.event.Comms;
import rewake.timeline.Tasks;

/** Which decisions the user's selection takes. */
record Selected(JudgeOptions options, Tasks tasks, Comms comms) {
    /** Whether it takes {@code d}. */
    boolean takes(Decision d) {
        if (d.wakingNs < options.startNs() || d.wakingNs > options.stopNs()) return false;
        if (!options.cpus().isEmpty() && !options.cpus().get(d.thisCpu)) return false;
        if (!options.processes().isEmpty() && !options.processes().contains(tasks.tgid(d.wakee))) return false;
        if (!options.threads().isEmpty() && !options.threads().contains(tasks.pid(d.wakee))) return false;
        return options.names().isEmpty() || options.names().contains(comms.text(tasks.comm(d.wakee)));
    }
}
