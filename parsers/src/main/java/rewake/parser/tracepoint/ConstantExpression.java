package rewake.parser.tracepoint;

import java.util.OptionalLong;

/**
 * Evaluates the constant C expressions that the kernel leaves in its print formats, such as
 * {@code ((0x0001 | 0x0002) + 1) << 1}: decimal and hexadecimal numbers, {@code | ^ & << >> + - *} and parentheses.
 */
final class ConstantExpression {
    private static final int DEPTH_MAX = 64;

    private final String text;
    private int at;
    private boolean sane = true;

    private ConstantExpression(String text) {
        this.text = text;
    }

    /** The value, or empty where the text is anything else (a name, a broken or an absurdly nested expression). */
    static OptionalLong evaluate(String text) {
        var parser = new ConstantExpression(text);
        long value = parser.binary(0, 0);
        parser.skipBlanks();
        return parser.sane && parser.at == text.length() ? OptionalLong.of(value) : OptionalLong.empty();
    }

    /** Operators by precedence: {@code |} 1, {@code ^} 2, {@code &} 3, shifts 4, {@code + -} 5, {@code *} 6. */
    private long binary(int floor, int depth) {
        long left = operand(depth);
        while (sane) {
            skipBlanks();
            String operator = operator();
            int precedence = precedence(operator);
            if (precedence <= floor) return left;
            at += operator.length();
            long right = binary(precedence, depth + 1);
            left = switch (operator) {
                case "|" -> left | right;
                case "^" -> left ^ right;
                case "&" -> left & right;
                case "<<" -> left << right;
                case ">>" -> left >> right;
                case "+" -> left + right;
                case "-" -> left - right;
                default -> left * right;
            };
        }
        return left;
    }

    private long operand(int depth) {
        skipBlanks();
        if (depth > DEPTH_MAX || at >= text.length()) return fail();
        if (text.charAt(at) != '(') return number();
        at++;
        long value = binary(0, depth + 1);
        skipBlanks();
        if (at >= text.length() || text.charAt(at) != ')') return fail();
        at++;
        return value;
    }

    private long number() {
        boolean hex = text.startsWith("0x", at) || text.startsWith("0X", at);
        if (hex) at += 2;
        int start = at;
        while (at < text.length() && Character.digit(text.charAt(at), hex ? 16 : 10) >= 0) at++;
        if (at == start || at - start > 15) return fail();
        long value = Long.parseLong(text, start, at, hex ? 16 : 10);
        while (at < text.length() && "uUlL".indexOf(text.charAt(at)) >= 0) at++;
        return value;
    }

    private String operator() {
        if (text.startsWith("<<", at) || text.startsWith(">>", at)) return text.substring(at, at + 2);
        return at < text.length() ? text.substring(at, at + 1) : "";
    }

    private static int precedence(String operator) {
        return switch (operator) {
            case "|" -> 1;
            case "^" -> 2;
            case "&" -> 3;
            case "<<", ">>" -> 4;
            case "+", "-" -> 5;
            case "*" -> 6;
            default -> 0;
        };
    }

    private void skipBlanks() {
        while (at < text.length() && text.charAt(at) == ' ') at++;
    }

    private long fail() {
        sane = false;
        return 0;
    }
}
