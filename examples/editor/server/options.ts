import { parseArgs } from "node:util";

/** An error in the command line. The program prints its message and exits with code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

export interface Options {
  readonly help: boolean;
  /** The command lines of the agents. */
  readonly agents: readonly string[];
  readonly cwd?: string;
  /** The paths of the files with MCP servers. */
  readonly mcp: readonly string[];
  /** The folder with the sessions and the agents that were added. */
  readonly data?: string;
  /** The path of a recording. */
  readonly replay?: string;
  readonly port?: number;
  /** The origin of the user's own proxy for the phone page, such as `https://laptop.tailnet.ts.net`. */
  readonly phoneOrigin?: string;
  readonly protocol?: 1 | 2;
  /** The amount in US dollars that a session may cost before each prompt has to be confirmed. */
  readonly budget?: number;
}

export const HELP = `Usage: npm start -- [options]

  --agent "COMMAND ARGS"  an ACP agent, as one quoted command line: "gemini --acp",
                          "node 'my agents/agent.mjs'". It is not run in a shell. Repeat it for
                          several agents. Default: a scripted agent that needs no network
  --cwd DIR               the folder of new sessions. Default: this folder or, for the scripted
                          agent, a sample project
  --mcp FILE              a file with MCP servers, like .mcp.json of a project. Every agent gets those
                          that it can use. Repeat it for several files. Default: none
  --data DIR              the folder with the sessions and the agents that were added in the page.
                          Default: one in the folder of your platform for data of applications
  --replay FILE.jsonl     replay a recording instead of starting an agent
  --port N                the port to listen on. Default: 4317, or any free port if 4317 is taken
  --phone-origin URL      the address at which your own proxy, such as "tailscale serve", forwards
                          to this server. It is accepted only for the page for phones
  --protocol 1|2          offer the agent only this version of the protocol. Default: 2, with a
                          fallback to 1
  --budget AMOUNT         warn when a session has cost 80 % of this amount in US dollars, and ask before
                          each prompt once it is spent. It applies to the agents of --agent
  --help                  show this text

Relative paths are relative to the current folder.`;

const OPTION_TYPES = {
  agent: { type: "string", multiple: true },
  data: { type: "string" },
  cwd: { type: "string" },
  mcp: { type: "string", multiple: true },
  replay: { type: "string" },
  port: { type: "string" },
  "phone-origin": { type: "string" },
  protocol: { type: "string" },
  budget: { type: "string" },
  help: { type: "boolean" },
} as const;

/**
 * Parses the arguments of the program.
 *
 * @throws {UsageError} for an unknown option, an invalid value, or conflicting options.
 */
export function parseOptions(argv: readonly string[]): Options {
  const {
    help = false,
    agent: agents = [],
    mcp = [],
    port,
    protocol,
    budget,
    "phone-origin": phoneOrigin,
    ...paths
  } = parseArguments(argv);
  const given = [
    ...Object.entries(paths),
    ...agents.map((agent) => ["agent", agent] as const),
    ...mcp.map((file) => ["mcp", file] as const),
  ];
  for (const [name, value] of given) {
    if (value.trim() === "") throw new UsageError(`--${name} "${value}" is empty.`);
    if (paths.replay !== undefined && /^(?:agent|cwd|mcp)$/.test(name))
      throw new UsageError(`--replay starts no agent. Omit --${name} "${value}".`);
  }
  return {
    help,
    agents,
    mcp,
    ...paths,
    ...(port !== undefined && { port: parsePort(port) }),
    ...(phoneOrigin !== undefined && { phoneOrigin: parsePhoneOrigin(phoneOrigin) }),
    ...(protocol !== undefined && { protocol: parseProtocolVersion(protocol) }),
    ...(budget !== undefined && { budget: parseBudget(budget) }),
  };
}

function parseArguments(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTION_TYPES, allowPositionals: false }).values;
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(addQuotingHint(error.message));
    throw error;
  }
}

function addQuotingHint(message: string): string {
  const [sentence = message] = message.split(". ");
  if (!/Unknown option|Unexpected argument/.test(sentence)) return message;
  return (
    `${sentence.replace(/\.$/, "")}. If it belongs to the agent, quote the agent's entire command ` +
    `line: --agent "COMMAND ARGS".`
  );
}

function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new UsageError(
    `--port "${text}" is not a port. Use a number from 0 (any free port) to 65535.`,
  );
}

/** Other computers may read what a proxy forwards without encryption. */
function parsePhoneOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === "https:" && (text === url.origin || text === `${url.origin}/`))
    return url.origin;
  throw new UsageError(
    `--phone-origin "${text}" is not an origin with HTTPS, such as https://laptop.tailnet.ts.net.`,
  );
}

function parseBudget(text: string): number {
  const amount = Number(text);
  if (amount > 0 && Number.isFinite(amount)) return amount;
  throw new UsageError(`--budget "${text}" is not an amount of US dollars, such as 2.50.`);
}

function parseProtocolVersion(text: string): 1 | 2 {
  if (text === "1" || text === "2") return text === "1" ? 1 : 2;
  throw new UsageError(`--protocol "${text}" is not a protocol version. Use 1 or 2, or omit it.`);
}
