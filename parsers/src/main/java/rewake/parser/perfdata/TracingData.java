package rewake.parser.perfdata;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import rewake.parser.Section;
import rewake.parser.TraceFormatException;
import rewake.parser.tracepoint.FormatTexts;
import rewake.parser.tracepoint.TracepointFormat;

/**
 * The tracing blob: the kernel's format texts of the recorded tracepoints, by id.
 *
 * @param formats what could be read, also of a damaged blob
 * @param damage what broke off the reading, or null
 */
record TracingData(
        Map<Integer, TracepointFormat> formats, @Nullable String damage) {
    static TracingData none() {
        return new TracingData(Map.of(), null);
    }

    /** Reads a blob; the package comment shows its layout. */
    static TracingData read(Section blob) {
        var formats = new HashMap<Integer, TracepointFormat>();
        try {
            readPreamble(blob);
            FormatTexts.readFtrace(blob, formats);
            FormatTexts.readSystems(blob, formats);
            return new TracingData(formats, null);
        } catch (TraceFormatException e) {
            return new TracingData(formats, e.getMessage());
        }
    }

    private static void readPreamble(Section blob) throws TraceFormatException {
        if (blob.u8() != 0x17
                || blob.u8() != 0x08
                || blob.u8() != 0x44
                || !blob.text(7).equals("tracing"))
            throw blob.damaged("the tracing data do not start with 17 08 44 tracing");
        blob.nulText();
        if (blob.u8() != 0) throw blob.damaged("the tracing data are big endian");
        blob.u8();
        blob.u32();
        for (String part : new String[] {"header_page", "header_event"}) {
            if (!blob.nulText().equals(part)) throw blob.damaged("expected " + part);
            blob.take(blob.i64());
        }
    }
}
