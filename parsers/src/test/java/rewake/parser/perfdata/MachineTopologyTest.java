package rewake.parser.perfdata;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import rewake.event.Distance;
import rewake.event.Topology;

class MachineTopologyTest {
    @Test
    void aFlatMachineOfSingleCores() throws Exception {
        Topology t = topology(file(4, "0-3", i -> i, i -> 0, "0", "1", "2", "3")
                .feature(
                        PerfDataBuilder.CACHE,
                        caches(
                                "1 Data 0",
                                "1 Data 1",
                                "2 Unified 0",
                                "2 Unified 1",
                                "2 Unified 2",
                                "2 Unified 3",
                                "3 Unified 0-3"))
                .feature(PerfDataBuilder.NUMA_TOPOLOGY, nodes("0-3")));
        assertThat(t.summary()).isEqualTo("4 CPUs, 4 cores, 1 LLC, 1 node");
        assertThat(t.source()).isEqualTo("perf.data features");
    }

    @Test
    void smtOnTwoSocketsWhoseCoreIdsRepeat() throws Exception {
        Topology t = topology(file(8, "0-3", i -> i / 2 % 2, i -> i / 4, "0-1", "2-3", "4-5", "6-7")
                .feature(
                        PerfDataBuilder.CACHE,
                        caches(
                                "1 Data 0-1",
                                "2 Unified 0-1",
                                "2 Unified 2-3",
                                "2 Unified 4-5",
                                "2 Unified 6-7",
                                "3 Unified 0-3",
                                "3 Unified 4-7"))
                .feature(PerfDataBuilder.NUMA_TOPOLOGY, nodes("0-3", "4-7")));
        assertThat(t.summary()).isEqualTo("8 CPUs, 4 cores, 2 LLCs, 2 nodes (distance 20 assumed)");
        assertThat(t.distance(0, 1)).isEqualTo(Distance.SMT);
        assertThat(t.distance(0, 2)).isEqualTo(Distance.LLC);
        assertThat(t.distance(0, 4)).isEqualTo(Distance.REMOTE);
    }

    @Test
    void clustersAreSecondLevelCachesWiderThanACore() throws Exception {
        Topology t = topology(file(8, "0-7", i -> i, i -> 0, "0", "1", "2", "3", "4", "5", "6", "7")
                .feature(
                        PerfDataBuilder.CACHE,
                        caches(
                                "1 Instruction 0-7",
                                "2 Instruction 0-7",
                                "2 Unified 0-3",
                                "2 Unified 4-7",
                                "3 Unified 0-7"))
                .feature(PerfDataBuilder.NUMA_TOPOLOGY, nodes("0-7")));
        assertThat(t.summary()).isEqualTo("8 CPUs, 8 cores, 2 clusters, 1 LLC, 1 node");
        assertThat(t.distance(0, 3)).isEqualTo(Distance.CLUSTER);
        assertThat(t.distance(3, 4)).isEqualTo(Distance.LLC);
    }

    @Test
    void coresOfAnOldPerfComeFromSocketDieAndCoreId() throws Exception {
        Bytes ids = new Bytes().strings("0-7").strings();
        for (int cpu = 0; cpu < 8; cpu++) ids.u32(cpu / 2 % 2).u32(0);
        ids.strings("0-3", "4-7");
        for (int cpu = 0; cpu < 8; cpu++) ids.u32(cpu / 4);
        Topology t = topology(PerfDataBuilder.sched(8).feature(PerfDataBuilder.CPU_TOPOLOGY, ids));
        assertThat(t.core()).containsExactly(0, 0, 1, 1, 2, 2, 3, 3);
        assertThat(t.llc()).containsExactly(0, 0, 0, 0, 1, 1, 1, 1);
        assertThat(t.source()).isEqualTo("perf.data features; LLC by die, one node");
    }

    @Test
    void anOfflineCpuIsACoreOfItsOwn() throws Exception {
        Bytes ids = new Bytes()
                .strings("0-1")
                .strings("0-1")
                .u32(0)
                .u32(0)
                .u32(0)
                .u32(0)
                .u32(-1)
                .u32(-1);
        Topology t = topology(PerfDataBuilder.sched(3).feature(PerfDataBuilder.CPU_TOPOLOGY, ids));
        assertThat(t.core()).containsExactly(0, 0, 1);
    }

    private static Topology topology(PerfDataBuilder file) throws Exception {
        return Rows.of(file.round()).reader.facts().topology();
    }

    private static PerfDataBuilder file(
            int cpus,
            String sockets,
            java.util.function.IntUnaryOperator core,
            java.util.function.IntUnaryOperator socket,
            String... threads) {
        Bytes ids = new Bytes().strings(sockets).strings(threads);
        for (int cpu = 0; cpu < cpus; cpu++) ids.u32(core.applyAsInt(cpu)).u32(socket.applyAsInt(cpu));
        return PerfDataBuilder.sched(cpus).feature(PerfDataBuilder.CPU_TOPOLOGY, ids);
    }

    private static Bytes caches(String... caches) {
        Bytes out = new Bytes().u32(1).u32(caches.length);
        for (String cache : caches) {
            String[] part = cache.split(" ", -1);
            out.u32(Integer.parseInt(part[0])).u32(64).u32(64).u32(8);
            out.string(part[1]).string("32K").string(part[2]);
        }
        return out;
    }

    private static Bytes nodes(String... cpus) {
        Bytes out = new Bytes().u32(cpus.length);
        for (int i = 0; i < cpus.length; i++) out.u32(i).u64(1 << 20).u64(1).string(cpus[i]);
        return out;
    }
}
