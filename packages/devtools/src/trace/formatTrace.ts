import type { Frame } from "@acp-store/core";
import type { TraceEnd } from "./lineReading.js";

/**
 * Formats a frame as one line of a `.jsonl` trace, without the line break. Never throws: if the
 * message cannot be serialized, for example because it is nested too deeply, the line contains the
 * error instead of the message.
 *
 * @example
 * ```ts
 * formatFrame({ t: 12, dir: "recv", msg: { jsonrpc: "2.0", id: 0, result: {} } });
 * // '{"t":12,"dir":"recv","msg":{"jsonrpc":"2.0","id":0,"result":{}}}'
 * ```
 */
export function formatFrame({ t, agent, dir, msg }: Frame): string {
  try {
    return JSON.stringify({ t, agent, dir, msg });
  } catch (error) {
    return JSON.stringify({ t, agent, dir, unwritable: String(error) });
  }
}

/**
 * Formats frames as the text of a `.jsonl` trace, with one line for each frame, and a last line that
 * says how the connection ended, if that is given.
 *
 * @example
 * ```ts
 * formatTrace([{ t: 12, dir: "sent", msg: { jsonrpc: "2.0", id: 0, method: "initialize" } }]);
 * // '{"t":12,"dir":"sent","msg":{"jsonrpc":"2.0","id":0,"method":"initialize"}}\n'
 * ```
 */
export function formatTrace(frames: Iterable<Frame>, end?: TraceEnd): string {
  let text = "";
  for (const frame of frames) text += `${formatFrame(frame)}\n`;
  return end === undefined ? text : `${text}${formatEnd(end)}\n`;
}

/** Formats the last line of a trace, without the line break. */
export function formatEnd({ t, reason }: TraceEnd): string {
  return JSON.stringify({ t, ended: reason });
}
