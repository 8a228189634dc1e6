package rewake.report;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * All that a command found.
 *
 * @param command the command's name; the JSON file in a report folder is called so
 * @param evidence where the numbers come from, as a JSON tree: lists, strings, numbers, booleans, null, and maps with
 *     string keys in an order of their own ({@code LinkedHashMap}; {@code Map.of} shuffles), so that output is the same
 *     every time
 * @param headline what a human reads first: the trust line, then one line per loss
 * @param tables in the order of reading; machine outputs of one table take the first unless told
 * @param charts drawings of these tables
 * @param next where to look from here
 */
public record Report(
        String command,
        Map<String, @Nullable Object> evidence,
        List<String> headline,
        List<Table> tables,
        List<Chart> charts,
        List<String> next) {
    /** Copies, and checks that evidence is a JSON tree and that charts draw what there is. */
    // Not the compact form: javac 25 would lose the inner @Nullable of evidence in the class file.
    public Report(
            String command,
            Map<String, @Nullable Object> evidence,
            List<String> headline,
            List<Table> tables,
            List<Chart> charts,
            List<String> next) {
        this.command = command;
        this.evidence = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(evidence));
        this.headline = List.copyOf(headline);
        this.tables = List.copyOf(tables);
        this.charts = List.copyOf(charts);
        this.next = List.copyOf(next);
        Names.checkSnakeCase("command", command.replace('-', '_'));
        Names.checkUnique("table", tables.stream().map(Table::name).toList());
        JsonTree.check("evidence", evidence);
        for (Chart chart : charts) checkChart(chart, tables);
    }

    /** The table of that name. */
    public Optional<Table> table(String name) {
        return find(tables, name);
    }

    private static Optional<Table> find(List<Table> tables, String name) {
        return tables.stream().filter(t -> t.name().equals(name)).findFirst();
    }

    private static void checkChart(Chart chart, List<Table> tables) {
        Table table = find(tables, chart.table())
                .orElseThrow(() -> new IllegalArgumentException("chart of unknown table " + chart.table()
                        + "; there are " + tables.stream().map(Table::name).collect(Collectors.joining(", "))));
        for (String column : chart.columns()) table.indexOf(column);
        var drawn = switch (chart) {
            case Chart.Bars bars -> bars.series();
            case Chart.Lines lines -> lines.series();
            case Chart.Forest forest -> List.of(forest.series());
        };
        for (Chart.Series series : drawn) {
            series.columns().forEach(c -> {
                if (!table.columns().get(table.indexOf(c)).type().isNumber()) {
                    throw new IllegalArgumentException("chart of " + table.name() + ": " + c + " is no number");
                }
            });
        }
    }
}
