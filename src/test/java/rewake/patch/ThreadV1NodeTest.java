package rewake.patch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import rewake.catalogue.Kernels;
import rewake.kernel.KernelModel;
import rewake.kernel.pelt.TgRules;

class ThreadV1NodeTest {
    @Test
    void isTheStackOfItsParts() {
        KernelModel after = Kernels.parse("v6.5+thread-v1-node");
        assertEquals(TgRules.BASE.withCounters(TgRules.Counters.PER_NODE), after.tg());
        List<String> series = after.series();
        assertEquals(
                List.of("tg-node"),
                series.subList(Kernels.model("v6.5").series().size(), series.size()));
    }
}
