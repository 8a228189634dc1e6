package rewake.kernel.pelt;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Objects;
import java.util.function.Function;

/**
 * Variants that have made the same of everything so far: computed as one, until something happens of which some of them make
 * something else. Those get a copy and go on by themselves. To part too early costs time and changes no number.
 */
final class AlikeLoads implements Levels {
    private final GroupTree tree;
    private final GroupLoads lead;
    private final Map<TgRules, GroupLoads> byRules = new LinkedHashMap<>();
    /** Those that are computed: the lead, and who parted from it. */
    private GroupLoads[] all;
    /** In what those that go with the lead differ from it. */
    private boolean readsDiffer;

    private boolean offlineDiffers;
    private boolean keepingDiffers;

    AlikeLoads(GroupTree tree, GroupLoads lead) {
        this.tree = tree;
        this.lead = lead;
        all = new GroupLoads[] {lead};
        byRules.put(lead.rules, lead);
    }

    /** A variant whose {@link TgRules#alike} are the lead's goes with it. */
    void join(TgRules rules) {
        byRules.putIfAbsent(rules, lead);
        compare();
    }

    /** Of the variant with these rules. */
    GroupLoads of(TgRules rules) {
        return Objects.requireNonNull(byRules.get(rules));
    }

    /** Each that is computed, once; their moment is one. */
    GroupLoads[] all() {
        return all;
    }

    Moment moment() {
        return lead.moment;
    }

    private void compare() {
        readsDiffer = differs(TgRules::reads);
        offlineDiffers = differs(TgRules::clearsOffline);
        keepingDiffers = differs(TgRules::keepsContributing);
    }

    private boolean differs(Function<TgRules, ?> in) {
        return byRules.entrySet().stream().anyMatch(e -> parts(e, in));
    }

    private boolean parts(Entry<TgRules, GroupLoads> of, Function<TgRules, ?> in) {
        return of.getValue() == lead && !in.apply(of.getKey()).equals(in.apply(lead.rules));
    }

    /** Those that differ in this go on by themselves. */
    private void part(Function<TgRules, ?> in) {
        for (Entry<TgRules, GroupLoads> e : byRules.entrySet()) {
            if (!parts(e, in)) continue;
            e.setValue(new GroupLoads(lead, e.getKey()));
            all = Arrays.copyOf(all, all.length + 1);
            all[all.length - 1] = e.getValue();
        }
        compare();
    }

    /** Where the lead leaves what others are compared with. */
    void leaves(ParentTrail at) {
        lead.leaves(at);
    }

    /** Where others read what the first left. */
    void follow(ParentTrail at) {
        for (GroupLoads g : all) g.follow(at);
    }

    /** A second of the accounts is over. */
    void turnPage() {
        for (GroupLoads g : all) g.turnPage();
    }

    /** See {@link GroupLoads#age}. */
    void age(long[] now, long forNs) {
        for (GroupLoads g : all) g.age(now, forNs);
    }

    @Override
    public void room(int added) {
        for (GroupLoads g : all) g.room(added);
    }

    @Override
    public void add(int group, int cpu) {
        for (GroupLoads g : all) g.add(group, cpu);
    }

    /** Shares are read at other places where the CPU has something queued already, so that a level may not be empty. */
    @Override
    public void enqueue(int q, SchedAvgs tasks, int task, int weight, boolean attaches, boolean delayed) {
        if (readsDiffer && !tree.isRoot(q) && lead.queues.nr(tree.cpu(q)) > 0) part(TgRules::reads);
        for (GroupLoads g : all) g.enqueue(q, tasks, task, weight, attaches, delayed);
    }

    /** They are where anything stays queued below the root. */
    @Override
    public void dequeue(int q, SchedAvgs tasks, int task, int weight, boolean migrates, boolean delayed) {
        if (readsDiffer && !lead.isAlone(q)) part(TgRules::reads);
        for (GroupLoads g : all) g.dequeue(q, tasks, task, weight, migrates, delayed);
    }

    @Override
    public void delay(int q, boolean begins) {
        for (GroupLoads g : all) g.delay(q, begins);
    }

    @Override
    public void detach(int q, SchedAvgs tasks, int task, int weight) {
        for (GroupLoads g : all) g.detach(q, tasks, task, weight);
    }

    @Override
    public void attach(int q, SchedAvgs tasks, int task, int weight) {
        for (GroupLoads g : all) g.attach(q, tasks, task, weight);
    }

    @Override
    public void remove(int q, SchedAvgs tasks, int task) {
        for (GroupLoads g : all) g.remove(q, tasks, task);
    }

    @Override
    public void takeLoad(int q, SchedAvgs tasks, int task, int weight, boolean queued, boolean attached) {
        for (GroupLoads g : all) g.takeLoad(q, tasks, task, weight, queued, attached);
    }

    @Override
    public void addLoad(int q, SchedAvgs tasks, int task, int weight, boolean queued, boolean attached) {
        for (GroupLoads g : all) g.addLoad(q, tasks, task, weight, queued, attached);
    }

    @Override
    public void tick(int q) {
        for (GroupLoads g : all) g.tick(q);
    }

    /** What is gone leaves the list at the end of it, so that they can part before. */
    @Override
    public void blocked(int cpu) {
        boolean asOne = !keepingDiffers;
        for (GroupLoads g : all) g.blocked(cpu, asOne);
        if (asOne) return;
        if (lead.hasGoneAndTold(cpu)) part(TgRules::keepsContributing);
        for (GroupLoads g : all) g.unlistGone(cpu);
    }

    @Override
    public void change(int before, int from, boolean stays, int task, int onto) {
        for (GroupLoads g : all) g.change(before, from, stays, task, onto);
    }

    @Override
    public void putAll(int task, int q, boolean stays) {
        for (GroupLoads g : all) g.putAll(task, q, stays);
    }

    @Override
    public void setAll(int task, int q) {
        for (GroupLoads g : all) g.setAll(task, q);
    }

    @Override
    public void goesOffline(int cpu) {
        if (offlineDiffers) part(TgRules::clearsOffline);
        for (GroupLoads g : all) g.goesOffline(cpu);
    }

    @Override
    public void comesOnline(int cpu) {
        for (GroupLoads g : all) g.comesOnline(cpu);
    }
}
