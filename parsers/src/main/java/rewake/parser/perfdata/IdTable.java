package rewake.parser.perfdata;

import java.util.Arrays;
import java.util.List;

/**
 * Event id → attr and CPU. The kernel numbers events one after the other, so the ids of a recording lie close together
 * and an array answers; ids far apart are searched.
 */
final class IdTable {
    private static final int DENSE_MAX = 1 << 20;

    private final long[] ids;
    private final int[] attrs;
    private final int[] cpus;
    private final long first;
    private final int[] dense;

    private IdTable(long[] ids, int[] attrs) {
        this.ids = ids;
        this.attrs = attrs;
        cpus = new int[ids.length];
        Arrays.fill(cpus, -1);
        first = ids.length == 0 ? 0 : ids[0];
        long span = ids.length == 0 ? 0 : ids[ids.length - 1] - first + 1;
        dense = new int[span > 0 && span <= DENSE_MAX ? (int) span : 0];
        Arrays.fill(dense, -1);
        if (dense.length > 0) for (int i = 0; i < ids.length; i++) dense[(int) (ids[i] - first)] = i;
    }

    /** The ids of all attrs. Their CPUs stand in ID_INDEX; without it, where an attr has one id a CPU, position tells. */
    static IdTable of(List<EventAttr> attrs, IdIndex index, int cpus) {
        int count = attrs.stream().mapToInt(a -> a.ids().length).sum();
        var entries = new long[count][];
        int n = 0;
        for (int a = 0; a < attrs.size(); a++) {
            long[] ids = attrs.get(a).ids();
            for (int i = 0; i < ids.length; i++) entries[n++] = new long[] {ids[i], a, ids.length == cpus ? i : -1};
        }
        Arrays.sort(entries, (x, y) -> Long.compare(x[0], y[0]));
        var table = new IdTable(
                Arrays.stream(entries).mapToLong(e -> e[0]).toArray(),
                Arrays.stream(entries).mapToInt(e -> (int) e[1]).toArray());
        for (int i = 0; i < count; i++) table.cpus[i] = (int) entries[i][2];
        for (long i = 0; i < index.entries(); i++) {
            int slot = table.slot(index.id(i));
            if (slot >= 0) table.cpus[slot] = index.cpu(i);
        }
        return table;
    }

    /** Index of the attr that owns {@code id}, or −1. */
    int attr(long id) {
        int slot = slot(id);
        return slot < 0 ? -1 : attrs[slot];
    }

    /** CPU whose events have this id, or −1 where it is not known. */
    int cpu(long id) {
        int slot = slot(id);
        return slot < 0 ? -1 : cpus[slot];
    }

    private int slot(long id) {
        if (dense.length > 0) {
            long at = id - first;
            return at >= 0 && at < dense.length ? dense[(int) at] : -1;
        }
        int at = Arrays.binarySearch(ids, id);
        return at < 0 ? -1 : at;
    }
}
