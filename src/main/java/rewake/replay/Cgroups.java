package rewake.replay;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Task groups and who is in them, as far as it is known beforehand. The root group is not among them; a task of which nothing
 * is said is in its parent's group, without a parent in the root.
 *
 * @param source where this comes from, for the evidence
 * @param groups each after the one it is in
 * @param byPid paths by thread id
 * @param byComm paths by task name; a thread id that is named wins
 */
public record Cgroups(String source, List<Group> groups, Map<Integer, String> byPid, Map<String, String> byComm) {
    /** Shares of {@code cpu.weight} 100, what a group has unless told. */
    public static final int DEFAULT_SHARES = 1024;
    /** Shares of a group with {@code cpu.idle}. */
    public static final int IDLE_SHARES = 3;

    /** Every task in the root group. */
    public static final Cgroups FLAT = new Cgroups("none known", List.of(), Map.of(), Map.of());

    /**
     * One group.
     *
     * @param path {@code /lab/a}
     * @param shares {@code tg->shares}, 1024 by default
     * @param css id under which PELT events name it, 0 where unknown
     */
    public record Group(String path, int shares, int css) {
        /** The path of the group it is in; {@code /} is the root. */
        public String parent() {
            return path.substring(0, Math.max(1, path.lastIndexOf('/')));
        }
    }

    /** The shares of a {@code cpu.weight}, 1 to 10000. */
    public static int shares(int cpuWeight) {
        return (cpuWeight * 1024 + 50) / 100;
    }

    /** These groups, in any order, the groups they are in, and those that tasks are said to be in. */
    public static Cgroups of(String source, List<Group> named, Map<Integer, String> byPid, Map<String, String> byComm) {
        var groups = new TreeMap<String, Group>();
        for (Group group : named) groups.put(group.path(), group);
        var paths = new TreeSet<>(groups.keySet());
        paths.addAll(byPid.values());
        paths.addAll(byComm.values());
        for (String path : paths)
            for (int end = path.length(); end > 0; end = path.lastIndexOf('/', end - 1))
                groups.putIfAbsent(path.substring(0, end), new Group(path.substring(0, end), DEFAULT_SHARES, 0));
        groups.remove("/");
        var sorted = new ArrayList<>(groups.values());
        sorted.sort(Comparator.comparingLong(
                g -> g.path().chars().filter(c -> c == '/').count()));
        return new Cgroups(source, List.copyOf(sorted), Map.copyOf(byPid), Map.copyOf(byComm));
    }

    /** Whether there is no group but the root. */
    public boolean isFlat() {
        return groups.isEmpty();
    }
}
