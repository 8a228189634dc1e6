package rewake.observe.queue;

/** Which waiting tasks count when an idle CPU could have taken them; each is among those before it. */
public enum Mobility {
    /** All. */
    ANY,
    /** All but kernel threads that are bound to their CPU by what they are, told by their names. */
    FREE,
    /** Of these, those that were seen on more than one CPU by then: they surely can move. */
    MOVED;

    static final int COUNT = values().length;
}
