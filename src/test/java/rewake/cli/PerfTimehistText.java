package rewake.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/** Rows of {@code rewake timehist}, printed as perf 6.1 prints them. What is unknown to us is 0 to perf. */
final class PerfTimehistText {
    private final boolean next;
    private final boolean state;
    private final boolean wakeups;
    private int commWidth = 30;

    /** For the options that change perf's lines. */
    PerfTimehistText(List<String> options) {
        next = options.contains("-n");
        state = options.contains("--state");
        wakeups = options.contains("-w");
    }

    static List<CSVRecord> csv(String text) throws IOException {
        CSVFormat format = CSVFormat.RFC4180
                .builder()
                .setHeader()
                .setSkipHeaderRecord(true)
                .get();
        return CSVParser.parse(text, format).getRecords();
    }

    /** The lines between perf's head and its summary. */
    List<String> lines(List<CSVRecord> rows) {
        var lines = new ArrayList<String>();
        for (CSVRecord row : rows) lines.add(line(row));
        return lines;
    }

    private String line(CSVRecord row) {
        String head = String.format(
                Locale.ROOT,
                "%15s [%04d]  %s ",
                seconds(row.get("time_ns")),
                number(row, "cpu"),
                padded(who(row, "task", "pid", "tgid")));
        if (!row.get("event").equals("switch")) {
            String line =
                    head + " ".repeat(34) + row.get("event") + ": " + who(row, "other_task", "other_pid", "other_tgid");
            return row.get("event").equals("migrated")
                    ? line + " cpu " + row.get("from_cpu") + " => " + row.get("to_cpu")
                    : line;
        }
        String line = head + ms(row, "wait_ns", 6) + ms(row, "sch_delay_ns", 6) + ms(row, "run_ns", 6);
        if (state) line += " %5s ".formatted(letter(row));
        if (next) {
            String text = "next: " + row.get("next_task") + "[" + row.get("next_pid") + "]";
            line += " " + padded(text.substring(0, Math.min(29, text.length())));
        }
        return wakeups && !next ? line + "  " + padded("") : line;
    }

    /** Summary of tasks: perf's lines of those that live, or of those that are dead. */
    List<String> summary(List<CSVRecord> rows, boolean dead) {
        var lines = new ArrayList<String>();
        for (CSVRecord row : rows) {
            String who = who(row, "task", "pid", "tgid");
            commWidth = Math.max(commWidth, who.length());
            if (row.get("terminated").equals("true") != dead) continue;
            String line = String.format(
                    Locale.ROOT,
                    "%" + commWidth + "s   %5s  %9d %s",
                    who,
                    row.get("parent").isEmpty() ? "-1" : row.get("parent"),
                    number(row, "count"),
                    ms(row, "run_ns", 8));
            if (state)
                line += ms(row, "sleep_ns", 6) + " " + ms(row, "iowait_ns", 6) + " " + ms(row, "preempt_ns", 6) + " "
                        + ms(row, "sch_delay_ns", 6);
            else
                line += String.format(
                        Locale.ROOT,
                        "%s %s %s  %5s   %5d",
                        ms(row, "run_min_ns", 6),
                        ms(row, "run_avg_ns", 6),
                        ms(row, "run_max_ns", 6),
                        fixed(100 * Double.parseDouble(row.get("run_error_share"))),
                        number(row, "migrations"));
            lines.add(line);
        }
        return lines;
    }

    /** Perf's lines on idle CPUs. */
    List<String> idle(List<CSVRecord> rows) {
        var lines = new ArrayList<String>();
        for (CSVRecord row : rows) {
            String cpu = String.format("    CPU %2d idle ", number(row, "cpu"));
            if (number(row, "count") == 0) lines.add(cpu + "entire time window");
            else
                lines.add(cpu + "for " + ms(row, "idle_ns", 6)
                        + String.format(" msec  (%6s%%)", fixed(100 * Double.parseDouble(row.get("idle_share")))));
        }
        return lines;
    }

    /** Perf's last lines. */
    List<String> total(CSVRecord row) {
        return List.of(
                "    Total number of unique tasks: " + row.get("tasks"),
                "Total number of context switches: " + row.get("switches"),
                "           Total run time (msec): " + ms(row, "run_ns", 2),
                "    Total scheduling time (msec): " + ms(row, "scheduling_ns", 2) + " (x " + row.get("cpus") + ")");
    }

    private String padded(String text) {
        commWidth = Math.max(commWidth, text.length());
        return text + " ".repeat(commWidth - text.length());
    }

    private String who(CSVRecord row, String task, String pid, String tgid) {
        String name = row.get(task);
        String id = row.get(pid);
        String process = row.get(tgid).isEmpty() ? "-1" : row.get(tgid);
        String text = process.equals("0")
                ? name
                : id.equals(process) ? name + "[" + id + "]" : name + "[" + id + "/" + process + "]";
        return text.substring(0, Math.min(31, text.length()));
    }

    /** Perf 6.1 has letters of kernels before 4.14. */
    private static String letter(CSVRecord row) {
        if (row.get("task").equals("<idle>")) return "I";
        return switch (row.get("state")) {
            case "runnable" -> "R";
            case "preempted" -> "W";
            case "sleeping" -> "S";
            case "disk_sleep" -> "D";
            case "stopped" -> "T";
            case "traced" -> "t";
            case "dead" -> "Z";
            case "zombie" -> "X";
            case "parked" -> "x";
            case "idle" -> "K";
            default -> throw new IllegalArgumentException(row.toString());
        };
    }

    private static String ms(CSVRecord row, String column, int width) {
        long us = row.get(column).isEmpty() ? 0 : number(row, column) / 1000;
        return String.format("%" + width + "d.%03d ", us / 1000, us % 1000);
    }

    /** As C prints a float. */
    private static String fixed(double value) {
        return new java.math.BigDecimal((float) value)
                .setScale(2, java.math.RoundingMode.HALF_EVEN)
                .toPlainString();
    }

    static String seconds(String ns) {
        long us = Long.parseLong(ns) / 1000;
        return String.format("%d.%06d", us / 1_000_000, us % 1_000_000);
    }

    private static long number(CSVRecord row, String column) {
        return Long.parseLong(row.get(column));
    }
}
