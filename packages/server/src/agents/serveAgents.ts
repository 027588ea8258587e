import type { Fleet } from "@acp-store/fleet/owner";
import { createPhones, type Phones, type PhonesOptions } from "../phones/createPhones.js";
import { type LocalServer, startLocalServer } from "../local/startLocalServer.js";
import { createAgentSockets, MAX_MESSAGE_BYTES } from "./agentSockets.js";
import { allRights, type AttachOptions } from "./attachAgents.js";
import { type AgentsOptions, defaultDataDir, openFleet } from "./openFleet.js";

const DEFAULT_PORT = 4317;

/** The options of {@link serveAgents}. */
export interface ServeAgentsOptions extends AgentsOptions, Pick<AttachOptions, "path" | "rights"> {
  /** The folder of the built page, with its `index.html`. */
  readonly pageDir: string;
  /** The page for phones. Default: none, so that pages cannot invite any. */
  readonly phones?: PhonesOptions;
  /** The port to listen on. Default: 4317, or any other if it is taken. */
  readonly port?: number | undefined;
  /** Called with the address to open, and with the next one when a browser has used it. Default: prints it. */
  readonly onAddress?: (address: string) => unknown;
}

/** A server with its agents. */
export interface AgentServer {
  /** The agents. */
  readonly fleet: Fleet;
  /** The HTTP server. */
  readonly server: LocalServer;
  /** The address to open first. It contains a token that admits one browser. */
  readonly url: string;
  /** Disconnects the pages, stops the agents, saves their sessions, and stops the server. */
  close(): Promise<void>;
}

/**
 * Serves a built page and the agents that it shows, on this computer only. The sessions are saved in files.
 * A browser that was admitted stays so after a restart.
 *
 * @throws FolderInUseError of `@acp-store/persist/node` if another server uses the folder, and the error of
 *   `node:net` if the requested port cannot be used.
 *
 * @example
 * ```ts
 * const server = await serveAgents({
 *   agents: [{ id: "gemini", name: "Gemini", command: "gemini", args: ["--acp"] }],
 *   pageDir: "dist",
 * });
 * process.once("SIGINT", () => void server.close());
 * ```
 */
export async function serveAgents(options: ServeAgentsOptions): Promise<AgentServer> {
  const { pageDir, port, path = "/acp", rights = allRights, phones, ...rest } = options;
  const agentsOptions = { dataDir: defaultDataDir(), ...rest };
  const { onAddress = (address: string) => process.stdout.write(`Open ${address}\n`) } = options;
  let invited: Phones | undefined;
  let address = "";
  const { fleet, host, accessFile, close } = await openFleet(agentsOptions, (opened) => {
    invited = phones && createPhones(opened, phones, () => address);
    return invited?.requests ?? {};
  });
  const sockets = createAgentSockets(host);

  async function closeFleet(): Promise<void> {
    invited?.close();
    await close();
    sockets.close();
  }

  try {
    const server = await startLocalServer({
      name: "acp_agents",
      accessFile,
      port: port ?? DEFAULT_PORT,
      allowOtherPort: port === undefined,
      pageDir,
      addressHint: "Open the address that the server has printed last.",
      endpoints: [
        {
          path,
          maxPayloadBytes: MAX_MESSAGE_BYTES,
          onConnect: (socket, _url, request) => void sockets.connect(socket, () => rights(request)),
        },
      ],
      guests: invited?.guests,
      onAdmitted: onAddress,
    });
    ({ address } = server);
    onAddress(address);
    return {
      fleet,
      server,
      url: address,
      close: () => server.close(closeFleet),
    };
  } catch (error) {
    await closeFleet();
    throw error;
  }
}
