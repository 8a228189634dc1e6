package rewake.replay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import rewake.HandMade;
import rewake.event.Distance;
import rewake.event.Topology;

/** What is counted of decisions: nulls, distances, searches, missed idle CPUs. */
final class ScoresTest {
    /** {@code waker}'s own task wakes {@code pid}, which goes to the idle CPU {@code chosen} and stays queued there. */
    private static String wakeup(int at, int waker, int prev, int chosen, int pid) {
        String self = "[%d] b%d:%d".formatted(waker, waker, 100 + waker);
        String second = prev == chosen
                ? "stat_runtime b%d:%d".formatted(waker, 100 + waker)
                : "migrate u:%d orig_cpu=%d dest_cpu=%d".formatted(pid, prev, chosen);
        return "%d %s waking u:%d target_cpu=%d\n".formatted(at, self, pid, prev)
                + "%d %s %s\n".formatted(at + 1, self, second)
                + "%d %s wakeup u:%d target_cpu=%d\n".formatted(at + 2, self, pid, chosen);
    }

    @Test
    void theNullPredictorsAreScoredBesideTheModel() {
        var scores = Verdict.of(
                        HandMade.flat(8)
                                .busy(0, 1, 3, 4, 6, 7)
                                .lines(wakeup(100, 0, 5, 5, 50)) // prev 5 is idle: both nulls are right
                                .lines(wakeup(
                                        200, 0, 0, 2, 51)) // 0 is busy, 2 is the next idle one: the second is right
                                .lines(wakeup(300, 0, 0, 3, 52)), // no CPU idle, 3 was recorded: none is right
                        "v6.1")
                .scores();
        assertThat(scores.nullPrev()).isEqualTo(1);
        assertThat(scores.nullIdle()).isEqualTo(2);
        assertThat(scores.exact()).isEqualTo(2);
        assertThat(scores.moved()).isEqualTo(2);
        assertThat(scores.movedExact()).isEqualTo(1);
        // The third: modelled 0 and recorded 3 are both busy.
        assertThat(scores.idleAgree()).isEqualTo(3);
    }

    /** Two nodes with a cache each; in each 2 clusters of 2 cores of 2 threads: {0,1} a core, {0-3} a cluster, {0-7} a cache. */
    private static Topology everyDistance() {
        int[] core = new int[24];
        int[] cluster = new int[24];
        int[] cache = new int[24];
        int[] node = new int[24];
        for (int cpu = 0; cpu < 24; cpu++) {
            core[cpu] = cpu / 2;
            cluster[cpu] = cpu / 4;
            cache[cpu] = cpu / 8;
            node[cpu] = cpu / 16;
        }
        return Topology.of("test", core, cluster, cache, node);
    }

    @Test
    void migrationsAreCountedByDistanceOfTheModelledCpu() {
        int[] chosen = {0, 1, 3, 7, 15, 23};
        for (int i = 0; i < chosen.length; i++) {
            // prev = 0 busy or idle as chosen; the waker sits beside the chosen CPU, alone and synchronous in effect:
            // it is
            // idle in an interrupt, so its own CPU is the target where it shares the cache, else prev's null.
            Distance expected = Distance.values()[i];
            assertThat(everyDistance().distance(0, chosen[i])).isEqualTo(expected);
        }
        // One thread idle: the sibling of prev 0. 1 is SMT.
        int[] all = java.util.stream.IntStream.range(0, 24).filter(c -> c != 1).toArray();
        var scores = Verdict.of(HandMade.on(everyDistance()).busy(all).lines(wakeup(100, 0, 0, 1, 50)), "v6.12")
                .scores();
        assertThat(scores.migrations(Distance.SMT)).isEqualTo(1);
        assertThat(scores.sameCore()).isEqualTo(1);
        // One CPU of the cluster, one of the cache only.
        for (int idle : new int[] {3, 6}) {
            int[] others = java.util.stream.IntStream.range(0, 24)
                    .filter(c -> c != idle)
                    .toArray();
            scores = Verdict.of(HandMade.on(everyDistance()).busy(others).lines(wakeup(100, 0, 0, idle, 50)), "v6.12")
                    .scores();
            assertThat(scores.migrations(idle == 3 ? Distance.CLUSTER : Distance.LLC))
                    .isEqualTo(1);
            assertThat(scores.exact()).isEqualTo(1);
        }
        // prev in another cache or node, busy as the waker's CPU is not: here is lighter by prev's long-running load.
        for (int prev : new int[] {8, 16}) {
            int[] others = java.util.stream.IntStream.range(1, 24).toArray();
            var trace = HandMade.on(everyDistance()).busy(others).lines("""
                    90000 [0] idle:0 switch idle:0 R ==> b0:100
                    """).lines(wakeup(90010, 0, prev, 0, 50));
            scores = Verdict.of(trace, "v6.12").scores();
            assertThat(scores.migrations(prev == 8 ? Distance.NODE : Distance.REMOTE))
                    .isEqualTo(1);
            assertThat(scores.exact()).isEqualTo(1);
        }
    }

    /** Of CPU 0, every 4 ms: in its interrupt the task is charged, then goes on. */
    private static String ticks(int untilMs) {
        var lines = new StringBuilder();
        for (int ms = 4; ms <= untilMs; ms += 4)
            lines.append(
                    "%d000 [0] b0:100/h stat_runtime b0:100\n%d001 [0] b0:100 stat_runtime b0:100\n".formatted(ms, ms));
        return lines.toString();
    }

    @Test
    void searchesAndWhatTheyLookedAtAreCounted() {
        var scores = Verdict.of(
                        HandMade.flat(8)
                                .busy(0, 1, 2, 3, 4)
                                .lines(wakeup(100, 0, 6, 6, 50)) // prev idle: no search
                                .lines(wakeup(200, 0, 0, 5, 51)) // 1, 2, 3, 4, 5: five looked at
                                .lines(wakeup(300, 0, 0, 7, 52)) // 1 to 7: seven
                                .lines(wakeup(400, 0, 0, 0, 53)), // 1 to 7: the limit before any balance; nothing
                        "v6.1")
                .scores();
        assertThat(scores.searches()).isEqualTo(4);
        assertThat(scores.searchesScanning()).isEqualTo(3);
        assertThat(scores.scanned()).isEqualTo(19);
        assertThat(scores.found()).isEqualTo(2);
        assertThat(scores.failures()).isEqualTo(1);
        assertThat(scores.missedByLimit()).isZero();
        assertThat(scores.exact()).isEqualTo(4);
    }

    @Test
    void aSiblingOfPrevEndsTheSearchBeforeSelectIdleCpuDoes() {
        int[] cores = {0, 0, 1, 1, 2, 2, 3, 3};
        int[] one = new int[8];
        Topology smt = Topology.of("test", cores, cores, one, one);
        var scores = Verdict.of(
                        HandMade.on(smt)
                                .busy(0, 2, 3, 4, 6, 7)
                                .lines(wakeup(100, 0, 0, 1, 50)) // the sibling of prev
                                .lines(wakeup(200, 0, 2, 5, 51)), // prev 2: 3 is busy; then 1 is, by now, to 5
                        "v6.1")
                .scores();
        assertThat(scores.exact()).isEqualTo(2);
        assertThat(scores.foundSibling()).isEqualTo(1);
        assertThat(scores.searchesScanning()).isEqualTo(1);
        assertThat(scores.found()).isEqualTo(1);
        assertThat(scores.fast()).isZero();
        assertThat(scores.failures()).isZero();
    }

    @Test
    void anIdleCpuBehindTheLimitIsMissedByTheLimit() {
        // 7 of 8 CPUs busy for 0.4 s: x = 7·1024/8 = 896, limit (1024 − 1024)·8/1024 = 0. CPU 5 is idle and not looked
        // at.
        var scores = Verdict.of(
                        HandMade.flat(8)
                                .busy(0, 1, 2, 3, 4, 6, 7)
                                .lines(wakeup(10, 0, 5, 5, 49))
                                .lines("""
                                20     [5] idle:0 switch idle:0 R ==> u:49
                                30     [5] u:49   switch u:49 S ==> idle:0
                                """)
                                .lines(ticks(400))
                                .lines(wakeup(400100, 0, 0, 0, 50)),
                        "v6.1")
                .scores();
        assertThat(scores.exact()).isEqualTo(2);
        assertThat(scores.failures()).isEqualTo(1);
        assertThat(scores.missedByLimit()).isEqualTo(1);
        assertThat(scores.missedByRace()).isZero();
    }

    @Test
    void aCpuThatIsIdleOnlyWithinTheWindowIsMissedByARace() {
        var scores = Verdict.of(
                        HandMade.flat(4)
                                .busy(0, 1, 2, 3)
                                .lines(wakeup(100, 0, 0, 0, 50))
                                .lines("102.2 [3] b3:103 switch b3:103 S ==> idle:0"),
                        "v6.1")
                .scores();
        assertThat(scores.failures()).isEqualTo(1);
        assertThat(scores.missedByRace()).isEqualTo(1);
    }

    @Test
    void aVariantIsComparedWithTheBaseOnTheSameDecisions() {
        // Clusters {0-3} {4-7}: the walk from 6 meets 7 (busy), then 8...: without clusters 6.1 goes 7, 0, 1; 0 is idle
        // and so
        // is 5. 6.1: from 7 wrapping to 0. cluster-wakeup: 7, 4, 5 first.
        int[] cluster = {0, 0, 0, 0, 1, 1, 1, 1};
        var machine = Topology.of("test", new int[] {0, 1, 2, 3, 4, 5, 6, 7}, cluster, new int[8], new int[8]);
        var verdict = Verdict.of(
                HandMade.on(machine).busy(1, 2, 3, 4, 6, 7).lines(wakeup(100, 6, 6, 0, 50)), "v6.1", "cluster-wakeup");
        assertThat(verdict.exact()).isEqualTo("1 of 1");
        assertThat(verdict.variant(1).changed()).isEqualTo(1);
        assertThat(verdict.variant(1).migrations(Distance.CLUSTER)).isEqualTo(1);
        assertThat(verdict.variant(1).foundInCluster()).isEqualTo(1);
        assertThat(verdict.judge().recordedMoves()[Distance.LLC.ordinal()]).isEqualTo(1);
    }
}
