package rewake.measure;

import static rewake.measure.Columns.count;
import static rewake.measure.Columns.number;
import static rewake.measure.Columns.percent;
import static rewake.measure.Columns.share;
import static rewake.measure.Columns.text;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rewake.kernel.pelt.TgCount;
import rewake.kernel.pelt.TgError;
import rewake.kernel.pelt.TgLedger;
import rewake.kernel.pelt.FairLoads;
import rewake.kernel.pelt.WeightedErrors;
import rewake.replay.Cgroups;
import rewake.replay.pelt.GroupTime;
import rewake.replay.pelt.LoadReplay;
import rewake.replay.pelt.RecordedWrites;
import rewake.report.Column;
import rewake.report.ColumnType;
import rewake.report.Show;
import rewake.report.Table;

/** What the loads of task groups cost, and how far they are off, under each model. */
public final class TgTables {
    private static final String WHAT = "What tg->load_avg costs";
    private static final long ENOUGH = 100;

    private final LoadReplay replay;
    private final FairLoads loads;
    private final List<Cgroups.Group> groups;
    private final List<String> models;
    private final int cpus;

    /**
     * The tables of one replay.
     *
     * @param models names of its variants, the recorded kernel's own first
     */
    public TgTables(LoadReplay replay, Cgroups cgroups, List<String> models, int cpus) {
        this.replay = replay;
        this.models = List.copyOf(models);
        this.cpus = cpus;
        loads = replay.loads();
        groups = cgroups.groups();
    }

    /** How far the recorded kernel's own rule can be trusted here: its writes against those recorded. */
    public String trustLine() {
        RecordedWrites writes = replay.writes();
        long seen = 0;
        long shown = 0;
        for (int group = 1; group <= groups.size(); group++)
            for (int cpu = 0; cpu < cpus; cpu++) {
                seen += writes.seen(group, cpu);
                shown += writes.modelSeen(group, cpu, loads.ledger(0).of(TgCount.WRITES, group, cpu));
            }
        if (writes.source() == RecordedWrites.Source.NONE)
            return "Writes of tg->load_avg were not recorded: nothing here holds the model against the kernel";
        String both = models.getFirst() + " writes tg->load_avg " + shown + " times where " + seen
                + " writes show in the recording";
        if (seen < ENOUGH) return both + ": too few to claim anything";
        return both + String.format(java.util.Locale.ROOT, " (%+.1f %%)", 100.0 * (shown - seen) / seen);
    }

    /** Recorded signals against the model. */
    public Table signals() {
        return SignalTables.of(replay.signals());
    }

    /** Counts of each group; of each of its CPUs as well where {@code byCpu}. */
    public Table counts(boolean byCpu) {
        var rows = new ArrayList<@Nullable Object[]>();
        var noise = new TgNoise(replay.time().ns(0), replay.countedNs());
        for (int group = 1; group <= groups.size(); group++)
            for (int model = 0; model < models.size(); model++) {
                TgLedger ledger = loads.ledger(model);
                @Nullable String note = model == 0 ? "base" : noise.note(loads.ledger(0), ledger, group);
                rows.add(counts(model, ledger, group, -1, note));
                for (int cpu = 0; byCpu && cpu < cpus; cpu++)
                    if (ledger.of(TgCount.CALLS, group, cpu) + ledger.of(TgCount.READS, group, cpu) > 0)
                        rows.add(counts(model, ledger, group, cpu, null));
            }
        return Table.of("tg_load_avg", WHAT, COUNTS, rows)
                .withNotes(
                        List.of(
                                "calls: update_tg_load_avg() of run queues that are not the root's; filtered: those that did not write since"
                                        + " the last write was too recent, or the change too small; reads: calc_group_shares();"
                                        + " read operations: counters read, one a node where there is one a node",
                                "active: milliseconds in which a run queue of the group had something queued, summed over CPUs; transfers:"
                                        + " accesses that had to fetch the counter's cache line from another CPU's cache",
                                TgNoise.RULE,
                                "who runs where is the recording's: weights that a model changes do not change that (first order)"));
    }

    private @Nullable Object[] counts(int model, TgLedger ledger, int group, int cpu, @Nullable String note) {
        long writes = of(ledger, TgCount.WRITES, group, cpu);
        long active = cpu < 0 ? replay.active().of(group) : replay.active().of(group, cpu);
        long local = of(ledger, TgCount.WRITE_TRANSFERS, group, cpu) + of(ledger, TgCount.READ_TRANSFERS, group, cpu);
        long cross = of(ledger, TgCount.WRITE_TRANSFERS_CROSS_NODE, group, cpu)
                + of(ledger, TgCount.READ_TRANSFERS_CROSS_NODE, group, cpu);
        WeightedErrors off = ledger.error(TgError.CONTRIB_RELATIVE, group);
        WeightedErrors shares = ledger.error(TgError.SHARE, group);
        boolean whole = cpu < 0;
        return new @Nullable Object[] {
            models.get(model),
            groups.get(group - 1).path(),
            (long) loads.depth(group),
            whole ? null : (Long) (long) cpu,
            of(ledger, TgCount.CALLS, group, cpu),
            of(ledger, TgCount.BELOW_THRESHOLD, group, cpu),
            of(ledger, TgCount.RATE_LIMITED, group, cpu),
            writes,
            of(ledger, TgCount.READS, group, cpu),
            of(ledger, TgCount.READ_OPERATIONS, group, cpu),
            whole ? share(writes, replay.wakeups()) : null,
            whole ? share(writes, replay.migrations()) : null,
            share(writes, active),
            local,
            cross,
            of(ledger, TgCount.UTIL_CHANGES, group, cpu) - of(loads.ledger(0), TgCount.UTIL_CHANGES, group, cpu),
            whole && off.weight() > 0 ? off.mean() / 1e6 : null,
            whole && off.weight() > 0 ? off.p95() / 1e6 : null,
            whole && shares.weight() > 0 ? shares.mean() / 1e6 : null,
            active,
            note
        };
    }

    private static long of(TgLedger ledger, TgCount what, int group, int cpu) {
        return cpu < 0 ? ledger.of(what, group) : ledger.of(what, group, cpu);
    }

    private static final List<Column> COUNTS = List.of(
            text("model", "Model"),
            text("group", "Group"),
            count("level", "Level"),
            count("cpu", "CPU"),
            count("calls", "Calls"),
            count("filtered_threshold", "Too small"),
            count("filtered_rate", "Too early"),
            count("writes", "Writes"),
            count("reads", "Reads"),
            count("read_ops", "Read operations"),
            number("writes_per_wakeup", "Writes per wake-up"),
            number("writes_per_migration", "per migration"),
            number("writes_per_cfs_rq_ms", "per active ms"),
            count("transfers", "Transfers"),
            count("transfers_cross_node", "across nodes"),
            new Column("lost_cpufreq_calls", ColumnType.LONG, "cpufreq calls ±", Show.PLAIN),
            percent("err_mean", "Off by, mean %"),
            percent("err_p95", "p95 %"),
            percent("share_err_mean", "Share off by, mean %"),
            count("active_cfs_rq_ms", "Active ms"),
            text("note", "Note"));

    /** Counts of each group by second of the trace in which something happened. */
    public Table seconds() {
        var rows = new ArrayList<@Nullable Object[]>();
        for (int model = 0; model < models.size(); model++) {
            TgLedger ledger = loads.ledger(model);
            for (int page = 0; page < ledger.pages(); page++)
                for (int group = 1; group <= groups.size(); group++) {
                    long calls = 0;
                    long writes = 0;
                    long reads = 0;
                    for (int cpu = 0; cpu < cpus; cpu++) {
                        calls += ledger.of(TgCount.CALLS, group, cpu, page);
                        writes += ledger.of(TgCount.WRITES, group, cpu, page);
                        reads += ledger.of(TgCount.READS, group, cpu, page);
                    }
                    rows.add(new @Nullable Object[] {
                        models.get(model), groups.get(group - 1).path(), ledger.second(page), calls, writes, reads
                    });
                }
        }
        return Table.of(
                "tg_seconds",
                WHAT + ", by second",
                List.of(
                        text("model", "Model"),
                        text("group", "Group"),
                        count("second", "Second"),
                        count("calls", "Calls"),
                        count("writes", "Writes"),
                        count("reads", "Reads")),
                rows);
    }

    /** How far loads, shares and parents' sums are off. */
    public Table errors() {
        var rows = new ArrayList<@Nullable Object[]>();
        for (int group = 0; group <= groups.size(); group++)
            for (TgError kind : TgError.values())
                for (int model = 0; model < models.size(); model++) {
                    WeightedErrors error = loads.ledger(model).error(kind, group);
                    if (error.weight() == 0) continue;
                    boolean millionths = isRelative(kind);
                    double unit = millionths ? 1e6 : 1;
                    rows.add(new @Nullable Object[] {
                        models.get(model),
                        group == 0 ? "/" : groups.get(group - 1).path(),
                        kind.name().toLowerCase(java.util.Locale.ROOT),
                        millionths ? "share" : "load",
                        error.mean() / unit,
                        error.signedMean() / unit,
                        error.p95() / unit,
                        error.max() / unit
                    });
                }
        return Table.of(
                        "tg_errors",
                        "How far the loads of groups are off",
                        List.of(
                                text("model", "Model"),
                                text("group", "Group"),
                                text("error", "Error"),
                                text("unit", "Unit"),
                                number("mean", "Mean"),
                                number("signed_mean", "Signed mean"),
                                number("p95", "p95"),
                                number("max", "Max")),
                        rows)
                .withNotes(List.of(
                        "contrib: tg->load_avg less the loads of the group's run queues as they stand in memory, what the models differ"
                                + " in; removed: load of tasks that have left and is still in them, in every kernel; aged: what they"
                                + " would lose if brought to the moment; total: all three; relative: of those loads",
                        "share: a part of the shares as it was given, less the part by the loads as they stand; above 0 is too much."
                                + " Weighted by time, shares by reads; parent: load, util, runnable of run queues with groups on them,"
                                + " less what they would be if removals were passed up at once"));
    }

    private static boolean isRelative(TgError kind) {
        return kind == TgError.CONTRIB_RELATIVE || kind == TgError.TOTAL_RELATIVE || kind == TgError.SHARE;
    }

    /** Writes that the recording shows, beside those of the recorded kernel's model. */
    public Table recorded() {
        return new TgRecordedTable(replay, groups, cpus).table();
    }

    /** CPU time that groups got, against their weights. */
    public Table time() {
        GroupTime time = replay.time();
        var rows = new ArrayList<@Nullable Object[]>();
        for (int group = 1; group <= groups.size(); group++) {
            long shares = 0;
            for (int other = 1; other <= groups.size(); other++)
                if (time.parent(other) == time.parent(group) && time.ns(other) > 0)
                    shares += groups.get(other - 1).shares();
            Double got = share(time.ns(group), time.ns(time.parent(group)));
            Double due =
                    time.ns(group) == 0 ? null : share(groups.get(group - 1).shares(), shares);
            rows.add(new @Nullable Object[] {
                groups.get(group - 1).path(),
                (long) loads.depth(group),
                (long) groups.get(group - 1).shares(),
                time.ns(group),
                got,
                due,
                got == null || due == null ? null : got - due
            });
        }
        return Table.of(
                        "group_time",
                        "CPU time that groups got, against their weight",
                        List.of(
                                text("group", "Group"),
                                count("level", "Level"),
                                count("shares", "Shares"),
                                Columns.ms("cpu_time_ns", "CPU time ms"),
                                percent("of_parent", "Of the group above %"),
                                percent("weight_share", "By weight %"),
                                new Column("share_error", ColumnType.DOUBLE, "Difference %", Show.PERCENT)),
                        rows)
                .withNotes(List.of(
                        "recorded. By weight: among groups under the same group that ran at all; it is due only while all of them"
                                + " have work, and tasks beside the groups are not in it"));
    }

    /** Loads of one group over time, by model. */
    public Table curve() {
        int group = busiest();
        var rows = new ArrayList<@Nullable Object[]>();
        for (int point = 0; group > 0 && point < replay.samples().count(); point++)
            for (int model = 0; model < models.size(); model++)
                rows.add(new @Nullable Object[] {
                    models.get(model),
                    groups.get(group - 1).path(),
                    replay.samples().timeNs(point) / 1e9,
                    loads.sampled(point, model, group)
                });
        return Table.of(
                "tg_curve",
                "tg->load_avg of the group that is written most",
                List.of(
                        text("model", "Model"),
                        text("group", "Group"),
                        number("time_s", "Time s"),
                        count("load_avg", "tg->load_avg")),
                rows);
    }

    private int busiest() {
        int most = 0;
        for (int group = 1; group <= groups.size(); group++)
            if (most == 0
                    || loads.ledger(0).of(TgCount.WRITES, group)
                            > loads.ledger(0).of(TgCount.WRITES, most)) most = group;
        return most;
    }

    /** What transfers of the counters' cache lines would cost, at these ns each. */
    public Table cost(long localNs, long remoteNs) {
        var rows = new ArrayList<@Nullable Object[]>();
        long ran = replay.time().ns(0);
        for (int model = 0; model < models.size(); model++) {
            TgLedger ledger = loads.ledger(model);
            long cross =
                    ledger.total(TgCount.WRITE_TRANSFERS_CROSS_NODE) + ledger.total(TgCount.READ_TRANSFERS_CROSS_NODE);
            long local = ledger.total(TgCount.WRITE_TRANSFERS) + ledger.total(TgCount.READ_TRANSFERS) - cross;
            long ns = local * localNs + cross * remoteNs;
            rows.add(new @Nullable Object[] {models.get(model), local, cross, ns, share(ns, ran)});
        }
        return Table.of(
                        "tg_cost",
                        "What transfers of tg->load_avg would cost at the prices given",
                        List.of(
                                text("model", "Model"),
                                count("transfers_local", "Within nodes"),
                                count("transfers_cross_node", "Across nodes"),
                                Columns.ms("cost_ns", "CPU ms"),
                                percent("of_cpu_time", "Of fair CPU time %")),
                        rows)
                .withNotes(List.of("prices: " + localNs + " ns within a node, " + remoteNs
                        + " ns across nodes, an access each; waiting behind others for the same line is not in it"));
    }
}
