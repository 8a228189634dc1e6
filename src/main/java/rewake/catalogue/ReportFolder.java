package rewake.catalogue;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rewake.report.FilesAtOnce;
import rewake.report.Report;
import rewake.report.Table;
import rewake.report.json.JsonReport;

/** Writes a report into a folder, in every kind that has a place there. */
public final class ReportFolder {
    private ReportFolder() {}

    /**
     * Leaves {@code <table>.csv}, {@code <table>.arrow}, {@code <command>.json}, {@code evidence.json} and
     * {@code index.html}: all of them or, after a failure, none. Files of the same names are replaced, all others are
     * left alone. The report's rows are read several times.
     *
     * @param folder made where it is missing
     * @return the files written, the page last
     * @throws java.nio.file.NotDirectoryException where the folder is a file
     */
    public static List<Path> write(Report report, Path folder) throws IOException {
        try (var files = new FilesAtOnce(folder)) {
            for (Table table : report.tables()) {
                add(files, table.name(), Reports.CSV, report, table.name());
                add(files, table.name(), Reports.ARROW, report, table.name());
            }
            add(files, report.command(), Reports.JSON, report, null);
            files.add("evidence.json", path -> {
                try (Writer out = Files.newBufferedWriter(path)) {
                    JsonReport.writeEvidence(report, out);
                }
            });
            add(files, "index", Reports.HTML, report, null);
            return files.commit();
        }
    }

    private static void add(FilesAtOnce files, String name, Reports kind, Report report, @Nullable String table)
            throws IOException {
        files.add(name + "." + kind.suffix(), path -> {
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(path), 1 << 16)) {
                kind.write(report, new Reports.Wish(table, false, 0), out);
            }
        });
    }
}
