package rewake.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A variant that cannot differ from the base on a trace does not: whatever is inferred along the way is the same for all. */
class NoEffectRowsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "hackbench-16cpu-clusters",
                "hackbench-16cpu-smt-2nodes",
                "schbench-8cpu",
                "schedidle-8cpu",
                "cyclictest-8cpu"
            })
    void areEqualToTheBaseInEveryNumber(String run) throws IOException {
        Cli.Result result = Cli.run("whatif", Cli.trace(run), "--each", "--format", "json");
        assertThat(result.code()).as(result.err()).isZero();
        JsonNode tables = new ObjectMapper().readTree(result.out()).path("tables");
        JsonNode judge = tables.path("judge");
        JsonNode sis = tables.path("sis");
        int checked = 0;
        for (int i = 1; i < sis.size(); i++) {
            if (!judge.path(i).path("note").asText().startsWith("no effect")) continue;
            checked++;
            String model = judge.path(i).path("model").asText();
            assertThat(judge.path(i).path("decisions_changed").asLong())
                    .as(model)
                    .isZero();
            for (String column : new String[] {"wakeup_migrations", "smt", "cluster", "llc", "node", "remote"})
                assertThat(judge.path(i).path(column))
                        .as(model + " " + column)
                        .isEqualTo(judge.path(0).path(column));
            for (String column : new String[] {"searches", "searches_scanning", "scanned", "found", "failures"})
                assertThat(sis.path(i).path(column))
                        .as(model + " " + column)
                        .isEqualTo(sis.path(0).path(column));
        }
        assertThat(checked).isPositive();
    }
}
