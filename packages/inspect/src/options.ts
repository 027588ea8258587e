import { parseArgs } from "node:util";

/** An error in the command line. The program prints its message and exits with code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The parsed command line. */
export type Options =
  | { readonly run: "help" }
  | { readonly run: "version" }
  | {
      readonly run: "agent";
      readonly command: string;
      readonly args: readonly string[];
      readonly record?: string;
      readonly port: number;
    }
  | { readonly run: "trace"; readonly file: string; readonly port: number }
  | {
      readonly run: "check";
      readonly files: readonly string[];
      readonly format: ReportFormat;
      /** The file for the report. */
      readonly output?: string;
      /** The file with the findings to accept. */
      readonly baseline?: string;
      /** The file to write with all findings of this run, which are accepted. */
      readonly writeBaseline?: string;
    };

const REPORT_FORMATS = ["human", "json", "sarif", "junit"] as const;

/** A format of the report of `check`. */
export type ReportFormat = (typeof REPORT_FORMATS)[number];

export const HELP = `Inspects the connection between an editor and an ACP agent.

acp-inspect [--record FILE.jsonl] [--port N] -- COMMAND [ARGS]
    Starts the agent and forwards every byte, so an editor can run this command in place of the
    agent. Prints the address of a page on stderr that shows the messages live, and the agent's
    stderr between them.
acp-inspect [--port N] FILE.jsonl
    Shows a trace on such a page.
acp-inspect check [OPTIONS] FILE.jsonl …
    Reports where traces violate the protocol. Exits with 0 if there are no violations, 1 if there
    are some, and 2 if a file cannot be read or written or the command line is wrong.

  --record FILE.jsonl  also write the messages and stderr to a file. An existing file is
                       renamed to FILE.jsonl.old
  --port N             the port of the page on 127.0.0.1. Default: any free port, which is also
                       used if N is taken
  --format FORMAT      the format of the report: human (default), json, sarif or junit
  --output FILE        write the report to a file. Stdout then shows the report for people
  --baseline FILE      accept the findings in this file: they are not part of the report
  --write-baseline FILE
                       write all violations and warnings to such a file, and accept them
  --help, --version
`;

const OPTION_TYPES = {
  record: { type: "string" },
  port: { type: "string" },
  format: { type: "string" },
  output: { type: "string" },
  baseline: { type: "string" },
  "write-baseline": { type: "string" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean" },
} as const;

/** The options that only `check` has. */
const CHECK_OPTIONS = ["format", "output", "baseline", "write-baseline"] as const;

type OptionValues = ReturnType<typeof parseArguments>["values"];

/**
 * Parses the arguments of the program.
 *
 * @throws {UsageError} for an unknown option, an invalid value, or a missing or conflicting
 * argument.
 */
export function parseOptions(argv: readonly string[]): Options {
  const end = argv.indexOf("--");
  const [own, agent] = end === -1 ? [argv] : [argv.slice(0, end), argv.slice(end + 1)];
  const { values, positionals } = parseArguments(own);
  if (values.help) return { run: "help" };
  if (values.version) return { run: "version" };
  if (agent !== undefined) return parseAgent(agent, positionals, values);
  const [first, second] = positionals;
  if (first === undefined)
    throw new UsageError(
      'Nothing to do. Give the command of an agent as "-- COMMAND", or a trace.',
    );
  if (first === "check") return parseCheck(positionals.slice(1), values);
  if (second !== undefined)
    throw new UsageError(`"${first} ${second}": put -- before the agent's command.`);
  forbidCheckOptions(values);
  forbidOption(values, "record", "needs an agent. Put -- before the agent's command");
  return { run: "trace", file: first, port: parsePort(values.port) };
}

function parseArguments(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTION_TYPES, allowPositionals: true });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const [sentence = ""] = error.message.split(". ");
    throw new UsageError(
      `${sentence}. If it belongs to the agent, put -- before the agent's command.`,
    );
  }
}

function parseAgent(
  agent: readonly string[],
  own: readonly string[],
  values: OptionValues,
): Options {
  const [command, ...args] = agent;
  if (!command) throw new UsageError("The agent's command is missing after --.");
  if (own[0] !== undefined) throw new UsageError(`Unexpected argument "${own[0]}" before --.`);
  forbidCheckOptions(values);
  if (values.record === "") throw new UsageError("--record needs the path of a file.");
  return {
    run: "agent",
    command,
    args,
    port: parsePort(values.port),
    ...(values.record !== undefined && { record: values.record }),
  };
}

function parseCheck(files: readonly string[], values: OptionValues): Options {
  if (files.length === 0) throw new UsageError("check needs the path of a trace.");
  forbidOption(values, "record", "needs an agent");
  forbidOption(values, "port", "cannot be used with check, which has no page");
  const { output, baseline, "write-baseline": writeBaseline } = values;
  if (baseline !== undefined && writeBaseline !== undefined)
    throw new UsageError("Use either --baseline or --write-baseline.");
  for (const name of ["output", "baseline", "write-baseline"] as const)
    if (values[name] === "") throw new UsageError(`--${name} needs the path of a file.`);
  return {
    run: "check",
    files,
    format: parseFormat(values.format),
    ...(output !== undefined && { output }),
    ...(baseline !== undefined && { baseline }),
    ...(writeBaseline !== undefined && { writeBaseline }),
  };
}

function parseFormat(name = "human"): ReportFormat {
  const format = REPORT_FORMATS.find((known) => known === name);
  if (format !== undefined) return format;
  throw new UsageError(`--format "${name}" is not a format. Use ${REPORT_FORMATS.join(", ")}.`);
}

function forbidCheckOptions(values: OptionValues): void {
  for (const name of CHECK_OPTIONS) forbidOption(values, name, "can only be used with check");
}

function forbidOption(values: OptionValues, name: keyof typeof OPTION_TYPES, why: string): void {
  if (values[name] !== undefined) throw new UsageError(`--${name} ${why}.`);
}

/** Parses a port number. 0, the default, requests any free port. */
function parsePort(text = "0"): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new UsageError(`--port "${text}" is not a port. Use a number from 1 to 65535.`);
}
