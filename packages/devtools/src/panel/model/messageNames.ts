import { messageKind } from "../../jsonRpc.js";
import { isObject } from "../../json.js";
import type { HistoryEntry } from "../../history/entry.js";

type Frame = NonNullable<HistoryEntry["frame"]>;

/**
 * What messages are called on the wire: by the kind of their update, else by their method; an answer
 * by the method that it answers, such as `session/prompt response`.
 */
export interface MessageNames {
  /** Each message in its order, once. */
  note(frame: Frame): void;
  of(frame: Frame): string;
}

export function createMessageNames(): MessageNames {
  /** The methods of the requests that wait, by direction and id. */
  const asked = new Map<string, string>();
  const answers = new WeakMap<Frame, string>();

  function note(frame: Frame): void {
    const { dir, msg } = frame;
    if (!isObject(msg) || msg["id"] === undefined) return;
    const kind = messageKind(msg);
    if (typeof msg["method"] === "string") return void asked.set(keyOf(dir, msg["id"]), kind);
    const key = keyOf(dir === "recv" ? "sent" : "recv", msg["id"]);
    const method = asked.get(key);
    asked.delete(key);
    if (method !== undefined) answers.set(frame, `${method} ${kind}`);
  }

  return {
    note,
    of: (frame) => answers.get(frame) ?? updateKind(frame.msg) ?? messageKind(frame.msg),
  };
}

function keyOf(dir: string, id: unknown): string {
  return `${dir} ${JSON.stringify(id)}`;
}

/** The kind of a session update. */
export function updateKind(msg: unknown): string | undefined {
  const params = isObject(msg) ? msg["params"] : undefined;
  const update = isObject(params) ? params["update"] : undefined;
  const kind = isObject(update) ? update["sessionUpdate"] : undefined;
  return typeof kind === "string" ? kind : undefined;
}
