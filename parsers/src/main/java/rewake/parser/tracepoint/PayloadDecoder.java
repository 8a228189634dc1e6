package rewake.parser.tracepoint;

import rewake.bytes.TraceBytes;
import rewake.event.EventBatch;
import rewake.event.ImportStats;

/** Turns the payloads of one tracepoint into rows; allocates nothing. */
public sealed interface PayloadDecoder permits EventDecoder, PeltDecoder {
    /** The {@code common_type} of its payloads. */
    int id();

    /**
     * Appends the event to {@code lane}, or counts in {@code stats} why not.
     *
     * @param payload offset of the payload ({@code common_type})
     * @param length its bytes; the caller has checked that they exist
     * @param ref file offset of the record
     */
    void decode(TraceBytes bytes, long payload, int length, long timeNs, long ref, EventBatch lane, ImportStats stats);
}
