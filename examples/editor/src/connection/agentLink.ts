import { tapStream } from "@acp-store/client";
import { type AcpStore, createAcpStore } from "@acp-store/core";
import {
  client,
  type InitializeRequest,
  methods,
  PROTOCOL_VERSION,
  RequestError,
} from "@agentclientprotocol/sdk";
import { createWebSocketStream } from "@agentclientprotocol/sdk/experimental/ws-client";
import type { PanelActions } from "../shell/panelScope.js";
import {
  type ConnectionEnd,
  describeFailure,
  describeSocketEnd,
  messageOf,
} from "./connectionEnd.js";
import { createSocketRecorder } from "./socketRecorder.js";

/** How far a connection has come. */
export type LinkState =
  | { readonly status: "connecting"; readonly step: string }
  | { readonly status: "auth_required"; readonly isBusy: boolean; readonly error?: string }
  | { readonly status: "ready"; readonly sessionId: string }
  | { readonly status: "closed"; readonly end: ConnectionEnd; readonly sessionId?: string };

/** One connection to one agent process, with the one store that belongs to it. */
export interface AgentLink {
  readonly id: string;
  readonly store: AcpStore;
  getState(): LinkState;
  subscribe(listener: () => void): () => void;
  authenticate(methodId: string): void;
  /** What a panel can ask of the agent in this session. */
  actionsFor(sessionId: string): PanelActions;
  close(): void;
}

const AUTH_REQUIRED = -32000;
/** Honest: this page reads no files and runs no commands for the agent. */
const INITIALIZE: InitializeRequest = {
  protocolVersion: PROTOCOL_VERSION,
  clientCapabilities: {
    fs: { readTextFile: false, writeTextFile: false },
    terminal: false,
    session: { configOptions: { boolean: {} } },
  },
  clientInfo: { name: "acp-store-editor", title: "acp-store editor", version: "0.1.0" },
};

/** Starts an agent. All of its traffic passes the tap, so nothing here writes agent state. */
export function openAgentLink(cwd: string): AgentLink {
  const id = crypto.randomUUID();
  const store = createAcpStore();
  const socket = createSocketRecorder();
  const listeners = new Set<() => void>();
  let state: LinkState = { status: "connecting", step: "Starting the agent" };

  const stream = createWebSocketStream(socketUrl(id), { WebSocket: socket.WebSocket });
  const connection = client({ name: "acp-store-editor" })
    .onRequest(methods.client.session.requestPermission, ({ params, requestId, signal }) =>
      store.requestPermission(params, { requestId, signal }),
    )
    .connect(tapStream(stream, store));
  const { agent } = connection;

  function setState(next: LinkState): void {
    if (state.status === "closed") return;
    state = next;
    for (const listener of listeners) listener();
  }

  function end(why: ConnectionEnd): void {
    const sessionId = state.status === "ready" ? state.sessionId : undefined;
    setState({ status: "closed", end: why, ...(sessionId !== undefined && { sessionId }) });
    store.disconnect(`${why.title}. ${why.detail}`.trim());
    // Before the answers to what was just settled go out to nobody.
    connection.close();
    socket.close();
  }

  async function initialize(): Promise<void> {
    const { protocolVersion } = await agent.request(methods.agent.initialize, INITIALIZE);
    if (protocolVersion === PROTOCOL_VERSION) return;
    throw new Error(`It speaks protocol version ${protocolVersion}, this page ${PROTOCOL_VERSION}`);
  }

  async function openSession(): Promise<void> {
    setState({ status: "connecting", step: "Opening a session" });
    try {
      const { sessionId } = await agent.request(methods.agent.session.new, { cwd, mcpServers: [] });
      setState({ status: "ready", sessionId });
    } catch (error) {
      if (!(error instanceof RequestError) || error.code !== AUTH_REQUIRED) throw error;
      setState({ status: "auth_required", isBusy: false });
    }
  }

  async function signIn(methodId: string): Promise<void> {
    setState({ status: "auth_required", isBusy: true });
    try {
      await agent.request(methods.agent.authenticate, { methodId });
    } catch (error) {
      return setState({ status: "auth_required", isBusy: false, error: messageOf(error) });
    }
    await openSession();
  }

  const refused = (error: unknown): void => {
    // When the socket is gone every request fails; how it went says more.
    if (!socket.isOver()) end(describeFailure("The agent refused", error));
  };
  void socket.ended.then((how) => end(describeSocketEnd(how)));
  initialize().then(openSession).catch(refused);

  return {
    id,
    store,
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    authenticate: (methodId) => void signIn(methodId).catch(refused),
    actionsFor: (sessionId) => ({
      prompt(text) {
        // A prompt that fails is in the state: its turn carries the error.
        agent
          .request(methods.agent.session.prompt, { sessionId, prompt: [{ type: "text", text }] })
          .catch(() => {});
      },
      cancel() {
        store.cancelTurn(sessionId);
        agent.notify(methods.agent.session.cancel, { sessionId }).catch(() => {});
      },
      async setMode(modeId) {
        await agent.request(methods.agent.session.setMode, { sessionId, modeId });
      },
      async setConfigOption(configId, value) {
        const chosen =
          typeof value === "boolean" ? ({ type: "boolean", value } as const) : { value };
        const params = { sessionId, configId, ...chosen };
        await agent.request(methods.agent.session.setConfigOption, params);
      },
    }),
    close() {
      listeners.clear();
      socket.close();
    },
  };
}

function socketUrl(id: string): string {
  const url = new URL("/acp", location.href);
  url.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  url.searchParams.set("id", id);
  return url.href;
}
