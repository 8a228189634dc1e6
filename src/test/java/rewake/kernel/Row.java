package rewake.kernel;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A row of a table of worked examples in {@code src/test/resources/rewake/kernel}: CSV, numbers in a cell by blanks. */
record Row(Map<String, String> cells) {
    static List<Row> all(String file) {
        try (InputStream in = Row.class.getResourceAsStream(file)) {
            if (in == null) throw new IllegalArgumentException(file);
            List<String> lines = new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            String[] header = lines.getFirst().split(",", -1);
            var rows = new ArrayList<Row>();
            for (String line : lines.subList(1, lines.size())) {
                String[] cells = line.split(",", -1);
                if (cells.length != header.length) throw new IllegalArgumentException(line);
                var row = new HashMap<String, String>();
                for (int i = 0; i < header.length; i++) row.put(header[i], cells[i]);
                rows.add(new Row(row));
            }
            return rows;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Row of(String file, String id) {
        for (Row row : all(file)) if (row.text("id").equals(id)) return row;
        throw new IllegalArgumentException(id);
    }

    String text(String column) {
        String cell = cells.get(column);
        if (cell == null) throw new IllegalArgumentException(column);
        return cell;
    }

    int number(String column) {
        return Integer.parseInt(text(column));
    }

    int number(String column, int whenEmpty) {
        return text(column).isEmpty() ? whenEmpty : number(column);
    }

    int[] numbers(String column) {
        return text(column).isEmpty()
                ? new int[0]
                : Arrays.stream(text(column).split(" "))
                        .mapToInt(Integer::parseInt)
                        .toArray();
    }
}
