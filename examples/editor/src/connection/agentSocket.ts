import type { MessageStream } from "@acp-store/client";
import {
  createWebSocketStream,
  type WebSocketStreamOptions,
} from "@agentclientprotocol/sdk/experimental/ws-client";
import { type ConnectionEnd, describeSocketEnd, type SocketEnd } from "./connectionEnd.js";

/** A WebSocket to the server, and with it one new agent process. */
export interface AgentSocket {
  /** The server keeps the agent's log under it. */
  readonly id: string;
  readonly stream: MessageStream;
  /** How it ended; never resolves where this page closed it. */
  readonly ended: Promise<SocketEnd>;
}

export function openAgentSocket(): AgentSocket {
  const id = crypto.randomUUID();
  const { WebSocket, ended } = recordEnd();
  const { readable, writable } = createWebSocketStream(socketUrl(id), { WebSocket });
  const why = ended.then((end) => errorOf(describeSocketEnd(end)));
  return { id, ended, stream: { readable: endingWith(readable, why), writable } };
}

function socketUrl(id: string): string {
  const url = new URL("/acp", location.href);
  url.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  url.searchParams.set("id", id);
  return url.href;
}

/** A WebSocket constructor to hand to the SDK, which tells how its socket ends. */
function recordEnd(): {
  WebSocket: NonNullable<WebSocketStreamOptions["WebSocket"]>;
  ended: Promise<SocketEnd>;
} {
  let resolve: (end: SocketEnd) => void;
  const ended = new Promise<SocketEnd>((settle) => (resolve = settle));

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

/** The SDK's stream ends without a word; how the socket ended is what the user has to know. */
function endingWith<Message>(
  readable: ReadableStream<Message>,
  why: Promise<Error>,
): ReadableStream<Message> {
  const reader = readable.getReader();
  return new ReadableStream({
    async pull(controller) {
      const next = await reader.read().catch(() => undefined);
      if (next === undefined || next.done) controller.error(await why);
      else controller.enqueue(next.value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

const errorOf = ({ title, detail }: ConnectionEnd): Error =>
  new Error(`${title}. ${detail}`.trim());
