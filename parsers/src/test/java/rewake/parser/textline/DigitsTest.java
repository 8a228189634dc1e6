package rewake.parser.textline;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class DigitsTest {
    private static final BigInteger UNSIGNED_MAX = BigInteger.TWO.pow(64).subtract(BigInteger.ONE);

    private final Digits digits = new Digits();

    private static byte[] bytes(String text) {
        return Arrays.copyOf(text.getBytes(StandardCharsets.ISO_8859_1), text.length() + Ascii.SLACK);
    }

    @Test
    void anyRunOfDigitsIsTheNumberThatBigIntegerReads() {
        var random = new SplittableRandom(42);
        String[] behind = {"", " ", ":", ".", "/", "x", "\u00ff", "\0"};
        for (int i = 0; i < 200_000; i++) {
            var number = new StringBuilder();
            int length = random.nextInt(23);
            for (int d = 0; d < length; d++)
                number.append((char) ('0' + random.nextInt(random.nextInt(3) == 0 ? 1 : 10)));
            String text = number + behind[random.nextInt(behind.length)];
            BigInteger value = length == 0 ? BigInteger.ZERO : new BigInteger(number.toString());
            boolean fits = length > 0 && value.bitLength() < 64;
            assertThat(digits.positive(bytes(text), 0, text.length())).as(text).isEqualTo(fits);
            if (!fits) continue;
            assertThat(digits.value).as(text).isEqualTo(value.longValueExact());
            assertThat(digits.end).as(text).isEqualTo(length);
        }
    }

    @Test
    void whatLiesBehindTheLimitDoesNotCount() {
        for (int limit = 1; limit < 20; limit++) {
            assertThat(digits.positive(bytes("1".repeat(30)), 0, Math.min(limit, 18)))
                    .isTrue();
            assertThat(digits.value).isEqualTo(Long.parseLong("1".repeat(Math.min(limit, 18))));
        }
        assertThat(digits.positive(bytes("12"), 2, 2)).isFalse();
    }

    @Test
    void signsHexAndUnsigned() {
        assertThat(digits.signed(bytes("-1 "), 0, 3)).isTrue();
        assertThat(digits.value).isEqualTo(-1);
        assertThat(digits.signed(bytes("-"), 0, 1)).isFalse();
        assertThat(digits.any(bytes("18446744073709551615"), 0, 20)).isTrue();
        assertThat(digits.value).isEqualTo(-1);
        assertThat(digits.any(bytes(UNSIGNED_MAX.add(BigInteger.ONE).toString()), 0, 20))
                .isFalse();
        assertThat(digits.any(bytes("999999999999999999999"), 0, 21)).isFalse();
        assertThat(digits.any(bytes("0xffff888004995200"), 0, 18)).isTrue();
        assertThat(digits.value).isEqualTo(0xffff888004995200L);
        assertThat(digits.any(bytes("0xfffffffffffffffff"), 0, 19)).isFalse();
        assertThat(digits.hex(bytes("ffffffff813ad48a update"), 0, 23)).isTrue();
        assertThat(digits.end).isEqualTo(16);
    }
}
