package rewake.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import rewake.bytes.Checksums;
import rewake.event.ImportStats;
import rewake.event.TraceFacts;
import rewake.measure.Census;
import rewake.measure.Evidence;
import rewake.parser.TraceReader;

/** One of the files of a run, and what the evidence says of it. */
final class TraceFile {
    private final Input.Named input;
    private final @Nullable Long offset;
    private final TraceFacts facts;
    private final ImportStats stats;
    private final @Nullable CompletableFuture<String> crc32c;
    private final @Nullable CompletableFuture<String> sha256;

    /**
     * A file that {@code reader} reads.
     *
     * @param offset ns that are added to its times, or null
     */
    TraceFile(Input.Named input, @Nullable Long offset, TraceReader reader, boolean crc32c, boolean sha256) {
        this.input = input;
        this.offset = offset;
        facts = reader.facts();
        stats = reader.stats();
        this.crc32c = crc32c ? later(Checksums::crc32c) : null;
        this.sha256 = sha256 ? later(Checksums::sha256) : null;
    }

    String name() {
        return input.name();
    }

    TraceFacts facts() {
        return facts;
    }

    /** What it alone says. */
    ImportStats stats() {
        return stats;
    }

    /** ns that were added to its times. */
    long offsetNs() {
        return offset == null ? 0 : offset;
    }

    /** Whether both hold the same bytes. */
    boolean same(TraceFile other) throws IOException {
        return Files.mismatch(input.file(), other.input.file()) < 0;
    }

    long bytes() throws IOException {
        return Files.size(input.file());
    }

    /**
     * Its entry in the evidence.
     *
     * @param shown its facts, perhaps with what the user knows better
     * @param census of its rows by its own clock
     */
    Evidence.Trace evidence(TraceFacts shown, Census census) throws IOException {
        return new Evidence.Trace(
                name(),
                bytes(),
                crc32c == null ? null : joined(crc32c),
                sha256 == null ? null : joined(sha256),
                shown,
                census,
                offsetNs());
    }

    private interface Sum {
        String of(Path file) throws IOException;
    }

    private CompletableFuture<String> later(Sum sum) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return sum.of(input.file());
            } catch (IOException e) {
                throw new CompletionException(e);
            }
        });
    }

    private static String joined(CompletableFuture<String> sum) throws IOException {
        try {
            return sum.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof IOException io) throw io;
            throw e;
        }
    }
}
