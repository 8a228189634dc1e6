package rewake.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import rewake.HandMade;
import rewake.catalogue.Kernels;
import rewake.event.EventKind;
import rewake.timeline.Tasks;

/** Who is in which group, and what that makes of loads; groups /a (1), /c (2), /a/b (3). */
final class TaskGroupsTest {
    private static final String FORK_AND_EXEC = """
            500 [0] b0:100 fork b0:100 b0:50
            501 [0] b0:100 wakeup_new b0:50 target_cpu=1
            505 [1] idle:0 switch idle:0 R ==> b0:50
            510 [1] b0:50  rename b0:50 to=made
            """;

    private static Judge judged(Map<Integer, String> byPid, Map<String, String> byComm, HandMade trace) {
        var cgroups = Cgroups.of(
                "test", List.of(new Cgroups.Group("/a/b", 2048, 7), new Cgroups.Group("/c", 512, 9)), byPid, byComm);
        var all = JudgeOptions.all();
        var options = all.knowing(all.raceWindowNs(), Set.of(), cgroups);
        var model = Kernels.model("v6.1");
        var judge = new Judge(trace.facts(), trace.comms(), trace.stats(), options, model, List.of(model));
        trace.read(judge);
        judge.finish();
        return judge;
    }

    private static int groupOf(Judge judge, int pid) {
        Tasks tasks = judge.tracker().timeline().tasks();
        return judge.loads.fair.group(tasks.of(pid, 0));
    }

    private static HandMade trace() {
        return HandMade.flat(2).with(EventKind.TASK_RENAME).busy(0);
    }

    @Test
    void whereNobodyTellsItIsTheRoot() {
        var judge = judged(Map.of(), Map.of(), trace().lines(FORK_AND_EXEC));
        assertThat(groupOf(judge, 100)).isZero();
        assertThat(groupOf(judge, 50)).isZero();
    }

    @Test
    void aChildIsInItsParentsGroup() {
        var judge = judged(Map.of(100, "/a/b"), Map.of(), trace().lines(FORK_AND_EXEC));
        assertThat(groupOf(judge, 100)).isEqualTo(3);
        assertThat(groupOf(judge, 50)).isEqualTo(3);
    }

    @Test
    void aNameCountsFromWhenATaskHasIt() {
        var judge = judged(Map.of(100, "/a/b"), Map.of("made", "/c", "other", "/c"), trace().lines(FORK_AND_EXEC));
        assertThat(groupOf(judge, 100)).isEqualTo(3);
        assertThat(groupOf(judge, 50)).isEqualTo(2);
        assertThat(judge.unmatchedCgroups()).containsExactly("other");
    }

    @Test
    void aThreadIdWinsOverAName() {
        var judge = judged(Map.of(50, "/"), Map.of("made", "/c", "b0", "/a"), trace().lines(FORK_AND_EXEC));
        assertThat(groupOf(judge, 100)).isEqualTo(1);
        assertThat(groupOf(judge, 50)).isZero();
    }

    /** Two groups of one busy task each on CPU 0, one of them with half the shares: 1024 and 512 are its load in the end. */
    @Test
    void theLoadOfACpuIsThatOfItsGroups() {
        var lines = new StringBuilder("0 [0] x:60 wakeup y:61 target_cpu=0\n");
        for (int ms = 1; ms < 1000; ms++)
            lines.append("%d [0] %s stat_runtime %s\n%d [0] %s switch %s R ==> %s\n"
                    .formatted(
                            ms * 1000,
                            ms % 2 == 0 ? "y:61" : "x:60",
                            ms % 2 == 0 ? "y:61" : "x:60",
                            ms * 1000 + 1,
                            ms % 2 == 0 ? "y:61" : "x:60",
                            ms % 2 == 0 ? "y:61" : "x:60",
                            ms % 2 == 0 ? "x:60" : "y:61"));
        var judge = judged(
                Map.of(60, "/a/b", 61, "/c"),
                Map.of(),
                HandMade.flat(2).with(EventKind.STAT_RUNTIME).lines(lines.toString()));
        Tasks tasks = judge.tracker().timeline().tasks();
        long now = HandMade.ns(1_000_000);
        assertThat(judge.loads.load(0, now)).isBetween(1530L, 1536L);
        // All of the load of its group, which has the shares of the group above: 1024 of them.
        assertThat(judge.loads.taskLoad(tasks.of(60, 0), now)).isBetween(1015L, 1024L);
        assertThat(judge.loads.taskLoad(tasks.of(61, 0), now)).isBetween(505L, 512L);
    }
}
