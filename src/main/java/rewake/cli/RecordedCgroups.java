package rewake.cli;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import rewake.event.CgroupPaths;
import rewake.event.EventBatch;
import rewake.event.EventConsumer;
import rewake.event.EventKind;
import rewake.event.PeltField;
import rewake.replay.Cgroups;

/**
 * The task groups that load tracking events of a trace name by id and by path from the root ({@code /lab/a}). Recorders that
 * print only the last part of a path ({@code a}) do not tell the tree; then nothing is known. No event tells weights. A task is
 * taken to begin where it is first recorded.
 */
final class RecordedCgroups implements EventConsumer {
    private static final int PELT_SE = EventKind.PELT_SE.ordinal();
    private static final int PELT_CFS = EventKind.PELT_CFS.ordinal();

    private final CgroupPaths paths;
    private final Map<Long, Integer> pathOfCss = new TreeMap<>();
    private final Map<Integer, Long> firstCss = new HashMap<>();

    RecordedCgroups(CgroupPaths paths) {
        this.paths = paths;
    }

    @Override
    public void event(EventBatch batch, int row) {
        int kind = batch.kind(row);
        if ((kind != PELT_SE && kind != PELT_CFS) || !batch.hasPelt(row, PeltField.CSS)) return;
        long css = batch.pelt(row, PeltField.CSS);
        if (kind == PELT_SE && isTask(batch, row)) firstCss.putIfAbsent(batch.pid(row), css);
        else if (kind == PELT_CFS && batch.hasPelt(row, PeltField.PATH))
            pathOfCss.put(css, (int) batch.pelt(row, PeltField.PATH));
    }

    private static boolean isTask(EventBatch batch, int row) {
        boolean group = batch.hasPelt(row, PeltField.MY_Q) && batch.pelt(row, PeltField.MY_Q) != 0;
        return batch.pid(row) > 0 && !group;
    }

    Cgroups found() {
        var groups = new ArrayList<Cgroups.Group>();
        pathOfCss.forEach((css, path) -> {
            String text = paths.text(path);
            if (text.length() > 1 && text.startsWith("/"))
                groups.add(new Cgroups.Group(text, Cgroups.DEFAULT_SHARES, Math.toIntExact(css)));
        });
        if (groups.isEmpty()) return Cgroups.FLAT;
        var byPid = new HashMap<Integer, String>();
        firstCss.forEach((pid, css) -> {
            Integer path = pathOfCss.get(css);
            if (path != null && paths.text(path).startsWith("/")) byPid.put(pid, paths.text(path));
        });
        return Cgroups.of("load tracking events, cpu.weight taken as 100", List.copyOf(groups), byPid, Map.of());
    }
}
