package rewake.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import rewake.measure.DiffRepeat;

/** The traces of both sides, two of them read at a time. */
final class DiffRuns implements AutoCloseable {
    private static final int AT_ONCE = 2;

    private final List<DiffRun> all = new ArrayList<>();
    private final int ofA;

    /** Reads one trace. */
    interface Reading {
        DiffRun of(String name) throws IOException;
    }

    DiffRuns(List<String> a, List<String> b, Reading reading) throws IOException {
        ofA = a.size();
        List<Future<DiffRun>> futures = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE)) {
            Stream.concat(a.stream(), b.stream()).forEach(name -> futures.add(threads.submit(() -> reading.of(name))));
        }
        Throwable failed = null;
        for (Future<DiffRun> future : futures) {
            try {
                all.add(future.get());
            } catch (ExecutionException e) {
                if (failed == null) failed = e.getCause();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                failed = new IOException("interrupted", e);
            }
        }
        if (failed != null) fail(failed);
    }

    private void fail(Throwable failed) throws IOException {
        close();
        switch (failed) {
            case IOException io -> throw io;
            case RuntimeException fault -> throw fault;
            case Error error -> throw error;
            default -> throw new IllegalStateException(failed);
        }
    }

    List<DiffRun> all() {
        return all;
    }

    /** A sentence for each recording that is on both sides. */
    List<String> same() throws IOException {
        var lines = new ArrayList<String>();
        for (DiffRun a : all.subList(0, ofA))
            for (DiffRun b : all.subList(ofA, all.size()))
                if (a.run().files().getFirst().same(b.run().files().getFirst()))
                    lines.add(a.repeat().name() + " and " + b.repeat().name()
                            + " are the same recording, byte for byte: nothing can differ");
        return lines;
    }

    List<DiffRepeat> repeatsOfA() {
        return all.subList(0, ofA).stream().map(DiffRun::repeat).toList();
    }

    List<DiffRepeat> repeatsOfB() {
        return all.subList(ofA, all.size()).stream().map(DiffRun::repeat).toList();
    }

    @Override
    public void close() {
        all.forEach(DiffRun::close);
    }
}
