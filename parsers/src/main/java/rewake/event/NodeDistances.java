package rewake.event;

import java.util.Arrays;

/**
 * How far apart the NUMA nodes of a machine are, as the firmware's SLIT says and {@code /sys/devices/system/node/nodeN/distance}
 * repeats: 10 within a node, up to 255. Scheduling domains follow from it, and which of them wake_affine and forks may use.
 *
 * @param table from node (row) to node, by the dense ids of {@link Topology#node()}; need not be symmetric
 * @param reclaim {@code node_reclaim_distance}: domains of nodes farther apart than this have no SD_WAKE_AFFINE,
 *     SD_BALANCE_FORK and SD_BALANCE_EXEC; 30 but on AMD Zen, where it is 32
 * @param known whether somebody told them; else they are {@link #assumed}
 */
public record NodeDistances(int[][] table, int reclaim, boolean known) {
    /** {@code LOCAL_DISTANCE}. */
    public static final int LOCAL = 10;
    /** {@code REMOTE_DISTANCE}: what the kernel takes where the firmware says nothing. */
    public static final int REMOTE = 20;
    /** {@code RECLAIM_DISTANCE}, the default of {@code node_reclaim_distance}. */
    public static final int RECLAIM = 30;

    private static final int MOST = 255;

    /** Checks the shape and the values: {@value #LOCAL} from a node to itself and nowhere less, {@value #MOST} at most. */
    public NodeDistances {
        for (int from = 0; from < table.length; from++) {
            if (table[from].length != table.length)
                throw new IllegalArgumentException("node " + from + " has " + table[from].length
                        + " distances, there are " + table.length + " nodes");
            for (int to = 0; to < table.length; to++) {
                int distance = table[from][to];
                if (from == to ? distance != LOCAL : distance < LOCAL || distance > MOST)
                    throw new IllegalArgumentException("distance " + distance + " from node " + from + " to " + to
                            + ": it is " + LOCAL + " within a node, and " + LOCAL + " to " + MOST + " between two");
            }
        }
    }

    /** {@value #REMOTE} between any two of {@code nodes} nodes, as the kernel assumes where it is not told. */
    public static NodeDistances assumed(int nodes) {
        int[][] table = new int[nodes][nodes];
        for (int from = 0; from < nodes; from++) {
            Arrays.fill(table[from], REMOTE);
            table[from][from] = LOCAL;
        }
        return new NodeDistances(table, RECLAIM, nodes < 2);
    }

    /** The same with another {@code node_reclaim_distance}. */
    public NodeDistances withReclaim(int distance) {
        return new NodeDistances(table, distance, known);
    }

    /**
     * The nodes that have CPUs, by the ids that {@code topology} has for them.
     *
     * @param rowOf of each CPU, the row of its node in this table
     */
    public NodeDistances picked(int[] rowOf, Topology topology) {
        int[] row = new int[topology.nodeDistances().table.length];
        for (int cpu = 0; cpu < rowOf.length; cpu++) row[topology.node()[cpu]] = rowOf[cpu];
        int[][] picked = new int[row.length][row.length];
        for (int from = 0; from < row.length; from++)
            for (int to = 0; to < row.length; to++) picked[from][to] = table[row[from]][row[to]];
        return new NodeDistances(picked, reclaim, known);
    }

    /** From node to node. */
    public int between(int from, int to) {
        return table[from][to];
    }

    /** Whether wake_affine, forks and execs reach from node to node. */
    public boolean near(int from, int to) {
        return table[from][to] <= reclaim;
    }

    /** The distances that occur beyond {@value #LOCAL}, ascending: a NUMA level each ({@code sched_init_numa()}). */
    public int[] levels() {
        return Arrays.stream(table)
                .flatMapToInt(Arrays::stream)
                .filter(d -> d > LOCAL)
                .distinct()
                .sorted()
                .toArray();
    }

    /** Whether both tell the same. */
    boolean same(NodeDistances other) {
        return reclaim == other.reclaim && Arrays.deepEquals(table, other.table);
    }
}
