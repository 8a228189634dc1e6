package rewake.measure;

import org.jspecify.annotations.Nullable;
import rewake.event.EventBatch;
import rewake.event.TaskState;

/** One row of {@code timehist} while it is made; it is overwritten by the next. Times in ns; −1 stands for unknown. */
final class TimehistRow {
    /** What a row tells. */
    enum What {
        /** A task left its CPU. */
        SWITCH("switch"),
        /** A task was woken. */
        AWAKENED("awakened"),
        /** A task went to another CPU. */
        MIGRATED("migrated");

        private final String id;

        What(String id) {
            this.id = id;
        }

        /** Its name in the table. */
        String id() {
            return id;
        }
    }

    /** Takes rows. */
    interface Sink {
        /** The next one, valid during the call only. */
        void row(TimehistRow row);
    }

    What what = What.SWITCH;
    long timeNs;
    int cpu;
    /** Who left, woke or ran while another moved. */
    int task;
    /** Who was woken or moved. */
    int other;

    boolean idle;
    long waitNs;
    long delayNs;
    long runNs;
    long preMigrationNs;
    int prio;
    int prioOut;

    @Nullable
    TaskState state;

    int nextPid;
    int nextComm;
    int fromCpu;
    int toCpu;

    void start(What kind, EventBatch batch, int row, int by) {
        what = kind;
        timeNs = batch.timeNs(row);
        cpu = batch.cpu();
        task = by;
        other = -1;
        idle = false;
        waitNs = -1;
        delayNs = -1;
        runNs = -1;
        preMigrationNs = -1;
        prio = -1;
        prioOut = -1;
        state = null;
        nextPid = -1;
        nextComm = 0;
        fromCpu = -1;
        toCpu = -1;
    }
}
