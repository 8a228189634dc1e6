package rewake.bytes;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.function.Consumer;
import java.util.zip.CRC32C;

/** Checksums of whole files, in lower-case hex, read through a window. */
public final class Checksums {
    private static final int WINDOW = 1 << 20;

    private Checksums() {}

    /** CRC-32C, 8 digits. */
    public static String crc32c(Path file) throws IOException {
        var crc = new CRC32C();
        feed(file, crc::update);
        return HexFormat.of().toHexDigits((int) crc.getValue());
    }

    /** SHA-256, 64 digits. */
    public static String sha256(Path file) throws IOException {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            feed(file, digest::update);
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    private static void feed(Path file, Consumer<ByteBuffer> sink) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(WINDOW);
        try (FileChannel channel = FileChannel.open(file)) {
            while (channel.read(buffer.clear()) > 0) sink.accept(buffer.flip());
        }
    }
}
