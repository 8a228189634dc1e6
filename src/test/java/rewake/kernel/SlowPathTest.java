package rewake.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rewake.catalogue.Kernels;

/** Forks and execs: find_idlest_cpu() on small machines, worked by hand. */
class SlowPathTest {
    private static int fork(String kernel, SchedState s) {
        return Placement.cpu(Kernels.parse(kernel).selectForForkOrExec(s));
    }

    /** All busy CPUs fully used, the idle ones not at all. */
    private static SchedState used(SchedState s) {
        for (int cpu = 0; cpu < s.machine().cpus(); cpu++)
            s.stats().cpu(cpu, s.idle(cpu) ? 0 : 1024, s.idle(cpu) ? 0 : 1024, 0);
        return s;
    }

    @Test
    void ofTwoIdleCpusTheLessUsedIsTaken() { // F1
        SchedState s = used(new Scene("N8").both(0).idle(2, 5).state());
        s.stats().cpu(2, 100, 0, 0);
        s.stats().cpu(5, 50, 0, 0);
        for (String kernel : new String[] {"v5.9", "v5.11", "v5.15", "v6.1", "v6.12"}) assertEquals(5, fork(kernel, s));
    }

    @Test
    void ofAGroupASchedIdleCpuIsTakenAtOnceAndBeforeOnlyForWantOfAnIdleOne() { // F2
        SchedState s = new Scene("L2").both(0).idle(4).schedIdle(6).state();
        long[] node = s.machine().domains(false).span(Domains.NODE, 4);
        assertEquals(4, SlowPath.idlestCpu(SchedIdleRule.IDLE_PREFERRED, s, node, 0));
        assertEquals(6, SlowPath.idlestCpu(SchedIdleRule.CONSISTENT, s, node, 0));
        assertEquals(4, SlowPath.idlestCpu(SchedIdleRule.NEVER, s, node, 0));
        s.idle(4, false);
        assertEquals(6, SlowPath.idlestCpu(SchedIdleRule.IDLE_PREFERRED, s, node, 0));
    }

    /** F3: tasks on 0 and 1 of node {0-3}; F4: on 0 only. The node of the answer, by kernel. */
    @ParameterizedTest
    @CsvSource({"v5.9, 0, 0", "v5.11, 1, 0", "v5.15, 1, 0", "v5.15+fork-numa-llcs, 1, 1", "v6.0, 1, 1", "v6.12, 1, 1"})
    void whenAForkLeavesItsNodeDependsOnTheKernel(String kernel, int nodeOfF3, int nodeOfF4) {
        SchedState f3 = used(new Scene("L2").both(0).idle(2, 3, 4, 5, 6, 7).state());
        assertEquals(nodeOfF3, fork(kernel, f3) / 4);
        SchedState f4 = used(new Scene("L2").both(0).idle(1, 2, 3, 4, 5, 6, 7).state());
        assertEquals(nodeOfF4, fork(kernel, f4) / 4);
    }

    @Test
    void ofAGroupTheCpuIdleForTheShortestTimeIsTaken() {
        SchedState s = used(new Scene("L2").both(0).idle(4, 5, 6).state());
        s.stats().cpu(4, 0, 0, 1000);
        s.stats().cpu(5, 0, 0, 3000);
        s.stats().cpu(6, 0, 0, 2000);
        // Node 1 by idle CPUs; there 5. Then the LLC of 5: single CPUs, none idler than 5 itself.
        assertEquals(5, fork("v6.1", s));
    }

    @Test
    void onTheNewCpuTheWalkGoesOnBelow() {
        // L2S: node 1 has cores {4,12} {5,13} {6,14} {7,15}. 4 went idle last, but its sibling works; {6,14} is empty.
        Scene scene = new Scene("L2S").both(0).idle(4, 6, 14);
        SchedState s = used(scene.state());
        s.stats().cpu(4, 0, 0, 9000);
        assertEquals(6, fork("v6.1", s));
    }

    @Test
    void whereNobodyIsIdleTheLeastLoadedIsTakenOrTheForkStays() {
        SchedState s = used(new Scene("N8").both(0).state());
        for (int cpu = 0; cpu < 8; cpu++) s.load(cpu, 1024);
        assertEquals(0, fork("v6.1", s), "all alike");
        s.load(3, 100);
        assertEquals(3, fork("v6.1", s));
        s.load(0, 118);
        assertEquals(3, fork("v6.1", s), "118 is more than 117 % of 100");
        s.load(0, 117);
        assertEquals(0, fork("v6.1", s), "117 is not");
    }

    @Test
    void anOverloadedCpuLosesToAFullyBusyOne() {
        SchedState s = used(new Scene("N8").both(0).running(0, 3).running(1, 3).state());
        for (int cpu = 0; cpu < 8; cpu++) s.load(cpu, cpu == 2 ? 5000 : 1024);
        for (int cpu = 3; cpu < 8; cpu++) s.cpu(cpu, false, false, 3);
        assertEquals(2, fork("v6.1", s), "busyness comes before load");
    }

    @Test
    void onlyAllowedGroupsAndCpusCount() {
        SchedState s = used(new Scene("L2").both(0).idle(4, 5, 6).allowed(0, 6).state());
        assertEquals(6, fork("v6.1", s));
        s = used(new Scene("N8").both(0).idle(4, 5, 6).allowed(2).state());
        assertEquals(2, fork("v6.1", s), "the local CPU is not allowed, 2 is the only one");
    }

    @Test
    void levelsThatEqualTheirChildAreDropped() {
        Domains n8 = new Machine(Scene.topology("N8")).domains(true);
        assertEquals(Domains.LLC, n8.highest(0));
        assertEquals(0, n8.narrower(0, 8));
        Domains cl4s = new Machine(Scene.topology("CL4S")).domains(true);
        assertEquals(2, cl4s.narrower(0, 16));
        assertEquals(1, cl4s.narrower(0, 4));
        assertEquals(1, new Machine(Scene.topology("CL4S")).domains(false).narrower(0, 16));
    }

    /** A node is its LLC here, so the first domain above the LLC, dropped later, has but one. */
    @Test
    void aNodeWithOneLlcTakesAPartOfItsCpusBeforeForksLeave() {
        Domains l2s = new Machine(Scene.topology("L2S")).domains(false);
        assertEquals(2, ForkNuma.LLC_COUNT.allowed(l2s, Domains.NODE + 1, 0), "a quarter of 8");
        assertEquals(1, ForkNuma.LLC_COUNT_IF_CLOSE.allowed(l2s, Domains.NODE + 1, 0), "an eighth of 8");
    }

    @Test
    void aNodeWithSeveralLlcsTakesATaskForEach() {
        // 32 CPUs, LLCs of 4, nodes of 16
        var machine = new Machine(Scene.machine(32, c -> c, null, c -> c / 4, c -> c / 16));
        Domains domains = machine.domains(false);
        assertEquals(4, ForkNuma.LLC_COUNT.allowed(domains, Domains.NODE + 1, 0));
        assertEquals(4, ForkNuma.LLC_COUNT_IF_CLOSE.allowed(domains, Domains.NODE + 1, 0));
    }
}
