package rewake.patch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import rewake.catalogue.Kernels;
import rewake.kernel.KernelModel;
import rewake.kernel.pelt.TgRules;

class TgNodeTest {
    @Test
    void changesThisRuleAndPlacesNothing() {
        KernelModel before = Kernels.model("v6.5");
        KernelModel after = Kernels.parse("v6.5+tg-node");
        assertEquals(TgRules.BASE, before.tg());
        assertEquals(TgRules.BASE.withCounters(TgRules.Counters.PER_NODE), after.tg());
        assertTrue(before.decidesLike(after));
    }
}
