import type { EntryReader, LineReading, LogEntry, MessageDirection } from "./lineReading.js";
import { readDirection, readTextTime } from "./logPrefix.js";
import { isRpcMessage } from "./rpcMessages.js";

/** A line with a message. */
interface LoggedLine {
  readonly json: string;
  /** The text in front of the message, without numbers. */
  readonly label: string;
  readonly dir: MessageDirection | undefined;
}

const DAY_MS = 86_400_000;

/** Reads a line that is nothing but a message. */
export function readRpcLine({ value, prefix, above }: LogEntry): LineReading | undefined {
  const isAlone = prefix.trim() === "" && above === "";
  return isAlone && isRpcMessage(value) ? { message: { msg: value } } : undefined;
}

/**
 * Creates a reader for messages behind other text, which may contain a direction and a time. The
 * text can also be in the line above. The reader must get the lines in order.
 */
export function createLogLineReader(): EntryReader {
  let last: LoggedLine | undefined;
  let lastTime = 0;
  let days = 0;

  function readTime({ prefix, above }: LogEntry): number | undefined {
    const time = readTextTime(prefix) ?? readTextTime(above);
    if (time === undefined || time >= DAY_MS) return time;
    // A time of day starts again at midnight.
    if (time + days * DAY_MS < lastTime - DAY_MS / 2) days++;
    lastTime = time + days * DAY_MS;
    return lastTime;
  }

  return (entry) => {
    const { value, json, prefix, above } = entry;
    if (!isRpcMessage(value)) return undefined;
    const dir = readDirection(prefix) ?? readDirection(above);
    const label = prefix.replace(/\d+/g, "");
    // Two loggers that write the same message differ in the text in front of it.
    if (json === last?.json && dir === last.dir && label !== last.label) return {};
    last = { json, label, dir };
    return { message: { msg: value, dir, t: readTime(entry) } };
  };
}
