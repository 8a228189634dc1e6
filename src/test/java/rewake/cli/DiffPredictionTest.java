package rewake.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code rewake diff A B --patch P}: what the judge predicts of A stands beside what B shows. */
class DiffPredictionTest {
    private static final String CLUSTERS = Cli.trace("hackbench-16cpu-clusters");
    private static final String PELT = Path.of(System.getProperty("rewake.traces"), "schedidle-8cpu-pelt", "trace.dat")
            .toString();

    @Test
    void movesArePredictedAsWhatifCountsThem() throws IOException {
        Rows whatif = byFirst("whatif", CLUSTERS, "--patch", "cluster-scan", "--table", "judge");
        CSVRecord base = whatif.of("v6.1.y");
        CSVRecord patched = whatif.of("v6.1.y+cluster-scan");
        Rows diff = byFirst("diff", CLUSTERS, CLUSTERS, "--patch", "cluster-scan", "--top", "1");
        double moves = n(patched, "wakeup_migrations") / n(base, "wakeup_migrations");
        assertThat(n(diff.of("wakeup_migrations"), "predicted")).isCloseTo(moves - 1, within(1e-12));
        double near = (n(patched, "smt") + n(patched, "cluster")) / (n(base, "smt") + n(base, "cluster"));
        CSVRecord row = diff.of("near_migration_share");
        assertThat(n(row, "predicted"))
                .isCloseTo(near / moves - 1, within(1e-12))
                .isNotZero();
        assertThat(n(row, "predicted_low")).isLessThan(n(row, "predicted"));
        assertThat(n(row, "predicted_high")).isGreaterThan(n(row, "predicted"));
        // the same recording: nothing was measured to change
        assertThat(n(row, "change")).isZero();
        assertThat(n(row, "prediction_error")).isEqualTo(n(row, "predicted"));
        assertThat(diff.of("wakeup_latency_p99").get("predicted")).isEmpty();
        assertThat(diff.of("wakeup_latency_p99").get("prediction_reason")).startsWith("outcome of the evolving kernel");
    }

    @Test
    void writesArePredictedAsWhatifCountsThem() throws IOException {
        double base = 0;
        double patched = 0;
        for (CSVRecord row : records("whatif", PELT, "--patch", "tg-ratelimit", "--table", "tg_load_avg")) {
            if (row.get("model").equals("v6.1.y")) base += n(row, "writes");
            else patched += n(row, "writes");
        }
        CSVRecord row = byFirst("diff", PELT, PELT, "--patch", "tg-ratelimit").of("tg_writes_per_wakeup");
        assertThat(n(row, "predicted"))
                .isCloseTo(patched / base - 1, within(1e-12))
                .isLessThan(-0.05);
        assertThat(row.get("predicted_low")).isEmpty();
    }

    @Test
    void writesMeasuredAreTheRecordedEvents() throws IOException {
        long events = 0;
        Path counts = Path.of(PELT).resolveSibling("expected/event-counts.txt");
        for (String line : Files.readAllLines(counts))
            if (line.contains("sched_tg_load_avg_update"))
                events += Long.parseLong(line.strip().split(" ", -1)[0]);
        assertThat(events).isGreaterThan(1000);
        Rows diff = byFirst("diff", PELT, PELT);
        double wakeups = n(diff.of("wakeups"), "a") * n(diff.of("makespan"), "a") / 1e9;
        assertThat(n(diff.of("tg_writes_per_wakeup"), "a") * wakeups).isCloseTo((double) events, within(1.0));
    }

    @Test
    void theTextSaysHowFarItGoesAndFits() {
        String out =
                Cli.run("diff", CLUSTERS, CLUSTERS, "--patch", "cluster-scan").out();
        assertThat(out)
                .contains("Predicted, first order only: v6.1.y+cluster-scan decides ", "Trust: v6.1.y decides as")
                .contains("note: not predicted: outcome of the evolving kernel", "Predicted %", "Error pp");
        assertThat(out.lines().filter(l -> l.startsWith("-----"))).allMatch(l -> l.length() <= 120);
        assertThat(Cli.run("diff", CLUSTERS, CLUSTERS).out()).doesNotContain("redicted");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--patch sis-utl | unknown patch 'sis-utl'; did you mean sis-util?",
                "--patch sis-single-pass | v6.1.y already has sis-single-pass",
                "--patch cluster-scan --kernel v9.9 | unknown kernel 'v9.9'",
                "--patch cluster-scan --race-window -1 | --race-window is in ns",
                "--kernel v6.1 | --kernel is of the prediction: give --patch too",
                "--sched-idle hog | --sched-idle is of the prediction: give --patch too"
            })
    void misuseIsTwo(String options, String message) {
        String[] words = ("diff " + CLUSTERS + " " + CLUSTERS + " " + options.strip()).split(" ", -1);
        Cli.Result result = Cli.run(words);
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.out()).isEmpty();
        assertThat(result.err()).contains(message.strip());
    }

    /** Twins of a lab kernel, without and with the switch. Moves follow the patch only at first order; writes are its own doing. */
    @Test
    @EnabledIfSystemProperty(named = "rewake.dictionary", matches = ".+")
    void twinsOfTheLabKernelAreNear() throws IOException {
        Path ab = Path.of(System.getProperty("rewake.dictionary"), "ab-long");
        CSVRecord writes = twin(ab, "lab-a", "LAB_TG_RATELIMIT", "hb_p_g1_l250/trace.dat", "tg-ratelimit")
                .of("tg_writes_per_wakeup");
        assertThat(n(writes, "change")).isLessThan(-0.8);
        assertThat(n(writes, "prediction_error")).isBetween(-0.05, 0.05);
        for (String load : new String[] {"hb_p_g1_l250", "msgw_2x16_30ms", "udprr_16_20ms"}) {
            CSVRecord near = twin(ab, "lab-c16", "LAB_SIS_CLUSTER", load + "/perf.data.zst", "cluster-scan")
                    .of("near_migration_share");
            assertThat(n(near, "change")).as(load).isPositive();
            assertThat(n(near, "predicted_low")).as(load).isPositive();
            assertThat(n(near, "prediction_error")).as(load).isBetween(-0.2, 0.2);
        }
    }

    private static Rows twin(Path ab, String set, String toggle, String file, String patch) throws IOException {
        String base = ab.resolve(set + "/base/" + file).toString();
        return byFirst("diff", base, ab.resolve(set + "/" + toggle + "/" + file).toString(), "--patch", patch);
    }

    private static double n(CSVRecord row, String column) {
        return Double.parseDouble(row.get(column));
    }

    private record Rows(Map<String, CSVRecord> byName) {
        CSVRecord of(String name) {
            return Objects.requireNonNull(byName.get(name), name);
        }
    }

    /** Rows of the machine, or of all, by their first cell. */
    private static Rows byFirst(String... words) throws IOException {
        var rows = new HashMap<String, CSVRecord>();
        for (CSVRecord row : records(words)) rows.putIfAbsent(row.get(0), row);
        return new Rows(rows);
    }

    private static Iterable<CSVRecord> records(String... words) throws IOException {
        var all = new java.util.ArrayList<>(java.util.List.of(words));
        all.addAll(java.util.List.of("--format", "csv"));
        Cli.Result result = Cli.run(all.toArray(String[]::new));
        assertThat(result.code()).as(result.err()).isZero();
        return CSVParser.parse(
                        result.out(),
                        CSVFormat.DEFAULT
                                .builder()
                                .setHeader()
                                .setSkipHeaderRecord(true)
                                .get())
                .getRecords();
    }
}
