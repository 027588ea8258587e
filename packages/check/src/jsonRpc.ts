import type { Frame } from "@acp-store/core";
import { isObject, type JsonObject } from "./json.js";

/** A frame with a message. */
export interface MessageFrame extends Frame {
  readonly dir: MessageDirection;
}

/** The direction of a message. */
export type MessageDirection = Exclude<Frame["dir"], "stderr">;

/** Returns whether a frame is a message. The others are lines that the agent wrote to stderr. */
export function isMessageFrame(frame: Frame): frame is MessageFrame {
  return frame.dir !== "stderr";
}

/** A request that has no response yet. */
export interface PendingRequest {
  /** The frame number of the request, counted from 1. */
  readonly frame: number;
  readonly dir: MessageDirection;
  readonly id: unknown;
  readonly method: string;
  readonly params: JsonObject;
}

interface FramePosition {
  /** The frame number, counted from 1. */
  readonly frame: number;
  readonly dir: MessageDirection;
}

export interface RequestMessage extends FramePosition {
  readonly kind: "request";
  readonly id: unknown;
  readonly method: string;
  /** The params; an empty object if the message has none. */
  readonly params: JsonObject;
  /** The params as sent. */
  readonly rawParams: unknown;
  /** The pending request that already used this id, if any. */
  readonly replaces: PendingRequest | undefined;
  /**
   * Set for the client's `initialize`, which begins a connection: the requests of the previous
   * connection that have no response, oldest first.
   */
  readonly abandons: readonly PendingRequest[] | undefined;
}

export interface NotificationMessage extends FramePosition {
  readonly kind: "notification";
  readonly method: string;
  /** The params; an empty object if the message has none. */
  readonly params: JsonObject;
  /** The params as sent. */
  readonly rawParams: unknown;
}

export interface ResponseMessage extends FramePosition {
  readonly kind: "response";
  readonly id: unknown;
  /** The pending request with this id; `undefined` if there is none. */
  readonly request: PendingRequest | undefined;
  /** The result; an empty object if the response is an error or the result is not an object. */
  readonly result: JsonObject;
  /** The result as sent. */
  readonly rawResult: unknown;
  readonly isError: boolean;
  /** The code of the error, if the response is an error that has one. */
  readonly errorCode: unknown;
}

/** A frame, parsed as a JSON-RPC message. */
export type Message = RequestMessage | NotificationMessage | ResponseMessage;

/** Parses frames in order and matches each response with its request. */
export interface MessageReader {
  /** Parses the next frame. Returns `undefined` if it is not a JSON-RPC message. */
  next(frame: MessageFrame, frameNumber: number): Message | undefined;
  /** Returns the requests without a response, oldest first. */
  pendingRequests(): readonly PendingRequest[];
}

/** Creates a reader for the frames of a trace, which may contain several connections in a row. */
export function createMessageReader(): MessageReader {
  /** The requests without a response, by direction and id. Several share an id only by mistake. */
  const pending = new Map<string, PendingRequest[]>();
  // Ids are unique per direction only: both sides count from 0.
  const keyOf = (dir: MessageDirection, id: unknown): string => `${dir} ${JSON.stringify(id)}`;

  function listPending(): PendingRequest[] {
    return [...pending.values()].flat().toSorted((a, b) => a.frame - b.frame);
  }

  function next({ dir, msg }: MessageFrame, frame: number): Message | undefined {
    if (!isObject(msg)) return undefined;
    const { id, method, result } = msg;
    if (typeof method === "string") {
      const rawParams = msg["params"];
      const params = isObject(rawParams) ? rawParams : {};
      if (id === undefined) return { frame, dir, kind: "notification", method, params, rawParams };
      const beginsConnection = dir === "sent" && method === "initialize";
      const abandons = beginsConnection ? listPending() : undefined;
      // The ids of a new connection start over.
      if (beginsConnection) pending.clear();
      const queue = pending.get(keyOf(dir, id)) ?? [];
      const replaces = queue.at(-1);
      // No response can name another id.
      if (typeof id === "string" || Number.isInteger(id))
        pending.set(keyOf(dir, id), [...queue, { frame, dir, id, method, params }]);
      return { frame, dir, kind: "request", method, params, rawParams, id, replaces, abandons };
    }
    const { error } = msg;
    const isError = error != null;
    if (id === undefined) return undefined;
    const key = keyOf(invertDirection(dir), id);
    const [request, ...others] = pending.get(key) ?? [];
    if (others.length > 0) pending.set(key, others);
    else pending.delete(key);
    if (!isError && !("result" in msg)) return undefined;
    const resultObject = isObject(result) && !isError ? result : {};
    const errorCode = isObject(error) ? error["code"] : undefined;
    return {
      ...{ frame, dir, kind: "response", id, request, isError, errorCode },
      ...{ result: resultObject, rawResult: result },
    };
  }

  return { next, pendingRequests: listPending };
}

/** Returns the direction in which responses to messages of `dir` travel. */
export function invertDirection(dir: MessageDirection): MessageDirection {
  return dir === "recv" ? "sent" : "recv";
}

/** Returns the `sessionId` of an object, such as the params of a message, if it has one. */
export function getSessionId(value: unknown): string | undefined {
  const sessionId = isObject(value) ? value["sessionId"] : undefined;
  return typeof sessionId === "string" ? sessionId : undefined;
}
