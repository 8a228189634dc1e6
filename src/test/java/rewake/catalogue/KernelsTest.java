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
        "6.12.117, v6.12, false",
        "5.11.0, v5.11, false",
        "5.15.0-105-generic, v5.12, false",
        "6.2.0, v6.1, false",
        "6.18.3, v6.12, true",
        "7.2.13, v6.12, true",
        "6.13-rc1, v6.12, true",
        "5.4.18, v5.11, true",
        "4.19.0, v5.11, true",
        "6.12, v6.12, false"
    })
    void aRecordedKernelGetsTheNewestRowThatIsNotNewer(String release, String row, boolean foreign) {
        Kernels.Match match = Kernels.newestNotNewerThan(release);
        assertEquals(row, match.kernel().id());
        assertEquals(foreign, match.foreign());
        assertTrue(match.note().startsWith(release), match.note());
    }

    @Test
    void aKernelBetweenTwoRowsIsToldWhatItMisses() {
        Kernels.Match match = Kernels.newestNotNewerThan("6.8.1");
        assertEquals(List.of("wakelist-pending", "cluster-wakeup"), match.missing());
        assertEquals(
                "6.8.1 is modelled as v6.1 without what was merged in between; nearer is --kernel"
                        + " v6.1+wakelist-pending+cluster-wakeup",
                match.note());
        Kernels.parse("v6.1+" + String.join("+", match.missing()));
        assertEquals(List.of(), Kernels.newestNotNewerThan("6.1.176").missing());
        assertEquals(List.of(), Kernels.newestNotNewerThan("6.12.0").missing());
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
                "v6.12 already has cluster-wakeup; use --patch no-cluster-wakeup or --kernel v6.1",
                messageOf("v6.12+cluster-wakeup"));
        assertEquals(
                "v5.11 already has sched-idle-consistent; use --patch no-sched-idle-consistent",
                messageOf("v5.11+sched-idle-consistent"));
        assertEquals(
                "v5.11+sis-util already has sis-util; use --patch no-sis-util or --kernel v5.12",
                messageOf("v5.11+sis-util+sis-util"));
    }

    @Test
    void takingOffWhatIsMissingNamesBothWaysOut() {
        assertEquals("v5.11 lacks sis-util; use --patch sis-util or --kernel v6.1", messageOf("v5.11+no-sis-util"));
    }

    @Test
    void unknownNamesGetASuggestion() {
        assertEquals(
                "unknown patch 'sis-singel-pass'; did you mean sis-single-pass?", messageOf("v5.11+sis-singel-pass"));
        assertEquals("unknown patch 'sis-utils'; did you mean sis-util?", messageOf("v6.1+no-sis-utils"));
        assertEquals("unknown patch 'eevdf'; known are " + String.join(", ", Patches.ids()), messageOf("v6.1+eevdf"));
        assertEquals("unknown kernel 'v6.2'; known are v5.11, v5.12, v6.1, v6.12", messageOf("v6.2"));
        assertTrue(messageOf("v6.1+").startsWith("unknown patch ''"));
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
            KernelModel built = Kernels.variant(previous.model(), added);
            assertEquals(row.model().series(), built.series());
            assertTrue(row.model().decidesLike(built), row.id());
            assertTrue(previous.release().compareTo(row.release()) < 0);
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

    private static String messageOf(String spec) {
        return String.valueOf(
                assertThrows(UsageException.class, () -> Kernels.parse(spec)).getMessage());
    }
}
