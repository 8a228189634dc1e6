package rewake.catalogue;

import java.util.Arrays;
import java.util.List;

/** Patches of the modelled threads that no model has, a row each with the reason: asking for one says it. */
public enum NotModelled {
    /** First of the three that the single-pass series dropped. */
    SIS_SCAN_DEPTH(
            "sis-scan-depth",
            "Fix select_idle_cpu()s cost accounting",
            "https://lore.kernel.org/all/20201214164822.402812729@infradead.org/",
            "the cost of a scan per CPU looked at; scan times are not in a trace, so the new average is as unknown as"
                    + " the old"),
    /** Third of them; the second is sis-prop-cores. */
    SIS_PROP_CORE_SCAN(
            "sis-prop-core-scan",
            "SIS_PROP the idle core scan",
            "https://lore.kernel.org/all/20201214170018.126628741@infradead.org/",
            "has_idle_cores gives way to a budget for core scans, from scan times that are not in a trace"),
    /** Two cleanups of the SMT pass. */
    SIS_SKIP_PREV(
            "sis-skip-prev",
            "Avoid double search on same cpu",
            "https://git.kernel.org/linus/b9bae70440d2",
            "6.1: the pass over prev's siblings leaves out prev, which has just failed; no decision differs, and the"
                    + " model of sis-smt-pass has always left it out"),
    /** Domains against siblings. */
    SIS_DOMAIN_SPAN(
            "sis-domain-span",
            "Take the scheduling domain into account in select_idle_smt()",
            "https://git.kernel.org/linus/8aeaffef8c6e",
            "6.9: siblings outside the domain (isolated CPUs) are not taken; which CPUs are isolated is not in a"
                    + " trace"),
    /** Seccomp's wake-ups. */
    WAKE_CURRENT_CPU(
            "wake-current-cpu",
            "add a few helpers to wake up tasks on the current cpu",
            "https://git.kernel.org/linus/ab83f455f04d",
            "6.6: WF_CURRENT_CPU, used by seccomp notifiers; the flag is not in a trace"),
    /** First of the four on tg->load_avg. */
    TG_ALLOC_FREE(
            "tg-alloc-free",
            "free allocated memory on error in alloc_fair_sched_group()",
            "https://lore.kernel.org/all/20230718134120.81199-2-aaron.lu@intel.com/",
            "only the error path of creating a group, and not needed: the path that frees the group already cleans up");

    private final String id;
    private final String title;
    private final String link;
    private final String why;

    NotModelled(String id, String title, String link, String why) {
        this.id = id;
        this.title = title;
        this.link = link;
        this.why = why;
    }

    /** The name it would have: {@code sis-scan-depth}. */
    public String id() {
        return id;
    }

    /** The subject of the mail or commit, without its prefix. */
    public String title() {
        return title;
    }

    /** The mail by its Message-ID, or the commit. */
    public String link() {
        return link;
    }

    /** What it does, and why no model has it, in one line. */
    public String why() {
        return why;
    }

    /** All ids in order. */
    public static List<String> ids() {
        return Arrays.stream(values()).map(NotModelled::id).toList();
    }

    /** Fails with the reason if {@code id} is one of these rows. */
    static void refuse(String id) {
        for (NotModelled row : values())
            if (row.id.equals(id)) throw new UsageException(id + " is not modelled: " + row.why);
    }
}
