package rewake.kernel;

/**
 * The search for an idle CPU in the LLC of the target, after the early tests failed. Two shapes, seven switches: the three
 * passes core → CPU → SMT of 5.11 and before ({@link ThreePasses}), or the single pass of 5.12 ({@link SinglePass}).
 *
 * <p>Source: {@code select_idle_sibling()} and what it calls, 5.4 to 6.12.
 *
 * @param singlePass cores and CPUs are searched in one pass
 * @param prevSiblings the siblings of prev are tried first, where no idle core is believed to exist
 * @param targetSiblings the siblings of the target are tried last
 * @param startsAfterTarget the walk starts behind the target, which is known to be busy
 * @param clearsWakersFlag a single pass that finds no idle core clears has_idle_cores of the waker's LLC, by mistake
 * @param clusters the target's cluster is searched before the rest of its LLC, on the same budget
 * @param schedIdle what a sched-idle CPU is worth
 * @param maskFirst the walk for a CPU sees only CPUs that the wakee may use; without, the others cost probes
 * @param rfcCluster RFC v2 of December 2020: the target's cluster is walked without a limit before the walk for a CPU
 */
public record IdleSearch(
        boolean singlePass,
        boolean prevSiblings,
        boolean targetSiblings,
        boolean startsAfterTarget,
        boolean clearsWakersFlag,
        boolean clusters,
        SchedIdleRule schedIdle,
        boolean maskFirst,
        boolean rfcCluster) {

    /** Changes the shape, and with it whose flag is cleared. */
    public IdleSearch withSinglePass(boolean value, boolean wakersFlag) {
        return new IdleSearch(
                value,
                prevSiblings,
                targetSiblings,
                startsAfterTarget,
                wakersFlag,
                clusters,
                schedIdle,
                maskFirst,
                rfcCluster);
    }

    /** Changes which siblings are tried. */
    public IdleSearch withSiblings(boolean ofPrev, boolean ofTarget) {
        return new IdleSearch(
                singlePass,
                ofPrev,
                ofTarget,
                startsAfterTarget,
                clearsWakersFlag,
                clusters,
                schedIdle,
                maskFirst,
                rfcCluster);
    }

    /** Changes where the walk starts. */
    public IdleSearch withStartsAfterTarget(boolean value) {
        return new IdleSearch(
                singlePass,
                prevSiblings,
                targetSiblings,
                value,
                clearsWakersFlag,
                clusters,
                schedIdle,
                maskFirst,
                rfcCluster);
    }

    /** Changes whether clusters come first. */
    public IdleSearch withClusters(boolean value) {
        return new IdleSearch(
                singlePass,
                prevSiblings,
                targetSiblings,
                startsAfterTarget,
                clearsWakersFlag,
                value,
                schedIdle,
                maskFirst,
                rfcCluster);
    }

    /** Changes what a sched-idle CPU is worth. */
    public IdleSearch withSchedIdle(SchedIdleRule value) {
        return new IdleSearch(
                singlePass,
                prevSiblings,
                targetSiblings,
                startsAfterTarget,
                clearsWakersFlag,
                clusters,
                value,
                maskFirst,
                rfcCluster);
    }

    /** Changes when affinity is tested. */
    public IdleSearch withMaskFirst(boolean value) {
        return new IdleSearch(
                singlePass,
                prevSiblings,
                targetSiblings,
                startsAfterTarget,
                clearsWakersFlag,
                clusters,
                schedIdle,
                value,
                rfcCluster);
    }

    /** Changes whether RFC v2's walk over the cluster is there. */
    public IdleSearch withRfcCluster(boolean value) {
        return new IdleSearch(
                singlePass,
                prevSiblings,
                targetSiblings,
                startsAfterTarget,
                clearsWakersFlag,
                clusters,
                schedIdle,
                maskFirst,
                value);
    }

    /** The CPU found, or {@link Scan#NONE}. */
    int find(Scan scan, ScanLimit limit) {
        Machine machine = scan.machine;
        boolean idleCores = machine.smtActive() && scan.state.hidden().hasIdleCores(machine.llc(scan.target));
        if (machine.smtActive()) scan.state.tell(Question.IDLE_CORES_FLAG, scan.target, Outcome.of(idleCores), 0);
        int prev = scan.state.prev();
        int cpu = Scan.NONE;
        if (prevSiblings && machine.smtActive() && !idleCores && machine.shareLlc(prev, scan.target))
            cpu = sibling(scan, prev, prev);
        if (cpu != Scan.NONE) return cpu;
        scan.effect(Placement.SEARCHED);
        if (rfcCluster) cpu = rfcCluster(scan);
        if (cpu == Scan.NONE)
            cpu = singlePass
                    ? SinglePass.find(this, scan, limit, idleCores)
                    : ThreePasses.find(this, scan, limit, idleCores);
        if (cpu == Scan.NONE && targetSiblings && machine.smtActive()) cpu = sibling(scan, scan.target, Scan.NONE);
        return cpu;
    }

    /** Whether the target's cluster is searched first. */
    boolean entersCluster(Scan scan) {
        return clusters && scan.machine.clusterActive() && scan.machine.inCluster(scan.target);
    }

    /**
     * {@code select_idle_cluster()} of the RFC: idle CPUs only, from the target on, off on any SMT machine. A machine with SMT
     * is the only one with a core pass, so that this stands behind that pass needs no care.
     */
    private static int rfcCluster(Scan scan) {
        if (scan.machine.smtActive() || !scan.machine.clusterActive() || !scan.machine.inCluster(scan.target))
            return Scan.NONE;
        scan.allOfLlc();
        scan.asks = Question.CLUSTER_SCAN;
        long[] cluster = scan.machine.clusterSpan(scan.target);
        int cpu = Walk.forCpu(scan, cluster, scan.target, SchedIdleRule.NEVER);
        return cpu == Scan.NONE ? Scan.NONE : scan.found(cpu, Path.CLUSTER_SCAN);
    }

    /** {@code select_idle_smt()}: a sibling of {@code of}, in CPU order, that the wakee may use. */
    private int sibling(Scan scan, int of, int skipped) {
        SchedState s = scan.state;
        int second = Scan.NONE;
        for (int cpu : scan.machine.siblings(of)) {
            if (cpu == skipped || !s.allowed(cpu)) continue;
            boolean schedIdleCounts = schedIdle == SchedIdleRule.CONSISTENT;
            if (s.idle(cpu) || (schedIdleCounts && s.schedIdle(cpu))) {
                s.tellLook(Question.SMT_SIBLING, cpu, Outcome.TAKEN);
                return scan.found(cpu, Path.SMT_SIBLING);
            }
            boolean keeps = second == Scan.NONE && schedIdle == SchedIdleRule.IDLE_PREFERRED && s.schedIdle(cpu);
            s.tellLook(Question.SMT_SIBLING, cpu, keeps ? Outcome.KEPT : Outcome.PASSED_OVER);
            if (keeps) second = cpu;
        }
        if (second == Scan.NONE) return Scan.NONE;
        s.tell(Question.SMT_SIBLING, second, Outcome.TAKEN, Steps.RESERVE);
        return scan.found(second, Path.SMT_SIBLING);
    }
}
