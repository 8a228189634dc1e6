package rewake.cli;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import rewake.catalogue.UsageException;

/** What commands that count accesses to the loads of task groups can be told. */
final class LoadOptions {
    private static final int MAX_HZ = 10_000;
    private static final long MAX_NS = 1_000_000_000;

    /** What counts are split by. */
    enum By {
        CPU,
        SECOND
    }

    @Option(
            names = "--hz",
            paramLabel = "N",
            description =
                    "ticks a second of a busy CPU, where the trace has no sched_stat_runtime to tell them (default: 250)")
    private @Nullable Integer hz;

    @Option(
            names = "--access-cost",
            paramLabel = "LOCAL,REMOTE",
            description =
                    "ns that fetching the cache line of tg->load_avg costs from a CPU of the same node and of another: adds a"
                            + " table of what the transfers would cost")
    private @Nullable String accessCost;

    @Option(
            names = "--by",
            split = ",",
            paramLabel = "WHAT",
            description = "also count accesses to tg->load_avg by ${COMPLETION-CANDIDATES}")
    private Set<By> by = Set.of();

    /** Checks what does not depend on the trace. */
    void check() {
        if (hz != null && (hz < 1 || hz > MAX_HZ))
            throw new UsageException("--hz is in ticks a second, 1 to " + MAX_HZ);
        prices();
    }

    /** As the user told, or null. */
    @Nullable
    Integer hz() {
        return hz;
    }

    boolean byCpu() {
        return by.contains(By.CPU);
    }

    boolean bySecond() {
        return by.contains(By.SECOND);
    }

    /** Both prices, or nothing. */
    long[] prices() {
        if (accessCost == null) return new long[0];
        String[] parts = accessCost.split(",", -1);
        if (parts.length == 2) {
            long local = price(parts[0]);
            long remote = price(parts[1]);
            if (local >= 0 && remote >= 0) return new long[] {local, remote};
        }
        throw new UsageException("--access-cost takes two numbers of ns, 0 to " + MAX_NS + ": --access-cost 40,120");
    }

    private static long price(String text) {
        if (!text.matches("\\d{1,10}")) return -1;
        long ns = Long.parseLong(text);
        return ns <= MAX_NS ? ns : -1;
    }
}
