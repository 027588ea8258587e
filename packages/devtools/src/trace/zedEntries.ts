import { isObject } from "../json.js";
import type { LineReading, LogEntry } from "./lineReading.js";

/**
 * Reads an entry of the log that "Copy All Messages" of `dev: open acp logs` copies in Zed. It has no
 * times, and it calls the result or the error of a response `params`.
 */
export function readZedEntry({ value }: LogEntry): LineReading | undefined {
  const { _direction: direction, id, method, params } = value;
  if (typeof direction !== "string" || !("_type" in value)) return undefined;
  if (direction !== "incoming" && direction !== "outgoing") return {};
  const content =
    value["_type"] === "response"
      ? { id, [isError(params) ? "error" : "result"]: params }
      : { ...(id !== null && { id }), method, ...(params !== null && { params }) };
  const dir = direction === "incoming" ? "recv" : "sent";
  return { frame: { dir, msg: { jsonrpc: "2.0", ...content } } };
}

function isError(params: unknown): boolean {
  return (
    isObject(params) && typeof params["code"] === "number" && typeof params["message"] === "string"
  );
}
