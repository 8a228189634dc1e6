package rewake.cli;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import rewake.catalogue.UsageException;
import rewake.measure.Metric;
import rewake.measure.Threshold;

/** Reads {@code METRIC [SCOPE] > CHANGE}. */
final class FailIf {
    private static final Pattern CONDITION = Pattern.compile(
            "\\s*(\\w+)(?:\\s+(all|comm:.+?|cpu:\\d+))?\\s*([<>])\\s*([+-]?\\d+(?:\\.\\d+)?)\\s*(%|pp|ns|us|ms|s|)\\s*");

    private FailIf() {}

    static Threshold parse(String text) {
        Matcher m = CONDITION.matcher(text);
        if (!m.matches())
            throw new UsageException(
                    "--fail-if '" + text + "': write METRIC [SCOPE] > CHANGE, such as 'wakeup_latency_p99 > 5%',"
                            + " 'run_delay comm:postgres > 2ms' or 'idle_share < -3pp'");
        Metric metric = Metric.of(m.group(1))
                .orElseThrow(() -> new UsageException(
                        "--fail-if: unknown metric '" + m.group(1) + "'; there are " + Metric.names()));
        String scope = m.group(2) == null ? "all" : m.group(2);
        double number = Double.parseDouble(m.group(4));
        String unit = m.group(5);
        if (unit.equals("%")) return new Threshold(text.strip(), metric, scope, above(m), number / 100, true);
        return new Threshold(text.strip(), metric, scope, above(m), number * scale(metric, unit, text), false);
    }

    private static boolean above(Matcher m) {
        return m.group(3).equals(">");
    }

    /** What one of the unit is in the metric's own. */
    private static double scale(Metric metric, String unit, String text) {
        boolean time = metric.unit().startsWith("ns");
        boolean share = metric.unit().equals("share");
        if (unit.isEmpty() ? time || share : unit.equals("pp") ? !share : !time)
            throw new UsageException(
                    "--fail-if '" + text + "': " + metric.id() + " is in " + metric.unit() + ": give % of it, "
                            + (time ? "or ns, us, ms, s" : share ? "or pp (percentage points)" : "or a bare number"));
        return switch (unit) {
            case "pp" -> 0.01;
            case "us" -> 1e3;
            case "ms" -> 1e6;
            case "s" -> 1e9;
            default -> 1;
        };
    }
}
