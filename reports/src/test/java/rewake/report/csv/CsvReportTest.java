package rewake.report.csv;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import rewake.report.Samples;
import rewake.report.Table;

class CsvReportTest {
    @Test
    void machineNamesExactValuesEmptyUnknowns() throws IOException {
        assertThat(csv(Samples.delays())).isEqualTo("""
                        task,pid,runtime_ns,delay_avg_ns,delay_max_start_ns,exact_share,skill,mae,pinned,cookie
                        hackbench,4711,1234567890,123456.5,254752314960999,0.9996,0.4125,1.5,true,9007199254740993
                        <script>alert(1)</script>,1,0,0.0,999,4.0E-4,-0.0625,0.1,false,0
                        a ==> b,,,,,,,,,
                        "say ""hi"", you",-1,500,333333.3333333333,1000,1.0,0.0,1.0E-9,false,-9223372036854775808
                        "\u001b[31mred & <b>\u202e",0,9223372036854775807,1.0E300,9223372036854775807,0.0,-0.0,-12345.678,\
                        true,9223372036854775807
                        "",7,999999,,0,,1.0,0.5,,1
                        日本語タスク,8,1,2.5,1,0.5,0.25,42.0,true,2
                        """);
    }

    @Test
    void anEmptyTableIsItsHeader() throws IOException {
        assertThat(csv(Samples.nothing())).isEqualTo("reason,count\n");
    }

    private static String csv(Table table) throws IOException {
        var out = new StringBuilder();
        CsvReport.write(table, out);
        return out.toString();
    }
}
