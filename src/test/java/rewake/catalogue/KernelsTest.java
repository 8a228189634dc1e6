package rewake.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import rewake.kernel.KernelModel;

class KernelsTest {
    @ParameterizedTest
    @CsvSource({
        "6.1.0-50-cloud-amd64, v6.1, false",
        "6.1.192-lab, v6.1.y, false",
        "6.1.176, v6.1.y, false",
        "6.1.42, v6.1.y, false",
        "6.1.41, v6.1, false",
        "6.1, v6.1, false",
        "6.12, v6.12, false",
        "6.12.36, v6.12, false",
        "6.12.117, v6.12.y, false",
        "6.12.117+deb13-amd64, v6.12.y, false",
        "6.12.0-28-generic, v6.12, false",
        "5.4.18, v5.4, false",
        "5.8.0, v5.4, false",
        "5.10.223, v5.9, false",
        "5.11.0, v5.11, false",
        "5.12.9, v5.12, false",
        "5.14.0-427.13.1.el9_4.x86_64, v5.13, false",
        "5.15.0-105-generic, v5.15, false",
        "5.19.17, v5.15, false",
        "6.0.1, v6.0, false",
        "6.2.0, v6.1, false",
        "6.4.6, v6.1, false",
        "6.6.30, v6.6, false",
        "6.11.11, v6.8, false",
        "6.18.3, v6.12, true",
        "7.2.13, v6.12, true",
        "6.13-rc1, v6.12, true",
        "5.3.18-150300, v5.4, true",
        "4.19.0, v5.4, true"
    })
    void aRecordedKernelGetsTheNewestRowThatIsNotNewer(String release, String row, boolean foreign) {
        Kernels.Match match = Kernels.newestNotNewerThan(release);
        assertEquals(row, match.kernel().id());
        assertEquals(foreign, match.foreign());
        assertTrue(match.note().startsWith(release), match.note());
    }

    @Test
    void aKernelBetweenTwoRowsIsToldWhatItMisses() {
        Kernels.Match match = Kernels.newestNotNewerThan("6.2.16");
        assertEquals(List.of("wakelist-pending"), match.missing());
        assertEquals(
                "6.2.16 is modelled as v6.1 without what was merged in between; nearer is --kernel"
                        + " v6.1+wakelist-pending",
                match.note());
        assertEquals(
                List.of("imbalance-117"), Kernels.newestNotNewerThan("5.10.0").missing());
        assertEquals(
                List.of("cluster-level", "kthread-stack-in-task"),
                Kernels.newestNotNewerThan("5.17.1").missing());
        for (String release : new String[] {"6.2.16", "5.10.0", "5.17.1", "5.8.0", "6.18.0"}) {
            match = Kernels.newestNotNewerThan(release);
            Kernels.parse(match.kernel().id() + "+" + String.join("+", match.missing()));
        }
    }

    @Test
    void aKernelWithARowOfItsOwnMissesNothing() {
        for (String release :
                new String[] {"5.4.18", "5.9.1", "5.15.1", "6.1.0", "6.1.176", "6.8.1", "6.12.0", "6.12.117"})
            assertEquals(List.of(), Kernels.newestNotNewerThan(release).missing(), release);
    }

    @Test
    void whatIsNewerThanAllIsForeignAndStillToldWhatIsKnown() {
        assertEquals(
                "6.18.3 is newer than every modelled kernel; v6.12 stands in for it without what was merged in"
                        + " between; nearer is --kernel v6.12+wake-affine-delayed",
                Kernels.newestNotNewerThan("6.18.3").note());
        assertEquals(
                "6.13.0 is newer than every modelled kernel; v6.12 stands in for it",
                Kernels.newestNotNewerThan("6.13.0").note());
        assertEquals(
                "4.19.0 is older than every modelled kernel; v5.4 stands in for it",
                Kernels.newestNotNewerThan("4.19.0").note());
    }

    @Test
    void aDistributionsNameHidesTheStableLevelAndTheNoteSaysSo() {
        assertEquals(
                "6.1.0-50-cloud-amd64 is modelled as v6.1; its name hides the stable level: from 6.1.42 on, --kernel"
                        + " v6.1.y is nearer",
                Kernels.newestNotNewerThan("6.1.0-50-cloud-amd64").note());
        assertEquals(
                "6.1.0 is modelled as v6.1", Kernels.newestNotNewerThan("6.1.0").note());
        assertEquals(
                "6.1.192-lab is modelled as v6.1.y",
                Kernels.newestNotNewerThan("6.1.192-lab").note());
        assertEquals(
                "5.15.0-105-generic is modelled as v5.15",
                Kernels.newestNotNewerThan("5.15.0-105-generic").note());
    }

    @Test
    void theTipIsTakenByNameOnly() {
        assertEquals("tip-2022-11", Kernels.model("tip-2022-11").name());
        assertTrue(Kernels.model("tip-2022-11").decidesLike(Kernels.parse("v6.1+wakelist-pending")));
        for (String release : new String[] {"6.1.0", "6.1.0-rc6-tip", "6.2.0"})
            assertFalse(Kernels.newestNotNewerThan(release).kernel() == Kernels.TIP_2022_11);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "linux", "v", "-6.1", "6"})
    void aReleaseWithoutAVersionAsksForTheKernel(String release) {
        var e = assertThrows(UsageException.class, () -> Kernels.newestNotNewerThan(release));
        assertEquals("no kernel version in '" + release + "'; name the kernel with --kernel", e.getMessage());
    }

    @Test
    void puttingOnWhatIsThereNamesBothWaysOut() {
        assertEquals(
                "v6.12 already has sis-single-pass; use --patch no-sis-single-pass or --kernel v5.11",
                messageOf("v6.12+sis-single-pass"));
        assertEquals(
                "v6.12 already has cluster-wakeup; use --patch no-cluster-wakeup or --kernel v6.6",
                messageOf("v6.12+cluster-wakeup"));
        assertEquals(
                "v6.1+cluster-prev already has cluster-prev, a part of cluster-wakeup; use --patch no-cluster-wakeup or"
                        + " --kernel v6.6",
                messageOf("v6.1+cluster-prev+cluster-wakeup"));
        assertEquals(
                "v5.11 already has sched-idle-consistent; use --patch no-sched-idle-consistent or --kernel v5.4",
                messageOf("v5.11+sched-idle-consistent"));
        assertEquals(
                "v5.11+sis-util already has sis-util; use --patch no-sis-util or --kernel v5.15",
                messageOf("v5.11+sis-util+sis-util"));
    }

    @Test
    void takingOffWhatIsMissingNamesBothWaysOut() {
        assertEquals("v5.11 lacks sis-util; use --patch sis-util or --kernel v6.0", messageOf("v5.11+no-sis-util"));
        assertEquals("v6.1 lacks sis-prop; use --patch sis-prop", messageOf("v6.1+no-sis-prop"));
        assertEquals(
                "v6.1 lacks cluster-wakeup; use --patch cluster-wakeup or --kernel v6.7",
                messageOf("v6.1+no-cluster-wakeup"));
        assertEquals(
                "v6.5 lacks wake-affine-delayed; use --patch wake-affine-delayed or --kernel v6.12.y",
                messageOf("v6.5+no-wake-affine-delayed"));
    }

    @Test
    void unknownNamesGetASuggestion() {
        assertEquals(
                "unknown patch 'sis-singel-pass'; did you mean sis-single-pass?", messageOf("v5.11+sis-singel-pass"));
        assertEquals("unknown patch 'sis-utils'; did you mean sis-util?", messageOf("v6.1+no-sis-utils"));
        assertEquals("unknown patch 'eevdf'; known are " + String.join(", ", Patches.ids()), messageOf("v6.1+eevdf"));
        assertEquals("unknown kernel 'v9.9'; known are " + String.join(", ", Kernels.ids()), messageOf("v9.9"));
        assertTrue(messageOf("v6.1+").startsWith("unknown patch ''"));
    }

    @Test
    void whatNoModelHasIsRefusedWithTheReason() {
        assertTrue(messageOf("v5.11+sis-scan-depth").startsWith("sis-scan-depth is not modelled: "));
        assertTrue(messageOf("v5.11+no-sis-prop-core-scan").startsWith("sis-prop-core-scan is not modelled: "));
    }

    @Test
    void aBundleIsItsParts() {
        KernelModel both = Kernels.parse("v6.1+cluster-wakeup");
        assertEquals("v6.1+cluster-wakeup", both.name());
        assertEquals(Kernels.parse("v6.1+cluster-prev+cluster-scan").series(), both.series());
        assertTrue(both.decidesLike(Patches.CLUSTER_WAKEUP.apply(Kernels.model("v6.1"))));
        KernelModel none = Kernels.parse("v6.12+no-cluster-wakeup");
        assertFalse(Patches.CLUSTER_SCAN.in(none.series()) || Patches.CLUSTER_PREV.in(none.series()));
        assertTrue(none.decidesLike(Kernels.parse("v6.12+no-cluster-scan+no-cluster-prev")));
        assertFalse(
                Patches.CLUSTER_WAKEUP.in(Kernels.parse("v6.12+no-cluster-prev").series()));
    }

    @Test
    void theVersionMayStandWithoutItsLetter() {
        assertEquals("v6.1", Kernels.model("6.1").name());
    }

    @Test
    void aVariantIsNamedAsItWasAskedFor() {
        assertEquals(
                "v6.1+no-sis-single-pass+cluster-wakeup",
                Kernels.parse("v6.1+no-sis-single-pass+cluster-wakeup").name());
        assertEquals(
                "v6.1+no-sis-util+cluster-wakeup",
                Kernels.variant(Kernels.parse("v6.1+no-sis-util"), "cluster-wakeup")
                        .name());
    }

    @Test
    void everyRowIsThePreviousOnePlusItsPatches() {
        for (Kernels row : Kernels.values()) {
            Kernels previous = row.previous();
            if (previous == null) continue;
            String added =
                    String.join("+", row.patches().stream().map(Patches::id).toList());
            KernelModel built = added.isEmpty() ? previous.model() : Kernels.variant(previous.model(), added);
            assertEquals(row.model().series(), built.series());
            assertTrue(row.model().decidesLike(built), row.id());
            int order = previous.release().compareTo(row.release());
            assertTrue(row == Kernels.TIP_2022_11 ? order == 0 : order < 0, row.id());
        }
    }

    @Test
    void takingAPatchOffAndPuttingItOnAgainGivesTheSameKernel() {
        for (Kernels row : Kernels.values())
            for (String id : row.model().series()) {
                KernelModel off = Kernels.variant(row.model(), "no-" + id);
                assertFalse(off.series().contains(id));
                KernelModel again = Kernels.variant(off, id);
                assertEquals(row.model().series(), again.series());
                assertTrue(again.decidesLike(row.model()), row.id() + " " + id);
            }
    }

    @Test
    void theOrderOfAskingDoesNotMatter() {
        KernelModel a = Kernels.parse("v5.11+sis-flag-fix+sis-single-pass+recent-used-mask+recent-used-new");
        KernelModel b = Kernels.parse("v5.11+recent-used-new+recent-used-mask+sis-single-pass+sis-flag-fix");
        assertTrue(a.decidesLike(b));
        assertFalse(a.idleSearch().clearsWakersFlag(), "the fix stands behind what it fixes");
    }

    @Test
    void aPatchThatWasMergedIsInTheFirstMainlineRowSinceAndInAllLater() {
        for (Kernels row : Kernels.values()) {
            if (!row.isMainline()) continue;
            for (Patches patch : Patches.values()) {
                Release since = patch.since();
                assertEquals(
                        since != null && since.compareTo(row.release()) <= 0,
                        patch.in(row.model().series()),
                        patch.id() + " in " + row.id());
            }
        }
    }

    private static String messageOf(String spec) {
        return String.valueOf(
                assertThrows(UsageException.class, () -> Kernels.parse(spec)).getMessage());
    }
}
