import { once } from "node:events";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type LoadedMcpServers, loadMcpServers } from "@acp-store/client/node";
import type { AgentDefinition } from "@acp-store/fleet/owner";
import { FolderInUseError, isFolderInUseError } from "@acp-store/persist/node";
import { type AgentServer, defaultDataDir, serveAgents } from "@acp-store/server";
import { fileRequests } from "@acp-store/server/files";
import { registryRequests } from "@acp-store/server/registry";
import { searchRequests } from "@acp-store/server/search";
import { terminalSignIns } from "@acp-store/server/terminals";
import { prepareAgents, toBudget } from "./agents.js";
import { HELP, type Options, parseOptions, UsageError } from "./options.js";
import { createPageRequests } from "./pageRequests.js";
import { checkRecording } from "./recording.js";

// npm runs scripts in the package's folder. INIT_CWD is the folder in which the user ran npm.
const launchDir = process.env.INIT_CWD ?? process.cwd();
const pageDir = fileURLToPath(new URL("../page", import.meta.url));
const phoneDir = fileURLToPath(new URL("../phone", import.meta.url));
const answerFiles = fileRequests();
const answerSearch = searchRequests();

/** The agents or the recording that the page shows. */
interface Content {
  readonly agents: readonly AgentDefinition[];
  /** The path of the recording to play. */
  readonly recording?: string;
  /** The fragment of the printed address. */
  readonly fragment: string;
  /** Lines about the content, for the terminal. */
  readonly details: readonly string[];
  /** The MCP servers of each session. */
  readonly mcpServers: LoadedMcpServers["servers"];
}

async function main(): Promise<void> {
  const options = parseOptions(process.argv.slice(2));
  if (options.help) return console.log(HELP);
  const stopRequest = watchForStopRequest();
  const dataDir =
    options.data === undefined ? defaultDataDir("editor") : resolve(launchDir, options.data);
  const content = await prepareContent(options, dataDir);
  const server = await startServer(options, dataDir, content);
  if (!stopRequest.aborted) await once(stopRequest, "abort");
  await server.close();
  process.exit(0);
}

async function prepareContent(options: Options, dataDir: string): Promise<Content> {
  if (options.replay !== undefined) {
    const recording = resolve(launchDir, options.replay);
    await checkRecording(recording);
    const details = [`  Recording  ${recording}`];
    return { agents: [], recording, fragment: "#replay", details, mcpServers: [] };
  }
  const files = options.mcp.map((file) => resolve(launchDir, file));
  for (const file of files)
    if (!existsSync(file))
      throw new UsageError(`--mcp "${file}" was not found. Use a file like .mcp.json.`);
  const { servers: mcpServers, problems } = await loadMcpServers({ files });
  const agents = await prepareAgents(
    options,
    { launchDir, dataDir },
    { mcpServers: () => mcpServers, budget: toBudget(options) },
  );
  const [first] = agents;
  const isChosen = options.agents.length > 0 || options.cwd !== undefined;
  return {
    agents,
    fragment: isChosen && first !== undefined ? `#new:${first.id}` : "",
    details: [
      `  Agents  ${agents.map(({ name }) => name).join(", ")}`,
      `  Folder  ${first?.cwd ?? ""}`,
      ...(files.length > 0 ? [`  MCP     ${describeServers(mcpServers)}`] : []),
      ...problems.map(({ file, server, message }) =>
        server === undefined ? `          ${file}: ${message}` : `          ${server}: ${message}`,
      ),
    ],
    mcpServers,
  };
}

function describeServers(servers: Content["mcpServers"]): string {
  return servers.map(({ name }) => name).join(", ") || "no servers";
}

async function startServer(
  { port, phoneOrigin, ...options }: Options,
  dataDir: string,
  { agents, recording, fragment, details, mcpServers }: Content,
): Promise<AgentServer> {
  const answerRegistry = registryRequests({ mcpServers: () => mcpServers });
  let isFirst = true;
  function printAddress(address: string): void {
    const text = isFirst
      ? ["", ...details, "", `  Open ${address}${fragment}`, "", "  Press Ctrl+C to stop.", ""]
      : [`  Another browser?  ${address}`];
    isFirst = false;
    console.log(text.join("\n"));
  }
  try {
    return await serveAgents({
      ...{ agents, pageDir, dataDir, port, onAddress: printAddress },
      devtools: true,
      terminals: terminalSignIns(),
      reviewFolders: agents.flatMap(({ cwd }) => cwd ?? []),
      phones: { pageDir: phoneDir, ...(phoneOrigin !== undefined && { origin: phoneOrigin }) },
      requests: (context) => ({
        ...answerFiles(context),
        ...answerRegistry(context),
        ...answerSearch(context),
        ...createPageRequests({ fleet: context.fleet, recording, budget: toBudget(options) }),
      }),
    });
  } catch (error) {
    if (isFolderInUseError(error))
      throw new FolderInUseError(
        error.holder,
        "Stop that process, or choose another folder with --data.",
      );
    if (port === undefined || !isListenError(error)) throw error;
    const problem =
      error.code === "EADDRINUSE"
        ? "is taken by another program"
        : `cannot be used (${error.message})`;
    throw new Error(`--port ${port} ${problem}. Choose another port, or omit --port.`);
  }
}

function isListenError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error && error.syscall === "listen";
}

/** Returns a signal that is aborted when the program is asked to stop. */
function watchForStopRequest(): AbortSignal {
  const request = new AbortController();
  const stop = (): void => {
    // A second signal exits immediately. The agents end soon afterwards, because they are watched.
    if (request.signal.aborted) process.exit(1);
    request.abort();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
  return request.signal;
}

main().catch((error: unknown) => {
  const message = error instanceof Error ? error.message : String(error);
  console.error(
    error instanceof UsageError ? `${message}\n\nFor all options, use --help.` : message,
  );
  process.exitCode = error instanceof UsageError ? 2 : 1;
});
