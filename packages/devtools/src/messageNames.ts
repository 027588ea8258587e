import type { Frame } from "@acp-store/core";
import { isObject, type JsonObject } from "./json.js";

/**
 * Names messages by what went over the wire: the kind of the session update, or else the method.
 * A response is named after its request, such as `session/prompt response`.
 */
export interface MessageNames {
  /** Records a message. Call it once per message, in order. */
  record(frame: Frame): void;
  nameOf(frame: Frame): string;
  /** Returns the request that a message responds to. */
  requestOf(response: Frame): Frame | undefined;
}

export function createMessageNames(): MessageNames {
  /** The requests without a response, by direction and id. */
  const pending = new Map<string, Frame>();
  const requests = new WeakMap<Frame, Frame>();

  function record(frame: Frame): void {
    const { dir, msg } = frame;
    if (!isObject(msg) || msg["id"] === undefined) return;
    if (typeof msg["method"] === "string")
      return void pending.set(requestKey(dir, msg["id"]), frame);
    const key = requestKey(dir === "recv" ? "sent" : "recv", msg["id"]);
    const request = pending.get(key);
    pending.delete(key);
    if (request !== undefined) requests.set(frame, request);
  }

  function nameOf(frame: Frame): string {
    const kind = frameKind(frame);
    const request = requests.get(frame);
    if (request !== undefined) return `${frameKind(request)} ${kind}`;
    return updateKindIn(frame.msg) ?? kind;
  }

  return { record, nameOf, requestOf: (response) => requests.get(response) };
}

/**
 * Returns a name for each frame of a trace, by what went over the wire: the kind of a session update,
 * the method of another message, or for a response the method of its request. A line of stderr is named
 * `stderr`.
 *
 * @example
 * ```ts
 * nameFrames(parseTrace(text).frames); // ["initialize", "initialize response", "tool_call", …]
 * ```
 */
export function nameFrames(frames: readonly Frame[]): string[] {
  const names = createMessageNames();
  for (const frame of frames) names.record(frame);
  return frames.map(names.nameOf);
}

function requestKey(dir: string, id: unknown): string {
  return `${dir} ${JSON.stringify(id)}`;
}

/**
 * Returns the method of a message, or `response`, `error` or `unreadable` if it has none, or `stderr`
 * for a line of stderr.
 */
export function frameKind({ dir, msg }: Frame): string {
  if (dir === "stderr") return dir;
  if (!isObject(msg)) return "unreadable";
  if (typeof msg["method"] === "string") return msg["method"];
  if (isObject(msg["error"])) return "error";
  return "result" in msg ? "response" : "unreadable";
}

/** Returns the kind of a `session/update` message. */
export function updateKindIn(msg: unknown): string | undefined {
  const kind = updateIn(msg)["sessionUpdate"];
  return typeof kind === "string" ? kind : undefined;
}

/** Returns the id of the tool call that a `session/update` message is about. */
export function toolCallIdIn(msg: unknown): string | undefined {
  const id = updateIn(msg)["toolCallId"];
  return typeof id === "string" ? id : undefined;
}

/** Returns the update of a `session/update` message, or an empty object. */
export function updateIn(msg: unknown): JsonObject {
  const params = isObject(msg) ? msg["params"] : undefined;
  const update = isObject(params) ? params["update"] : undefined;
  return isObject(update) ? update : {};
}
