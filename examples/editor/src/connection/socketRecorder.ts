import type { WebSocketStreamOptions } from "@agentclientprotocol/sdk/experimental/ws-client";

/** How a WebSocket ended: what the SDK's stream does not tell. */
export interface SocketEnd {
  readonly code: number;
  readonly reason: string;
  readonly wasOpen: boolean;
}

export interface SocketRecorder {
  readonly WebSocket: NonNullable<WebSocketStreamOptions["WebSocket"]>;
  readonly ended: Promise<SocketEnd>;
  isOver(): boolean;
  close(): void;
}

/** A WebSocket constructor to hand to the SDK, which remembers how its socket ends. */
export function createSocketRecorder(): SocketRecorder {
  const sockets = new Set<WebSocket>();
  let resolve: (end: SocketEnd) => void;
  const ended = new Promise<SocketEnd>((settle) => (resolve = settle));

  class RecordedWebSocket extends WebSocket {
    constructor(url: string, protocols?: string | string[]) {
      super(url, protocols);
      let wasOpen = false;
      sockets.add(this);
      this.addEventListener("open", () => void (wasOpen = true));
      this.addEventListener("close", ({ code, reason }) => resolve({ code, reason, wasOpen }));
    }
  }

  return {
    WebSocket: RecordedWebSocket as unknown as SocketRecorder["WebSocket"],
    ended,
    isOver: () => [...sockets].some(({ readyState }) => readyState >= WebSocket.CLOSING),
    close: () => sockets.forEach((socket) => socket.close()),
  };
}
