package rewake.observe.queue;

import java.util.Arrays;
import rewake.event.Topology;

/** Within which CPUs an idle one and a waiting task are looked for; nearest first. */
public enum Scope {
    /** The threads of a core. */
    SMT,
    /** Cores that share an L2 wider than a core. */
    CLUSTER,
    /** CPUs under one last-level cache. */
    LLC,
    /** CPUs of a NUMA node. */
    NODE,
    /** The machine. */
    ALL;

    /** The stable lower-case name in machine output. */
    public String id() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }

    /** Whether it is known which CPUs share this, and some do. */
    public boolean on(Topology topology) {
        boolean told = !topology.source().equals(Topology.ASSUMED_FLAT);
        return switch (this) {
            case SMT -> told && topology.hasSmt();
            case CLUSTER -> told && topology.hasClusters();
            case LLC, NODE -> told;
            case ALL -> true;
        };
    }

    /** The number of the domain of each CPU; they are dense. */
    public int[] of(Topology topology) {
        return switch (this) {
            case SMT -> topology.core();
            case CLUSTER -> topology.cluster();
            case LLC -> topology.llc();
            case NODE -> topology.node();
            case ALL -> new int[topology.cpus()];
        };
    }

    /** How many domains there are. */
    public int count(Topology topology) {
        return Arrays.stream(of(topology)).max().orElse(-1) + 1;
    }
}
