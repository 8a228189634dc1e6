package rewake.report;

/** What the cells of a column are. Each kind has one Java class; a cell may always be null, which means unknown. */
public enum ColumnType {
    /** 64-bit integers: counts, ids, nanoseconds. Cells are {@link Long}. */
    LONG(Long.class),
    /** Finite doubles: shares, means. Cells are {@link Double}; NaN and infinities are read as unknown. */
    DOUBLE(Double.class),
    /** Text, of any characters: task names are whatever a process called itself. Cells are {@link String}. */
    TEXT(String.class),
    /** Yes or no. Cells are {@link Boolean}. */
    BOOL(Boolean.class);

    private final Class<?> cellClass;

    ColumnType(Class<?> cellClass) {
        this.cellClass = cellClass;
    }

    /** Whether a known cell is of the class that this column holds. */
    boolean holds(Object cell) {
        return cellClass.isInstance(cell);
    }

    /** Whether cells are numbers, which are aligned right and sorted by value. */
    public boolean isNumber() {
        return this == LONG || this == DOUBLE;
    }
}
