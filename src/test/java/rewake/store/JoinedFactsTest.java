package rewake.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rewake.event.ImportStat;
import rewake.event.Topology;
import rewake.event.TraceFacts;

class JoinedFactsTest {
    private static final Topology NOTHING_SAID = Topology.flat(4, Topology.ASSUMED_FLAT);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "6.1 | h | local       | 6.1 | h | sched_clock | -",
                "6.1 | h | global      | 6.1 | - | perf        | -",
                "6.1 | h | mono        | -   | h | monotonic   | -",
                "6.1 | h | boot        | -   | h | boottime    | -",
                "6.1 | h | mono_raw    | -   | h | monotonic_raw | -",
                "-   | - | -           | -   | - | -           | -",
                "6.1 | h | local       | 6.2 | h | local       | different kernels are not one trace: a is of 6.1, b of 6.2; give files of one run",
                "6.1 | h | local       | 6.1 | i | local       | different hosts are not one trace: a is of h, b of i; give files of one run",
                "6.1 | h | local       | 6.1 | h | mono        | clocks differ: a has local, b has mono; say what to add to the times of one: --ts-offset b=SECONDS (0 if they are one clock)",
                "6.1 | h | mono        | 6.1 | h | mono_raw    | clocks differ: a has mono, b has mono_raw; say what to add to the times of one: --ts-offset b=SECONDS (0 if they are one clock)",
                "6.1 | h | local       | 6.1 | h | -           | clocks differ: a has local, b does not name its own; say what to add to the times of one: --ts-offset b=SECONDS (0 if they are one clock)",
                "6.1 | h | local + 5 ns | 6.1 | h | local      | clocks differ: a has local + 5 ns, b has local; say what to add to the times of one: --ts-offset b=SECONDS (0 if they are one clock)",
            })
    void filesMustBeOfOneRun(
            @Nullable String kernel,
            @Nullable String host,
            @Nullable String clock,
            @Nullable String otherKernel,
            @Nullable String otherHost,
            @Nullable String otherClock,
            @Nullable String whyNot) {
        var a = new HandReader().facts("test", kernel, host, clock, NOTHING_SAID);
        var b = new HandReader().facts("test", otherKernel, otherHost, otherClock, NOTHING_SAID);
        assertThat(JoinedFacts.whyNot(List.of(a.source("a", null), b.source("b", null))))
                .isEqualTo(whyNot);
        if (whyNot != null && whyNot.startsWith("clocks"))
            assertThat(JoinedFacts.whyNot(List.of(a.source("a", null), b.source("b", 0L))))
                    .isNull();
    }

    @Test
    void clocksThatNobodyNamesAreTakenAsOneOnlyWithinAFormatAndThatIsSaid() {
        var a = new HandReader().facts("text", null, null, null, NOTHING_SAID);
        var b = new HandReader().facts("text", null, null, null, NOTHING_SAID);
        var c = new HandReader().facts("other", null, null, null, NOTHING_SAID);
        assertThat(JoinedFacts.whyNot(List.of(a.source("a", null), c.source("c", null))))
                .startsWith("clocks differ");
        var joined = new JoinedTraces(List.of(a.source("a", null), b.source("b", null)));
        assertThat(joined.stats().total(ImportStat.CLOCK_UNNAMED)).isEqualTo(2);
        var said = new JoinedTraces(List.of(a.source("a", null), b.source("b", 0L)));
        assertThat(said.stats().entries()).isEmpty();
    }

    @Test
    void machinesMustBeOne() {
        Topology flat = Topology.flat(4, "features");
        Topology pairs = Topology.of("features", new int[] {0, 0, 1, 1}, null, new int[4], new int[4]);
        var told = new HandReader().facts("a", "6.1", null, "local", flat);
        var other = new HandReader().facts("b", "6.1", null, "local", pairs);
        var wider = new HandReader().facts("c", "6.1", null, "local", Topology.flat(6, Topology.ASSUMED_FLAT));
        var silent = new HandReader().facts("d", null, null, "local", Topology.flat(3, Topology.ASSUMED_FLAT));
        assertThat(JoinedFacts.whyNot(List.of(told.source("a", null), other.source("b", null))))
                .startsWith("different machines are not one trace: a has 4 CPUs, 4 cores");
        assertThat(JoinedFacts.whyNot(List.of(told.source("a", null), wider.source("c", null))))
                .isEqualTo("different machines are not one trace: a has 4 CPUs, c 6; give files of one run");
        var sources = List.of(silent.source("d", null), told.source("a", null));
        assertThat(JoinedFacts.whyNot(sources)).isNull();
        TraceFacts facts = JoinedFacts.of(sources);
        assertThat(facts.format()).isEqualTo("d + a");
        assertThat(facts.kernelRelease()).isEqualTo("6.1");
        assertThat(facts.cpus()).isEqualTo(4);
        assertThat(facts.topology()).isEqualTo(flat);
    }

    @Test
    void whereSwitchesWereRecordedDecidesWhetherCpusHaveHoles() {
        var sched = new HandReader().recorded(true, "sched:sched_switch", "sched:sched_waking");
        var pelt = new HandReader().recorded(false, "pelt:pelt_cfs", "sched:sched_waking");
        TraceFacts facts = JoinedFacts.of(List.of(sched.source("a", null), pelt.source("b", null)));
        assertThat(facts.systemWide()).isTrue();
        assertThat(facts.tracepoints()).containsExactly("sched:sched_switch", "sched:sched_waking", "pelt:pelt_cfs");
        sched.recorded(false, "sched:sched_switch");
        assertThat(JoinedFacts.of(List.of(sched.source("a", null), pelt.source("b", null)))
                        .systemWide())
                .isFalse();
    }

    @Test
    void theClockIsThatOfAFileWhoseTimesAreAsRecorded() {
        var a = new HandReader().facts("t", null, null, "mono", NOTHING_SAID);
        var b = new HandReader().facts("t", null, null, "local", NOTHING_SAID);
        assertThat(JoinedFacts.of(List.of(a.source("a", 5L), b.source("b", null)))
                        .clock())
                .isEqualTo("local");
        assertThat(JoinedFacts.of(List.of(a.source("a", 5L), b.source("b", 7L))).clock())
                .as("all are shifted")
                .isEqualTo("mono + 5 ns");
        assertThat(JoinedFacts.of(List.of(b.source("b", -7L))).clock()).isEqualTo("local - 7 ns");
    }
}
