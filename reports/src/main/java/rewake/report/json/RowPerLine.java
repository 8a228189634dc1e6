package rewake.report.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import java.io.IOException;

/** Indents the outer levels and writes the rest on one line: a table row is a line, so grep and diff are of use. */
final class RowPerLine extends DefaultPrettyPrinter {
    private static final long serialVersionUID = 1;

    private final int lastIndentedLevel;

    RowPerLine(int lastIndentedLevel) {
        super(DEFAULT_SEPARATORS.withObjectFieldValueSpacing(Separators.Spacing.AFTER));
        this.lastIndentedLevel = lastIndentedLevel;
        indentObjectsWith(new Outer(lastIndentedLevel));
        indentArraysWith(new Outer(lastIndentedLevel));
    }

    @Override
    public void writeEndObject(JsonGenerator json, int entries) throws IOException {
        if (_nesting <= lastIndentedLevel) super.writeEndObject(json, entries);
        else end(json, entries == 0 ? "}" : " }");
    }

    @Override
    public void writeEndArray(JsonGenerator json, int values) throws IOException {
        if (_nesting <= lastIndentedLevel) super.writeEndArray(json, values);
        else end(json, values == 0 ? "]" : " ]");
    }

    private void end(JsonGenerator json, String bracket) throws IOException {
        _nesting--;
        json.writeRaw(bracket);
    }

    private static final class Outer extends DefaultIndenter {
        private static final long serialVersionUID = 1;

        private final int lastLevel;

        Outer(int lastLevel) {
            super("  ", "\n");
            this.lastLevel = lastLevel;
        }

        @Override
        public void writeIndentation(JsonGenerator json, int level) throws IOException {
            if (level <= lastLevel) super.writeIndentation(json, level);
            else json.writeRaw(' ');
        }
    }
}
