package rewake.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rewake.catalogue.Formats;
import rewake.event.EventKind;
import rewake.event.ImportStats;
import rewake.event.PeltDialect;
import rewake.event.PeltField;
import rewake.parser.TraceReader;
import rewake.store.TimeMerge;

/** {@code --pelt-events}: events of load tracking with names of the user's own. */
class PeltEventsTest {
    private static final Path TRACES = Path.of(System.getProperty("rewake.traces"));
    private static final Path TRACE_DAT = TRACES.resolve("schedidle-8cpu-pelt/trace.dat");

    @TempDir
    private Path folder;

    @Test
    void theExampleOfTheReadmeReadsATextWithSuchNames() throws IOException {
        String readme = Files.readString(TRACES.resolveSibling("README.md"));
        Matcher example = Pattern.compile("```json\\n(\\{\"version\": 1,\\s+\"events\".*?)```", Pattern.DOTALL)
                .matcher(readme);
        assertThat(example.find()).isTrue();
        Path names = Files.writeString(folder.resolve("names.json"), example.group(1));
        List<String> lines = SeveralTracesTest.unpacked(TRACES.resolve("hackbench-16cpu-ftrace/trace.txt.gz"));
        String asTheUserNamedThem = lines.stream()
                .map(line -> line.replaceFirst(
                        ": sched_pelt_cfs: cpu=(\\d+) path=(\\S+) css_id=\\d+ load=(\\d+) .*? contrib=(\\d+) tg_load=(\\d+) .*",
                        ": my_cfs: (__probestub_pelt_cfs_tp+0x4/0x10) c=$1 grp=\"$2\" l=$3 con=$4 tgl=$5"))
                .map(line -> line.replaceFirst(": sched_pelt_se: ", ": unheard_of: "))
                .collect(Collectors.joining("\n", "", "\n"));
        Path text = Files.writeString(folder.resolve("trace.txt"), asTheUserNamedThem);
        assertThat(Cli.run("info", text.toString()).out()).doesNotContain("sched:pelt_cfs_tp");
        Cli.Result named = Cli.run("info", text.toString(), "--pelt-events", names.toString());
        assertThat(named.err()).isEmpty();
        long there =
                lines.stream().filter(l -> l.contains(": sched_pelt_cfs: ")).count();
        assertThat(there).isPositive();
        assertThat(named.out()).containsPattern("sched:pelt_cfs_tp +" + there + "\\n");
        assertThat(named.out()).contains("--pelt-events: no event of the trace is called 'lab:tg_write'");
        Map<PeltField, Long> shipped =
                sums(TRACES.resolve("hackbench-16cpu-ftrace/trace.txt.gz"), PeltDialect.standard());
        Map<PeltField, Long> own = sums(text, PeltDialect.standard().with(PeltEventsFile.read(names)));
        for (PeltField field : List.of(PeltField.LOAD, PeltField.CONTRIB, PeltField.TG_LOAD, PeltField.CPU))
            assertThat(own.get(field)).as("%s", field).isEqualTo(shipped.get(field));
    }

    /** The shipped recording's fields under exchanged meanings. */
    @Test
    void aBinaryTraceIsReadByTheSameNames() throws IOException {
        Path names = Files.writeString(folder.resolve("names.json"), """
                {"events": {"sched_pelt_cfs": {"kind": "pelt_cfs", "fields": {"load": "util", "util": "load"}}}}
                """);
        Map<PeltField, Long> standard = sums(TRACE_DAT, PeltDialect.standard());
        Map<PeltField, Long> exchanged = sums(TRACE_DAT, PeltDialect.standard().with(PeltEventsFile.read(names)));
        assertThat(exchanged.get(PeltField.LOAD)).isPositive().isEqualTo(standard.get(PeltField.UTIL));
        assertThat(exchanged.get(PeltField.UTIL)).isEqualTo(standard.get(PeltField.LOAD));
        assertThat(exchanged.get(PeltField.CONTRIB)).isEqualTo(standard.get(PeltField.CONTRIB));
        assertThat(Cli.run("info", TRACE_DAT.toString(), "--pelt-events", names.toString())
                        .code())
                .isZero();
    }

    @Test
    void anEventThatLacksWhatItsKindNeedsIsSaid() throws IOException {
        Path names = Files.writeString(
                folder.resolve("names.json"), "{\"events\": {\"sched:sched_pelt_cfs\": {\"kind\": \"util_est_cfs\"}}}");
        assertThat(Cli.run("info", TRACE_DAT.toString(), "--pelt-events", names.toString())
                        .out())
                .contains("--pelt-events: 'sched:sched_pelt_cfs' lacks the fields of util_est_cfs, so it was not used");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{                                                       | not JSON: Unexpected end-of-input",
                "{'events': {'a': {'kind': 'pelt_cfs'}, 'a': {}}}        | not JSON: Duplicate field 'a'",
                "[]                                                      | an object was expected",
                "{'version': 2, 'events': {}}                            | version 2, known is 1",
                "{'events': {}}                                          | an object is expected with the key events",
                "{'events': {'a': 'pelt_cfs'}}                           | a is no object with kind and fields",
                "{'events': {'a': {}}}                                   | a: kind is missing; known are pelt_cfs, pelt_se",
                "{'events': {'a': {'kind': 'pelt'}}}                     | a: kind is 'pelt'; known are pelt_cfs",
                "{'events': {'a': {'kind': 'switch'}}}                   | a: kind is 'switch'; known are pelt_cfs",
                "{'events': {'a': {'kind': 'pelt_cfs', 'field': {}}}}    | a: unknown key 'field'; known are kind and fields",
                "{'events': {'a': {'kind': 'pelt_cfs', 'fields': []}}}   | a: fields is no object",
                "{'events': {'a': {'kind': 'pelt_cfs', 'fields': {'x': 'lod'}}}}  | a: field x is 'lod'; known are cpu, css",
                "{'events': {'a': {'kind': 'pelt_cfs', 'fields': {'x': 'load', 'y': 'load'}}}} | is the second that is load",
            })
    void whatIsWrongIsOneLine(String json, String message) throws IOException {
        Path names = Files.writeString(folder.resolve("names.json"), json.replace('\'', '"'));
        Cli.Result result = Cli.run("info", TRACE_DAT.toString(), "--pelt-events", names.toString());
        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err().lines()).hasSize(1);
        assertThat(result.err().replace('"', '\''))
                .startsWith("rewake: " + names)
                .contains(message.strip());
        assertThat(result.out()).isEmpty();
    }

    @Test
    void aMissingFileIsSaid() {
        Cli.Result result = Cli.run("info", TRACE_DAT.toString(), "--pelt-events", "nosuch.json");
        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err()).contains("nosuch.json: no such file");
    }

    /** Sum of each field over all PELT_CFS rows. */
    private static Map<PeltField, Long> sums(Path file, PeltDialect dialect) throws IOException {
        var sums = new EnumMap<PeltField, Long>(PeltField.class);
        try (TraceReader reader = Formats.open(file, dialect)) {
            var merge = new TimeMerge(
                    (batch, row) -> {
                        if (EventKind.of(batch.kind(row)) != EventKind.PELT_CFS) return;
                        Arrays.stream(PeltField.values())
                                .filter(field -> batch.hasPelt(row, field))
                                .forEach(field -> sums.merge(field, batch.pelt(row, field), Long::sum));
                    },
                    new ImportStats());
            reader.read(merge);
            merge.finish();
        }
        return sums;
    }
}
