package rewake.patch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import rewake.catalogue.Kernels;
import rewake.kernel.KernelModel;
import rewake.kernel.pelt.TgRules;

class ThreadV2RateTest {
    @Test
    void isTheStackOfItsParts() {
        KernelModel after = Kernels.parse("v6.5+thread-v2-rate");
        assertEquals(TgRules.BASE.withLimit(TgRules.Limit.SCHED_CLOCK), after.tg());
        List<String> series = after.series();
        assertEquals(
                List.of("tg-ratelimit"),
                series.subList(Kernels.model("v6.5").series().size(), series.size()));
    }
}
