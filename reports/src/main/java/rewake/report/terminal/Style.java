package rewake.report.terminal;

/** Emphasis by ANSI sequences, or none at all. */
enum Style {
    PLAIN,
    COLOR;

    static Style of(boolean color) {
        return color ? COLOR : PLAIN;
    }

    String strong(String text) {
        return in("1", text);
    }

    String warning(String text) {
        return in("33", text);
    }

    String faint(String text) {
        return in("2", text);
    }

    private String in(String code, String text) {
        return this == PLAIN || text.isEmpty() ? text : "\u001b[" + code + "m" + text + "\u001b[0m";
    }
}
