package rewake.cli;

/** What the launcher found out about the terminal, which the JVM cannot. */
final class Terminal {
    /** Whether standard output is one. */
    static final boolean OUT = Boolean.getBoolean("rewake.out.tty");
    /** Whether standard error is one. */
    static final boolean ERR = Boolean.getBoolean("rewake.err.tty");
    /** Its width in cells, 0 where output is not a terminal. */
    static final int COLUMNS = OUT ? Integer.getInteger("rewake.columns", 80) : 0;

    private Terminal() {}
}
