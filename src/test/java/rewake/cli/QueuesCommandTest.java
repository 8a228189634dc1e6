package rewake.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code rewake queues} from the command line. */
final class QueuesCommandTest {
    private static final String HACKBENCH = Cli.trace("hackbench-16cpu-smt-2nodes");

    @TempDir
    private Path folder;

    private static JsonNode json(String... more) throws IOException {
        var args = new ArrayList<>(List.of("queues", "--format", "json"));
        args.addAll(List.of(more));
        Cli.Result run = Cli.run(args.toArray(String[]::new));
        assertThat(run.err()).isEmpty();
        return new ObjectMapper().readTree(run.bytes());
    }

    /** The columns of the contract stand first; more may follow. */
    @Test
    void tablesHaveTheirStableColumns() throws IOException {
        JsonNode tables = json(HACKBENCH).get("tables");
        assertThat(names(tables.get("queues"))).contains("cpu", "mean_length", "max_length", "busy_share", "coverage");
        assertThat(names(tables.get("violations"))).contains("scope", "count", "total_ns", "max_ns");
        assertThat(names(tables.get("preemptions"))).contains("task", "by_task", "count", "wait_ns");
        assertThat(names(tables.get("schedstat"))).contains("cpu", "run_delay_ns", "pcount", "ttwu", "ttwu_local");
        assertThat(tables.get("queues")).hasSize(16);
        assertThat(tables.get("violations")).hasSize(5);
    }

    private static List<String> names(JsonNode table) {
        var names = new ArrayList<String>();
        table.get(0).fieldNames().forEachRemaining(names::add);
        return names;
    }

    @Test
    void domainsAddUpTheirCpus() throws IOException {
        JsonNode tables = json(HACKBENCH).get("tables");
        double length = 0;
        long waits = 0;
        for (JsonNode row : tables.get("queues")) {
            length += row.get("mean_length").asDouble();
            waits += row.get("waits").asLong();
        }
        JsonNode all = tables.get("domains").get(tables.get("domains").size() - 1);
        assertThat(all.get("scope").asText()).isEqualTo("all");
        assertThat(all.get("mean_length").asDouble()).isCloseTo(length, org.assertj.core.data.Offset.offset(1e-9));
        assertThat(all.get("waits").asLong()).isEqualTo(waits);
    }

    @Test
    void whatTheTraceCannotTellIsUnknownAndSaidSo() throws IOException {
        Cli.Result run = Cli.run("queues", Cli.trace("schbench-8cpu"));
        assertThat(run.out())
                .contains("smt: this machine has no SMT", "cluster: this machine has no clusters")
                .contains("hard interrupts unknown: irq:irq_handler_entry and irq:irq_handler_exit were not recorded");
        JsonNode smt =
                json(Cli.trace("schbench-8cpu")).get("tables").get("violations").get(0);
        assertThat(smt.get("scope").asText()).isEqualTo("smt");
        assertThat(smt.get("total_ns").isNull()).isTrue();
    }

    @Test
    void aCpuThatIsLeftOutIsInNoTable() throws IOException {
        JsonNode tables = json("-C", "0,2-5", HACKBENCH).get("tables");
        assertThat(tables.get("queues")).hasSize(5);
        assertThat(tables.get("schedstat")).hasSize(5);
        assertThat(tables.get("domains")
                        .get(tables.get("domains").size() - 1)
                        .get("cpus")
                        .asInt())
                .isEqualTo(5);
    }

    @Test
    void tasksAreChosenByNameAndNumber() throws IOException {
        JsonNode all = json("-p", HACKBENCH).get("tables").get("switches");
        long tid = all.get(0).get("pid").asLong();
        JsonNode one =
                json("-p", "-t", Long.toString(tid), HACKBENCH).get("tables").get("switches");
        assertThat(one).hasSize(1);
        assertThat(one.get(0)).isEqualTo(all.get(0));
        assertThat(json("--top", "2", HACKBENCH).get("tables").get("switches")).hasSize(2);
        for (JsonNode row : json("--comm", "hackbench", HACKBENCH).get("tables").get("preemptions"))
            assertThat(row.get("task").asText()).isEqualTo("hackbench");
        assertThat(json("--top", "0", HACKBENCH).get("tables"))
                .isEqualTo(json(HACKBENCH).get("tables"));
    }

    @Test
    void twoHalvesOfTheTimeAddUpToTheWhole() throws IOException {
        long whole = json(HACKBENCH)
                .get("tables")
                .get("schedstat")
                .get(3)
                .get("pcount")
                .asLong();
        long first = json("--time", "0%-50%", HACKBENCH)
                .get("tables")
                .get("schedstat")
                .get(3)
                .get("pcount")
                .asLong();
        long second = json("--time", "50%-100%", HACKBENCH)
                .get("tables")
                .get("schedstat")
                .get(3)
                .get("pcount")
                .asLong();
        assertThat(first).isPositive();
        assertThat(first + second).isEqualTo(whole);
    }

    @Test
    void aFolderHoldsThePicturesToo() throws IOException {
        Path out = folder.resolve("out");
        Cli.Result run = Cli.run("queues", HACKBENCH, "-o", out.toString());
        assertThat(run.out()).contains("not printed here");
        assertThat(Files.readString(out.resolve("queue_series.csv"))).startsWith("start_ns,end_ns,tasks,busy_cpus");
        assertThat(Files.readString(out.resolve("distributions.csv")))
                .contains("slice_before_preemption", "violation_node");
        assertThat(out.resolve("index.html")).isNotEmptyFile();
    }
}
