package rewake.event;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How one recorder's event becomes a PELT row.
 *
 * @param kind of the row
 * @param own names of fields that the user explained; all others go by {@link PeltDialect}'s table, unless the user said
 *     that another field means the same
 */
public record PeltEvent(EventKind kind, Map<String, PeltField> own) {
    /** Copies the map. */
    public PeltEvent {
        if (!kind.pelt()) throw new IllegalArgumentException(kind + " is no kind of PELT event");
        own = Map.copyOf(own);
    }

    /** What a recorded field is, or empty where it is of no use. */
    public Optional<PeltField> field(String name) {
        PeltField field = own.get(name);
        return field != null
                ? Optional.of(field)
                : PeltDialect.field(kind, name).filter(known -> !own.containsValue(known));
    }

    /** Whether these fields make a row of its kind; without them the event only has a name in common. */
    public boolean complete(Set<PeltField> fields) {
        return switch (kind) {
            case TG_LOAD_AVG -> fields.contains(PeltField.TG_LOAD);
            case UTIL_EST_CFS, UTIL_EST_SE -> fields.contains(PeltField.UTIL_EST);
            case OVERUTILIZED -> fields.contains(PeltField.OVERUTILIZED);
            case UPDATE_NR_RUNNING -> fields.contains(PeltField.NR_RUNNING);
            case CPU_CAPACITY -> fields.contains(PeltField.CAPACITY);
            case UCLAMP_CFS, UCLAMP_SE -> fields.contains(PeltField.UCLAMP_AVG);
            case CGROUP_ATTACH_TASK -> fields.contains(PeltField.PATH) && fields.contains(PeltField.PID);
            default -> fields.contains(PeltField.LOAD) || fields.contains(PeltField.UTIL);
        };
    }
}
