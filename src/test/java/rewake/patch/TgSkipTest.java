package rewake.patch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import rewake.catalogue.Kernels;
import rewake.kernel.KernelModel;
import rewake.kernel.pelt.TgRules;

class TgSkipTest {
    @Test
    void changesThisRuleAndPlacesNothing() {
        KernelModel before = Kernels.model("v6.5");
        KernelModel after = Kernels.parse("v6.5+tg-skip");
        assertEquals(TgRules.BASE, before.tg());
        assertEquals(TgRules.BASE.withReads(TgRules.Reads.SKIPS), after.tg());
        assertTrue(before.decidesLike(after));
    }
}
