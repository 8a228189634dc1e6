package rewake.parser.tracepoint;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TracepointFormatTest {
    private static final String TEXT = """
            name: sched_migrate_task
            ID: 309
            format:
            \tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;
            \tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;

            \tfield:__data_loc char[] comm;\toffset:8;\tsize:4;\tsigned:0;
            \tfield:__rel_loc char[] path;\toffset:12;\tsize:4;\tsigned:0;
            \tfield:char old[16];\toffset:16;\tsize:16;
            \tfield:unsigned long * ptr;\toffset:32;\tsize:8;\tsigned:0;
            \tfield:nonsense
            \tfield:int far;\toffset:65535;\tsize:4;\tsigned:1;

            print fmt: "comm=%s; field:x", REC->comm
            """;

    @Test
    void fieldsAreReadWhateverTheirDeclarationLooksLike() {
        TracepointFormat f = TracepointFormat.parse("sched", TEXT).orElseThrow();
        assertThat(f.fullName()).isEqualTo("sched:sched_migrate_task");
        assertThat(f.id()).isEqualTo(309);
        assertThat(f.fields().keySet())
                .containsExactlyInAnyOrder("common_type", "common_pid", "comm", "path", "old", "ptr");
        assertThat(f.fields().get("common_pid"))
                .isEqualTo(new TracepointField("common_pid", TracepointField.Storage.FIXED, 4, 4, true));
        assertThat(f.fields().get("comm"))
                .isEqualTo(new TracepointField("comm", TracepointField.Storage.DATA_LOC, 8, 4, false));
        assertThat(f.fields().get("path"))
                .isEqualTo(new TracepointField("path", TracepointField.Storage.REL_LOC, 12, 4, false));
        assertThat(f.fields().get("old"))
                .as("ancient kernels do not say signed")
                .isEqualTo(new TracepointField("old", TracepointField.Storage.FIXED, 16, 16, false));
        assertThat(f.printFormat()).isEqualTo("\"comm=%s; field:x\", REC->comm");
    }

    @Test
    void aTextWithoutNameOrIdIsNoFormat() {
        assertThat(TracepointFormat.parse("sched", TEXT.replace("ID: 309", "ID: many")))
                .isEmpty();
        assertThat(TracepointFormat.parse("sched", TEXT.replace("name: sched_migrate_task", "")))
                .isEmpty();
        assertThat(TracepointFormat.parse("sched", "")).isEmpty();
    }
}
