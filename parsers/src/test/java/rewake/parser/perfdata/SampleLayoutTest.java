package rewake.parser.perfdata;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import rewake.bytes.TraceBytes;

class SampleLayoutTest {
    @Test
    void perfSchedRecordHasConstantOffsets() {
        SampleLayout layout = SampleLayout.of(PerfDataBuilder.SCHED, 4);
        assertThat(List.of(layout.idAt(), layout.timeAt(), layout.cpuAt(), layout.rawAt()))
                .containsExactly(8, 32, 40, 56);
    }

    @Test
    void withoutIdentifierTheIdStandsBehindTheAddress() {
        SampleLayout layout = SampleLayout.of((0x10587 & ~(1 << 16)) | (1 << 3) | (1 << 6), 4);
        assertThat(layout.idAt()).isEqualTo(8 + 4 * 8);
        assertThat(SampleLayout.of(0x587 & ~(1 << 10), 4).rawAt()).isEqualTo(SampleLayout.ABSENT);
    }

    @Test
    void rawMovesBehindReadAndCallchain() {
        SampleLayout layout = SampleLayout.of((1 << 2) | (1 << 4) | (1 << 5) | (1 << 10), 8 | 1 | 4);
        assertThat(layout.rawAt()).isEqualTo(SampleLayout.MOVES);
        Bytes record = new Bytes().u64(0).u64(5000);
        record.u64(2).u64(1).u64(11).u64(101).u64(12).u64(102); // READ of a group: nr, enabled, nr x {value, id}
        record.u64(2).u64(-512).u64(0x1000).u32(4).u32(0);
        assertThat(find(layout, record)).isEqualTo(record.size() - 8);
    }

    @Test
    void countsThatCannotFitAreNoOffset() {
        SampleLayout group = SampleLayout.of((1 << 4) | (1 << 5) | (1 << 10), 8);
        SampleLayout chain = SampleLayout.of((1 << 5) | (1 << 10), 0);
        for (long count : new long[] {-1, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 61, 1L << 32, 3}) {
            assertThat(find(group, new Bytes().u64(0).u64(count).u64(0))).isEqualTo(-1);
            assertThat(find(chain, new Bytes().u64(0).u64(count).u64(0))).isEqualTo(-1);
        }
    }

    private static int find(SampleLayout layout, Bytes record) {
        return layout.findRaw(TraceBytes.of("record", record.toArray()), 0, record.size());
    }
}
