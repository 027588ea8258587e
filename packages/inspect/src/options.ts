import { parseArgs } from "node:util";
import { UsageError } from "./usageError.js";

/** What the command line asks for. */
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

export const HELP = `Looks into the connection between an editor and an ACP agent.

acp-inspect [--record FILE.jsonl] [--port N] -- COMMAND [ARGS]
    Starts the agent and passes everything on, byte for byte, so an editor can run this in place
    of the agent. Prints the address of a page on stderr that shows what goes by.
acp-inspect [--port N] FILE.jsonl
    Shows a trace on such a page.
acp-inspect check [--json] FILE.jsonl
    Says where a trace breaks the protocol. Exit code: 0 if nowhere, 1 if it does, 2 if the file
    cannot be read.

  --record FILE.jsonl  write the messages to a file as well; a file of that name moves to
                       FILE.jsonl.old
  --port N             the port of the page on 127.0.0.1 (any free one without it, or if it is taken)
  --json               print the report as JSON
  --help, --version
`;

const DECLARED = {
  record: { type: "string" },
  port: { type: "string" },
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean" },
} as const;

type Values = ReturnType<typeof read>["values"];

/** @throws {UsageError} for an unknown option, a bad value, or words that ask for nothing. */
export function parseOptions(argv: readonly string[]): Options {
  const end = argv.indexOf("--");
  const [own, agent] = end === -1 ? [argv] : [argv.slice(0, end), argv.slice(end + 1)];
  const { values, positionals } = read(own);
  if (values.help) return { run: "help" };
  if (values.version) return { run: "version" };
  if (agent !== undefined) return agentOptions(agent, positionals, values);
  const [first, second] = positionals;
  if (first === undefined)
    throw new UsageError('There is nothing to do: give "-- COMMAND" of an agent, or a FILE.jsonl.');
  if (first === "check") return checkOptions(second, positionals.slice(2), values);
  if (second !== undefined)
    throw new UsageError(`"${first} ${second}": put -- before the command of the agent.`);
  forbid(values, "json", "belongs to check");
  forbid(values, "record", "needs an agent: put -- before its command");
  return { run: "trace", file: first, port: portNumber(values.port) };
}

function read(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: DECLARED, allowPositionals: true });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const [first = ""] = error.message.split(". ");
    throw new UsageError(`${first}. If it belongs to the agent, put -- before its command.`);
  }
}

function agentOptions(agent: readonly string[], own: readonly string[], values: Values): Options {
  const [command, ...args] = agent;
  if (!command)
    throw new UsageError("There is no command behind --: give the command of the agent.");
  if (own[0] !== undefined) throw new UsageError(`"${own[0]}" stands before --: leave it out.`);
  forbid(values, "json", "belongs to check");
  if (values.record === "")
    throw new UsageError('--record "" names no file: give the path of one.');
  return {
    run: "agent",
    command,
    args,
    port: portNumber(values.port),
    ...(values.record !== undefined && { record: values.record }),
  };
}

function checkOptions(file: string | undefined, more: readonly string[], values: Values): Options {
  if (file === undefined)
    throw new UsageError("There is no trace to check: give a FILE.jsonl behind check.");
  if (more[0] !== undefined)
    throw new UsageError(`"${more[0]}" is one file too many: check one at a time.`);
  forbid(values, "record", "needs an agent");
  forbid(values, "port", "needs a page, which check has not");
  return { run: "check", file, json: values.json ?? false };
}

function forbid(values: Values, name: keyof typeof DECLARED, why: string): void {
  if (values[name] !== undefined) throw new UsageError(`--${name} ${why}.`);
}

/** 0 stands for any free port. */
function portNumber(text = "0"): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new UsageError(`--port "${text}" is no port: give a number from 1 to 65535.`);
}
