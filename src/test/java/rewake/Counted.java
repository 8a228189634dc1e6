package rewake;

import java.util.List;
import rewake.event.EventKind;
import rewake.event.ImportStats;
import rewake.measure.Census;
import rewake.parser.TraceFormatException;
import rewake.parser.TraceReader;
import rewake.store.TimeCheck;
import rewake.store.TimeMerge;

/** All that {@code info} tells of the events of a trace. */
record Counted(List<Long> kinds, List<String> cpus, List<ImportStats.Entry> losses) {
    /** By the full pass: rows, merged. */
    static Counted read(TraceReader reader) throws TraceFormatException {
        var census = new Census();
        var merge = new TimeMerge(census, reader.stats());
        reader.read(merge);
        merge.finish();
        return of(reader, census);
    }

    /** By the short one. */
    static Counted skimmed(TraceReader reader) throws TraceFormatException {
        var census = new Census();
        var check = new TimeCheck(census, reader.stats());
        reader.skim(check);
        check.finish();
        return of(reader, census);
    }

    private static Counted of(TraceReader reader, Census census) {
        var kinds = List.of(EventKind.values()).stream().map(census::count).toList();
        var cpus = java.util.stream.IntStream.range(0, reader.facts().cpus())
                .filter(cpu -> census.onCpu(cpu) > 0)
                .mapToObj(cpu -> cpu + ": " + census.onCpu(cpu) + " " + census.firstNs(cpu) + " " + census.lastNs(cpu))
                .toList();
        return new Counted(kinds, cpus, reader.stats().entries());
    }
}
