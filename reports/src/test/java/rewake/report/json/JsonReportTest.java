package rewake.report.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import rewake.report.JsonTree;
import rewake.report.Report;
import rewake.report.Samples;

class JsonReportTest {
    @Test
    void oneObjectARowPerLine() throws IOException {
        var report = new Report(
                "latency",
                Samples.evidence(),
                List.of("trust me"),
                List.of(Samples.nothing(), Samples.generated(2).withNotes(List.of("made up"))),
                List.of(),
                List.of());
        assertThat(json(report)).isEqualTo("""
                {
                  "evidence": {
                    "tool_version": "0.1.0",
                    "schema_version": 1,
                    "command": "latency",
                    "traces": [
                      { "path": "a <b> & \\"c\\"/perf.data" },
                      { "path": "other", "window_end_ns": 1152921504606846976 }
                    ],
                    "losses": [
                      { "stat": "events_lost", "cpu": null, "count": 12 }
                    ],
                    "recorder_share": 0.25,
                    "seed": null,
                    "strict": false
                  },
                  "tables": {
                    "skipped": [ ],
                    "events": [
                      { "time_ns": 0, "task": null, "share": 0.0 },
                      { "time_ns": 1000003, "task": "task-1", "share": 0.001 }
                    ]
                  },
                  "notes": {
                    "events": [
                      "made up"
                    ]
                  }
                }
                """);
    }

    @Test
    void extremesStayExact() throws IOException {
        assertThat(json(Samples.report()))
                .contains(
                        """
                        { "task": "\\u001B[31mred & <b>\u202e", "pid": 0, "runtime_ns": 9223372036854775807, \
                        "delay_avg_ns": 1.0E300, "delay_max_start_ns": 9223372036854775807, "exact_share": 0.0, \
                        "skill": -0.0, "mae": -12345.678, "pinned": true, "cookie": 9223372036854775807 },
                        """,
                        // NaN and infinity came in here
                        """
                        { "task": "", "pid": 7, "runtime_ns": 999999, "delay_avg_ns": null, "delay_max_start_ns": 0, \
                        "exact_share": null, "skill": 1.0, "mae": 0.5, "pinned": null, "cookie": 1 },
                        """);
    }

    @Test
    void nothingIsStillAnObject() throws IOException {
        assertThat(json(new Report("info", Map.of(), List.of(), List.of(), List.of(), List.of())))
                .isEqualTo("""
                        {
                          "evidence": { },
                          "tables": { }
                        }
                        """);
    }

    @Test
    void evidenceAlone() throws IOException {
        var report = new Report(
                "info", Map.of("losses", List.of(Map.of("count", 1))), List.of(), List.of(), List.of(), List.of());
        var text = new StringWriter();
        JsonReport.writeEvidence(report, text);
        assertThat(text.toString()).isEqualTo("""
                        {
                          "losses": [
                            { "count": 1 }
                          ]
                        }
                        """);
        assertThat(JsonTree.compact(report.evidence())).isEqualTo("{\"losses\":[{\"count\":1}]}");
    }

    private static String json(Report report) throws IOException {
        var out = new StringWriter();
        JsonReport.write(report, out);
        return out.toString();
    }
}
