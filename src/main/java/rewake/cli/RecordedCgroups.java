package rewake.cli;

import java.util.ArrayList;
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
 * print only the last part of a path ({@code a}) do not tell the tree; then nothing is known. No event tells weights.
 */
final class RecordedCgroups implements EventConsumer {
    private static final int PELT_CFS = EventKind.PELT_CFS.ordinal();

    private final CgroupPaths paths;
    private final Map<Long, Integer> pathOfCss = new TreeMap<>();

    RecordedCgroups(CgroupPaths paths) {
        this.paths = paths;
    }

    @Override
    public void event(EventBatch batch, int row) {
        if (batch.kind(row) != PELT_CFS || !batch.hasPelt(row, PeltField.CSS) || !batch.hasPelt(row, PeltField.PATH))
            return;
        pathOfCss.put(batch.pelt(row, PeltField.CSS), (int) batch.pelt(row, PeltField.PATH));
    }

    Cgroups found() {
        var groups = new ArrayList<Cgroups.Group>();
        pathOfCss.forEach((css, path) -> {
            String text = paths.text(path);
            if (text.length() > 1 && text.startsWith("/"))
                groups.add(new Cgroups.Group(text, Cgroups.DEFAULT_SHARES, Math.toIntExact(css)));
        });
        if (groups.isEmpty()) return Cgroups.FLAT;
        return Cgroups.of("load tracking events, cpu.weight taken as 100", List.copyOf(groups), Map.of(), Map.of());
    }
}
