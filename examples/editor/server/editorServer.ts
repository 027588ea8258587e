import { createServer } from "node:http";
import { createAccess } from "./access.js";
import { createAgentLogs } from "./bridge/agentLog.js";
import { createBridge } from "./bridge/bridge.js";
import { listen } from "./listen.js";
import { createRequestListener } from "./requests.js";
import type { Source } from "./source.js";
import { createUpgradeListener } from "./upgrade.js";

export interface EditorServerOptions {
  readonly source: Source;
  readonly pageDir: string;
  /** The folder in which agents are started. */
  readonly launchDir: string;
  readonly port?: number | undefined;
  /** Called when a browser has used the address up, with the next one. */
  readonly onAdmitted: (nextAddress: string) => void;
}

export interface EditorServer {
  readonly address: string;
  close(): Promise<void>;
  kill(): void;
}

/** Serves the page on loopback and joins each of its WebSockets to an agent. */
export async function startEditorServer(options: EditorServerOptions): Promise<EditorServer> {
  const { source, pageDir, launchDir, onAdmitted } = options;
  const server = createServer();
  const port = await listen(server, options.port);
  const access = createAccess(port);
  const logs = createAgentLogs();
  const bridge = source.mode === "agent" ? createBridge(source.agent, launchDir, logs) : undefined;
  const admitted = (): void => onAdmitted(access.address());
  server.on(
    "request",
    createRequestListener({ port, access, source, logs, pageDir, onAdmitted: admitted }),
  );
  server.on("upgrade", createUpgradeListener({ port, access, bridge }));

  async function close(): Promise<void> {
    server.close();
    await bridge?.close();
    server.closeAllConnections();
  }
  return { address: access.address(), close, kill: () => bridge?.kill() };
}
