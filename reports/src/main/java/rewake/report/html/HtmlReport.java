package rewake.report.html;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import rewake.report.Chart;
import rewake.report.Report;
import rewake.report.Table;

/** Writes a report as one self-contained page. */
public final class HtmlReport {
    private static final String TEMPLATE = "page.html";

    private HtmlReport() {}

    /** Writes the page: the template with its holes filled, in order, without holding the tables. */
    public static void write(Report report, Appendable out) throws IOException {
        String rest = template();
        for (int hole = rest.indexOf("{{"); hole >= 0; hole = rest.indexOf("{{")) {
            int end = rest.indexOf("}}", hole);
            out.append(rest, 0, hole);
            fill(rest.substring(hole + 2, end), report, out);
            rest = rest.substring(end + 2);
        }
        out.append(rest);
    }

    private static String template() throws IOException {
        try (InputStream in = HtmlReport.class.getResourceAsStream(TEMPLATE)) {
            if (in == null) throw new IllegalStateException(TEMPLATE + " is missing from the jar");
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static void fill(String hole, Report report, Appendable out) throws IOException {
        switch (hole) {
            case "command" -> out.append(Html.escape(report.command()));
            case "headline" -> writeHeadline(report.headline(), out);
            case "next" -> writeNext(report.next(), out);
            case "contents" -> writeContents(report.tables(), out);
            case "tables" -> {
                for (Table table : report.tables()) writeSection(report, table, out);
            }
            case "evidence" -> EvidenceHtml.write(report.evidence(), out);
            default -> throw new IllegalStateException(TEMPLATE + " has an unknown hole: " + hole);
        }
    }

    private static void writeHeadline(List<String> headline, Appendable out) throws IOException {
        if (headline.isEmpty()) return;
        Html.element(out, "h1", headline.getFirst());
        if (headline.size() == 1) return;
        out.append("<ul class=\"losses\">\n");
        for (String line : headline.subList(1, headline.size())) Html.element(out, "li", line);
        out.append("</ul>\n");
    }

    private static void writeNext(List<String> next, Appendable out) throws IOException {
        for (String line : next)
            out.append("<p class=\"next\">").append(Html.escape(line)).append("</p>\n");
    }

    private static void writeContents(List<Table> tables, Appendable out) throws IOException {
        for (Table table : tables) {
            out.append("<a href=\"#" + table.name() + "\">")
                    .append(Html.escape(table.title()))
                    .append("</a>\n");
        }
        out.append("<a href=\"#evidence\">Evidence</a>\n");
    }

    private static void writeSection(Report report, Table table, Appendable out) throws IOException {
        out.append("<section id=\"" + table.name() + "\">\n<h2>").append(Html.escape(table.title()));
        out.append(" <span class=\"files\"><a href=\"" + table.name() + ".csv\">csv</a> ");
        out.append("<a href=\"" + table.name() + ".arrow\">arrow</a></span></h2>\n");
        for (Chart chart : report.charts()) {
            if (chart.table().equals(table.name())) ChartHtml.write(chart, table, out);
        }
        new TableHtml(table, out).write();
        out.append("</section>\n");
    }
}
