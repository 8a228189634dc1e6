package rewake.observe.queue;

import rewake.HandMade;
import rewake.observe.Selection;

/** A trace written by hand, watched. */
final class Watched {
    private Watched() {}

    static QueueWatch of(HandMade trace) {
        return of(trace, Selection.ALL);
    }

    static QueueWatch of(HandMade trace, Selection selection) {
        var watch = new QueueWatch(trace.facts(), trace.comms(), trace.stats(), selection);
        trace.read(watch);
        watch.finish();
        return watch;
    }
}
