package rewake.parser.textline;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import rewake.bytes.TraceBytes;
import rewake.event.ImportStat;
import rewake.event.PeltDialect;
import rewake.parser.TraceFormatException;
import rewake.parser.ftracetext.FtraceTextReader;
import rewake.parser.perfscript.PerfScriptReader;

/** Cut and damaged texts: every line of an event is a row or is counted, nothing hangs, nothing else is thrown. */
@Timeout(60)
class DamagedTextTest {
    enum Printer {
        KERNEL(
                "               a-7       (      7) [00%d] d..2. %d.%06d: ",
                "# tracer: nop\n# entries-in-buffer/entries-written: 9/9   #P:2\n"),
        TRACE_CMD("               a-7       [00%d] %d.%06d: ", "version = 6\ncpus=2\n"),
        PERF("               a     7 [00%d] %d.%06d: sched:", "# ========\n# nrcpus avail : 2\n");

        private static final List<String> BODIES = List.of(
                "sched_waking: comm=b c pid=9 prio=120 target_cpu=001",
                "sched_stat_runtime: comm=a pid=7 runtime=551 [ns]",
                "sched_switch: prev_comm=a prev_pid=7 prev_prio=120 prev_state=R+ ==> next_comm=b c next_pid=9 next_prio=120",
                "sched_migrate_task: comm=a pid=7 prio=120 orig_cpu=0 dest_cpu=1",
                "sched_process_fork: comm=a pid=7 child_comm=x child_pid=12");

        private final String head;
        private final String header;

        Printer(String head, String header) {
            this.head = head;
            this.header = header;
        }

        ShownRows read(TraceBytes bytes) throws TraceFormatException {
            return ShownRows.of(
                    b -> this == PERF
                            ? PerfScriptReader.open(b, PeltDialect.standard())
                            : FtraceTextReader.open(b, PeltDialect.standard()),
                    bytes);
        }

        String text(int lines) {
            var text = new StringBuilder(header);
            for (int i = 0; i < lines; i++)
                text.append(head.formatted(i % 2, 5, 100 + i))
                        .append(BODIES.get(i % BODIES.size()))
                        .append('\n');
            return text.toString();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aTextCutAnywhereIsReadUpToTheCut(Printer printer) throws TraceFormatException {
        String text = printer.text(20);
        int start = printer.header.length();
        List<String> all = printer.read(ShownRows.bytes(text)).text();
        for (int cut = start; cut <= text.length(); cut++) {
            String part = text.substring(0, cut);
            int whole =
                    (int) part.substring(start).chars().filter(c -> c == '\n').count();
            boolean open = cut > start && part.charAt(cut - 1) != '\n';
            try (TraceBytes bytes = ShownRows.bytes(part)) {
                ShownRows rows = printer.read(bytes);
                long cuts = rows.count(ImportStat.FILE_CUT);
                assertThat(rows.size() + cuts).as("cut at %d", cut).isEqualTo(whole + (open ? 1 : 0));
                assertThat(all).as("no wrong number").containsAll(rows.text());
            } catch (TraceFormatException e) {
                assertThat(whole).as("refused at %d: %s", cut, e.getMessage()).isZero();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyLineOfADamagedTextIsARowOrIsCounted(Printer printer) throws TraceFormatException {
        byte[] text = printer.text(200).getBytes(StandardCharsets.ISO_8859_1);
        var random = new SplittableRandom(20261130);
        for (int i = 0; i < 1500; i++) {
            byte[] copy = text.clone();
            int flips = 1 + random.nextInt(6);
            for (int f = 0; f < flips; f++)
                copy[random.nextInt(printer.header.length(), copy.length)] = (byte) random.nextInt(256);
            try (TraceBytes bytes = TraceBytes.of("made.txt", copy)) {
                ShownRows rows = printer.read(bytes);
                long counted = 0;
                for (var entry : rows.reader.stats().entries())
                    if (entry.stat() != ImportStat.TIMES_ROUNDED) counted += entry.count();
                assertThat(rows.size() + counted)
                        .as("round %d: %s", i, missing(copy, text))
                        .isGreaterThanOrEqualTo(200 - swallowed(copy, text));
                assertThat(rows.lanes.keySet())
                        .allMatch(cpu -> cpu < rows.reader.facts().cpus());
            }
        }
    }

    private static String missing(byte[] copy, byte[] text) {
        var out = new StringBuilder();
        for (int i = 0; i < text.length; i++) {
            if (copy[i] == text[i]) continue;
            int from = i;
            while (from > 0 && text[from - 1] != '\n') from--;
            int to = i;
            while (text[to] != '\n') to++;
            out.append("\n")
                    .append(new String(copy, from, to - from, StandardCharsets.ISO_8859_1))
                    .append("|")
                    .append(i - from);
        }
        return out.toString();
    }

    /** Newlines that are gone: of the two events in such a line one is counted. */
    private static int swallowed(byte[] copy, byte[] text) {
        int gone = 0;
        for (int i = 0; i < text.length; i++) if (text[i] == '\n' && copy[i] != '\n') gone++;
        return gone;
    }

    @Test
    void noiseOfAnyKindIsRefusedOrCounted() {
        var random = new SplittableRandom(5);
        for (int i = 0; i < 300; i++) {
            byte[] noise = new byte[random.nextInt(1, 5000)];
            for (int b = 0; b < noise.length; b++)
                noise[b] = (byte)
                        (random.nextBoolean()
                                ? random.nextInt(256)
                                : "[]0123456789.:- \n=>#".charAt(random.nextInt(20)));
            var refusals = new ArrayList<String>();
            for (Printer printer : Printer.values()) {
                try (TraceBytes bytes = TraceBytes.of("made.txt", Arrays.copyOf(noise, noise.length))) {
                    printer.read(bytes);
                } catch (TraceFormatException e) {
                    refusals.add(e.getMessage());
                }
            }
            assertThat(refusals).hasSize(3).allMatch(m -> !m.contains("\n") && m.startsWith("made.txt at 0x"));
        }
    }
}
