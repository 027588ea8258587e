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
  | { readonly run: "check"; readonly file: string; readonly json: boolean };

export const HELP = `Inspects the connection between an editor and an ACP agent.

acp-inspect [--record FILE.jsonl] [--port N] -- COMMAND [ARGS]
    Starts the agent and forwards every byte, so an editor can run this command in place of the
    agent. Prints the address of a page on stderr that shows the messages live.
acp-inspect [--port N] FILE.jsonl
    Shows a trace on such a page.
acp-inspect check [--json] FILE.jsonl
    Reports where a trace violates the protocol. Exits with 0 if there are no violations, 1 if
    there are some, and 2 if the file cannot be read.

  --record FILE.jsonl  also write the messages to a file. An existing file is renamed to
                       FILE.jsonl.old
  --port N             the port of the page on 127.0.0.1. Default: any free port, which is also
                       used if N is taken
  --json               print the report as JSON
  --help, --version
`;

const OPTION_TYPES = {
  record: { type: "string" },
  port: { type: "string" },
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean" },
} as const;

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
  if (first === "check") return parseCheck(second, positionals.slice(2), values);
  if (second !== undefined)
    throw new UsageError(`"${first} ${second}": put -- before the agent's command.`);
  forbidOption(values, "json", "can only be used with check");
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
  forbidOption(values, "json", "can only be used with check");
  if (values.record === "") throw new UsageError("--record needs the path of a file.");
  return {
    run: "agent",
    command,
    args,
    port: parsePort(values.port),
    ...(values.record !== undefined && { record: values.record }),
  };
}

function parseCheck(
  file: string | undefined,
  more: readonly string[],
  values: OptionValues,
): Options {
  if (file === undefined) throw new UsageError("check needs the path of a trace.");
  if (more[0] !== undefined)
    throw new UsageError(`Unexpected argument "${more[0]}". check reads one trace.`);
  forbidOption(values, "record", "needs an agent");
  forbidOption(values, "port", "cannot be used with check, which has no page");
  return { run: "check", file, json: values.json ?? false };
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
