package rewake.kernel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rewake.catalogue.Kernels;
import rewake.event.NodeDistances;
import rewake.event.Topology;

/** What the distances between nodes decide: whether wake_affine is asked, and which domains forks walk. */
class NodeDistanceTest {
    /** Four nodes of two CPUs as on a Kunpeng 920: 1 - 0 - 2 - 3 in a row, two sockets. */
    private static final int[][] IN_A_ROW = {{10, 12, 20, 22}, {12, 10, 22, 24}, {20, 22, 10, 12}, {22, 24, 12, 10}};

    private static Topology twoNodes(int apart, int reclaim) {
        int[][] table = {{10, apart}, {apart, 10}};
        return Scene.topology("L2").withNodeDistances(new NodeDistances(table, reclaim, true));
    }

    private static SchedState wakeUp(Topology topology) {
        var s = new SchedState(new Machine(topology));
        for (int cpu = 0; cpu < 8; cpu++) s.cpu(cpu, false, false, 1);
        s.question(Scene.WAKER, 0, Scene.WAKEE, 5);
        s.load(5, 3000); // prev, in the other node, is far more loaded
        s.taskLoads(100, 0);
        s.hidden().nrIdleScan(0, 4);
        s.hidden().nrIdleScan(1, 4);
        return s;
    }

    @ParameterizedTest
    @ValueSource(strings = {"v5.4", "v5.11", "v5.15", "v6.1", "v6.12"})
    void wakeAffineIsAskedOnlyUpToNodeReclaimDistance(String kernel) {
        KernelModel model = Kernels.parse(kernel);
        assertEquals(0, target(model, twoNodes(20, 30)));
        assertEquals(0, target(model, twoNodes(30, 30)), "30 is not above 30");
        assertEquals(5, target(model, twoNodes(31, 30)));
        assertEquals(0, target(model, twoNodes(32, 32)), "AMD Zen");
        assertEquals(5, target(model, twoNodes(40, 32)));
    }

    private static int target(KernelModel model, Topology topology) {
        SchedState s = wakeUp(topology);
        s.runnableLoad(5, 3000);
        return Placement.target(model.selectTaskRq(s));
    }

    @Test
    void farNodesDoNotKeepASyncOrIdleWakerEither() {
        KernelModel model = Kernels.parse("v6.1");
        SchedState s = wakeUp(twoNodes(40, 30));
        s.wakerFacts(true, false, true);
        assertEquals(5, Placement.target(model.selectTaskRq(s)), "a lone waker that syncs");
        assertFalse(model.comparesLoads(s));
        assertEquals(0, Placement.target(model.selectTaskRq(sync(wakeUp(twoNodes(20, 30))))));
    }

    private static SchedState sync(SchedState s) {
        s.wakerFacts(true, false, true);
        return s;
    }

    @Test
    void forksStayWithinNodeReclaimDistance() {
        SchedState near = new SchedState(new Machine(twoNodes(20, 30)));
        SchedState far = new SchedState(new Machine(twoNodes(40, 30)));
        for (SchedState s : new SchedState[] {near, far}) {
            for (int cpu = 0; cpu < 8; cpu++) s.cpu(cpu, cpu >= 4, false, cpu >= 4 ? 0 : 1);
            for (int cpu = 0; cpu < 8; cpu++) s.stats().cpu(cpu, s.idle(cpu) ? 0 : 1024, 0, 0);
            s.question(Scene.WAKER, 0, Scene.WAKEE, 0);
        }
        KernelModel model = Kernels.parse("v6.1");
        assertEquals(4, Placement.cpu(model.selectForForkOrExec(near)));
        assertEquals(0, Placement.cpu(model.selectForForkOrExec(far)));
    }

    @Test
    void eachDistanceIsALevelAndLevelsThatAddNothingAreDropped() {
        Domains domains = new Machine(inARow()).domains(false);
        // CPU 0, node 0: {0} {0,1} {0,1,2} all. CPU 2, node 1: {1} {0,1} {0,1,2} all; 20 adds nothing to 12.
        assertArrayEquals(new int[] {8, 6, 4, 2}, widths(domains, 0));
        assertArrayEquals(new int[] {8, 6, 4, 2}, widths(domains, 2));
        assertEquals(0b0011_1111L, domains.span(Domains.NODE + 2, 0)[0], "up to 20 from node 0");
        assertEquals(0b0000_1111L, domains.span(Domains.NODE + 2, 2)[0], "up to 20 from node 1: no more than 12");
        assertEquals(0b0011_1111L, domains.span(Domains.NODE + 3, 2)[0], "up to 22 from node 1");
    }

    /** For CPU 0 up to 20: its own {0,1}, and of node 2 what lies within, which is node 2 alone, for its {2,3} does not. */
    @Test
    void aGroupDoesNotReachBeyondItsDomain() {
        Domains domains = new Machine(inARow()).domains(false);
        assertEquals(0b0000_1111L, domains.group(Domains.NODE + 2, 0, 0)[0]);
        assertEquals(0b0011_0000L, domains.group(Domains.NODE + 2, 0, 4)[0]);
    }

    @Test
    void distancesThatNoFirmwareGivesAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> twoNodes(9, 30));
        assertThrows(IllegalArgumentException.class, () -> twoNodes(256, 30));
        assertThrows(
                IllegalArgumentException.class, () -> new NodeDistances(new int[][] {{10, 20}, {20, 11}}, 30, true));
        assertThrows(IllegalArgumentException.class, () -> new NodeDistances(new int[][] {{10, 20}}, 30, true));
        assertThrows(
                IllegalArgumentException.class,
                () -> Scene.topology("L2").withNodeDistances(new NodeDistances(new int[][] {{10}}, 30, true)));
    }

    private static Topology inARow() {
        return Scene.machine(8, c -> c, null, c -> c / 2, c -> c / 2)
                .withNodeDistances(new NodeDistances(IN_A_ROW, 30, true));
    }

    private static int[] widths(Domains domains, int cpu) {
        return java.util.stream.IntStream.iterate(
                        domains.highest(cpu), l -> l > 0, l -> domains.narrower(cpu, domains.weight(l, cpu)))
                .map(l -> domains.weight(l, cpu))
                .toArray();
    }
}
