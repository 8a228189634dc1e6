package rewake.cli;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rewake.catalogue.UsageException;

/** The {@code --ts-offset}s: either {@code TRACE=SECONDS} each, or {@code SECONDS} in the order of the traces. */
final class TsOffsets {
    /** More than a century: from any clock to any other. */
    private static final long MAX_NS = 4_000_000_000L * 1_000_000_000L;

    private TsOffsets() {}

    /** The offset of each trace in ns, null where none was given. */
    static List<@Nullable Long> of(List<String> given, List<String> traces) {
        var offsets = new ArrayList<@Nullable Long>(Arrays.asList(new Long[traces.size()]));
        boolean named = given.stream().anyMatch(g -> g.contains("="));
        if (named && given.stream().anyMatch(g -> !g.contains("=")))
            throw new UsageException(
                    "--ts-offset: TRACE=SECONDS for each, or SECONDS for each in the order of the traces");
        if (given.size() > traces.size())
            throw new UsageException("--ts-offset: " + given.size() + " offsets for "
                    + (traces.size() == 1 ? "one trace" : traces.size() + " traces"));
        for (int i = 0; i < given.size(); i++) {
            String text = given.get(i);
            int equals = text.lastIndexOf('=');
            int trace = named ? traces.indexOf(text.substring(0, equals)) : i;
            if (trace < 0)
                throw new UsageException("--ts-offset " + text + ": the traces are " + String.join(", ", traces));
            if (offsets.get(trace) != null) throw new UsageException("--ts-offset: two for " + traces.get(trace));
            offsets.set(trace, ns(text.substring(equals + 1)));
        }
        return offsets;
    }

    private static long ns(String seconds) {
        try {
            long ns = new BigDecimal(seconds.strip()).movePointRight(9).longValueExact();
            if (ns >= -MAX_NS && ns <= MAX_NS) return ns;
        } catch (NumberFormatException | ArithmeticException _) {
            // said below
        }
        throw new UsageException(
                "--ts-offset takes seconds with up to nine decimals, such as -0.000001500, not '" + seconds + "'");
    }
}
