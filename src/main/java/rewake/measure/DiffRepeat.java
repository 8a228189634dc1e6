package rewake.measure;

import org.jspecify.annotations.Nullable;
import rewake.event.Comms;
import rewake.event.ImportStats;
import rewake.event.TraceFacts;
import rewake.observe.Coverage;
import rewake.observe.block.ScopeBlocks;
import rewake.observe.block.TimeBlocks;

/**
 * One trace that was read.
 *
 * @param joined how often neighbouring blocks were made one
 * @param correlated whether neighbours still go together
 */
public record DiffRepeat(
        String name,
        TraceFacts facts,
        Comms comms,
        ImportStats stats,
        Coverage coverage,
        TimeBlocks blocks,
        int joined,
        boolean correlated) {
    /** A trace; blocks are joined until neighbours no longer go together, or few are left. */
    public static DiffRepeat of(
            String name, TraceFacts facts, Comms comms, ImportStats stats, Coverage coverage, TimeBlocks blocks) {
        ScopeBlocks all = blocks.all();
        int joined = 0;
        while (BlockLength.tooShort(all) && all.blocks().size() >= 2 * BlockLength.FEWEST) {
            all = all.paired();
            joined++;
        }
        return new DiffRepeat(name, facts, comms, stats, coverage, blocks, joined, BlockLength.tooShort(all));
    }

    /** Length of a resampled block, ns. */
    public long blockNs() {
        return blocks.blockNs() << joined;
    }

    /** How many blocks are resampled. */
    public int blockCount() {
        return scope("all").blocks().size();
    }

    /** The blocks of a scope; empty ones where the trace has nothing of it. */
    ScopeBlocks scope(String scope) {
        ScopeBlocks found = found(scope);
        ScopeBlocks of = found == null ? blocks.comm(Integer.MAX_VALUE) : found;
        for (int i = 0; i < joined; i++) of = of.paired();
        return of;
    }

    /** Whether the trace has anything of a scope. */
    boolean has(String scope) {
        return found(scope) != null;
    }

    private @Nullable ScopeBlocks found(String scope) {
        if (scope.equals("all")) return blocks.all();
        if (scope.startsWith("cpu:")) {
            int cpu = Integer.parseInt(scope.substring(4));
            return cpu < facts.cpus() ? blocks.cpu(cpu) : null;
        }
        for (int comm = 0; comm < comms.size(); comm++)
            if (scope.equals("comm:" + comms.text(comm)) && blocks.has(comm)) return blocks.comm(comm);
        return null;
    }
}
