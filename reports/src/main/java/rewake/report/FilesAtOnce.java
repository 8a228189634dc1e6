package rewake.report;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Files that come into a folder whole and together. Each is written under a temporary name; {@link #commit} gives all of
 * them their own. Closed without that, it takes them away again, and the folder too where it was not there before.
 */
public final class FilesAtOnce implements AutoCloseable {
    private final Path folder;
    private final boolean made;
    private final Map<Path, Path> finalByTemporary = new LinkedHashMap<>();
    private boolean committed;

    /**
     * Makes the folder where it is missing.
     *
     * @throws NotDirectoryException where the folder is a file
     */
    public FilesAtOnce(Path folder) throws IOException {
        if (Files.exists(folder) && !Files.isDirectory(folder)) {
            throw new NotDirectoryException(folder + " is a file; name a folder");
        }
        this.folder = folder;
        made = !Files.isDirectory(folder);
        try {
            Files.createDirectories(folder);
        } catch (FileAlreadyExistsException e) {
            throw new NotDirectoryException(e.getFile() + " is in the way and is no folder");
        } catch (AccessDeniedException e) {
            throw denied(e);
        } catch (NoSuchFileException e) {
            throw new IOException(folder + ": no folder can be made there", e);
        }
    }

    /** Such an exception's own message is the bare path. */
    private static IOException denied(AccessDeniedException e) {
        return new IOException(e.getFile() + ": permission denied", e);
    }

    /** Writes one file under a temporary name; the body opens and closes it. */
    public void add(String name, Body body) throws IOException {
        Path target = folder.resolve(name);
        if (Files.isDirectory(target)) throw new FileSystemException(target + " is a folder, where a file must go");
        Path temporary =
                folder.resolve("." + name + "." + ProcessHandle.current().pid() + ".tmp");
        temporary.toFile().deleteOnExit(); // an interrupted run leaves nothing either
        finalByTemporary.put(temporary, target);
        try {
            body.write(temporary);
        } catch (AccessDeniedException e) {
            throw denied(e);
        }
    }

    /** Gives all files their names, in the order they were added, replacing what was there; returns them. */
    public List<Path> commit() throws IOException {
        for (var file : finalByTemporary.entrySet()) {
            Files.move(file.getKey(), file.getValue(), ATOMIC_MOVE, REPLACE_EXISTING);
        }
        committed = true;
        return List.copyOf(finalByTemporary.values());
    }

    @Override
    public void close() throws IOException {
        if (committed) return;
        for (Path temporary : finalByTemporary.keySet()) Files.deleteIfExists(temporary);
        if (made) removeIfEmpty();
    }

    private void removeIfEmpty() throws IOException {
        boolean empty;
        try (var files = Files.list(folder)) {
            empty = files.findAny().isEmpty();
        }
        if (empty) Files.delete(folder);
    }

    /** Writes a file's content. */
    @FunctionalInterface
    public interface Body {
        /** Opens the path, writes, closes. */
        void write(Path path) throws IOException;
    }
}
