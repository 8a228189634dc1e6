package rewake.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import rewake.catalogue.UsageException;
import rewake.report.Printable;

/** The program: {@code rewake COMMAND [options] TRACE}. */
@Command(
        name = "rewake",
        description = "Replays the wake-ups of a recorded Linux scheduler trace through modelled kernels and patches.",
        mixinStandardHelpOptions = true,
        versionProvider = Rewake.Version.class)
public final class Rewake implements Runnable {
    /** Runs one command and ends the JVM with its exit code. */
    public static void main(String[] args) {
        int code;
        try {
            code = run(args);
        } catch (OutOfMemoryError _) {
            System.err.println("rewake: out of memory; give the JVM more with JAVA_TOOL_OPTIONS=-Xmx4g");
            code = CommandLine.ExitCode.SOFTWARE;
        }
        System.exit(code);
    }

    /** All commands by name, in the order of the help. */
    private static Map<String, Supplier<Object>> commands() {
        var commands = new LinkedHashMap<String, Supplier<Object>>();
        commands.put("info", InfoCommand::new);
        commands.put("latency", LatencyCommand::new);
        commands.put("queues", QueuesCommand::new);
        commands.put("timehist", TimehistCommand::new);
        commands.put("map", MapCommand::new);
        commands.put("migrations", MigrationsCommand::new);
        commands.put("chains", ChainsCommand::new);
        commands.put("pelt", PeltCommand::new);
        commands.put("diff", DiffCommand::new);
        commands.put("whatif", WhatifCommand::new);
        commands.put("fidelity", FidelityCommand::new);
        commands.put("explain", ExplainCommand::new);
        commands.put("kernels", KernelsCommand::new);
        commands.put("patches", PatchesCommand::new);
        commands.put("formats", FormatsCommand::new);
        commands.put("reports", ReportsCommand::new);
        commands.put("topology", TopologyCommand::new);
        // No constructor reference: JDK 25 cannot archive one to a class as old as picocli's, and crashes making the
        // cache.
        commands.put("help", () -> new CommandLine.HelpCommand());
        return commands;
    }

    /** The command line with the one command that is called, or with all: building one costs start-up time. */
    private static CommandLine commandLine(String... args) {
        var line = new CommandLine(new Rewake());
        var commands = commands();
        Supplier<Object> called = args.length > 0 && !args[0].equals("help") ? commands.get(args[0]) : null;
        if (called != null) line.addSubcommand(args[0], called.get());
        else commands.forEach((name, command) -> line.addSubcommand(name, command.get()));
        line.getSubcommands().values().forEach(sub -> sub.getCommandSpec().versionProvider(new Version()));
        return line;
    }

    static int run(String... args) {
        CommandLine line = commandLine(args)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setAbbreviatedOptionsAllowed(false)
                .setUsageHelpAutoWidth(true)
                .setExecutionExceptionHandler(Rewake::failed)
                .setParameterExceptionHandler(Rewake::misused);
        return line.execute(args);
    }

    /** Without a command: what it is, and three commands to try. */
    @Override
    public void run() {
        System.out.print("""
                rewake replays the wake-ups of a recorded Linux scheduler trace through modelled kernels and patches.

                Try, on traces that ship with it:
                  ./rewake whatif traces/hackbench-16cpu-clusters/perf.data --patch cluster-wakeup -o report/
                  ./rewake latency traces/schbench-8cpu/perf.data
                  ./rewake info traces/hackbench-16cpu-smt-2nodes/perf.data

                ./rewake --help lists all commands, ./rewake COMMAND --help explains one.
                """);
    }

    private static int failed(Exception e, CommandLine line, CommandLine.ParseResult result) {
        String message = switch (e) {
            case NoSuchFileException missing -> missing.getFile() + ": no such file";
            case AccessDeniedException denied -> denied.getFile() + ": permission denied";
            case IOException io -> io.getMessage() == null ? io.toString() : io.getMessage();
            case UsageException usage -> String.valueOf(usage.getMessage());
            default -> "a fault of rewake itself: " + e + " (run again with -vv and report it)";
        };
        System.err.println("rewake: " + shown(message));
        if (verbosity(result) > 1) e.printStackTrace();
        int code = e instanceof UsageException ? CommandLine.ExitCode.USAGE : CommandLine.ExitCode.SOFTWARE;
        ErrorsJson.write(result, message, code);
        return code;
    }

    private static int misused(ParameterException e, String[] args) {
        PrintWriter err = e.getCommandLine().getErr();
        boolean noCommand = args.length > 0
                && !args[0].startsWith("-")
                && e.getCommandLine().getParent() == null
                && e instanceof CommandLine.UnmatchedArgumentException;
        if (noCommand) {
            err.println("rewake: no command '" + shown(args[0]) + "'; there are "
                    + String.join(", ", commands().keySet()));
            return CommandLine.ExitCode.USAGE;
        }
        err.println("rewake: " + shown(e.getMessage() + swallowed(e)));
        if (!CommandLine.UnmatchedArgumentException.printSuggestions(e, err))
            err.println("See: rewake " + nameOf(e.getCommandLine()) + "--help");
        return CommandLine.ExitCode.USAGE;
    }

    /** An option that takes a number and was given none takes the trace for it. */
    private static String swallowed(ParameterException e) {
        String value = e.getValue();
        if (value == null || !(e.getArgSpec() instanceof OptionSpec option) || !Files.exists(Path.of(value))) return "";
        return "; " + option.longestName() + " " + option.paramLabel() + " comes before the trace: "
                + option.shortestName() + " 10 " + value;
    }

    /** A message may hold the name of a file or of a task, and those may hold anything. */
    private static String shown(String message) {
        return message.lines().map(Printable::text).collect(Collectors.joining("\n"));
    }

    private static String nameOf(CommandLine line) {
        String name = line.getCommandName();
        return name.equals("rewake") ? "" : name + " ";
    }

    private static int verbosity(CommandLine.ParseResult result) {
        return Output.of(result).map(Output::verbosity).orElse(0);
    }

    /** Prints what the jar says of itself. */
    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"rewake " + text()};
        }

        static String text() {
            String version = Rewake.class.getPackage().getImplementationVersion();
            return version == null ? "development" : version;
        }
    }
}
