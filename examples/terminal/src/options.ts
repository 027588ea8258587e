import { parseArgs } from "node:util";

export interface Options {
  readonly help: boolean;
  /** One command line; without it the scripted agent. */
  readonly agent?: string;
  readonly cwd?: string;
  readonly protocol?: 1 | 2;
}

export const HELP = `Usage: npm run terminal -- [options]

  --agent "COMMAND ARGS"  the ACP agent to start, as one quoted command line. No shell is run.
                          Without this option a scripted agent is started, which needs no network.
  --cwd DIR               the folder the agent works in. Without it: a sample project in a new
                          temporary folder for the scripted agent, this folder for any other.
  --protocol 1|2          speak this version only. Without it: 2, or 1 where the agent has no more
  --help                  show this text`;

/** What was wrong with the command line. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

const DECLARED = {
  agent: { type: "string" },
  cwd: { type: "string" },
  protocol: { type: "string" },
  help: { type: "boolean" },
} as const;

/** @throws {UsageError} for an unknown option or a bad value. */
export function parseOptions(argv: readonly string[]): Options {
  const { help = false, protocol, ...rest } = read(argv);
  if (protocol === undefined) return { help, ...rest };
  if (protocol !== "1" && protocol !== "2")
    throw new UsageError(`--protocol "${protocol}" is no version of the protocol: say 1 or 2.`);
  return { help, ...rest, protocol: protocol === "1" ? 1 : 2 };
}

function read(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: DECLARED, allowPositionals: false }).values;
  } catch (error) {
    throw error instanceof TypeError ? new UsageError(error.message) : error;
  }
}
