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
}

export function createMessageNames(): MessageNames {
  /** The methods of the requests without a response, by direction and id. */
  const requests = new Map<string, string>();
  const responses = new WeakMap<Frame, string>();

  function record(frame: Frame): void {
    const { dir, msg } = frame;
    if (!isObject(msg) || msg["id"] === undefined) return;
    const kind = frameKind(frame);
    if (typeof msg["method"] === "string")
      return void requests.set(requestKey(dir, msg["id"]), kind);
    const key = requestKey(dir === "recv" ? "sent" : "recv", msg["id"]);
    const method = requests.get(key);
    requests.delete(key);
    if (method !== undefined) responses.set(frame, `${method} ${kind}`);
  }

  return {
    record,
    nameOf: (frame) => responses.get(frame) ?? updateKindIn(frame.msg) ?? frameKind(frame),
  };
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

function updateIn(msg: unknown): JsonObject {
  const params = isObject(msg) ? msg["params"] : undefined;
  const update = isObject(params) ? params["update"] : undefined;
  return isObject(update) ? update : {};
}
