package rewake.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rewake.HandMade;

/**
 * How well the models decide on the recordings of {@code traces/}, as files, so that whoever changes a rule shows in review
 * what that did. {@code -Drewake.fidelity.write=true} writes them anew. Shares are rounded to four decimals.
 */
class ExpectedFidelityTest {
    private static final Path EXPECTED = HandMade.root().resolve("src/test/resources/rewake/cli");
    private static final Path TRACES = HandMade.root().resolve("traces");
    private static final boolean WRITE = Boolean.getBoolean("rewake.fidelity.write");

    @ParameterizedTest
    @ValueSource(strings = {"fidelity", "matrix", "fork_exec"})
    void isAsTheFileSays(String table) throws IOException {
        var args = new ArrayList<>(List.of("fidelity", "--format", "csv", "--table", table));
        if (table.equals("matrix")) args.add("--matrix");
        for (CSVRecord row : records(Files.readString(TRACES.resolve("INDEX.csv"))))
            args.add(TRACES.resolve(row.get("run_id")).resolve(row.get("files")).toString());
        Cli.Result result = Cli.run(args.toArray(new String[0]));
        assertThat(result.code()).as(result.err()).isZero();
        String found = shortened(result.out());
        Path file = EXPECTED.resolve(table + ".csv");
        if (WRITE) Files.writeString(file, found);
        assertThat(found)
                .as("if the change is meant: -Dtest=ExpectedFidelityTest -Drewake.fidelity.write=true, and say why")
                .isEqualTo(Files.readString(file));
    }

    private static List<CSVRecord> records(String csv) throws IOException {
        var format = CSVFormat.DEFAULT
                .builder()
                .setHeader()
                .setSkipHeaderRecord(true)
                .get();
        try (CSVParser parser = CSVParser.parse(csv, format)) {
            return parser.getRecords();
        }
    }

    /** Recordings by the name of their folder, shares with four decimals. */
    private static String shortened(String csv) throws IOException {
        var lines = new StringBuilder(csv.lines().findFirst().orElseThrow()).append('\n');
        for (CSVRecord row : records(csv))
            lines.append(row.stream().map(ExpectedFidelityTest::cell).collect(Collectors.joining(",")))
                    .append('\n');
        return lines.toString();
    }

    private static String cell(String text) {
        if (text.matches("-?\\d+\\.\\d+(E-?\\d+)?"))
            return String.format(Locale.ROOT, "%.4f", Double.parseDouble(text));
        if (!text.startsWith(TRACES.toString())) return text;
        return TRACES.relativize(Path.of(text)).getName(0).toString();
    }
}
