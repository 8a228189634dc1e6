package rewake.kernel;

import rewake.catalogue.Kernels;

/** The kernels of the vector table by their letters: five generations of the same function. */
final class Letters {
    private Letters() {}

    static KernelModel kernel(char letter) {
        return switch (letter) {
            case 'A' -> Kernels.parse("v5.11+no-sched-idle-consistent");
            case 'B' -> Kernels.model("v5.11");
            case 'C' -> Kernels.model("v5.12");
            case 'D' -> Kernels.parse("v5.12+sis-smt-pass+sis-flag-fix");
            case 'E' -> Kernels.parse("v6.1+no-sis-util+no-wakelist-idle");
            case 'F' -> Kernels.model("v6.1");
            case 'G' -> Kernels.model("v6.12");
            default -> throw new IllegalArgumentException("letter " + letter);
        };
    }
}
