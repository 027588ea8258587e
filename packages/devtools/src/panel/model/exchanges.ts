import type { Frame } from "@acp-store/core";
import type { HistoryEntry } from "../../history/entry.js";
import { isObject, type JsonObject } from "../../json.js";
import type { LogPosition } from "./tracks.js";

/** A request with its response. */
export interface Exchange {
  readonly method: string;
  /** The sender of the request. */
  readonly sentBy: "agent" | "client";
  /** The session that the request names. */
  readonly sessionId: string | undefined;
  readonly request: LogPosition;
  readonly response: LogPosition | undefined;
  /** The message of the error, if the response is one. */
  readonly error: string | undefined;
  /** Set if the connection ended before a response. */
  readonly isAbandoned?: true;
}

/** Pairs the requests and the responses of a log. */
export interface ExchangeRecorder {
  /** Records a message with its entry. A response names its request. */
  record(frame: Frame, entry: HistoryEntry, request: Frame | undefined): void;
  /** Records that all requests without a response will never get one. */
  abandon(): void;
  /** Returns all exchanges in the order of their requests: a new list after each change. */
  all(): readonly Exchange[];
  /** Returns the exchange that a request or a response belongs to. */
  find(frame: object): Exchange | undefined;
}

export function createExchangeRecorder(): ExchangeRecorder {
  const exchanges: Exchange[] = [];
  const indexes = new WeakMap<object, number>();
  const open = new Set<number>();
  let current: readonly Exchange[] | undefined = [];

  function change(index: number, changed: Partial<Exchange>): void {
    const exchange = exchanges[index];
    if (exchange !== undefined) exchanges[index] = { ...exchange, ...changed };
    open.delete(index);
    current = undefined;
  }

  function recordRequest(
    frame: Frame,
    method: string,
    { index, at, sessionId }: HistoryEntry,
  ): void {
    indexes.set(frame, exchanges.length);
    open.add(exchanges.length);
    exchanges.push({
      method,
      sentBy: frame.dir === "sent" ? "client" : "agent",
      sessionId,
      request: { index, at },
      response: undefined,
      error: undefined,
    });
    current = undefined;
  }

  return {
    record(frame, entry, request) {
      const { msg } = frame;
      if (!isObject(msg) || msg["id"] === undefined) return;
      const { method } = msg;
      if (typeof method === "string") return recordRequest(frame, method, entry);
      const index = request && indexes.get(request);
      if (index === undefined) return;
      indexes.set(frame, index);
      change(index, {
        response: { index: entry.index, at: entry.at },
        error: isObject(msg["error"]) ? errorText(msg["error"]) : undefined,
      });
    },
    abandon() {
      for (const index of open) change(index, { isAbandoned: true });
    },
    all: () => (current ??= [...exchanges]),
    find: (frame) => exchanges[indexes.get(frame) ?? -1],
  };
}

function errorText({ message, code, data }: JsonObject): string {
  const text = typeof message === "string" && message !== "" ? message : `error ${String(code)}`;
  return withDetails(text, data);
}

/** Appends the details that many agents put into the data of an error to its message. */
export function withDetails(message: string, data: unknown): string {
  const details = isObject(data) ? data["details"] : undefined;
  return typeof details === "string" ? `${message}: ${details}` : message;
}
