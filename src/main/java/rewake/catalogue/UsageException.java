package rewake.catalogue;

/** What the user asked for does not exist or makes no sense; the message says what to ask instead. Exit code 2. */
public final class UsageException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    /** One sentence for the user. */
    public UsageException(String message) {
        super(message);
    }
}
