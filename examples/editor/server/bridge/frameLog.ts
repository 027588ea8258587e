/** A longer log would take too much of the server's memory. */
const MAX_CHARACTERS = 32 * 1024 * 1024;

/** All messages that were exchanged with one agent, for a page that continues its connection. */
export interface FrameLog {
  /** Adds a message that was received from the agent, or sent to it. */
  add(dir: "recv" | "sent", json: string): void;
  /** Whether the log contains every message. A log that has become too long is empty. */
  isComplete(): boolean;
  /**
   * Returns the log as a message to the page, `{ "history": [{ "t", "dir", "msg" }] }`. It is not a
   * JSON-RPC message.
   */
  toMessage(): string;
}

export function createFrameLog(maxCharacters: number = MAX_CHARACTERS): FrameLog {
  let frames: string[] = [];
  let characters = 0;
  return {
    add(dir, json) {
      characters += json.length;
      if (characters > maxCharacters) frames = [];
      else frames.push(`{"t":${Date.now()},"dir":"${dir}","msg":${json}}`);
    },
    isComplete: () => characters <= maxCharacters,
    toMessage: () => `{"history":[${frames.join(",")}]}`,
  };
}
