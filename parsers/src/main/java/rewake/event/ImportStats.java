package rewake.event;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Counters of {@link ImportStat}, per CPU; CPU −1 stands for the whole file. */
public final class ImportStats {
    private final Map<ImportStat, long[]> counts = new EnumMap<>(ImportStat.class);

    /** Counts one more. */
    public void add(ImportStat stat, int cpu) {
        add(stat, cpu, 1);
    }

    /** Counts {@code n} more; {@code cpu} −1 when none is known. */
    public void add(ImportStat stat, int cpu, long n) {
        if (n == 0) return;
        int slot = cpu + 1;
        long[] perCpu = counts.computeIfAbsent(stat, _ -> new long[1]);
        if (slot >= perCpu.length) {
            perCpu = Arrays.copyOf(perCpu, slot + 1);
            counts.put(stat, perCpu);
        }
        perCpu[slot] += n;
    }

    /** How often over all CPUs. */
    public long total(ImportStat stat) {
        long[] perCpu = counts.get(stat);
        return perCpu == null ? 0 : Arrays.stream(perCpu).sum();
    }

    /** How often on {@code cpu}. */
    public long onCpu(ImportStat stat, int cpu) {
        long[] perCpu = counts.get(stat);
        return perCpu == null || cpu + 1 >= perCpu.length ? 0 : perCpu[cpu + 1];
    }

    /** Whether anything of severity error or data_loss was counted: what {@code --strict} asks. */
    public boolean anyLoss() {
        return counts.keySet().stream().anyMatch(s -> s.severity() != ImportStat.Severity.INFO);
    }

    /** The non-zero counters, in the order of {@link ImportStat} and then of CPUs. */
    public List<Entry> entries() {
        var out = new ArrayList<Entry>();
        counts.forEach((stat, perCpu) -> {
            for (int slot = 0; slot < perCpu.length; slot++)
                if (perCpu[slot] != 0) out.add(new Entry(stat, slot - 1, perCpu[slot]));
        });
        return List.copyOf(out);
    }

    /**
     * One non-zero counter.
     *
     * @param cpu −1 for the whole file
     */
    public record Entry(ImportStat stat, int cpu, long count) {}
}
