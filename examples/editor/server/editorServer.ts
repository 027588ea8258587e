import { createGuestAccess, startLocalServer } from "@acp-store/server/local";
import { createApi } from "./api.js";
import { createAgentLogs } from "./bridge/agentLog.js";
import { createBridge, type SocketParams } from "./bridge/bridge.js";
import { nameDevice } from "./phone/nameDevice.js";
import { createPhoneRelay } from "./phone/phoneRelay.js";
import type { Source } from "./source.js";

const DEFAULT_PORT = 4317;
/** Prompts may contain images and files. */
const MAX_MESSAGE_BYTES = 100 * 1024 * 1024;
/** A phone sends answers and confirmations. */
const MAX_PHONE_MESSAGE_BYTES = 64 * 1024;
const PHONE_PATH = "/phone";

export interface EditorServerOptions {
  readonly source: Source;
  readonly pageDir: string;
  /** The folder of the page for phones. */
  readonly phoneDir: string;
  /** The origin at which the user's own proxy offers the page for phones. */
  readonly phoneOrigin?: string | undefined;
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
  const { source, pageDir, phoneDir, phoneOrigin, launchDir, port, onAdmitted } = options;
  const logs = createAgentLogs();
  const bridge =
    source.mode === "agent"
      ? createBridge({ agent: source.agent, dir: launchDir, logs })
      : undefined;
  const access = createGuestAccess({ name: "acp_editor_phone", path: PHONE_PATH });
  const relay = createPhoneRelay({
    access,
    linkFor: (token) =>
      `${phoneOrigin ?? new URL(server.address).origin}${PHONE_PATH}?token=${token}`,
  });
  const unavailable = bridge ? undefined : "The server replays a recording, so there is no agent.";
  const server = await startLocalServer({
    name: "acp_editor",
    port: port ?? DEFAULT_PORT,
    allowOtherPort: port === undefined,
    pageDir,
    addressHint: "Open the address printed last in the terminal.",
    answerApi: createApi(source, logs),
    endpoints: [
      {
        path: "/acp",
        maxPayloadBytes: MAX_MESSAGE_BYTES,
        unavailable,
        onConnect: (socket, url) => void bridge?.connect(socket, readSocketParams(url)),
      },
      {
        path: "/phones",
        maxPayloadBytes: MAX_MESSAGE_BYTES,
        unavailable,
        onConnect: (socket, url) => relay.connectOwner(socket, url.searchParams.get("agent") ?? ""),
      },
    ],
    guests: {
      path: PHONE_PATH,
      pageDir: phoneDir,
      access,
      origin: phoneOrigin,
      addressHint:
        "On your computer, choose “Approve from your phone”, and open the new link here.",
      nameDevice,
      maxPayloadBytes: MAX_PHONE_MESSAGE_BYTES,
      onConnect: relay.connectPhone,
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
    close: () =>
      server.close(async () => {
        relay.close();
        await bridge?.close();
      }),
  };
}
