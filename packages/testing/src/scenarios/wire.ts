import type { Frame } from "@acp-store/core";

/** A JSON-RPC message on the connection. */
export interface WireMessage {
  readonly sender: "client" | "agent";
  readonly id?: string | number | null;
  /** Absent for a response. */
  readonly method?: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly result?: unknown;
  readonly error?: { readonly code?: unknown; readonly message?: unknown };
}

/** A request and its answers. There should be one. */
export interface WireRequest extends WireMessage {
  readonly method: string;
  /** The responses with the id of the request, in order. */
  readonly answers: readonly WireMessage[];
  /** The position among all messages. */
  readonly position: number;
  /** Whether the connection ended before the request was answered. */
  readonly isLost: boolean;
}

/** The messages in the order in which the agent sent and received them. */
export interface Wire {
  readonly messages: readonly WireMessage[];
  /** Returns the requests of one side with one of the methods, or all of them. */
  requests(sender: WireMessage["sender"], ...methods: readonly string[]): readonly WireRequest[];
  /** Returns the notifications of the client with a method. */
  notifications(method: string): readonly WireMessage[];
  /** The responses that answer no request of their connection. */
  readonly strayResponses: readonly WireMessage[];
}

/**
 * Reads the frames of one or several connections. An `initialize` after other messages begins a new
 * connection, in which request ids start over. `endsByCrash` is set if the last one was lost, too.
 */
export function readWire(frames: readonly Frame[], endsByCrash = false): Wire {
  const messages: WireMessage[] = [];
  const requests: (WireRequest & { answers: WireMessage[]; isLost: boolean })[] = [];
  const strayResponses: WireMessage[] = [];
  let connectionStart = 0;

  const ofConnection = (): typeof requests =>
    requests.filter(({ position }) => position >= connectionStart);
  function endConnection(): void {
    for (const request of ofConnection()) request.isLost = request.answers.length === 0;
    connectionStart = messages.length;
  }

  for (const { dir, msg } of frames) {
    const message = parseMessage(dir === "sent" ? "client" : "agent", msg);
    if (message === undefined) continue;
    const { sender, id, method } = message;
    if (sender === "client" && method === "initialize" && hasStarted(ofConnection()))
      endConnection();
    if (method === undefined) {
      const request = ofConnection().findLast((open) => open.sender !== sender && open.id === id);
      if (request) request.answers.push(message);
      else strayResponses.push(message);
    } else if (id !== undefined) {
      requests.push({ ...message, method, answers: [], position: messages.length, isLost: false });
    }
    messages.push(message);
  }
  if (endsByCrash) endConnection();

  return {
    messages,
    requests: (sender, ...methods) =>
      requests.filter(
        (request) =>
          request.sender === sender && (methods.length === 0 || methods.includes(request.method)),
      ),
    notifications: (method) =>
      messages.filter(
        (message) =>
          message.sender === "client" && message.method === method && message.id === undefined,
      ),
    strayResponses,
  };
}

/** Returns whether a connection is past its attempts to agree on a protocol version. */
const hasStarted = (requests: readonly WireRequest[]): boolean =>
  requests.some(({ method }) => method !== "initialize");

function parseMessage(sender: WireMessage["sender"], msg: unknown): WireMessage | undefined {
  if (typeof msg !== "object" || msg === null || Array.isArray(msg)) return undefined;
  const { params } = msg as { params?: unknown };
  return {
    ...msg,
    sender,
    params: typeof params === "object" && params !== null ? { ...params } : {},
  };
}
