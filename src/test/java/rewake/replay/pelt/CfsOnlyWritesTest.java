package rewake.replay.pelt;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rewake.event.CgroupPaths;
import rewake.event.EventBatch;
import rewake.event.EventKind;
import rewake.event.PeltField;
import rewake.event.PeltRow;
import rewake.kernel.pelt.TgRules;

/** Run queues that another program recorded, and the writes that it counted from them. */
final class CfsOnlyWritesTest {
    private static final Map<String, TgRules> VARIANTS = Map.of(
            "base", TgRules.BASE,
            "thresh16", TgRules.BASE.withThreshold(16),
            "rl_pelt", TgRules.BASE.withLimit(TgRules.Limit.PELT_CLOCK),
            "rl_sched(v6.7)", TgRules.BASE.withLimit(TgRules.Limit.SCHED_CLOCK),
            "decay_v2", TgRules.BASE.withCalls(TgRules.Calls.PERIOD_V2));
    private static final Pattern LINE =
            Pattern.compile("\\[(\\d+)\\] (\\d+)\\.(\\d{6}): sched_pelt_cfs: cpu=(\\d+) path=(\\S+)"
                    + " load=(\\d+) runnable=(\\d+) util=(\\d+) update_time=(\\d+)");

    @ParameterizedTest
    @ValueSource(strings = {"depth1", "depth2"})
    void countsWhatAnotherProgramCounts(String depth) throws IOException {
        JsonNode vector = vectors().get(depth);
        List<String> names = List.copyOf(VARIANTS.keySet());
        var paths = new CgroupPaths();
        var writes = new CfsOnlyWrites(paths, names.stream().map(VARIANTS::get).toList());
        for (JsonNode line : vector.get("trace")) record(writes, paths, line.asText());
        writes.finish();
        var counted = new HashMap<String, Map<String, Long>>();
        for (CfsOnlyWrites.Count count : writes.counts())
            for (int v = 0; v < names.size(); v++)
                counted.computeIfAbsent(names.get(v), _ -> new HashMap<>())
                        .put(count.path().substring(1), count.writes().get(v));
        for (String name : names) {
            var expected = new HashMap<String, Long>();
            for (var e : vector.get("est").get(name).properties())
                expected.put(e.getKey(), e.getValue().asLong());
            assertThat(counted.get(name)).as(name).isEqualTo(expected);
        }
    }

    private static void record(CfsOnlyWrites writes, CgroupPaths paths, String line) {
        Matcher m = LINE.matcher(line);
        assertThat(m.matches()).as(line).isTrue();
        byte[] path = m.group(5).getBytes(StandardCharsets.UTF_8);
        var row = new PeltRow();
        row.set(PeltField.CPU, Long.parseLong(m.group(4)));
        row.set(PeltField.PATH, paths.intern(path, 0, path.length));
        row.set(PeltField.LOAD, Long.parseLong(m.group(6)));
        row.set(PeltField.UPDATE_TIME, Long.parseLong(m.group(9)));
        var lane = new EventBatch(Integer.parseInt(m.group(1)), 1);
        long ns = Long.parseLong(m.group(2)) * 1_000_000_000 + Long.parseLong(m.group(3)) * 1000;
        writes.event(lane, row.appendTo(lane, ns, 0, EventKind.PELT_CFS));
    }

    private static JsonNode vectors() throws IOException {
        try (InputStream in = CfsOnlyWritesTest.class.getResourceAsStream("cfs_only.json")) {
            return new ObjectMapper().readTree(in);
        }
    }
}
