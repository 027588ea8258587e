import type { Frame } from "@acp-store/core";

/**
 * A frame as a line of a `.jsonl` trace, without the line break. Never throws: what JSON cannot hold,
 * such as values nested too deeply to write, leaves a line that says so.
 */
export function formatFrame({ t, dir, msg }: Frame): string {
  try {
    return JSON.stringify({ t, dir, msg });
  } catch (error) {
    return JSON.stringify({ t, dir, unwritable: String(error) });
  }
}

/**
 * Frames as the text of a `.jsonl` trace, one line each.
 *
 * @example
 * ```ts
 * formatTrace([{ t: 12, dir: "sent", msg: { jsonrpc: "2.0", id: 0, method: "initialize" } }]);
 * // '{"t":12,"dir":"sent","msg":{"jsonrpc":"2.0","id":0,"method":"initialize"}}\n'
 * ```
 */
export function formatTrace(frames: Iterable<Frame>): string {
  let text = "";
  for (const frame of frames) text += `${formatFrame(frame)}\n`;
  return text;
}
