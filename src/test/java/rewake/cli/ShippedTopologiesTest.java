package rewake.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rewake.event.Topology;
import rewake.event.TraceFacts;
import rewake.kernel.Machine;

/** {@code traces/topologies}: each file is read as the machine that the README says it is. */
class ShippedTopologiesTest {
    private static final Path FOLDER = Path.of(System.getProperty("rewake.traces"), "topologies");

    private static Topology read(String file, int cpus) throws IOException {
        var facts = new TraceFacts(
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
        return TopologyFile.over(facts, FOLDER.resolve(file)).topology();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "4x24-smt2.json | 192 | 192 CPUs, 96 cores, 4 LLCs, 4 nodes (distance 20 assumed) | 2 | 48",
                "kunpeng920-4x24.json | 96 | 96 CPUs, 96 cores, 24 clusters, 4 LLCs, 4 nodes | 1 | 24",
                "spr-2x56-smt2.json | 224 | 224 CPUs, 112 cores, 2 LLCs, 2 nodes (distance 20 assumed) | 2 | 112",
                "hikey-2x4.json | 8 | 8 CPUs, 8 cores, 2 LLCs, 1 node | 1 | 4",
                "2x8-smt4.json | 64 | 64 CPUs, 16 cores, 2 LLCs, 2 nodes (distance 20 assumed) | 4 | 32"
            })
    void isTheMachineThatItsNameSays(String file, int cpus, String summary, int threads, int llcWeight)
            throws IOException {
        Topology topology = read(file, cpus);
        assertThat(topology.summary()).isEqualTo(summary);
        var machine = new Machine(topology);
        for (int cpu = 0; cpu < cpus; cpu++) {
            assertThat(machine.siblings(cpu)).hasSize(threads);
            assertThat(machine.llcWeight(cpu)).isEqualTo(llcWeight);
        }
    }

    @Test
    void theThreadsAndClustersAreNumberedAsOnTheMachine() throws IOException {
        assertThat(new Machine(read("4x24-smt2.json", 192)).siblings(23)).containsExactly(23, 119);
        assertThat(new Machine(read("spr-2x56-smt2.json", 224)).siblings(56)).containsExactly(56, 168);
        assertThat(new Machine(read("2x8-smt4.json", 64)).siblings(6)).containsExactly(4, 5, 6, 7);
        var kunpeng = new Machine(read("kunpeng920-4x24.json", 96));
        assertThat(kunpeng.inCluster(95)).isTrue();
        assertThat(kunpeng.shareResources(92, 95)).isTrue();
        assertThat(kunpeng.shareResources(91, 92)).isFalse();
        assertThat(kunpeng.shareLlc(91, 92)).isTrue();
    }

    @Test
    void everyFileIsInTheTableOfTheReadme() throws IOException {
        String readme = Files.readString(FOLDER.resolveSibling("README.md"));
        try (Stream<Path> files = Files.list(FOLDER)) {
            assertThat(files)
                    .hasSize(5)
                    .allSatisfy(file -> assertThat(readme).contains("`" + file.getFileName() + "`"));
        }
    }
}
