package rewake;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;
import rewake.bytes.TraceBytes;
import rewake.catalogue.Formats;
import rewake.event.PeltDialect;
import rewake.parser.TraceFormatException;
import rewake.parser.TraceReader;

/**
 * Every shipped trace in every door, cut and changed: the answer is an error of one line with file and offset, or events and
 * counted losses. A cut file is never taken for a whole one, and what skimming tells is what reading tells, damaged or not.
 */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DamageTest {
    private static final int CUTS = 200;
    private static final int FLIPS = 100;
    private static final int TEXT_MAX = 200_000;
    private static final long CASE_MAX_NS = TimeUnit.SECONDS.toNanos(10);

    /** A trace in a door. */
    record Sample(String name, byte[] bytes, boolean text) {
        @Override
        public String toString() {
            return name + ", " + bytes.length + " bytes";
        }
    }

    static Stream<Sample> samples() throws IOException {
        var samples = new ArrayList<Sample>();
        Path traces = Project.root().resolve("traces");
        try (Stream<Path> files = Files.walk(traces)) {
            for (Path file : files.sorted().toList()) {
                String name = traces.relativize(file).toString();
                if (name.matches(".*/(perf\\.data|trace\\.dat)"))
                    samples.add(new Sample(name, Files.readAllBytes(file), false));
                else if (name.matches(".*/(trace|perf-script|trace-cmd-report)\\.txt\\.gz"))
                    samples.add(new Sample(name.replace(".gz", ""), firstLines(unpacked(file)), true));
            }
        }
        for (Sample small : List.of(smallest(samples, false), smallest(samples, true))) {
            samples.add(new Sample(small.name + ".gz", gzip(small.bytes), false));
            samples.add(new Sample(small.name + ".xz", xz(small.bytes), false));
            samples.add(new Sample(small.name + ".zst", Zstd.compress(small.bytes), false));
        }
        return samples.stream();
    }

    private static Sample smallest(List<Sample> samples, boolean text) {
        return samples.stream()
                .filter(s -> s.text == text)
                .min(Comparator.comparingInt(s -> s.bytes.length))
                .orElseThrow();
    }

    private static byte[] unpacked(Path file) throws IOException {
        try (var in = new GZIPInputStream(new ByteArrayInputStream(Files.readAllBytes(file)))) {
            return in.readAllBytes();
        }
    }

    /** The lines of a text resemble each other: its start is as good as all of it. */
    private static byte[] firstLines(byte[] text) {
        int end = Math.min(text.length, TEXT_MAX);
        while (text[end - 1] != '\n') end--;
        return Arrays.copyOf(text, end);
    }

    private static byte[] gzip(byte[] bytes) throws IOException {
        var out = new ByteArrayOutputStream();
        try (var packed = new GZIPOutputStream(out)) {
            packed.write(bytes);
        }
        return out.toByteArray();
    }

    private static byte[] xz(byte[] bytes) throws IOException {
        var out = new ByteArrayOutputStream();
        try (var packed = new XZOutputStream(out, new LZMA2Options(1))) {
            packed.write(bytes);
        }
        return out.toByteArray();
    }

    @ParameterizedTest
    @MethodSource("samples")
    void aWholeFileLosesNothing(Sample sample) {
        Told told = Objects.requireNonNull(Told.of(sample.bytes));
        assertThat(told.loss).isFalse();
        assertThat(told.counted.cpus()).isNotEmpty();
    }

    @ParameterizedTest
    @MethodSource("samples")
    void aCutFileIsNeverTakenForAWholeOne(Sample sample) {
        int size = sample.bytes.length;
        var random = new SplittableRandom(size);
        int refused = 0;
        for (int i = 0; i < 64 + CUTS; i++) {
            int length = i < 64 ? (int) ((long) size * i / 64) : random.nextInt(size);
            byte[] cut = Arrays.copyOf(sample.bytes, length);
            boolean wholeLine = sample.text && length > 0 && nothingMisses(sample.bytes, length);
            Told told = Told.of(cut);
            if (told == null) refused++;
            else if (!wholeLine) assertThat(told.loss()).as("cut at " + length).isTrue();
        }
        assertThat(refused).as("nothing at all is refused").isPositive();
    }

    /** Between two lines, before a newline, or behind the unit of a number, what is left of a text is as whole as a whole one. */
    private static boolean nothingMisses(byte[] text, int length) {
        return text[length - 1] == '\n' || text[length] == '\n' || text[length - 1] == ']';
    }

    @ParameterizedTest
    @MethodSource("samples")
    void changedBytesAreAnErrorOrCountedOrHarmless(Sample sample) {
        var random = new SplittableRandom(sample.bytes.length);
        for (int i = 0; i < FLIPS; i++) {
            byte[] copy = sample.bytes.clone();
            for (int flips = 1 + random.nextInt(8); flips > 0; flips--)
                copy[place(random, copy.length)] = (byte) random.nextInt(256);
            Told.of(copy);
        }
    }

    /** A third each: in the header, at the end (where perf.data has its features), anywhere. */
    private static int place(SplittableRandom random, int length) {
        int ends = Math.min(8192, length);
        return switch (random.nextInt(3)) {
            case 0 -> random.nextInt(ends);
            case 1 -> length - 1 - random.nextInt(ends);
            default -> random.nextInt(length);
        };
    }

    /** What a trace told. */
    private record Told(Counted counted, boolean loss) {
        /** Reads and skims; null where the file was refused as it should be. */
        static @Nullable Told of(byte[] bytes) {
            long start = System.nanoTime();
            Told told = told(bytes);
            assertThat(System.nanoTime() - start).isLessThan(CASE_MAX_NS);
            return told;
        }

        private static @Nullable Told told(byte[] bytes) {
            try (TraceReader reader = open(bytes);
                    TraceReader again = open(bytes)) {
                Counted read = Counted.read(reader);
                assertThat(Counted.skimmed(again)).isEqualTo(read);
                return new Told(read, reader.stats().anyLoss());
            } catch (TraceFormatException e) {
                assertThat(e.getMessage()).matches("damaged at (0x[0-9a-f]+|line \\d+): [^\\n]+");
                return null;
            }
        }

        private static TraceReader open(byte[] bytes) throws TraceFormatException {
            return Formats.open(TraceBytes.of("damaged", bytes), PeltDialect.standard());
        }
    }
}
