package rewake.report.lkml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import rewake.report.Column;
import rewake.report.ColumnType;
import rewake.report.Report;
import rewake.report.Samples;
import rewake.report.Show;
import rewake.report.Table;

class LkmlReportTest {
    private static Column column(String name, ColumnType type, String title) {
        return new Column(name, type, title, Show.PLAIN);
    }

    private static Report comparison(@Nullable Object[]... rows) {
        var columns = new ArrayList<Column>();
        for (String name : List.of("metric", "unit", "scope")) columns.add(column(name, ColumnType.TEXT, name));
        for (String name :
                List.of("a", "a_low", "a_high", "b", "b_low", "b_high", "change", "change_low", "change_high"))
            columns.add(column(name, ColumnType.DOUBLE, name.equals("a") ? "base" : name.equals("b") ? "patch" : name));
        columns.add(column("noise", ColumnType.BOOL, "noise"));
        var table = Table.of("diff", "Difference", columns, List.of(rows));
        return new Report("diff", Map.of(), List.of("Measured"), List.of(table), List.of(), List.of());
    }

    private static String text(Report report) throws IOException {
        var out = new StringBuilder();
        LkmlReport.write(report, out);
        return out.toString();
    }

    @Test
    void aMetricIsALineWithHalfItsIntervalAndItsChange() throws IOException {
        assertThat(text(comparison(
                        new @Nullable Object[] {
                            "wakeup_latency_p99",
                            "ns",
                            "all",
                            93671.0,
                            93296.0,
                            94046.0,
                            113563.0,
                            113336.0,
                            113790.0,
                            0.21236,
                            0.2,
                            0.22,
                            false
                        },
                        new @Nullable Object[] {
                            "wakeups", "1/s", "all", 6790.4, 6000.0, 7500.0, 6801.0, 6000.0, 7600.0, 0.0016, -0.1, 0.1,
                            true
                        },
                        new @Nullable Object[] {
                            "wakeup_latency_max", "ns", "all", 1e6, null, null, 2e6, null, null, 1.0, null, null, null
                        },
                        new @Nullable Object[] {
                            "idle_share", "share", "comm:a b", 0.5, 0.4, 0.6, 0.25, 0.2, 0.3, -0.5, -0.6, -0.4, false
                        })))
                .isEqualTo("""
                        Measured

                        all:
                        wakeup_latency_p99 us  base: 93.671±0.4%   patch: 113.56±0.2% +21.2%
                        wakeups 1/s            base: 6790.4±11.0%  patch: 6801±11.8%  (noise)
                        wakeup_latency_max us  base: 1000          patch: 2000        +100%?

                        comm:a b:
                        idle_share %  base: 50±20.0%  patch: 25±20.0% -50.0%

                        Behind a value: half its 95% interval. (noise): the interval of the
                        difference includes 0. ?: no interval.
                        """);
    }

    @Test
    void whatASideDoesNotHaveIsLeftOut() throws IOException {
        assertThat(text(comparison(new @Nullable Object[] {
                    "migrations", "1/s", "all", null, null, null, 3.0, 2.0, 4.0, null, null, null, null
                })))
                .doesNotContain("migrations");
    }

    @Test
    void nothingIsWiderThanAMailNorOtherThanAscii() throws IOException {
        var report = comparison(new @Nullable Object[] {
            "wakeup_latency_moved_p99",
            "ns",
            "comm:\u001b[31mé",
            123456789.0,
            1e8,
            2e8,
            987654321.0,
            9e8,
            1e9,
            7.0,
            6.0,
            8.0,
            false
        });
        var wide =
                new Report("diff", Map.of(), List.of("word ".repeat(40) + "é"), report.tables(), List.of(), List.of());
        assertThat(text(wide).lines())
                .allSatisfy(
                        line -> assertThat(line).hasSizeLessThanOrEqualTo(78).matches("[ -~±]*"));
    }

    @Test
    void aReportWithoutAComparisonCannotBeWrittenSo() {
        assertThat(LkmlReport.comparison(Samples.report())).isNull();
        assertThatThrownBy(() -> text(Samples.report())).hasMessage("latency compares nothing");
    }
}
