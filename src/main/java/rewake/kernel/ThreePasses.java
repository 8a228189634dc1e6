package rewake.kernel;

/**
 * The search of 5.6 to 5.11: an unlimited pass for an idle core where one is believed to exist, then a limited pass for
 * an idle CPU. (The third, over the target's siblings, is {@link IdleSearch}'s.) Source:
 * {@code select_idle_core()}, {@code select_idle_cpu()} of 5.11.
 */
final class ThreePasses {
    private ThreePasses() {}

    static int find(IdleSearch search, Scan scan, ScanLimit limit, boolean idleCores) {
        if (idleCores) {
            scan.allOfLlc();
            int cpu = Walk.forCore(scan, scan.mask, scan.target, false, search.schedIdle());
            if (cpu != Scan.NONE) return scan.found(cpu, Path.IDLE_CORE);
            scan.effect(Placement.CLEARS_TARGET_FLAG);
        }
        scan.allOfLlc();
        scan.nr = limit.nr(scan.state, scan.target);
        scan.state.tell(Question.SCAN_LIMIT, scan.target, Outcome.of(scan.nr > 1), scan.nr - 1L);
        return CpuPass.find(search, scan, limit);
    }
}
