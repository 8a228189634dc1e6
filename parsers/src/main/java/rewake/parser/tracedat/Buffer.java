package rewake.parser.tracedat;

import java.util.List;

/**
 * One ring buffer of the recording: the top one or an instance.
 *
 * @param name empty for the top one
 * @param clock its trace clock, empty where not said
 * @param pageSize bytes of a sub-buffer, 0 where the header page decides
 * @param packing of its CPUs' data
 */
record Buffer(String name, String clock, int pageSize, Packing packing, List<CpuData> cpus) {
    /**
     * Where the pages of a CPU are. Nothing here is checked against the file.
     *
     * @param size bytes; without the count of chunks where compressed
     */
    record CpuData(int cpu, long offset, long size) {}

    /** Whether it holds any page. */
    boolean filled() {
        return cpus.stream().anyMatch(c -> c.size() > 0);
    }
}
