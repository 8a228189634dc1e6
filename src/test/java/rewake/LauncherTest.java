package rewake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * The launcher, in a copy of its own, with a JDK and a Maven that are shell scripts: the JDK prints its arguments, Maven
 * writes a jar and counts its calls. Nothing of the machine is seen but the shell's tools.
 */
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
final class LauncherTest {
    private static final List<String> TOOLS = List.of(
            "readlink",
            "sed",
            "find",
            "cksum",
            "sort",
            "cat",
            "date",
            "mkdir",
            "rmdir",
            "rm",
            "mv",
            "touch",
            "ps",
            "sleep",
            "flock");

    @TempDir
    private Path temp;

    private Path home;
    private Path tools;
    private Path jdk;

    /** What a run said and how it ended. */
    private record Run(int exit, String out, String err) {
        long builds() {
            return err.lines().filter(line -> line.contains("building once")).count();
        }
    }

    @BeforeEach
    void aProjectWithAFakeJdkAndAFakeMaven() throws IOException {
        home = temp.resolve("a project, 100% \"spaced\"");
        tools = Files.createDirectories(temp.resolve("tools"));
        for (String tool : TOOLS) offer(tool);
        jdk = temp.resolve("jvm/jdk-25");
        script(jdk.resolve("bin/java"), "for a; do echo \"[$a]\"; done; exit ${FAKE_EXIT:-0}");
        script(jdk.resolve("bin/javac"), "exit 9");
        Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"25.0.3\"\n");
        script(tools.resolve("mvn"), """
                echo "mvn $*" >>../calls
                cat >/dev/null
                [ -z "${FAKE_FAIL:-}" ] || { echo "ERROR: ';' expected"; exit 1; }
                sleep ${FAKE_SLOW:-0}
                mkdir -p target && echo jar >target/rewake.jar""");
        String text = Files.readString(Project.root().resolve("rewake"));
        script(
                home.resolve("rewake"),
                text.replace("/usr/lib/jvm", temp.resolve("jvm").toString()).replace("/opt/", "/none/"));
        write("pom.xml", "<project/>");
        for (String module : List.of("parsers/", "reports/", "src/")) write(module + "pom.xml", "<project/>");
        for (String folder : Project.MAIN) write(folder + "/A.java", "class A {}");
    }

    @Test
    void buildsOnceAndRuns() throws Exception {
        Run first = run("info", "a trace");
        assertThat(first.exit()).isZero();
        assertThat(first.builds()).isEqualTo(1);
        assertThat(first.err()).containsPattern("rewake: built in \\d+ s\n");
        assertThat(first.out())
                .contains("[-jar]\n[" + home + "/target/rewake.jar]\n[info]\n[a trace]\n")
                .contains(
                        "[--sun-misc-unsafe-memory-access=allow]\n",
                        "[-XX:InlineSmallCode=1000]\n",
                        "[-XX:+UseSerialGC]\n")
                .doesNotContain("mvn");
        Run second = run();
        assertThat(second.err()).isEmpty();
        assertThat(calls()).containsExactly("mvn -q -B -Dstyle.color=never -Dmaven.test.skip=true package");
    }

    @Test
    void runsThroughASymlinkFromElsewhere() throws Exception {
        Path other = Files.createDirectories(temp.resolve("else where"));
        Files.createSymbolicLink(other.resolve("rw"), Path.of("../" + home.getFileName() + "/rewake"));
        Files.createSymbolicLink(temp.resolve("linked"), other.resolve("rw"));
        assertThat(start(other, List.of(temp.resolve("linked").toString(), "x")).exit())
                .isZero();
        assertThat(run().err()).isEmpty();
    }

    @Test
    void passesTheExitCodeOn() throws Exception {
        assertThat(run("FAKE_EXIT=3").exit()).isEqualTo(3);
    }

    @Test
    void buildsAgainWhenASourceIsNewer() throws Exception {
        run();
        Files.setLastModifiedTime(
                home.resolve("src/main/java/A.java"),
                FileTime.from(Instant.now().plusSeconds(2)));
        assertThat(run().builds()).isEqualTo(1);
        assertThat(run().err())
                .as("a time in the future is no reason to build for ever")
                .isEmpty();
    }

    @Test
    void buildsAgainWhenASourceChangesAndKeepsItsTime() throws Exception {
        Path source = home.resolve("parsers/src/main/java/A.java");
        FileTime old = FileTime.from(Instant.now().minusSeconds(9999));
        Files.setLastModifiedTime(source, old);
        run();
        Files.writeString(source, "class A { int i; }");
        Files.setLastModifiedTime(source, old);
        assertThat(run().builds()).isEqualTo(1);
        assertThat(run().err()).isEmpty();
    }

    @Test
    void buildsAgainWhenASourceIsGone() throws Exception {
        run();
        Files.delete(home.resolve("reports/src/main/java/A.java"));
        assertThat(run().builds()).isEqualTo(1);
        assertThat(run().err()).isEmpty();
    }

    @Test
    void takesAJarThatMavenMade() throws Exception {
        write("target/rewake.jar", "jar");
        assertThat(run().err()).isEmpty();
        run("FAKE_EXIT=0");
        Files.delete(home.resolve("src/main/java/A.java"));
        assertThat(run().builds()).isEqualTo(1);
    }

    @Test
    void ofTwoFirstRunsOneBuilds() throws Exception {
        twoFirstRuns();
    }

    @Test
    void ofTwoFirstRunsOneBuildsWithoutFlockToo() throws Exception {
        Files.deleteIfExists(tools.resolve("flock"));
        twoFirstRuns();
    }

    private void twoFirstRuns() throws Exception {
        Process one = process(home, List.of("./rewake"), "FAKE_SLOW=1");
        Process two = process(home, List.of("./rewake"), "FAKE_SLOW=1");
        List<Run> runs = List.of(result(one), result(two));
        assertThat(runs).allSatisfy(run -> assertThat(run.exit()).isZero());
        assertThat(runs.stream().mapToLong(Run::builds).sum()).isEqualTo(1);
        assertThat(runs).anySatisfy(run -> assertThat(run.err()).contains("waiting for it"));
        assertThat(calls()).hasSize(1);
    }

    @Test
    void aLockLeftByAKilledRunIsTakenAway() throws Exception {
        Files.deleteIfExists(tools.resolve("flock"));
        Process dead = process(home, List.of("/bin/sh", "-c", "exit 0"));
        result(dead);
        write("target/.lock.d/pid", dead.pid() + "\n");
        assertThat(run().exit()).isZero();
        assertThat(home.resolve("target/.lock.d")).doesNotExist();
    }

    @Test
    void aFailedBuildSaysWhyAndLeavesNothingBehind() throws Exception {
        run();
        write("src/main/java/A.java", "class A { int }");
        Run failed = run("FAKE_FAIL=1");
        assertThat(failed.exit()).isEqualTo(1);
        assertThat(failed.out()).isEmpty();
        assertThat(failed.err())
                .contains("ERROR: ';' expected\n")
                .endsWith("rewake: the build failed; Maven says why above\n");
        assertThat(home.resolve("target/.built")).doesNotExist();
        assertThat(run("FAKE_FAIL=1").exit())
                .as("and it does not run an old jar the next time")
                .isEqualTo(1);
        assertThat(run().exit()).isZero();
    }

    @Test
    void aBuildThatWasKilledIsDoneAgain() throws Exception {
        run();
        write("target/.building", "");
        assertThat(run().builds()).isEqualTo(1);
        assertThat(run().err()).isEmpty();
    }

    @Test
    void aReadOnlyFolderWithAJarRuns() throws Exception {
        run();
        Run run = runWithoutTheRightToWrite();
        assertThat(run.exit()).isZero();
        assertThat(run.err()).isEmpty();
        Files.setLastModifiedTime(
                home.resolve("pom.xml"), FileTime.from(Instant.now().plusSeconds(2)));
        run = runWithoutTheRightToWrite();
        assertThat(run.exit()).isZero();
        assertThat(run.err()).hasLineCount(1).contains("older than the sources");
    }

    @Test
    void aReadOnlyFolderWithoutAJarSaysSo() throws Exception {
        Run run = runWithoutTheRightToWrite();
        assertThat(run.exit()).isEqualTo(1);
        assertThat(run.err()).hasLineCount(1).contains("read-only");
    }

    @Test
    void withoutAJdkItSaysWhatToInstall() throws Exception {
        Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"21.0.1\"\n");
        Run run = run();
        assertThat(run.exit()).isEqualTo(1);
        assertThat(run.err()).hasLineCount(1).contains("no JDK 25", "install", "JAVA_HOME");
    }

    @Test
    void javaHomeComesFirstAndAnOldOneIsPassedOver() throws Exception {
        Path mine = temp.resolve("my jdk");
        script(mine.resolve("bin/java"), "echo mine");
        script(mine.resolve("bin/javac"), "exit 9");
        Files.writeString(mine.resolve("release"), "IMPLEMENTOR=\"me\"\nJAVA_VERSION=\"26\"\n");
        assertThat(run("JAVA_HOME=" + mine).out()).isEqualTo("mine\n");
        Files.writeString(mine.resolve("release"), "JAVA_VERSION=\"17.0.1\"\n");
        assertThat(run("JAVA_HOME=" + mine).out()).contains("[-jar]");
    }

    @Test
    void withoutMavenItSaysWhatToInstall() throws Exception {
        Files.delete(tools.resolve("mvn"));
        Run run = run();
        assertThat(run.exit()).isEqualTo(1);
        assertThat(run.err()).hasLineCount(1).contains("install maven");
    }

    @Test
    void theUsersCollectorIsNotContradicted() throws Exception {
        assertThat(run("JAVA_TOOL_OPTIONS=-XX:+UseZGC").out()).doesNotContain("GC");
    }

    /** Runs the launcher in its folder; words of the form {@code NAME=value} go to the environment. */
    private Run run(String... words) throws Exception {
        var command = new ArrayList<>(List.of("./rewake"));
        var environment = new ArrayList<String>();
        for (String word : words) (word.matches("[A-Z_]+=.*") ? environment : command).add(word);
        return result(process(home, command, environment.toArray(String[]::new)));
    }

    /** Root may write anywhere; so root runs this as nobody. */
    private Run runWithoutTheRightToWrite() throws Exception {
        var command = new ArrayList<>(List.of("./rewake"));
        if (Files.getAttribute(home, "unix:uid").equals(0)) {
            Path setpriv = Path.of("/usr/bin/setpriv");
            assumeTrue(Files.exists(setpriv), "root, and no setpriv to become nobody with");
            command.addAll(0, List.of(setpriv.toString(), "--reuid=65534", "--regid=65534", "--clear-groups"));
            Files.setPosixFilePermissions(temp, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        permissions(home, "r-xr-xr-x");
        try {
            return start(home, command);
        } finally {
            permissions(home, "rwxr-xr-x");
        }
    }

    private static void permissions(Path folder, String permissions) throws IOException {
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path path : (Iterable<Path>) paths::iterator)
                Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
        }
    }

    private void write(String name, String text) throws IOException {
        Path file = home.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private static void script(Path file, String body) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, body.startsWith("#!") ? body : "#!/bin/sh\n" + body + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** Puts a tool of the machine on the path the launcher sees; one that is not there (flock on macOS) is left out. */
    private void offer(String tool) throws IOException {
        for (String folder : List.of("/usr/bin/", "/bin/")) {
            if (Files.exists(Path.of(folder + tool))) script(tools.resolve(tool), "exec " + folder + tool + " \"$@\"");
        }
    }

    private Run start(Path folder, List<String> command) throws Exception {
        return result(process(folder, command));
    }

    private Process process(Path folder, List<String> command, String... environment) throws IOException {
        var builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().clear();
        builder.environment().put("PATH", tools.toString());
        builder.environment().put("HOME", temp.toString());
        for (String pair : environment) {
            int at = pair.indexOf('=');
            builder.environment().put(pair.substring(0, at), pair.substring(at + 1));
        }
        return builder.start();
    }

    /** Outputs are a few lines, so they fit the pipes and can be read one after the other. */
    private static Run result(Process process) throws Exception {
        process.getOutputStream().close();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return new Run(process.exitValue(), out, err);
    }

    private List<String> calls() throws IOException {
        return Files.readAllLines(temp.resolve("calls"));
    }
}
