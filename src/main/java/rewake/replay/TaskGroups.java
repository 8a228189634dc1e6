package rewake.replay;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import rewake.event.Comms;
import rewake.kernel.pelt.FairLoads;
import rewake.kernel.pelt.LoadEvents;
import rewake.timeline.Tasks;

/**
 * In which group each task is: where a load tracking event puts it, else where the user says, else where its parent was when
 * it was first seen. Groups are numbers of {@link FairLoads}.
 *
 * <p>Source: children begin in their parent's group ({@code sched_cgroup_fork()}, kernel/sched/core.c).
 */
public final class TaskGroups {
    private static final int NONE = -1;

    private final Cgroups cgroups;
    private final Comms comms;
    private final Tasks tasks;
    private final Map<String, Integer> byPath = new HashMap<>();
    private final Map<Long, Integer> byCss = new HashMap<>();

    public TaskGroups(Cgroups cgroups, Comms comms, Tasks tasks) {
        this.cgroups = cgroups;
        this.comms = comms;
        this.tasks = tasks;
    }

    /** Makes the groups; they are empty. */
    public void create(LoadEvents to, long now) {
        byPath.put("/", 0);
        byCss.put(1L, 0);
        for (Cgroups.Group group : cgroups.groups()) {
            int parent = byPath.getOrDefault(group.parent(), 0);
            int added = to.addGroup(parent, group.shares(), now);
            byPath.put(group.path(), added);
            if (group.css() != 0) byCss.put((long) group.css(), added);
        }
    }

    /** The group of {@code task}, which is seen for the first time. */
    public int first(int task, FairLoads fair) {
        int told = told(task);
        if (told != NONE) return told;
        int parent = tasks.parent(task);
        return parent == Tasks.NONE ? 0 : fair.group(parent);
    }

    /** Where the user puts {@code task}, by its thread id or its newest name; −1 where nowhere. */
    private int told(int task) {
        @Nullable String path = cgroups.byPid().get(tasks.pid(task));
        if (path == null) path = cgroups.byComm().get(comms.text(tasks.comm(task)));
        return path == null ? NONE : byPath.getOrDefault(path, NONE);
    }

    /** Where its new name puts {@code task}; −1 where nowhere, as it is where a thread id told. */
    public int renamed(int task) {
        return cgroups.byPid().containsKey(tasks.pid(task)) ? NONE : told(task);
    }

    /** The group that PELT events call {@code css}; −1 where unknown. */
    public int ofCss(long css) {
        return byCss.getOrDefault(css, NONE);
    }

    /** The group of that path; −1 where nobody named it. */
    public int ofPath(String path) {
        return byPath.getOrDefault(path, NONE);
    }

    /** What the user named and no task of the trace is called, by its newest name or its thread id. */
    Set<String> unmatched() {
        var left = new TreeSet<>(cgroups.byComm().keySet());
        for (int task = 0; task < tasks.size() && !left.isEmpty(); task++) left.remove(comms.text(tasks.comm(task)));
        return left;
    }
}
