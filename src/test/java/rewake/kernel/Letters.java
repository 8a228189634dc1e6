package rewake.kernel;

import rewake.catalogue.Kernels;

/** The kernels of the vector table by their letters: generations of the same function, and R, an RFC on B. */
final class Letters {
    static final String ALL = "ABRCDEFG";

    private Letters() {}

    static KernelModel kernel(char letter) {
        return switch (letter) {
            case 'A' -> Kernels.model("v5.4");
            case 'B' -> Kernels.model("v5.11");
            case 'R' -> Kernels.parse("v5.11+sis-cluster-rfc-v2");
            case 'C' -> Kernels.model("v5.12");
            case 'D' -> Kernels.model("v5.13");
            case 'E' -> Kernels.parse("v5.15+kthread-stack-in-task");
            case 'F' -> Kernels.model("v6.1.y");
            case 'G' -> Kernels.model("v6.12.y");
            default -> throw new IllegalArgumentException("letter " + letter);
        };
    }

    /** Whether {@code letter} is a kernel of {@code first} or later; R counts as the kernel that it was posted on. */
    static boolean since(char letter, char first) {
        return (letter == 'R' ? 'B' : letter) >= first;
    }
}
