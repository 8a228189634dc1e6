package rewake.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import rewake.bytes.Checksums;
import rewake.catalogue.Formats;
import rewake.event.Comms;
import rewake.event.EventConsumer;
import rewake.event.EventTally;
import rewake.event.ImportStats;
import rewake.event.PeltDialect;
import rewake.event.TraceFacts;
import rewake.measure.Census;
import rewake.measure.Evidence;
import rewake.measure.RecorderShare;
import rewake.parser.TraceReader;
import rewake.store.TimeCheck;
import rewake.store.TimeMerge;

/** One pass over one trace: opens it, feeds the consumers of a command, and knows the evidence of what was read. */
final class TraceRun implements AutoCloseable {
    private final String name;
    private final Path file;
    private final TraceReader reader;
    private final TraceFacts facts;
    private final Census census = new Census();
    private final @Nullable RecorderShare recorder;
    private final boolean showsProgress;
    private final @Nullable CompletableFuture<String> crc32c;
    private final @Nullable CompletableFuture<String> sha256;

    private TraceRun(String name, Path file, TraceOptions options, Output output, TraceReader reader)
            throws IOException {
        this.name = name;
        this.file = file;
        this.reader = reader;
        facts = options.topology == null ? reader.facts() : TopologyFile.over(reader.facts(), options.topology);
        recorder = output.showsEvidence() ? new RecorderShare(facts, reader.comms()) : null;
        showsProgress = Terminal.ERR && !output.quiet && !output.noProgress;
        crc32c = output.showsEvidence() ? later(Checksums::crc32c) : null;
        sha256 = options.hash ? later(Checksums::sha256) : null;
    }

    static TraceRun open(Input input, TraceOptions options, Output output) throws IOException {
        Path file = input.file();
        String shown = input.name().equals("-") ? "standard input" : input.name();
        TraceReader reader = Formats.open(file, shown, PeltDialect.standard());
        try {
            return new TraceRun(input.name(), file, options, output, reader);
        } catch (IOException | RuntimeException e) {
            reader.close();
            throw e;
        }
    }

    /** Facts, with the topology the user gave. */
    TraceFacts facts() {
        return facts;
    }

    Comms comms() {
        return reader.comms();
    }

    ImportStats stats() {
        return reader.stats();
    }

    Census census() {
        return census;
    }

    /** Reads all events into {@code consumer}. */
    void read(EventConsumer consumer) throws IOException {
        EventConsumer all = new FanOut(consumer, census, recorder == null ? (_, _) -> {} : recorder);
        try (Progress progress = new Progress(name, java.nio.file.Files.size(file), showsProgress)) {
            TimeMerge merge = new TimeMerge(progress.watching(all), reader.stats());
            reader.read(merge);
            merge.finish();
        }
    }

    /** Goes through all events for what {@link #census} and {@link #stats} tell, and for the evidence where it is shown. */
    void skim() throws IOException {
        if (recorder != null) {
            read((_, _) -> {});
            return;
        }
        try (Progress progress = new Progress(name, java.nio.file.Files.size(file), showsProgress)) {
            skim(reader, progress.watchingTally(census), reader.stats());
        }
    }

    /** First and last event, by a pass of its own. */
    Census span() throws IOException {
        var whole = new Census();
        try (TraceReader again = Formats.open(file)) {
            skim(again, whole, new ImportStats());
        }
        return whole;
    }

    private static void skim(TraceReader reader, EventTally tally, ImportStats stats) throws IOException {
        var check = new TimeCheck(tally, stats);
        reader.skim(check);
        check.finish();
    }

    /**
     * The evidence of this trace, to which the command adds its own. What costs time to find out (checksum, recorder's share)
     * is left out where no output shows it.
     */
    Evidence evidence(String command) throws IOException {
        return new Evidence(Rewake.Version.text(), command)
                .trace(
                        name,
                        java.nio.file.Files.size(file),
                        crc32c == null ? null : joined(crc32c),
                        sha256 == null ? null : joined(sha256),
                        facts,
                        census)
                .losses(stats())
                .recorderShare(recorder == null ? null : recorder.share());
    }

    @Override
    public void close() {
        reader.close();
    }

    private interface Sum {
        String of(Path file) throws IOException;
    }

    private CompletableFuture<String> later(Sum sum) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return sum.of(file);
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
