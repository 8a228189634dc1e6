package rewake.cli;

import rewake.catalogue.UsageException;

/** What {@code --top} means in every command: so many rows, the first; 0 for all. */
final class Top {
    private Top() {}

    static void check(int top) {
        if (top < 0) throw new UsageException("--top " + top + ": a number of rows, or 0 for all");
    }

    /** How many rows that is at most. */
    static int rows(int top) {
        return top == 0 ? Integer.MAX_VALUE : top;
    }
}
