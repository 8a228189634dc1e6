package rewake.event;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The names under which recorders expose the kernel's PELT tracepoints, which have no event of their own in tracefs: the
 * LISA and sched_tp modules, EAS kernels, probes ({@code t:pelt/pelt_cfs pelt_cfs_tp load=cfs_rq->avg.load_avg ...}).
 * Text and binary formats use the same names for events and fields, so one table serves all readers.
 *
 * <p>Names chosen by the user are added by {@link #with}.
 *
 * <p>Source: {@code include/trace/events/sched.h} (DECLARE_TRACE), LISA's {@code ftrace_events.h}, sched_tp's
 * {@code sched_events.h}.
 */
public final class PeltDialect {
    private static final Map<String, EventKind> KINDS = kinds();
    private static final Map<String, PeltField> FIELDS = fields();

    private final Map<String, PeltEvent> chosen;

    private PeltDialect(Map<String, PeltEvent> chosen) {
        this.chosen = chosen;
    }

    /** The names of known recorders. */
    public static PeltDialect standard() {
        return new PeltDialect(Map.of());
    }

    /**
     * The same and names chosen by the user, which win.
     *
     * @param events by {@code system:name} or just {@code name}
     */
    public PeltDialect with(Map<String, PeltEvent> events) {
        var all = new HashMap<>(chosen);
        all.putAll(events);
        return new PeltDialect(Map.copyOf(all));
    }

    /**
     * What an event is, or empty where it is no PELT event.
     *
     * @param system e.g. {@code pelt}, {@code lisa}; empty where a format does not tell
     * @param name e.g. {@code lisa__sched_pelt_cfs}
     */
    public Optional<PeltEvent> event(String system, String name) {
        PeltEvent own = chosen.get(system + ":" + name);
        if (own == null) own = chosen.get(name);
        if (own != null) return Optional.of(own);
        return Optional.ofNullable(KINDS.get(plain(name))).map(kind -> new PeltEvent(kind, Map.of()));
    }

    /** What a field of that name is in an event of that kind. */
    static Optional<PeltField> field(EventKind kind, String name) {
        if (kind == EventKind.TG_LOAD_AVG && name.equals("load")) return Optional.of(PeltField.TG_LOAD);
        return Optional.ofNullable(FIELDS.get(name.toLowerCase(Locale.ROOT)));
    }

    /** {@code lisa__sched_pelt_cfs}, {@code sched_pelt_cfs}, {@code pelt_cfs_tp} → {@code pelt_cfs}. */
    private static String plain(String name) {
        String text = name.startsWith("lisa__") ? name.substring("lisa__".length()) : name;
        if (text.startsWith("sched_")) text = text.substring("sched_".length());
        if (text.endsWith("_unified")) text = text.substring(0, text.length() - "_unified".length());
        return text.endsWith("_tp") ? text.substring(0, text.length() - "_tp".length()) : text;
    }

    private static Map<String, EventKind> kinds() {
        var kinds = new HashMap<String, EventKind>();
        name(kinds, EventKind.PELT_CFS, "pelt_cfs", "load_cfs_rq", "load_avg_cpu", "pelt_cfs_tg");
        name(kinds, EventKind.PELT_SE, "pelt_se", "load_se", "load_avg_task", "pelt_cfs_task");
        name(kinds, EventKind.PELT_RT, "pelt_rt", "load_rt_rq");
        name(kinds, EventKind.PELT_DL, "pelt_dl");
        name(kinds, EventKind.PELT_IRQ, "pelt_irq");
        name(kinds, EventKind.PELT_HW, "pelt_hw", "pelt_thermal");
        name(kinds, EventKind.TG_LOAD_AVG, "load_tg", "tg_load_avg_update");
        name(kinds, EventKind.UTIL_EST_CFS, "util_est_cfs");
        name(kinds, EventKind.UTIL_EST_SE, "util_est_se");
        name(kinds, EventKind.OVERUTILIZED, "overutilized");
        name(kinds, EventKind.UPDATE_NR_RUNNING, "update_nr_running");
        name(kinds, EventKind.CPU_CAPACITY, "cpu_capacity");
        name(kinds, EventKind.UCLAMP_CFS, "uclamp_util_cfs");
        name(kinds, EventKind.UCLAMP_SE, "uclamp_util_se", "uclamp_cfs_task");
        name(kinds, EventKind.CGROUP_ATTACH_TASK, "cgroup_attach_task");
        return Map.copyOf(kinds);
    }

    private static Map<String, PeltField> fields() {
        var fields = new HashMap<String, PeltField>();
        for (PeltField field : PeltField.values()) fields.put(field.id(), field);
        name(fields, PeltField.CSS, "css_id");
        name(fields, PeltField.PATH, "dst_path");
        name(fields, PeltField.HIERARCHY, "dst_root");
        name(fields, PeltField.LOAD, "load_avg");
        name(fields, PeltField.RUNNABLE, "rbl_load", "runnable_avg");
        name(fields, PeltField.UTIL, "util_avg", "utilization");
        name(fields, PeltField.UPDATE_TIME, "lut", "last_update_time");
        name(fields, PeltField.CONTRIB, "tg_load_avg_contrib");
        name(fields, PeltField.TG_LOAD, "tgload", "tg_load_avg");
        name(fields, PeltField.LAST_TG_UPDATE, "lasttg", "last_update_tg_load_avg");
        name(fields, PeltField.NR_RUNNING, "nr");
        name(fields, PeltField.DELTA, "change");
        name(fields, PeltField.UTIL_EST, "enqueued");
        name(fields, PeltField.CAPACITY_ORIG, "cpu_capacity_orig");
        name(fields, PeltField.CAPACITY, "cpu_capacity");
        return Map.copyOf(fields);
    }

    private static <T> void name(Map<String, T> table, T what, String... names) {
        for (String name : names) table.put(name, what);
    }
}
