package rewake.parser.tracedat;

import java.util.Arrays;
import rewake.parser.perfdata.Bytes;

/** A ring-buffer page of a 64-bit kernel, event by event. */
final class Page {
    private final int size;
    private final long stamp;
    private final Bytes events = new Bytes();
    private long flags;
    private long lost = -1;

    Page(int size, long stamp) {
        this.size = size;
        this.stamp = stamp;
    }

    /** An event with its length in the type, or in a word of its own where it is too long for that. */
    Page event(long delta, Bytes payload) {
        int words = (payload.size() + 3) / 4;
        if (words > 28) return longEvent(delta, payload);
        events.u32(delta << 5 | words);
        return pad(payload);
    }

    Page longEvent(long delta, Bytes payload) {
        events.u32(delta << 5).u32(payload.size() + 4);
        return pad(payload);
    }

    private Page pad(Bytes payload) {
        events.raw(Arrays.copyOf(payload.toArray(), (payload.size() + 3) / 4 * 4));
        return this;
    }

    /** Time extend. */
    Page extend(long delta) {
        return word((delta << 5 & 0xFFFF_FFFFL) | 30, delta >>> 27);
    }

    /** Absolute time. */
    Page absolute(long time) {
        return word((time << 5 & 0xFFFF_FFFFL) | 31, time >>> 27 & 0xFFFF_FFFFL);
    }

    /** An event that its writer took back. */
    Page discarded(long delta, int bytes) {
        word(delta << 5 | 29, bytes);
        events.raw(new byte[bytes - 4]);
        return this;
    }

    /** The end of a page that is not full. */
    Page stop() {
        events.u32(29);
        return this;
    }

    Page word(long first, long second) {
        events.u32(first).u32(second);
        return this;
    }

    /** Events were lost before this page; {@code count} −1 where the kernel could not say how many. */
    Page lost(long count) {
        flags = count < 0 ? 1L << 31 : 3L << 30;
        lost = count;
        return this;
    }

    byte[] build() {
        int used = events.size();
        // The flags arrive sign-extended, as the kernel's int goes into its long.
        var page = new Bytes().u64(stamp).u64((int) (used | flags)).raw(events);
        if (lost >= 0) page.u64(lost);
        return Arrays.copyOf(page.toArray(), size);
    }
}
