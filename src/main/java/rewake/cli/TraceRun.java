package rewake.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import rewake.catalogue.Formats;
import rewake.catalogue.UsageException;
import rewake.event.CgroupPaths;
import rewake.event.Comms;
import rewake.event.EventBatch;
import rewake.event.EventConsumer;
import rewake.event.EventKind;
import rewake.event.EventTally;
import rewake.event.ImportStats;
import rewake.event.PeltDialect;
import rewake.event.PeltEvent;
import rewake.event.TraceFacts;
import rewake.measure.Census;
import rewake.measure.Evidence;
import rewake.measure.RecorderShare;
import rewake.parser.TraceReader;
import rewake.replay.Cgroups;
import rewake.replay.pelt.PeltSurvey;
import rewake.store.JoinedFacts;
import rewake.store.JoinedTraces;
import rewake.store.StoppedCpus;
import rewake.store.TimeCheck;
import rewake.store.TimeMerge;
import rewake.store.TraceSource;

/**
 * One pass over one trace, of one file or several: opens it, feeds the consumers of a command, and knows the evidence of what
 * was read.
 */
final class TraceRun implements AutoCloseable {
    private final Door door;
    private final List<TraceFile> files = new ArrayList<>();
    /** Of each file by its own clock; of a single file that is read as it is, the run's. */
    private final List<Census> fileCensus;

    private final TraceReader reader;
    private final TraceFacts facts;
    private final Census census;
    private final @Nullable RecorderShare recorder;
    private final boolean showsProgress;

    private TraceRun(Door door, Opened opened, TraceOptions options, Output output) throws IOException {
        this.door = door;
        reader = opened.reader;
        fileCensus = opened.census;
        census = reader instanceof JoinedTraces ? new Census() : fileCensus.getFirst();
        facts = options.topology == null ? reader.facts() : TopologyFile.over(reader.facts(), options.topology);
        for (int i = 0; i < door.inputs.size(); i++)
            files.add(new TraceFile(
                    door.inputs.get(i),
                    door.offsets.get(i),
                    opened.readers.get(i),
                    output.showsEvidence(),
                    options.hash));
        recorder = output.showsEvidence() ? new RecorderShare(facts, reader.comms()) : null;
        showsProgress = Terminal.ERR && !output.quiet && !output.noProgress;
    }

    static TraceRun open(Input input, TraceOptions options, Output output) throws IOException {
        Door door = Door.of(input, options);
        Opened opened = door.open();
        try {
            return new TraceRun(door, opened, options, output);
        } catch (IOException | RuntimeException e) {
            opened.reader.close();
            throw e;
        }
    }

    /** Facts, with the topology the user gave. */
    TraceFacts facts() {
        return facts;
    }

    /** The files it is of, in the order they were given. */
    List<TraceFile> files() {
        return files;
    }

    Comms comms() {
        return reader.comms();
    }

    CgroupPaths paths() {
        return reader.paths();
    }

    ImportStats stats() {
        return reader.stats();
    }

    Census census() {
        return census;
    }

    /** What the user asked for that the trace could not follow. */
    List<String> notes() {
        var notes = new ArrayList<String>();
        door.peltEvents.forEach((name, event) -> {
            String why = PeltEventsFile.whyUnused(name, event, facts);
            if (why != null) notes.add(why);
        });
        return notes;
    }

    /** Reads all events into {@code consumer}. */
    void read(EventConsumer consumer) throws IOException {
        var stopped = new StoppedCpus();
        EventConsumer all = recorder == null
                ? new FanOut(consumer, census, stopped)
                : new FanOut(consumer, census, stopped, recorder);
        try (Progress progress = progress()) {
            pass(reader, progress.watching(all), reader.stats());
        }
        stopped.count(reader.stats());
    }

    /** Goes through all events for what {@link #census} and {@link #stats} tell, and for the evidence where it is shown. */
    void skim() throws IOException {
        skim(new Nobody());
    }

    /** The same for {@code also}, which gets them one way or the other. */
    <T extends EventConsumer & EventTally> void skim(T also) throws IOException {
        if (recorder != null) {
            read(also);
            return;
        }
        var silent = new StoppedCpus();
        var all = new TallyFanOut(census, silent, also);
        try (Progress progress = progress()) {
            skim(reader, progress.watchingTally(all), reader.stats());
        }
        if (!silent.anySilent()) return;
        var stopped = new StoppedCpus(); // whether they were busy only rows can tell
        readAgain(_ -> stopped);
        stopped.count(reader.stats());
    }

    /** First and last event, by a pass of its own. */
    Census span() throws IOException {
        var whole = new Census();
        try (TraceReader again = door.open().reader) {
            skim(again, whole, new ImportStats());
        }
        return whole;
    }

    /** Reads all events once more, by a pass with names of its own, that counts no losses. */
    void readAgain(Function<Comms, EventConsumer> consumer) throws IOException {
        try (TraceReader again = door.open().reader) {
            pass(again, consumer.apply(again.comms()), new ImportStats());
        }
    }

    /** The task groups that load tracking events tell, by a pass of its own where there are any. */
    Cgroups recordedCgroups() throws IOException {
        return facts.records(EventKind.PELT_CFS) ? survey().cgroups() : Cgroups.FLAT;
    }

    /** What a replay of loads has to know beforehand, by a pass of its own. */
    PeltSurvey survey() throws IOException {
        try (TraceReader again = door.open().reader) {
            var survey = new PeltSurvey(again.paths());
            pass(again, survey, new ImportStats());
            return survey;
        }
    }

    private Progress progress() throws IOException {
        long bytes = 0;
        for (TraceFile file : files) bytes += file.bytes();
        return new Progress(
                files.size() == 1 ? files.getFirst().name() : files.size() + " traces", bytes, showsProgress);
    }

    private static void pass(TraceReader reader, EventConsumer consumer, ImportStats stats) throws IOException {
        TimeMerge merge = new TimeMerge(consumer, stats);
        reader.read(merge);
        merge.finish();
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
        return addTo(new Evidence(Rewake.Version.text(), command));
    }

    /** The same, added to evidence that may hold other traces. */
    Evidence addTo(Evidence evidence) throws IOException {
        int first = evidence.traces();
        for (int i = 0; i < files.size(); i++) {
            TraceFile file = files.get(i);
            evidence.trace(file.evidence(files.size() == 1 ? facts : file.facts(), fileCensus.get(i)));
        }
        if (files.size() > 1)
            for (int i = 0; i < files.size(); i++)
                evidence.lossesOf(first + i, files.get(i).stats());
        return evidence.topology(facts.topology())
                .losses(first == 0 ? null : files.getFirst().name(), stats())
                .recorderShare(recorder == null ? null : recorder.share());
    }

    @Override
    public void close() {
        reader.close();
    }

    /** What is opened, once or more often. */
    private record Door(List<Input.Named> inputs, List<@Nullable Long> offsets, Map<String, PeltEvent> peltEvents) {
        static Door of(Input input, TraceOptions options) throws IOException {
            List<@Nullable Long> offsets = input.offsets();
            Map<String, PeltEvent> events =
                    options.peltEvents == null ? Map.of() : PeltEventsFile.read(options.peltEvents);
            return new Door(input.files(), offsets, events);
        }

        Opened open() throws IOException {
            PeltDialect dialect = PeltDialect.standard().with(peltEvents);
            var readers = new ArrayList<TraceReader>();
            try {
                for (Input.Named input : inputs) readers.add(Formats.open(input.file(), input.shown(), dialect));
                return opened(readers);
            } catch (IOException | RuntimeException e) {
                readers.forEach(TraceReader::close);
                throw e;
            }
        }

        private Opened opened(List<TraceReader> readers) {
            var census = new ArrayList<Census>();
            for (TraceReader _ : readers) census.add(new Census());
            if (readers.size() == 1 && offsets.getFirst() == null)
                return new Opened(readers.getFirst(), readers, census);
            var sources = new ArrayList<TraceSource>();
            for (int i = 0; i < readers.size(); i++)
                sources.add(new TraceSource(inputs.get(i).name(), readers.get(i), offsets.get(i), census.get(i)));
            String whyNot = JoinedFacts.whyNot(sources);
            if (whyNot != null) throw new UsageException(whyNot);
            return new Opened(new JoinedTraces(sources), readers, census);
        }
    }

    private static final class Nobody implements EventConsumer, EventTally {
        @Override
        public void event(EventBatch batch, int row) {}

        @Override
        public void event(int cpu, EventKind kind, long timeNs, long ref) {}
    }

    private record Opened(TraceReader reader, List<TraceReader> readers, List<Census> census) {}
}
