import type { Frame } from "@acp-store/core";
import { isObject, type JsonObject } from "../json.js";

/** A request that waits for its answer. */
export interface Asked {
  readonly frame: number;
  readonly dir: Frame["dir"];
  readonly id: unknown;
  readonly method: string;
  readonly params: JsonObject;
}

interface AtFrame {
  /** Counted from 1. */
  readonly frame: number;
  readonly dir: Frame["dir"];
}

interface RequestMessage extends AtFrame {
  readonly kind: "request";
  readonly id: unknown;
  readonly method: string;
  readonly params: JsonObject;
  /** The request that waited with the same id. */
  readonly replaces: Asked | undefined;
}

interface NotificationMessage extends AtFrame {
  readonly kind: "notification";
  readonly method: string;
  readonly params: JsonObject;
}

interface AnswerMessage extends AtFrame {
  readonly kind: "answer";
  readonly id: unknown;
  /** What it answers, if anything waits for it. */
  readonly asked: Asked | undefined;
  /** Empty where it is an error. */
  readonly result: JsonObject;
  readonly isError: boolean;
}

/** A frame, read as JSON-RPC. */
export type Message = RequestMessage | NotificationMessage | AnswerMessage;

/** Reads frames in order, and finds for each answer what it answers. */
export interface MessageReader {
  /** `undefined` for what is no JSON-RPC message. */
  read(frame: Frame, number: number): Message | undefined;
  /** All that still wait, the oldest first. */
  open(): readonly Asked[];
}

export function createMessageReader(): MessageReader {
  const asked = new Map<string, Asked>();
  // Ids are unique per direction only: both sides count from 0.
  const keyOf = (dir: Frame["dir"], id: unknown): string => `${dir} ${JSON.stringify(id)}`;

  function read({ dir, msg }: Frame, frame: number): Message | undefined {
    if (!isObject(msg)) return undefined;
    const { id, method, result } = msg;
    if (typeof method === "string") {
      const params = isObject(msg["params"]) ? msg["params"] : {};
      if (id === undefined) return { frame, dir, kind: "notification", method, params };
      const replaces = asked.get(keyOf(dir, id));
      asked.set(keyOf(dir, id), { frame, dir, id, method, params });
      return { frame, dir, kind: "request", method, params, id, replaces };
    }
    const isError = isObject(msg["error"]);
    if (id === undefined || !(isError || "result" in msg)) return undefined;
    const key = keyOf(other(dir), id);
    const found = asked.get(key);
    asked.delete(key);
    const known = isObject(result) && !isError ? result : {};
    return { frame, dir, kind: "answer", id, asked: found, result: known, isError };
  }

  return { read, open: () => [...asked.values()] };
}

/** The direction that an answer takes. */
export function other(dir: Frame["dir"]): Frame["dir"] {
  return dir === "recv" ? "sent" : "recv";
}

/** The session that a message is about. */
export function sessionIdIn(params: JsonObject): string | undefined {
  return typeof params["sessionId"] === "string" ? params["sessionId"] : undefined;
}
