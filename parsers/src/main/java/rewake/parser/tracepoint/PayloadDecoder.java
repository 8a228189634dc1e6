package rewake.parser.tracepoint;

import rewake.bytes.TraceBytes;
import rewake.event.EventBatch;
import rewake.event.EventKind;
import rewake.event.ImportStats;

/** Turns the payloads of one tracepoint into rows; allocates nothing. */
public sealed interface PayloadDecoder permits EventDecoder, PeltDecoder {
    /** The {@code common_type} of its payloads. */
    int id();

    /** The kind of its rows. */
    EventKind kind();

    /**
     * Whether the payload is one that becomes a row; if not, {@code stats} counts why, on {@code cpu}.
     *
     * @param payload offset of the payload ({@code common_type})
     * @param length its bytes; the caller has checked that they exist
     */
    boolean sound(TraceBytes bytes, long payload, int length, int cpu, ImportStats stats);

    /**
     * Appends to {@code lane} the row of the payload that was last found {@link #sound}.
     *
     * @param ref file offset of the record
     */
    void append(TraceBytes bytes, long payload, int length, long timeNs, long ref, EventBatch lane);
}
