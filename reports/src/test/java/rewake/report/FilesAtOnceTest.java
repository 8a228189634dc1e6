package rewake.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FilesAtOnceTest {
    @TempDir
    Path dir;

    @Test
    void filesComeTogether() throws IOException {
        Path folder = dir.resolve("a/b");
        try (var files = new FilesAtOnce(folder)) {
            files.add("one", path -> Files.writeString(path, "1"));
            files.add("two", path -> Files.writeString(path, "2"));
            assertThat(folder.resolve("one")).doesNotExist();
            assertThat(files.commit()).containsExactly(folder.resolve("one"), folder.resolve("two"));
        }
        assertThat(list(folder)).containsExactly("one", "two");
        assertThat(folder.resolve("two")).hasContent("2");
    }

    @Test
    void aFailureLeavesTheFolderAsItWas() throws IOException {
        Files.writeString(dir.resolve("one"), "before");
        Files.writeString(dir.resolve("foreign"), "mine");
        assertThatThrownBy(() -> writeThenFail(dir)).hasMessage("disk full");
        assertThat(list(dir)).containsExactly("foreign", "one");
        assertThat(dir.resolve("one")).hasContent("before");
    }

    @Test
    void aFailureTakesAwayTheFolderItMade() {
        assertThatThrownBy(() -> writeThenFail(dir.resolve("new"))).hasMessage("disk full");
        assertThat(dir.resolve("new")).doesNotExist();
    }

    @Test
    void whereNoFolderCanBeMadeThatIsSaid() {
        Path folder = Path.of("/proc/rewake");
        assumeTrue(Files.isDirectory(Path.of("/proc")), "no /proc here");
        assertThatThrownBy(() -> new FilesAtOnce(folder).close())
                .hasMessage("/proc/rewake: no folder can be made there");
    }

    @Test
    void existingFilesAreReplacedAndForeignOnesStay() throws IOException {
        Files.writeString(dir.resolve("one"), "before");
        Files.writeString(dir.resolve("foreign"), "mine");
        try (var files = new FilesAtOnce(dir)) {
            files.add("one", path -> Files.writeString(path, "after"));
            files.commit();
        }
        assertThat(dir.resolve("one")).hasContent("after");
        assertThat(dir.resolve("foreign")).hasContent("mine");
    }

    @Test
    void aFileIsNoFolder() throws IOException {
        Path file = Files.writeString(dir.resolve("file"), "precious");
        assertThatThrownBy(() -> new FilesAtOnce(file))
                .isInstanceOf(NotDirectoryException.class)
                .hasMessageEndingWith("file is a file; name a folder");
        assertThatThrownBy(() -> new FilesAtOnce(file.resolve("below")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("below: ");
        Path dangling = Files.createSymbolicLink(dir.resolve("dangling"), dir.resolve("nowhere"));
        assertThatThrownBy(() -> new FilesAtOnce(dangling))
                .hasMessageEndingWith("dangling is in the way and is no folder");
        assertThat(file).hasContent("precious");
    }

    @Test
    void aFolderInTheWayOfAFileIsFoundBeforeAnythingIsReplaced() throws IOException {
        Files.writeString(dir.resolve("one"), "before");
        Files.createDirectory(dir.resolve("two"));
        assertThatThrownBy(() -> {
                    try (var files = new FilesAtOnce(dir)) {
                        files.add("one", path -> Files.writeString(path, "after"));
                        files.add("two", path -> Files.writeString(path, "2"));
                        files.commit();
                    }
                })
                .hasMessageEndingWith("two is a folder, where a file must go");
        assertThat(list(dir)).containsExactly("one", "two");
        assertThat(dir.resolve("one")).hasContent("before");
    }

    private static void writeThenFail(Path folder) throws IOException {
        try (var files = new FilesAtOnce(folder)) {
            files.add("one", path -> Files.writeString(path, "after"));
            files.add("two", path -> {
                Files.writeString(path, "half");
                throw new IOException("disk full");
            });
            files.commit();
        }
    }

    private static Stream<String> list(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            return files.map(f -> f.getFileName().toString()).sorted().toList().stream();
        }
    }
}
