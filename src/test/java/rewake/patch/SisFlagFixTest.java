package rewake.patch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import rewake.catalogue.Kernels;
import rewake.kernel.KernelModel;
import rewake.kernel.Scene;

/** L2S: waker on CPU 0 (LLC 0), target 4 (LLC 1), CPU 5 idle but its sibling 13 busy, both flags set. */
class SisFlagFixTest {
    private static List<Boolean> flagsAfter(String kernel) {
        Scene scene = new Scene("L2S").waker(0).both(4).idle(5).flag(0, true).flag(1, true);
        assertEquals(5, scene.cpu(Kernels.parse(kernel)));
        return List.of(scene.flagNow(0), scene.flagNow(1));
    }

    @Test
    void withoutItTheWakersFlagIsCleared() {
        assertEquals(List.of(false, true), flagsAfter("v5.12"));
    }

    @Test
    void withItTheFlagOfTheSearchedLlcIsCleared() {
        assertEquals(List.of(true, false), flagsAfter("v5.12+sis-flag-fix"));
    }

    @Test
    void threePassesNeverHadTheMistake() {
        assertEquals(List.of(true, false), flagsAfter("v5.11"));
        KernelModel base = Kernels.model("v5.11");
        assertEquals(true, base.decidesLike(Kernels.variant(base, "sis-flag-fix")));
    }

    @Test
    void takenOffALaterKernelTheMistakeIsBack() {
        assertEquals(List.of(false, true), flagsAfter("v6.12+no-sis-flag-fix"));
    }
}
