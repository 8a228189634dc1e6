package rewake.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShowTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0.000",
        "1, 0.000",
        "500, 0.001",
        "499, 0.000",
        "1500, 0.002",
        "2500, 0.003",
        "1234567890, 1234.568",
        "-1500, -0.002",
        "-1, 0.000",
        "254752314960123, 254752314.960",
        "9223372036854775807, 9223372036854.776"
    })
    void millisecondsRoundAsPerfPrintsThem(long ns, String text) {
        assertThat(Show.NS_AS_MS.text(ns)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0.000",
        "999, 0.000",
        "1999, 0.001",
        "1234567890, 1234.567",
        "-1999, -0.001",
        "9223372036854775807, 9223372036854.775"
    })
    void millisecondsAreCutWherePerfCutsThem(long ns, String text) {
        assertThat(Show.NS_AS_MS_CUT.text(ns)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0.000000",
        "999, 0.000000",
        "1000, 0.000001",
        "254752314960999, 254752.314960",
        "1999999999, 1.999999",
        "-1000, -0.000001",
        "-999, 0.000000",
        "9223372036854775807, 9223372036.854775",
        "-9223372036854775808, -9223372036.854775"
    })
    void secondsAreCutToTheMicrosecond(long ns, String text) {
        assertThat(Show.NS_AS_S.text(ns)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0.0",
        "1, 100.0",
        "0.5, 50.0",
        "0.1234, 12.3",
        "0.9994, 99.9",
        "0.9996, 99.96",
        "0.99996, 99.996",
        "0.9999999, 99.99999",
        "0.0006, 0.1",
        "0.0004, 0.04",
        "0.00004, 0.004",
        "-0.0004, -0.04",
        "1.0004, 100.04",
        "2.5, 250.0",
        "-1, -100.0",
        "4.2e-12, 4.2E-10",
        "0.9999999999999999, 99.99999999999999"
    })
    void aShareNearACornerDoesNotLookLikeIt(double share, String text) {
        assertThat(Show.PERCENT.text(share)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0.000",
        "-0.0, 0.000",
        "0.0005, 0.001",
        "-0.0004, 0.000",
        "1.5, 1.500",
        "1e14, 100000000000000.000",
        "1e20, 1.0E20"
    })
    void threeDecimals(double value, String text) {
        assertThat(Show.NUMBER3.text(value)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "93671.4, 93671",
        "1234567.5, 1234568",
        "0.33383, 0.33383",
        "12.3456789, 12.346",
        "-0.5, -0.5",
        "9999.96, 10000",
        "0.000012345678, 0.000012346",
        "1e-9, 1.0E-9"
    })
    void fiveSignificantDigits(double value, String text) {
        assertThat(Show.SIGNIFICANT5.text(value)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "0.1, 0.1",
        "-0.0, 0.0",
        "1e-6, 0.0000010",
        "1e-9, 1.0E-9",
        "123456789.25, 123456789.25",
        "1e300, 1.0E300"
    })
    void plainDoublesAreExact(double value, String text) {
        assertThat(Show.PLAIN.text(value)).isEqualTo(text);
        assertThat(Double.parseDouble(Show.PLAIN.text(value)) + 0.0).isEqualTo(value + 0.0);
    }

    @Test
    void controlCharactersBecomeVisible() {
        assertThat(Show.PLAIN.text("a\u001b[2J\tb\u202e\u00e9\n")).isEqualTo("a\\x1b[2J\\x09b\\u202e\u00e9\\x0a");
        assertThat(Show.PLAIN.text("\ud800")).isEqualTo("\\ud800");
    }

    @Test
    void noLocaleChangesANumber() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
            assertThat(Show.NS_AS_S.text(1_500_000_000L)).isEqualTo("1.500000");
            assertThat(Show.PERCENT.text(0.5)).isEqualTo("50.0");
            assertThat(Show.PLAIN.text("\u0001")).isEqualTo("\\x01");
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void presentationsFitTheirTypes() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Column("a_ns", ColumnType.TEXT, "A", Show.NS_AS_MS))
                .withMessage("a_ns: TEXT cannot be shown as NS_AS_MS");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Column("delay", ColumnType.LONG, "A ms", Show.NS_AS_MS))
                .withMessageContaining("must end in _ns");
        assertThatIllegalArgumentException().isThrownBy(() -> new Column("Delay", ColumnType.LONG, "A", Show.PLAIN));
    }
}
