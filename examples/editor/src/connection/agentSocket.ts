import type { Stream } from "@agentclientprotocol/sdk";
import {
  createWebSocketStream,
  type WebSocketStreamOptions,
} from "@agentclientprotocol/sdk/experimental/ws-client";
import {
  type ConnectionEnd,
  describeSocketEnd,
  type ServerStatus,
  type SocketEnd,
} from "./connectionEnd.js";

/** A WebSocket to the server. Each socket starts a new agent process. */
export interface AgentSocket {
  /** Identifies the agent's log on the server. */
  readonly id: string;
  readonly stream: Stream;
  /** Resolves when the socket closes. Never resolves if the page itself closed it. */
  readonly ended: Promise<ConnectionEnd>;
}

export function openAgentSocket(): AgentSocket {
  const id = crypto.randomUUID();
  const { WebSocket, ended: socketEnded } = createRecordingWebSocket();
  const ended = socketEnded.then(async (end) =>
    describeSocketEnd({ ...end, server: isFromServer(end) ? "running" : await askServer() }),
  );
  const { readable, writable } = createWebSocketStream(createSocketUrl(id), { WebSocket });
  const cause = ended.then(toError);
  return { id, ended, stream: { readable: failWith(readable, cause), writable } };
}

function createSocketUrl(id: string): string {
  const url = new URL("/acp", location.href);
  url.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  url.searchParams.set("id", id);
  return url.href;
}

/** Returns whether the server closed the socket itself, with one of its own codes. */
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

/** Creates a WebSocket class for the SDK that records how its socket ended. */
function createRecordingWebSocket(): {
  WebSocket: NonNullable<WebSocketStreamOptions["WebSocket"]>;
  ended: Promise<Omit<SocketEnd, "server">>;
} {
  let resolve: (end: Omit<SocketEnd, "server">) => void;
  const ended = new Promise<Omit<SocketEnd, "server">>((resolveEnded) => (resolve = resolveEnded));

  class RecordedWebSocket extends WebSocket {
    #isClosedHere = false;

    constructor(url: string, protocols?: string | string[]) {
      super(url, protocols);
      let wasOpen = false;
      this.addEventListener("open", () => void (wasOpen = true));
      this.addEventListener("close", ({ code, reason }) => {
        if (!this.#isClosedHere) resolve({ code, reason, wasOpen });
      });
    }

    override close(code?: number, reason?: string): void {
      this.#isClosedHere ||= this.readyState < WebSocket.CLOSING;
      super.close(code, reason);
    }
  }
  return {
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
