package rewake.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** JSON that users write themselves: what is wrong in it is said with the file's name, and never half believed. */
class UserJsonTest {
    private static final String TRACE = Cli.trace("hackbench-16cpu-clusters");

    @TempDir
    Path folder;

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("user.json"), text.replace('\'', '"'));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'llc': [{'cpus': '0-15'}, {'cpus': '3-5'}]} | llc: CPU 3 is in two of them",
                "{'smt': ['0,8'], 'llc': [{'cpus': '0-7'}, {'cpus': '8-15'}]} | CPUs 0 and 8 share a core but no LLC",
                "{'clusters': ['6-9'], 'llc': [{'cpus': '0-7'}, {'cpus': '8-15'}]} | CPUs 6 and 8 share a cluster but no LLC",
                "{'smt': ['0,4'], 'clusters': ['0-3', '4-15'], 'llc': [{'cpus': '0-15'}]} | CPUs 0 and 4 share a core but no cluster",
                "{'llc': [{'cpus': '0-31'}]} | describes 32 CPUs, the trace has 16",
                "{'nodes': [{'cpus': '0-7', 'distances': [10, 20]}, {'cpus': '8-15'}]} | nodes: distances are given of some and not of others",
                "{'nodes': [{'cpus': '0-7', 'distances': [10]}, {'cpus': '8-15', 'distances': [20, 10]}]} | nodes: node 0 has 1 distances, there are 2 nodes",
                "{'nodes': [{'cpus': '0-7', 'distances': [10, 9]}, {'cpus': '8-15', 'distances': [20, 10]}]} | nodes: distance 9 from node 0 to 1",
                "{'llc': [{'cpus': '0-15'}], 'nodes': [{'cpus': '0-7', 'distances': [10]}]} | nodes: CPU 8 is in none of them",
                "{'version': 2, 'llc': [{'cpus': '0-15'}]} | version 2, known is 1",
                "[] | an object was expected",
                "{'llc': 1, 'llc': 2} | not JSON: Duplicate field 'llc'",
                "{ | not JSON: Unexpected end-of-input"
            })
    void aTopologyThatContradictsItselfIsNoTopology(String text, String message) throws IOException {
        Path file = file(text);
        Cli.Result result = Cli.run("whatif", TRACE, "--topology", file.toString());
        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err()).contains(file + ": ", message).doesNotContain("REDACTED");
        assertThat(result.err().lines()).hasSize(1);
    }

    @Test
    void anLlcMayReachOverNodes() throws IOException {
        Path file = file("{'llc': [{'cpus': '0-15'}], 'nodes': [{'cpus': '0-7'}, {'cpus': '8-15'}]}");
        assertThat(Cli.run("info", TRACE, "--topology", file.toString()).out())
                .contains("16 CPUs, 16 cores, 1 LLC, 2 nodes (distance 20 assumed)");
    }

    @Test
    void distancesThatAreToldAreNotAssumed() throws IOException {
        Path file = file("{'llc': [{'cpus': '0-15'}], 'node_reclaim_distance': 32,"
                + " 'nodes': [{'cpus': '8-15', 'distances': [10, 31]}, {'cpus': '0-7', 'distances': [31, 10]}]}");
        assertThat(Cli.run("info", TRACE, "--topology", file.toString()).out())
                .contains("16 CPUs, 16 cores, 1 LLC, 2 nodes (from");
    }

    @Test
    void whatIsNoTextIsNamed() throws IOException {
        for (String option : new String[] {"--topology", "--pelt-events"}) {
            assertThat(Cli.run("info", TRACE, option, folder.toString()).err())
                    .isEqualTo("rewake: " + folder + ": a directory, a JSON file was expected\n");
            assertThat(Cli.run("info", TRACE, option, TRACE).err()).contains(TRACE + ": not JSON");
        }
    }

    @Test
    void errorsShowNoEscapeSequences() throws IOException {
        byte[] bytes = Files.readAllBytes(Path.of(TRACE));
        String latin = new String(bytes, StandardCharsets.ISO_8859_1).replace("hackbench", "\u001b[2J\n\u009bxyx");
        Path trace = Files.write(folder.resolve("perf.data"), latin.getBytes(StandardCharsets.ISO_8859_1));
        Cli.Result result = Cli.run("explain", trace.toString(), "--at", "3.8345", "--pid", "4194304");
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains("nearest are \\x1b[2J\\x0a").doesNotContain("\u001b", "\u009b");
        assertThat(Cli.run("info", "no\u001b[2Jfile").err()).contains("no\\x1b[2Jfile: no such file");
    }
}
