package rewake.bytes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.ZstdOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

@Timeout(60)
class UnwrappedTest {
    private interface Packer {
        OutputStream around(OutputStream out) throws IOException;
    }

    private static Packer packer(Wrapping wrapping) {
        return switch (wrapping) {
            case GZIP -> GZIPOutputStream::new;
            case XZ -> out -> new XZOutputStream(out, new LZMA2Options(1));
            case ZSTD -> ZstdOutputStream::new;
            case ATRACE ->
                out -> {
                    out.write("TRACE:\n".getBytes(StandardCharsets.US_ASCII));
                    return new DeflaterOutputStream(out);
                };
        };
    }

    private static byte[] pack(Wrapping wrapping, byte[] content) throws IOException {
        var out = new ByteArrayOutputStream();
        try (OutputStream packed = packer(wrapping).around(out)) {
            packed.write(content);
        }
        return out.toByteArray();
    }

    private static byte[] content(int size) {
        byte[] content = new byte[size];
        var random = new SplittableRandom(size);
        for (int i = 0; i < size; i++) content[i] = (byte) ('a' + random.nextInt(4));
        return content;
    }

    private static byte[] all(TraceBytes bytes) {
        return bytes.copy(0, (int) bytes.size());
    }

    @ParameterizedTest
    @EnumSource
    void whatWasPackedComesOutInMemoryOrThroughAFile(Wrapping wrapping) throws IOException {
        for (int size : new int[] {1, 1000, Unwrapped.MEMORY_MAX, Unwrapped.MEMORY_MAX + 1}) {
            byte[] content = content(size);
            Unwrapped inside = Unwrapped.of(TraceBytes.of("x", pack(wrapping, content)));
            assertThat(inside.damage()).isNull();
            assertThat(Arrays.equals(all(inside.bytes()), content))
                    .as("%d bytes", size)
                    .isTrue();
            assertThat(inside.bytes().name()).isEqualTo("x");
            inside.bytes().close();
        }
    }

    @Test
    void theTemporaryFileHasNoNameWhileItIsRead() throws IOException {
        long before = temporaries();
        Unwrapped inside = Unwrapped.of(TraceBytes.of("x", pack(Wrapping.GZIP, content(Unwrapped.MEMORY_MAX + 100))));
        assertThat(temporaries()).isEqualTo(before);
        assertThat(inside.bytes().u8(Unwrapped.MEMORY_MAX)).isBetween((int) 'a', (int) 'd');
        inside.bytes().close();
    }

    private static long temporaries() throws IOException {
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.filter(f -> f.getFileName().toString().matches("rewake.*\\.unpacked"))
                    .count();
        }
    }

    @Test
    void wrappingsMayBeNestedThreeDeep() throws IOException {
        byte[] content = content(5000);
        byte[] three = pack(Wrapping.GZIP, pack(Wrapping.XZ, pack(Wrapping.ZSTD, content)));
        assertThat(all(Unwrapped.of(TraceBytes.of("x", three)).bytes())).isEqualTo(content);
        assertThatThrownBy(() -> Unwrapped.of(TraceBytes.of("x", pack(Wrapping.GZIP, three))))
                .hasMessageContaining("more than 3 times");
    }

    @Test
    void severalMembersAreOneContent() throws IOException {
        for (Wrapping wrapping : new Wrapping[] {Wrapping.GZIP, Wrapping.ZSTD, Wrapping.XZ}) {
            var two = new ByteArrayOutputStream();
            two.write(pack(wrapping, content(1000)));
            two.write(pack(wrapping, content(2000)));
            assertThat(Unwrapped.of(TraceBytes.of("x", two.toByteArray()))
                            .bytes()
                            .size())
                    .as(wrapping.name())
                    .isEqualTo(3000);
        }
    }

    @Test
    void whatIsNotPackedComesBackAsItIs() throws IOException {
        TraceBytes bytes = TraceBytes.of("x", content(100));
        assertThat(Unwrapped.of(bytes).bytes()).isSameAs(bytes);
        assertThat(bytes.u8(0)).isPositive();
    }

    @ParameterizedTest
    @EnumSource
    void aCutStreamGivesWhatCameBeforeTheCut(Wrapping wrapping) throws IOException {
        byte[] content = content(3_000_000);
        byte[] packed = pack(wrapping, content);
        Unwrapped inside = Unwrapped.of(TraceBytes.of("x", Arrays.copyOf(packed, packed.length * 3 / 4)));
        assertThat(inside.damage()).startsWith(wrapping + " stream damaged or cut");
        byte[] got = all(inside.bytes());
        assertThat(got.length).isBetween(500_000, content.length - 1);
        assertThat(Arrays.equals(got, 0, got.length, content, 0, got.length)).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void damageNeverHangsOrThrowsAnythingElse(Wrapping wrapping) throws IOException {
        byte[] packed = pack(wrapping, content(20_000));
        var random = new SplittableRandom(3);
        for (int i = 0; i < 400; i++) {
            byte[] copy = packed.clone();
            for (int f = 0; f < 3; f++) copy[random.nextInt(12, copy.length)] = (byte) random.nextInt(256);
            try {
                Unwrapped.of(TraceBytes.of("x", copy)).bytes().close();
            } catch (IOException e) {
                assertThat(e.getMessage()).isNotBlank().doesNotContain("\n");
            }
        }
    }

    @Test
    void aBombIsStoppedAtItsLimit() throws IOException {
        byte[] zeros = new byte[1 << 20];
        var out = new ByteArrayOutputStream();
        try (OutputStream packed = new ZstdOutputStream(out)) {
            for (int i = 0; i < 64; i++) packed.write(zeros);
        }
        assertThat(out.size() * Unwrapped.RATIO_MAX).isLessThan(32 << 20);
        assertThat(Unwrapped.of(TraceBytes.of("x", out.toByteArray())).bytes().size())
                .isEqualTo(64 << 20);
        assertThatThrownBy(() -> Unwrapped.of(TraceBytes.of("x", out.toByteArray()), 32 << 20))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("unpacks to more than 33554432 bytes");
    }
}
