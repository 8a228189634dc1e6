package rewake.parser.tracedat;

import org.jspecify.annotations.Nullable;

/** How trace-cmd compresses: every section and every chunk of CPU data is a frame of its own. */
enum Packing {
    NONE,
    ZLIB,
    ZSTD;

    /** The packing of that name in a file, or null. */
    static @Nullable Packing of(String name) {
        return switch (name) {
            case "", "none" -> NONE;
            case "zlib" -> ZLIB;
            case "zstd" -> ZSTD;
            default -> null;
        };
    }
}
