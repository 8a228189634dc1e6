package rewake.event;

/** A stable merge sort of row numbers, and columns arranged by it. */
final class RowOrder {
    private RowOrder() {}

    /** The rows {@code [from, to)} in order of time. */
    static int[] byTime(long[] timeNs, int from, int to) {
        int n = to - from;
        int[] rows = new int[n];
        for (int i = 0; i < n; i++) rows[i] = from + i;
        int[] spare = new int[n];
        for (long width = 1; width < n; width *= 2) {
            for (long low = 0; low < n; low += 2 * width)
                merge(timeNs, rows, spare, (int) low, (int) Math.min(low + width, n), (int) Math.min(low + 2 * width, n));
            int[] sorted = spare;
            spare = rows;
            rows = sorted;
        }
        return rows;
    }

    private static void merge(long[] timeNs, int[] rows, int[] out, int low, int middle, int high) {
        int left = low;
        int right = middle;
        for (int i = low; i < high; i++) {
            boolean takeLeft = right >= high || (left < middle && timeNs[rows[left]] <= timeNs[rows[right]]);
            out[i] = takeLeft ? rows[left++] : rows[right++];
        }
    }

    static void arrange(long[] column, int from, int[] order) {
        long[] ordered = new long[order.length];
        for (int i = 0; i < order.length; i++) ordered[i] = column[order[i]];
        System.arraycopy(ordered, 0, column, from, order.length);
    }

    static void arrange(int[] column, int from, int[] order) {
        int[] ordered = new int[order.length];
        for (int i = 0; i < order.length; i++) ordered[i] = column[order[i]];
        System.arraycopy(ordered, 0, column, from, order.length);
    }

    static void arrange(byte[] column, int from, int[] order) {
        byte[] ordered = new byte[order.length];
        for (int i = 0; i < order.length; i++) ordered[i] = column[order[i]];
        System.arraycopy(ordered, 0, column, from, order.length);
    }
}
