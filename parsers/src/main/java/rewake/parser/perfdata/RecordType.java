package rewake.parser.perfdata;

/** Types of records that matter here; {@code include/uapi/linux/perf_event.h} and {@code tools/lib/perf} have them all. */
final class RecordType {
    static final int LOST = 2;
    static final int COMM = 3;
    static final int EXIT = 4;
    static final int FORK = 7;
    static final int SAMPLE = 9;
    static final int LOST_SAMPLES = 13;
    static final int KERNEL_LAST = 22;
    static final int USER_FIRST = 64;
    static final int TRACING_DATA = 66;
    static final int FINISHED_ROUND = 68;
    static final int ID_INDEX = 69;
    static final int AUXTRACE = 71;
    static final int COMPRESSED = 81;
    static final int COMPRESSED2 = 83;
    static final int USER_LAST = 86;

    private RecordType() {}

    static boolean compressed(int type) {
        return type == COMPRESSED || type == COMPRESSED2;
    }

    /** Whether perf defines the type. */
    static boolean known(int type) {
        return (type > 0 && type <= KERNEL_LAST) || (type >= USER_FIRST && type <= USER_LAST);
    }
}
