package rewake.report.html;

import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes a JSON tree for reading: maps as lists of keys, lists of maps as tables, lists of scalars in one line. */
final class EvidenceHtml {
    private EvidenceHtml() {}

    static void write(@Nullable Object value, Appendable out) throws IOException {
        switch (value) {
            case null -> out.append("<span class=\"unknown\">-</span>");
            case Map<?, ?> map when map.isEmpty() -> out.append("<span class=\"unknown\">none</span>");
            case List<?> list when list.isEmpty() -> out.append("<span class=\"unknown\">none</span>");
            case Map<?, ?> map -> writeMap(map, out);
            case List<?> list when list.stream().allMatch(Map.class::isInstance) -> writeTable(list, out);
            case List<?> list -> writeList(list, out);
            default -> out.append(Html.escape(value.toString()));
        }
    }

    private static void writeMap(Map<?, ?> map, Appendable out) throws IOException {
        out.append("<dl>");
        for (var entry : map.entrySet()) {
            out.append("<dt>")
                    .append(Html.escape(String.valueOf(entry.getKey())))
                    .append("</dt><dd>");
            write(entry.getValue(), out);
            out.append("</dd>\n");
        }
        out.append("</dl>");
    }

    private static void writeTable(List<?> maps, Appendable out) throws IOException {
        var keys = new LinkedHashSet<Object>();
        for (Object map : maps) keys.addAll(((Map<?, ?>) map).keySet());
        out.append("<table class=\"tree\"><thead><tr>");
        for (Object key : keys) {
            out.append("<th scope=\"col\">").append(Html.escape(key.toString())).append("</th>");
        }
        out.append("</tr></thead><tbody>\n");
        for (Object map : maps) {
            out.append("<tr>");
            for (Object key : keys) {
                out.append("<td>");
                write(((Map<?, ?>) map).get(key), out);
                out.append("</td>");
            }
            out.append("</tr>\n");
        }
        out.append("</tbody></table>");
    }

    private static void writeList(List<?> list, Appendable out) throws IOException {
        out.append("<ul>");
        for (Object element : list) {
            out.append("<li>");
            write(element, out);
            out.append("</li>");
        }
        out.append("</ul>");
    }
}
