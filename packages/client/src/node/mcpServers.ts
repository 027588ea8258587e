import { readFile } from "node:fs/promises";
import type { McpServer } from "@agentclientprotocol/sdk";
import { z } from "zod/mini";
import { describeError } from "../errors.js";
import { isNotFoundError } from "./fileError.js";

/** The options of {@link loadMcpServers}. */
export interface McpServersOptions {
  /**
   * The paths of the files, such as `.mcp.json` of the project and one of the user. A file that does not exist
   * is skipped. If several files have a server of the same name, the first one counts.
   */
  readonly files: readonly string[];
  /** The variables for `${NAME}` and `${NAME:-default}`. Default: the environment of this process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** A part of a file that was left out. */
export interface McpServerProblem {
  /** The path of the file. */
  readonly file: string;
  /** The name of the server. Absent if the whole file was left out. */
  readonly server?: string;
  /** The reason for the user. It has no values of variables. */
  readonly message: string;
}

/** The result of {@link loadMcpServers}. */
export interface LoadedMcpServers {
  /** The servers, as session requests take them. */
  readonly servers: readonly McpServer[];
  /** The parts that were left out. */
  readonly problems: readonly McpServerProblem[];
}

const texts = z.optional(z.record(z.string(), z.string()));
const configuredServer = z.union([
  z.object({
    type: z.optional(z.literal("stdio")),
    command: z.string(),
    args: z.optional(z.array(z.string())),
    env: texts,
  }),
  z.object({ type: z.optional(z.enum(["http", "sse"])), url: z.url(), headers: texts }),
]);
const configuration = z.object({ mcpServers: z.record(z.string(), z.unknown()) });

/**
 * Loads MCP servers from files in the format of `.mcp.json`, which several agents and editors read:
 * `{ "mcpServers": { "name": { "command", "args", "env" } } }`, or `{ "type": "http" | "sse", "url", "headers" }`.
 * Variables are expanded. A server with a mistake is left out, and `problems` says why. Never rejects for what
 * a file contains. A connection leaves out the servers whose transport its agent does not know.
 * {@link https://agentclientprotocol.com/protocol/v1/session-setup#mcp-servers}
 *
 * @example
 * ```ts
 * import { loadMcpServers } from "@acp-store/client/node";
 *
 * const { servers, problems } = await loadMcpServers({ files: ["/home/me/app/.mcp.json"] });
 * for (const { file, server, message } of problems) console.warn(file, server, message);
 * const agent = await connectAgent(store, source, { mcpServers: () => servers });
 * ```
 */
export async function loadMcpServers(options: McpServersOptions): Promise<LoadedMcpServers> {
  const { files, env = process.env } = options;
  const servers = new Map<string, McpServer>();
  const problems: McpServerProblem[] = [];
  for (const file of files) {
    const found = await readServers(file);
    if (typeof found === "string") {
      problems.push({ file, message: found });
      continue;
    }
    for (const [name, value] of Object.entries(found)) {
      if (servers.has(name)) continue;
      const server = parseServer(name, value, env);
      if (typeof server === "string") problems.push({ file, server: name, message: server });
      else servers.set(name, server);
    }
  }
  return { servers: [...servers.values()], problems };
}

/** Resolves with the servers of a file by name, or with the reason why it has none. */
async function readServers(file: string): Promise<Readonly<Record<string, unknown>> | string> {
  try {
    const value: unknown = JSON.parse(await readFile(file, "utf8"));
    const { data, error } = configuration.safeParse(value);
    return data?.mcpServers ?? describeIssues(error);
  } catch (error) {
    if (isNotFoundError(error)) return {};
    return `The file cannot be read: ${describeError(error)}`;
  }
}

/** Returns a server, or the reason why it is none. */
function parseServer(
  name: string,
  value: unknown,
  env: Readonly<Record<string, string | undefined>>,
): McpServer | string {
  const missing = new Set<string>();
  const expanded = expandTexts(value, (variable, fallback) => {
    const known = env[variable] ?? fallback;
    if (known === undefined) missing.add(variable);
    return known ?? "";
  });
  if (missing.size > 0) return `These variables are not set: ${[...missing].join(", ")}.`;
  const { data, error } = configuredServer.safeParse(expanded);
  if (data === undefined) return describeIssues(error);
  if ("command" in data) {
    const { command, args = [], env: variables = {} } = data;
    return { name, command, args, env: toPairs(variables) };
  }
  const { type = "http", url, headers = {} } = data;
  return { type, name, url, headers: toPairs(headers) };
}

type Expand = (variable: string, fallback: string | undefined) => string;

/** Expands the variables in all texts of a JSON value. */
function expandTexts(value: unknown, expand: Expand): unknown {
  if (typeof value === "string")
    return value.replaceAll(
      /\$\{([A-Za-z_]\w*)(?::-([^}]*))?\}/g,
      (_whole, variable: string, fallback: string | undefined) => expand(variable, fallback),
    );
  if (Array.isArray(value)) return value.map((item) => expandTexts(item, expand));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, expandTexts(item, expand)]),
  );
}

function toPairs(values: Readonly<Record<string, string>>): { name: string; value: string }[] {
  return Object.entries(values).map(([name, value]) => ({ name, value }));
}

function describeIssues(error: z.core.$ZodError | undefined): string {
  const issues = error?.issues ?? [];
  const [issue] = issues.flatMap((each) => (each.code === "invalid_union" ? [] : [each]));
  if (issue === undefined)
    return 'A server needs a "command", or a "url" and the type "http" or "sse".';
  return `${issue.path.join(".")}: ${issue.message}`;
}
