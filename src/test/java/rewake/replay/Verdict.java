package rewake.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import rewake.HandMade;
import rewake.catalogue.Kernels;
import rewake.kernel.KernelModel;

/** What the judge says of a hand-made trace that a kernel is taken to have recorded. */
final class Verdict {
    private final Judge judge;

    private Verdict(HandMade trace, JudgeOptions options, String kernel, String... variants) {
        KernelModel recorded = Kernels.parse(kernel);
        var models = new ArrayList<KernelModel>();
        models.add(recorded);
        for (String variant : variants) models.add(Kernels.variant(recorded, variant));
        judge = new Judge(trace.facts(), trace.comms(), trace.stats(), options, recorded, models);
        trace.read(judge);
        judge.finish();
    }

    static Verdict of(HandMade trace, String kernel, String... variants) {
        return new Verdict(trace, JudgeOptions.all(), kernel, variants);
    }

    /** With tasks of this name taken as SCHED_IDLE. */
    static Verdict withSchedIdle(HandMade trace, String name, String kernel, String... variants) {
        var all = JudgeOptions.all();
        var options = all.knowing(all.raceWindowNs(), Set.of(name), all.cgroups());
        return new Verdict(trace, options, kernel, variants);
    }

    Judge judge() {
        return judge;
    }

    Scores scores() {
        return judge.judged();
    }

    /** Score of the n-th variant, from 1. */
    Scores variant(int n) {
        return judge.scores().get(n);
    }

    /** {@code 2 of 3}: exact decisions of all that were judged. */
    String exact() {
        return scores().exact() + " of " + scores().decisions();
    }

    /** The confusion table as lines: {@code 2 llc_scan llc/same} for path, modelled and recorded distance from prev. */
    List<String> paths() {
        return scores().confusion().stream()
                .map(c -> c.count() + " " + c.path().id() + " " + c.modelled().id() + "/"
                        + c.recorded().id())
                .toList();
    }
}
