import type { AgentStream } from "@acp-store/client";
import type { Frame } from "@acp-store/core";
import {
  createWebSocketStream,
  type WebSocketStreamOptions,
} from "@agentclientprotocol/sdk/experimental/ws-client";
import { EMPTY_OUTPUT, fetchAgentOutput } from "./agentOutput.js";
import {
  type ConnectionEnd,
  describeSocketEnd,
  type ServerStatus,
  type SocketEnd,
} from "./connectionEnd.js";

/** A WebSocket to an agent process on the server. */
export interface AgentSocket {
  /** Identifies the agent's log on the server. */
  readonly id: string;
  /** Resolves with the stream when its history has arrived. */
  readonly stream: Promise<AgentStream>;
  /** Resolves when the socket closes. Never resolves if the page itself closed it. */
  readonly ended: Promise<ConnectionEnd>;
}

interface AgentSocketOptions {
  /** The id under which the server keeps the agent while the page reloads. */
  readonly agentId: string;
  /** Whether to continue with the agent of that id. Otherwise a new agent replaces it. */
  readonly continues: boolean;
}

export function openAgentSocket({ agentId, continues }: AgentSocketOptions): AgentSocket {
  const id = crypto.randomUUID();
  const { WebSocket, history, ended: socketEnded } = createRecordingWebSocket(continues);
  const ended = socketEnded.then(async (end) => {
    if (!isFromServer(end))
      return describeSocketEnd({ ...end, server: await askServer(), lastWords: [] });
    // A close reason has no space for the output of the agent.
    const { lastWords } = await fetchAgentOutput(id).catch(() => EMPTY_OUTPUT);
    return describeSocketEnd({ ...end, server: "running", lastWords });
  });
  const url = createSocketUrl({ id, agent: agentId, ...(continues && { continue: "" }) });
  const { readable, writable } = createWebSocketStream(url, { WebSocket });
  const stream = { readable: failWith(readable, ended.then(toError)), writable };
  return { id, ended, stream: history.then((frames) => ({ ...stream, history: frames })) };
}

function createSocketUrl(params: Readonly<Record<string, string>>): string {
  const url = new URL("/acp", location.href);
  url.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  url.search = String(new URLSearchParams(params));
  return url.href;
}

/** Returns whether the server closed the socket itself, with one of its codes. */
function isFromServer({ code }: Pick<SocketEnd, "code">): boolean {
  return code >= 4000;
}

/** A socket does not tell why it was refused, so this asks with a request. */
async function askServer(): Promise<ServerStatus> {
  try {
    const { status } = await fetch("/api/config");
    // The server accepts only cookies that it has issued since its start.
    return status === 403 ? "restarted" : "running";
  } catch {
    return "unreachable";
  }
}

/** The end of a socket, as its close event describes it. */
type SocketClose = Omit<SocketEnd, "server" | "lastWords">;

interface RecordingWebSocket {
  readonly WebSocket: NonNullable<WebSocketStreamOptions["WebSocket"]>;
  /** Resolves with the history of the connection, or with an empty one if the socket closes. */
  readonly history: Promise<readonly Frame[]>;
  readonly ended: Promise<SocketClose>;
}

/**
 * Creates a WebSocket class for the SDK that records how its socket ended. With `expectsHistory`,
 * the first message is the history, which the SDK does not receive.
 */
function createRecordingWebSocket(expectsHistory: boolean): RecordingWebSocket {
  let resolveHistory: (history: readonly Frame[]) => void;
  const history = new Promise<readonly Frame[]>(
    (resolveFrames) => (resolveHistory = resolveFrames),
  );
  let resolve: (end: SocketClose) => void;
  const ended = new Promise<SocketClose>((resolveEnded) => (resolve = resolveEnded));

  class RecordedWebSocket extends WebSocket {
    #isClosedHere = false;

    constructor(url: string, protocols?: string | string[]) {
      super(url, protocols);
      let wasOpen = false;
      if (expectsHistory) this.addEventListener("message", takeHistory, { once: true });
      else resolveHistory([]);
      this.addEventListener("open", () => void (wasOpen = true));
      this.addEventListener("close", ({ code, reason }) => {
        resolveHistory([]);
        if (!this.#isClosedHere) resolve({ code, reason, wasOpen });
      });
    }

    /** Sends nothing on a socket that is closing, where the browser would only log a warning. */
    override send(data: Parameters<WebSocket["send"]>[0]): void {
      if (this.readyState <= WebSocket.OPEN) super.send(data);
    }

    override close(code?: number, reason?: string): void {
      this.#isClosedHere ||= this.readyState < WebSocket.CLOSING;
      super.close(code, reason);
    }
  }

  function takeHistory(event: MessageEvent<string>): void {
    event.stopImmediatePropagation();
    resolveHistory((JSON.parse(event.data) as { history: readonly Frame[] }).history);
  }
  return {
    history,
    WebSocket: RecordedWebSocket as unknown as NonNullable<WebSocketStreamOptions["WebSocket"]>,
    ended,
  };
}

/**
 * Makes the stream fail with the cause when it ends, because the SDK's stream ends without a
 * reason.
 */
function failWith<Message>(
  readable: ReadableStream<Message>,
  cause: Promise<Error>,
): ReadableStream<Message> {
  const reader = readable.getReader();
  return new ReadableStream({
    async pull(controller) {
      const next = await reader.read().catch(() => undefined);
      if (next === undefined || next.done) controller.error(await cause);
      else controller.enqueue(next.value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

const toError = ({ title, detail }: ConnectionEnd): Error =>
  new Error(`${title}. ${detail}`.trim());
