package rewake.report.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
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

class TerminalReportTest {
    @Test
    void headlineTablesNotesNext() throws IOException {
        assertThat(text(Samples.report(), false, 0)).isEqualTo("""
                latency of 7 tasks, measured; nothing modelled
                12 events lost on all CPUs

                Delays per task
                Task                        Pid         Runtime ms  Avg delay ms  Max delay start s  Exact %   Skill          MAE  Pinned
                -------------------------------------------------------------------------------------------------------------------------
                hackbench                  4711           1234.568         0.123      254752.314960    99.96   0.412       1.5     yes
                <script>alert(1)</script>     1              0.000         0.000           0.000000     0.04  -0.062       0.1     no
                a ==> b                       -                  -             -                  -        -       -            -  -
                say "hi", you                -1              0.001         0.333           0.000001   100.0    0.000       1.0E-9  no
                \\x1b[31mred & <b>\\u202e       0  9223372036854.776       1.0E294  9223372036.854775     0.0    0.000  -12345.678   yes
                                              7              1.000             -           0.000000        -   1.000       0.5     -
                日本語タスク                  8              0.000         0.000           0.000000    50.0    0.250      42.0     yes
                note: delays of "a ==> b" are unknown: its wake-ups were lost

                Wake-ups not judged
                Reason  Count
                -------------
                (no rows)

                open report/index.html
                """);
    }

    @Test
    void aNarrowTerminalGetsPanelsNotCutNumbers() throws IOException {
        assertThat(text(Samples.report(), false, 80)).isEqualTo("""
                latency of 7 tasks, measured; nothing modelled
                12 events lost on all CPUs

                Delays per task
                                                                        Avg
                                                                      delay
                Task                        Pid         Runtime ms       ms  Max delay start s
                ------------------------------------------------------------------------------
                hackbench                  4711           1234.568    0.123      254752.314960
                <script>alert(1)</script>     1              0.000    0.000           0.000000
                a ==> b                       -                  -        -                  -
                say "hi", you                -1              0.001    0.333           0.000001
                \\x1b[31mred & <b>\\u202e       0  9223372036854.776  1.0E294  9223372036.854775
                                              7              1.000        -           0.000000
                日本語タスク                  8              0.000    0.000           0.000000

                                            Exact
                Task                            %   Skill          MAE  Pinned
                --------------------------------------------------------------
                hackbench                   99.96   0.412       1.5     yes
                <script>alert(1)</script>    0.04  -0.062       0.1     no
                a ==> b                         -       -            -  -
                say "hi", you              100.0    0.000       1.0E-9  no
                \\x1b[31mred & <b>\\u202e      0.0    0.000  -12345.678   yes
                                                -   1.000       0.5     -
                日本語タスク                50.0    0.250      42.0     yes
                note: delays of "a ==> b" are unknown: its wake-ups were lost

                Wake-ups not judged
                Reason  Count
                -------------
                (no rows)

                open report/index.html
                """);
    }

    @Test
    void colorsOnlyWhenAsked() throws IOException {
        String colored = text(Samples.report(), true, 0);
        assertThat(colored).startsWith("""
                        \u001b[1mlatency of 7 tasks, measured; nothing modelled\u001b[0m
                        \u001b[33m12 events lost on all CPUs\u001b[0m
                        """);
        assertThat(colored.replaceAll("\u001b\\[\\d+m", "")).isEqualTo(text(Samples.report(), false, 0));
        assertThat(text(Samples.report(), false, 0)).doesNotContain("\u001b");
    }

    @Test
    void aTableTooLongToMeasureKeepsFlowing() throws IOException {
        int rows = TableText.MEASURED_ROWS + 1;
        var table = new Table(
                "t",
                "T",
                List.of(
                        new Column("task", ColumnType.TEXT, "Task", Show.PLAIN),
                        new Column("count", ColumnType.LONG, "Count", Show.PLAIN)),
                sink -> {
                    for (int i = 0; i < rows; i++) {
                        // the last row is wider than any that was measured
                        sink.accept(List.<@Nullable Object[]>of(Samples.row("t", i == rows - 1 ? Long.MAX_VALUE : i)));
                    }
                });
        var lines = text(report(table), false, 0).lines().toList();
        assertThat(lines).hasSize(3 + rows).startsWith("T", "Task  Count", "-----------", "t         0");
        assertThat(lines.get(rows + 1)).isEqualTo("t      9999");
        assertThat(lines.getLast()).isEqualTo("t     9223372036854775807");
    }

    @Test
    void longTextsFoldBesideTheirNumbers() throws IOException {
        var columns = List.of(
                new Column("model", ColumnType.TEXT, "Model", Show.PLAIN),
                new Column("decisions", ColumnType.LONG, "Decisions changed", Show.PLAIN),
                new Column("note", ColumnType.TEXT, "Note", Show.PLAIN));
        var table = Table.of(
                "judge",
                "Decisions",
                columns,
                List.of(
                        Samples.row("v6.1", 0L, null),
                        Samples.row("v6.1+no-sis-single-pass+tg-ratelimit", 1234567L, "no clusters: cannot differ")));
        assertThat(text(report(table), false, 50)).isEqualTo("""
                Decisions
                                     Decisions
                Model                  changed  Note
                --------------------------------------------------
                v6.1                         0  -
                v6.1                   1234567  no clusters:
                +no-sis-single-pass             cannot differ
                +tg-ratelimit
                """);
    }

    private static Report report(Table table) {
        return new Report("latency", Map.of(), List.of(), List.of(table), List.of(), List.of());
    }

    private static String text(Report report, boolean color, int columns) throws IOException {
        var out = new StringBuilder();
        TerminalReport.write(report, out, color, columns);
        return out.toString();
    }
}
