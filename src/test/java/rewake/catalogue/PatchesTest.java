package rewake.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import rewake.kernel.KernelModel;
import rewake.kernel.Machine;
import rewake.kernel.Scene;

class PatchesTest {
    @Test
    void everyPatchHasARowAndATest() {
        Set<String> rows = Arrays.stream(Patches.values())
                .map(p -> camelCase(p.id()))
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> classes = new TreeSet<>();
        Set<String> tests = new TreeSet<>();
        for (JavaClass c : new ClassFileImporter().importPackages("rewake.patch")) {
            String name = c.getSimpleName();
            if (name.endsWith("Test")) tests.add(name.substring(0, name.length() - "Test".length()));
            else if (!name.equals("package-info")) classes.add(name);
        }
        assertEquals(rows, classes, "rows of Patches against classes of rewake.patch");
        assertEquals(rows, tests, "rows of Patches against test classes of rewake.patch");
    }

    @Test
    void everyPatchChangesSomeKernelThatLacksIt() {
        for (Patches patch : Patches.values())
            assertTrue(
                    Arrays.stream(Kernels.values())
                            .map(Kernels::model)
                            .filter(k -> patch.parts().stream().noneMatch(p -> p.in(k.series())))
                            .map(k -> patch.in(k.series()) ? Kernels.variant(k, "no-" + patch.id()) : k)
                            .anyMatch(k -> !k.decidesLike(patch.apply(k)) || !k.countsLike(patch.apply(k))),
                    patch.id());
    }

    @Test
    void whatIsNotModelledSaysWhyAndIsNoPatch() {
        for (NotModelled row : NotModelled.values()) {
            assertEquals(row.name().toLowerCase(java.util.Locale.ROOT).replace('_', '-'), row.id());
            assertFalse(Patches.ids().contains(row.id()));
            assertTrue(row.why().length() <= 160 && !row.why().endsWith("."), row.why());
            assertTrue(row.link().startsWith("https://lore.kernel.org/all/")
                    || row.link().startsWith("https://git.kernel.org/linus/"));
        }
    }

    @Test
    void aPatchThatMovesOnlyForksSaysSo() {
        var clustered = new Machine(Scene.topology("CL3"));
        String only = "no effect on wake-ups by construction: only forks and execs can differ";
        assertEquals(only, reason(Kernels.model("v5.11"), "sis-cluster-rfc-v2-level-only", clustered));
        assertEquals(only, reason(Kernels.model("v6.12"), "no-cluster-level", clustered));
        assertEquals(only, reason(Kernels.model("v6.12"), "no-fork-numa-idle", clustered));
        assertNull(reason(Kernels.model("v5.11"), "sis-cluster-rfc-v2", clustered));
    }

    @Test
    void everyRowSaysWhatItIs() {
        for (Patches patch : Patches.values()) {
            assertEquals(patch.name().toLowerCase(java.util.Locale.ROOT).replace('_', '-'), patch.id());
            assertTrue(
                    patch.link()
                            .matches("https://lore\\.kernel\\.org/all/[^ <>]+@[^ <>]+/"
                                    + "|https://git\\.kernel\\.org/linus/[0-9a-f]{12}"),
                    patch.link());
            assertTrue(patch.changes().length() <= 90 && !patch.changes().endsWith("."), patch.changes());
            assertFalse(patch.title().isBlank());
        }
    }

    @Test
    void anImpossibleEffectIsSaid() {
        var flat = new Machine(Scene.topology("N8"));
        var smt = new Machine(Scene.topology("S2a"));
        var clustered = new Machine(Scene.topology("CL3"));
        assertEquals("no effect possible on this machine: no clusters", Patches.CLUSTER_WAKEUP.noEffect(smt, true));
        assertNull(Patches.CLUSTER_WAKEUP.noEffect(clustered, true));
        assertEquals("no effect possible on this machine: no SMT", Patches.SIS_SINGLE_PASS.noEffect(flat, true));
        assertNull(Patches.SIS_SINGLE_PASS.noEffect(smt, true));
        assertEquals("no effect possible on this machine: only one LLC", Patches.SIS_FLAG_FIX.noEffect(smt, true));
        assertNull(Patches.SIS_UTIL.noEffect(flat, false));
        assertNull(Patches.SCHED_IDLE_CONSISTENT.noEffect(flat, true));
    }

    @Test
    void aVariantWithoutEffectSaysWhy() {
        KernelModel base = Kernels.model("v6.12");
        var flat = new Machine(Scene.topology("N8"));
        assertEquals("no effect possible on this machine: no clusters", reason(base, "no-cluster-wakeup", flat));
        assertEquals(
                "no effect possible on this machine: no clusters",
                reason(base, "no-cluster-wakeup+no-sis-single-pass", flat));
        assertEquals("no effect possible: the policies are those of v6.12", reason(base, "no-sis-wake-avg-idle", flat));
        assertEquals(
                "no effect possible: the policies are those of v5.11",
                reason(Kernels.model("v5.11"), "sis-prop", flat));
        assertEquals(
                "no effect in this mode: decisions read the group loads of the recorded kernel",
                reason(base, "no-tg-ratelimit", flat));
        assertNull(reason(base, "tg-delay+no-sis-util", flat));
        assertNull(reason(base, "no-cluster-wakeup+no-sis-util", flat));
    }

    private static @Nullable String reason(KernelModel base, String spec, Machine machine) {
        return Kernels.noEffect(base, Kernels.variant(base, spec), machine, false);
    }

    private static String camelCase(String id) {
        return Arrays.stream(id.split("-"))
                .map(w -> Character.toUpperCase(w.charAt(0)) + w.substring(1))
                .collect(Collectors.joining());
    }
}
