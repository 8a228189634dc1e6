package rewake.event;

/** A stable merge sort of row numbers. */
final class RowOrder {
    private RowOrder() {}

    /** The rows of {@code batch} from {@code from} on, in order of time. */
    static int[] byTime(EventBatch batch, int from) {
        int n = batch.size() - from;
        int[] rows = new int[n];
        for (int i = 0; i < n; i++) rows[i] = from + i;
        int[] spare = new int[n];
        for (long width = 1; width < n; width *= 2) {
            for (long low = 0; low < n; low += 2 * width)
                merge(batch, rows, spare, (int) low, (int) Math.min(low + width, n), (int)
                        Math.min(low + 2 * width, n));
            int[] sorted = spare;
            spare = rows;
            rows = sorted;
        }
        return rows;
    }

    private static void merge(EventBatch batch, int[] rows, int[] out, int low, int middle, int high) {
        int left = low;
        int right = middle;
        for (int i = low; i < high; i++) {
            boolean takeLeft =
                    right >= high || (left < middle && batch.timeNs(rows[left]) <= batch.timeNs(rows[right]));
            out[i] = takeLeft ? rows[left++] : rows[right++];
        }
    }
}
