import { parseArgs } from "node:util";
import { UsageError } from "./usageError.js";

export interface Options {
  readonly help: boolean;
  readonly agent?: string;
  readonly cwd?: string;
  readonly replay?: string;
  readonly port?: number;
  readonly protocol?: 1 | 2;
}

export const HELP = `Usage: npm start -- [options]

  --agent "COMMAND ARGS"  the ACP agent to start, as one quoted command line: "gemini --acp",
                          "node 'my agents/agent.mjs'". No shell is run. Without this option a
                          scripted agent is started, which needs no network.
  --cwd DIR               the folder the agent works in. Without it: a sample project in a new
                          temporary folder for the scripted agent, this folder for any other.
  --replay FILE.jsonl     show a recording instead of starting an agent
  --port N                the port to listen on (4317, or any free one where that is taken)
  --protocol 1|2          offer the agent this version of the protocol alone. Without it the page
                          prefers 2, and takes 1 from an agent that knows no other
  --help                  show this text

Relative paths start where you typed the command.`;

const DECLARED = {
  agent: { type: "string" },
  cwd: { type: "string" },
  replay: { type: "string" },
  port: { type: "string" },
  protocol: { type: "string" },
  help: { type: "boolean" },
} as const;

/** @throws {UsageError} for an unknown option, a bad value, or options that exclude each other. */
export function parseOptions(argv: readonly string[]): Options {
  const { help = false, port, protocol, ...paths } = read(argv);
  for (const [name, value] of Object.entries(paths)) {
    if (value.trim() === "")
      throw new UsageError(`--${name} "${value}" is empty: give it a value.`);
  }
  for (const name of ["agent", "cwd"] as const) {
    if (paths.replay === undefined || paths[name] === undefined) continue;
    throw new UsageError(`--replay starts no agent: leave out --${name} "${paths[name]}".`);
  }
  return {
    help,
    ...paths,
    ...(port !== undefined && { port: portNumber(port) }),
    ...(protocol !== undefined && { protocol: protocolVersion(protocol) }),
  };
}

function read(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: DECLARED, allowPositionals: false }).values;
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(explain(error.message));
    throw error;
  }
}

function explain(message: string): string {
  const [first = message] = message.split(". ");
  if (!/Unknown option|Unexpected argument/.test(first)) return message;
  return (
    `${first.replace(/\.$/, "")}. If it belongs to the agent, put quotes around its whole ` +
    `command: --agent "COMMAND ARGS". All options: --help.`
  );
}

function portNumber(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new UsageError(
    `--port "${text}" is no port: give a number from 0 (any free one) to 65535.`,
  );
}

function protocolVersion(text: string): 1 | 2 {
  if (text === "1" || text === "2") return text === "1" ? 1 : 2;
  throw new UsageError(
    `--protocol "${text}" is no version of the protocol: give 1 or 2, or leave it out.`,
  );
}
