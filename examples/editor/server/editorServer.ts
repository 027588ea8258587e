import { startLocalServer } from "@acp-store/local-server";
import { createApi } from "./api.js";
import { createAgentLogs } from "./bridge/agentLog.js";
import { createBridge, type SocketParams } from "./bridge/bridge.js";
import type { Source } from "./source.js";

const DEFAULT_PORT = 4317;
/** Prompts may contain images and files. */
const MAX_MESSAGE_BYTES = 100 * 1024 * 1024;

export interface EditorServerOptions {
  readonly source: Source;
  readonly pageDir: string;
  /** The folder in which agents are started. */
  readonly launchDir: string;
  /** The port to listen on. Without it, the server prefers 4317 and accepts any other. */
  readonly port?: number | undefined;
  /** Called with the next address when a browser has used the current one. */
  readonly onAdmitted: (nextAddress: string) => void;
}

export interface EditorServer {
  /** The address to open first. It contains the token. */
  readonly address: string;
  /** Stops the server and every agent. */
  close(): Promise<void>;
}

function readSocketParams({ searchParams }: URL): SocketParams {
  return {
    id: searchParams.get("id") ?? undefined,
    agentId: searchParams.get("agent") ?? undefined,
    continues: searchParams.has("continue"),
  };
}

/**
 * Serves the page on the loopback interface and connects each of its WebSockets to an agent.
 *
 * @throws if the requested port cannot be used.
 */
export async function startEditorServer(options: EditorServerOptions): Promise<EditorServer> {
  const { source, pageDir, launchDir, port, onAdmitted } = options;
  const logs = createAgentLogs();
  const bridge =
    source.mode === "agent"
      ? createBridge({ agent: source.agent, dir: launchDir, logs })
      : undefined;
  const server = await startLocalServer({
    name: "acp_editor",
    port: port ?? DEFAULT_PORT,
    allowOtherPort: port === undefined,
    pageDir,
    addressHint: "Open the address printed last in the terminal.",
    answerApi: createApi(source, logs),
    endpoint: {
      path: "/acp",
      maxPayloadBytes: MAX_MESSAGE_BYTES,
      unavailable: bridge ? undefined : "The server replays a recording, so there is no agent.",
      onConnect: (socket, url) => void bridge?.connect(socket, readSocketParams(url)),
    },
    onAdmitted,
  }).catch((error: unknown) => {
    if (port === undefined) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `--port ${port} cannot be used (${reason}). Choose another port, or omit --port.`,
    );
  });
  return {
    address: server.address,
    close: () => server.close(bridge?.close),
  };
}
