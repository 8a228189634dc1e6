package rewake.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Group names keep their ids while the table grows. */
final class CgroupPathsTest {
    private final CgroupPaths paths = new CgroupPaths();

    private int intern(String name) {
        byte[] bytes = ("<" + name + ">").getBytes(StandardCharsets.UTF_8);
        return paths.intern(bytes, 1, bytes.length - 1);
    }

    @Test
    void sameNameSameId() {
        assertThat(intern("")).isZero();
        int[] ids = new int[1000];
        for (int i = 0; i < ids.length; i++) ids[i] = intern("/lab/" + i);
        for (int i = 0; i < ids.length; i++) {
            assertThat(intern("/lab/" + i)).isEqualTo(ids[i]);
            assertThat(paths.text(ids[i])).isEqualTo("/lab/" + i);
        }
        assertThat(intern("")).isZero();
        assertThat(paths.text(0)).isEmpty();
        assertThat(paths.size()).isEqualTo(1001);
    }
}
