import { parseArgs } from "node:util";

/** The parsed command line. */
export interface Options {
  readonly help: boolean;
  /** Whether to continue the last session of the folder. */
  readonly continue: boolean;
  /** The command lines of the agents, each with an optional name. Default: the scripted agent. */
  readonly agents?: readonly string[];
  /** The folder that the agent works in. */
  readonly cwd?: string;
  /** The only protocol version to offer. Default: 2, with a fallback to 1. */
  readonly protocol?: 1 | 2;
  /** The paths of the files with MCP servers. */
  readonly mcp?: readonly string[];
  /** The amount in US dollars that a session may cost before each prompt has to be confirmed. */
  readonly budget?: number;
}

/** The help text of the program. */
export const USAGE = `Usage: npm run terminal -- [options]

  --agent "COMMAND ARGS"  The ACP agent to start, as one quoted command line. No shell is used.
                          Default: a scripted agent that needs no network.
                          Repeat it for several agents: --agent "claude=claude-code-acp"
                          --agent "gemini=gemini --acp". The names are optional.
  --cwd DIR               The folder that the agent works in. Default: a sample project in a new
                          temporary folder for the scripted agent, otherwise the current folder.
  --continue              Continue the last session of this agent in this folder.
  --protocol 1|2          The only protocol version to use. Default: 2, or 1 if the agent does not
                          support 2.
  --mcp FILE              A file with MCP servers, like .mcp.json of a project. Every agent gets those
                          that it can use. Repeat it for several files.
  --budget AMOUNT         Ask before each prompt once a session has cost this amount in US dollars.
  --help                  Show this text.`;

/** Thrown if the command line is invalid. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

const OPTION_DEFINITIONS = {
  agent: { type: "string", multiple: true },
  cwd: { type: "string" },
  continue: { type: "boolean" },
  protocol: { type: "string" },
  mcp: { type: "string", multiple: true },
  budget: { type: "string" },
  help: { type: "boolean" },
} as const;

/**
 * Parses the command line.
 *
 * @throws UsageError if an option is unknown, its value is invalid, or --continue has no folder.
 */
export function parseOptions(argv: readonly string[]): Options {
  const { help = false, continue: continues = false, ...parsed } = parseArguments(argv);
  const { agent: agents, protocol, cwd, mcp, budget } = parsed;
  if (continues && agents === undefined && cwd === undefined)
    throw new UsageError("--continue needs --cwd, because the sample project is new each time.");
  const options = {
    help,
    continue: continues,
    ...(agents && { agents }),
    ...(cwd !== undefined && { cwd }),
    ...(mcp && { mcp }),
    ...(budget !== undefined && { budget: parseBudget(budget) }),
  };
  if (protocol === undefined) return options;
  if (protocol !== "1" && protocol !== "2")
    throw new UsageError(
      `--protocol "${protocol}" is not a supported protocol version. Use 1 or 2.`,
    );
  return { ...options, protocol: protocol === "1" ? 1 : 2 };
}

function parseBudget(text: string): number {
  const amount = Number(text);
  if (amount > 0 && Number.isFinite(amount)) return amount;
  throw new UsageError(`--budget "${text}" is not an amount of US dollars, such as 2.50.`);
}

function parseArguments(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTION_DEFINITIONS, allowPositionals: false })
      .values;
  } catch (error) {
    throw error instanceof TypeError ? new UsageError(error.message) : error;
  }
}
