package rewake.parser.perfdata;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import rewake.bytes.TraceBytes;

class IdTableTest {
    private static final IdIndex NONE = new IdIndex(TraceBytes.of("none", new byte[0]), 0, 0);

    @Test
    void idsCloseTogetherAndFarApartAreFound() {
        for (long gap : new long[] {1, 1L << 40, Long.MAX_VALUE / 4}) {
            long[] first = {1000, 1000 + gap};
            long[] second = {1000 - gap, -gap};
            IdTable table = IdTable.of(List.of(attr(first), attr(second)), NONE, 2);
            assertThat(table.attr(first[1])).isZero();
            assertThat(table.attr(second[0])).isEqualTo(1);
            assertThat(table.cpu(second[1])).isEqualTo(1);
            assertThat(table.attr(999_999)).isEqualTo(-1);
            assertThat(table.attr(Long.MIN_VALUE)).isEqualTo(-1);
        }
        assertThat(IdTable.of(List.of(), NONE, 2).attr(0)).isEqualTo(-1);
    }

    @Test
    void theIndexKnowsTheCpuBetterThanThePosition() {
        Bytes entries =
                new Bytes().u64(7).u64(0).u64(5).u64(-1).u64(8).u64(0).u64(-1).u64(-1);
        var index = new IdIndex(TraceBytes.of("index", entries.toArray()), 0, 2);
        IdTable table = IdTable.of(List.of(attr(new long[] {7, 8})), index, 2);
        assertThat(table.cpu(7)).isEqualTo(5);
        assertThat(table.cpu(8)).isEqualTo(-1);
    }

    private static EventAttr attr(long[] ids) {
        return new EventAttr(2, 1, 0, 0, 0, 0, ids);
    }
}
