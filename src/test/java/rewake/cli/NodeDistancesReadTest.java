package rewake.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rewake.event.Topology;
import rewake.event.TraceFacts;

/** Distances between nodes come from sysfs, go through the JSON of {@code rewake topology}, and keep to their nodes. */
class NodeDistancesReadTest {
    @TempDir
    private Path folder;

    /** Node 0 has no CPU (memory only), node 2 has CPUs 0 and 1, node 5 has CPUs 2 and 3. */
    private Path sysfs() throws IOException {
        Path sys = folder.resolve("sys");
        for (int cpu = 0; cpu < 4; cpu++) Files.createDirectories(sys.resolve("cpu/cpu" + cpu + "/topology"));
        node(sys, 0, "", "10 17 28");
        node(sys, 2, "0-1", "17 10 40");
        node(sys, 5, "2-3", "28 39 10");
        return sys;
    }

    private static void node(Path sys, int node, String cpus, String distances) throws IOException {
        Path of = Files.createDirectories(sys.resolve("node/node" + node));
        Files.writeString(of.resolve("cpulist"), cpus + "\n");
        Files.writeString(of.resolve("distance"), distances + "\n");
    }

    private static TraceFacts facts(int cpus) {
        return new TraceFacts(
                "test",
                null,
                null,
                null,
                null,
                cpus,
                "mono",
                Topology.flat(cpus, "assumed flat"),
                List.of(),
                null,
                true);
    }

    @Test
    void eachNodeWithCpusKeepsItsDistances() throws IOException {
        Topology topology = SysfsTopology.read(sysfs());
        assertThat(topology.nodeDistances().table()).isEqualTo(new int[][] {{10, 40}, {39, 10}});
        assertThat(topology.nodeDistances().known()).isTrue();
        assertThat(topology.summary()).endsWith("2 nodes");
    }

    @Test
    void theyComeBackThroughTheJson() throws IOException {
        String json = Cli.run("topology", "--sysfs", sysfs().toString()).out();
        JsonNode nodes = new ObjectMapper().readTree(json).path("nodes");
        assertThat(nodes.path(0).path("distances").toString()).isEqualTo("[10,40]");
        Path file = Files.writeString(folder.resolve("machine.json"), json);
        Topology again = TopologyFile.over(facts(4), file).topology();
        assertThat(again.sharesLike(SysfsTopology.read(sysfs()))).isTrue();
    }

    @Test
    void theOrderOfTheListIsTheOrderOfTheDistances() throws IOException {
        Path file = Files.writeString(folder.resolve("swapped.json"), """
                {"nodes": [{"cpus": "2-3", "distances": [10, 39]}, {"cpus": "0-1", "distances": [40, 10]}]}
                """);
        Topology topology = TopologyFile.over(facts(4), file).topology();
        assertThat(topology.nodeDistances().between(topology.node()[0], topology.node()[2]))
                .isEqualTo(40);
        assertThat(topology.nodeDistances().between(topology.node()[2], topology.node()[0]))
                .isEqualTo(39);
    }

    @Test
    void nonsenseInSysfsIsAnError() throws IOException {
        Path sys = sysfs();
        Files.writeString(sys.resolve("node/node2/distance"), "17 10\n");
        Cli.Result result = Cli.run("topology", "--sysfs", sys.toString());
        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err()).contains("not the distances of nodes: node 1 has 2 distances, there are 3 nodes");
    }

    @Test
    void theShippedKunpengIsFourNodesInARow() throws IOException {
        Path file = Path.of(System.getProperty("rewake.traces"), "topologies", "kunpeng920-4x24.json");
        Topology topology = TopologyFile.over(facts(96), file).topology();
        assertThat(topology.nodeDistances().levels()).containsExactly(12, 20, 22, 24);
        assertThat(topology.nodeDistances().between(1, 3)).isEqualTo(24);
    }
}
