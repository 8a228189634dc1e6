package rewake.kernel.pelt;

import static org.assertj.core.api.Assertions.assertThat;
import static rewake.kernel.pelt.SchedAvgs.LOAD_AVG;
import static rewake.kernel.pelt.SchedAvgs.LOAD_SUM;
import static rewake.kernel.pelt.SchedAvgs.LUT;
import static rewake.kernel.pelt.SchedAvgs.RUNNABLE_AVG;
import static rewake.kernel.pelt.SchedAvgs.RUNNABLE_SUM;
import static rewake.kernel.pelt.SchedAvgs.UTIL_AVG;
import static rewake.kernel.pelt.SchedAvgs.UTIL_SUM;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * 900 random events of 9 tasks in a tree of four groups on 3 CPUs, under every variant at once: after each, all numbers of all
 * run queues, entities and groups of the CPU, and of the task, are what another program, written from the formulas alone, made
 * of it under that variant. The file has a hash of them, as hexadecimal number, a column for each variant.
 */
final class GroupReplayVariantsTest {
    private static final int[] QUEUE = {LUT, LOAD_SUM, RUNNABLE_SUM, UTIL_SUM, LOAD_AVG, RUNNABLE_AVG, UTIL_AVG};
    private static final int[] ENTITY = {LOAD_SUM, RUNNABLE_SUM, UTIL_SUM, LOAD_AVG, RUNNABLE_AVG, UTIL_AVG};
    /** Tasks are in the lowest groups: a child's first utilisation in another would depend on the variant. */
    private static final int[] GROUP_OF = {2, 3, 2, 3, 4, 4, 2, 3, 4};

    private static final int[] NODE_OF = {0, 0, 1};
    private static final int FIRST = 6;

    private long hash;

    @Test
    void everyNumberAfterEveryEvent() throws IOException {
        List<String> lines = lines();
        List<String> names = Arrays.asList(lines.getFirst().split(",")).subList(FIRST, FIRST + 13);
        var rules = names.stream().map(VectorRun::rules).toList();
        var fair = new FairLoads(3, PeltRules.V6_1, rules, NODE_OF, 2);
        GroupReplayTest.tree(fair, GROUP_OF);
        boolean differ = false;
        for (String line : lines.subList(1, lines.size())) {
            String[] c = line.split(",", -1);
            GroupReplayTest.happen(fair, c);
            for (int v = 0; v < names.size(); v++) {
                assertThat(hash(fair, fair.variant(v), c))
                        .as("%s, %s", names.get(v), line)
                        .isEqualTo(c[FIRST + v]);
                differ |= !c[FIRST + v].equals(c[FIRST]);
            }
        }
        assertThat(differ).isTrue();
    }

    private String hash(FairLoads fair, GroupLoads loads, String[] c) {
        hash = 7;
        queues(fair, loads, Integer.parseInt(c[2]));
        if (c[1].equals("move")) queues(fair, loads, GroupReplayTest.number(c[4]));
        if (!c[3].isEmpty()) for (int field : QUEUE) add(fair.avgs.get(GroupReplayTest.number(c[3]), field));
        return Long.toHexString(hash >>> 32);
    }

    private void queues(FairLoads fair, GroupLoads loads, int cpu) {
        for (int g = 0; g < fair.tree.count(); g++) {
            int q = fair.tree.queue(g, cpu);
            for (int field : QUEUE) add(loads.queues.avgs.get(q, field));
            if (g == 0) continue;
            for (int field : ENTITY) add(loads.groups.avgs.get(q, field));
            add(loads.groups.weight(q));
            add(loads.groups.contrib(q));
            add(loads.groups.load(g));
        }
    }

    private void add(long value) {
        hash = hash * 31 + value;
    }

    private static List<String> lines() throws IOException {
        try (InputStream in = GroupReplayVariantsTest.class.getResourceAsStream("group_replay_variants.csv")) {
            assertThat(in).isNotNull();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }
}
