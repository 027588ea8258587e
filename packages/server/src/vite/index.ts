/**
 * The agents behind Vite's own server.
 * @module
 */
import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { basename, join } from "node:path";
import { isFolderInUseError } from "@acp-store/persist/node";
import {
  attachAgents,
  type AttachOptions,
  exchangeToken,
  type UpgradeEmitter,
} from "../agents/attachAgents.js";
import {
  type AgentsOptions,
  defaultDataDir,
  type OpenedFleet,
  openFleet,
} from "../agents/openFleet.js";
import { createAccess } from "../local/access.js";

/** The options of {@link agents}. */
export interface AgentsPluginOptions
  extends AgentsOptions,
    Pick<AttachOptions, "hosts" | "path" | "rights"> {}

/** The part of Vite's server that the plugin uses. The types of Vite need a newer module resolution. */
export interface ViteServer {
  /** The HTTP server. `null` in middleware mode. */
  readonly httpServer: UpgradeEmitter | null;
  /** The handlers of requests. */
  readonly middlewares: {
    use(
      handler: (request: IncomingMessage, response: ServerResponse, next: () => void) => void,
    ): unknown;
  };
  /** The addresses, once the server listens. */
  readonly resolvedUrls: { readonly local: readonly string[] } | null;
  /** The configuration, with the folder of the project and the logger. */
  readonly config: {
    readonly root: string;
    readonly logger: { info(message: string): void };
    readonly server: { open?: boolean | string | undefined; preTransformRequests?: boolean };
  };
  /** Prints the addresses. */
  printUrls(): void;
  /** Opens the page in the browser of the user, because of the option `open` or the shortcut `o`. */
  openBrowser(): void;
  /** Closes the server. */
  close(): Promise<void>;
}

/** A plugin of Vite. */
export interface AgentsPlugin {
  /** The name of the plugin. */
  readonly name: string;
  /** It runs during development only. */
  readonly apply: "serve";
  /** Adds the agents to the server. */
  configureServer(server: ViteServer): Promise<void>;
}

/** The fleets of this process, by their folder. Vite creates a new server before it closes the old one. */
const fleets = new Map<string, OpenedFleet>();

/**
 * Runs agents behind Vite's own server, so that `npm run dev` is the whole development setup. Vite prints
 * the address with a token that admits one browser, and opens it with `--open`; a page without it says what
 * to do. If another process uses the folder of the data, Vite ends with a message that names it.
 *
 * @example
 * ```ts
 * import { agents } from "@acp-store/server/vite";
 * import { defineConfig } from "vite";
 *
 * export default defineConfig({
 *   plugins: [agents({ agents: [{ id: "gemini", name: "Gemini", command: "gemini", args: ["--acp"] }] })],
 * });
 * ```
 */
export function agents({ path, hosts, rights, ...options }: AgentsPluginOptions): AgentsPlugin {
  return {
    name: "acp-store:agents",
    apply: "serve",
    async configureServer(server) {
      const { httpServer } = server;
      // In middleware mode, the application has the server: it calls attachAgents.
      if (httpServer === null) return;
      const { host, accessFile, close } = await replaceFleet(options, server.config.root);
      const access = createAccess({ name: "acp_agents", file: accessFile });
      server.middlewares.use((request, response, next) => {
        if (!exchangeToken(access, request, response)) return next();
        // The used address is no longer valid, and another browser may need one.
        printAddress(server, access.address);
      });
      const detach = attachAgents(httpServer, host, access, {
        ...(path !== undefined && { path }),
        ...(hosts !== undefined && { hosts }),
        ...(rights !== undefined && { rights }),
      });
      const { printUrls } = server;
      server.printUrls = () => {
        printUrls();
        printAddress(server, access.address);
      };
      const { openBrowser } = server;
      server.openBrowser = () => openWithToken(server, openBrowser, access.address);
      const closeServer = server.close.bind(server);
      server.close = async () => {
        detach();
        await close();
        await closeServer();
      };
    },
  };
}

/** Opens a fleet. One of this process in the same folder is closed first, because Vite restarts in its process. */
async function replaceFleet(options: AgentsOptions, root: string): Promise<OpenedFleet> {
  const dataDir = options.dataDir ?? projectDataDir(root);
  await fleets.get(dataDir)?.close();
  try {
    const opened = await openFleet({ devtools: true, ...options, dataDir });
    fleets.set(dataDir, opened);
    return opened;
  } catch (error) {
    // Vite prints the stack of an error that stops it.
    if (isFolderInUseError(error)) error.stack = error.message;
    throw error;
  }
}

/** Returns the folder of a project, so that two projects do not share their sessions. */
function projectDataDir(root: string): string {
  const name = basename(root).replace(/[^\w.-]/g, "_");
  const hash = createHash("sha256").update(root).digest("hex").slice(0, 8);
  return defaultDataDir(join("projects", `${name}-${hash}`));
}

/** Opens the address with the token. The address of a certain page does not change, because a token is only accepted at `/`. */
function openWithToken(
  { resolvedUrls, config: { server: options } }: ViteServer,
  openBrowser: () => void,
  addressOf: (origin: string) => string,
): void {
  const [local] = resolvedUrls?.local ?? [];
  const { open, preTransformRequests = true } = options;
  if (local === undefined || typeof open === "string") return openBrowser();
  options.open = addressOf(new URL(local).origin);
  // Vite would request the address first to transform the page in advance, which would use the token.
  options.preTransformRequests = false;
  openBrowser();
  Object.assign(options, { open, preTransformRequests });
}

function printAddress(
  { resolvedUrls, config }: ViteServer,
  addressOf: (origin: string) => string,
): void {
  const [local] = resolvedUrls?.local ?? [];
  if (local === undefined) return;
  config.logger.info(`  ➜  Agents:  ${addressOf(new URL(local).origin)}`);
}
