import { isObject } from "../json.js";

/** What a JSON-RPC message is, in a word: its method, or `response` or `error`. */
export function messageKind(msg: unknown): string {
  if (!isObject(msg)) return "unreadable";
  if (typeof msg["method"] === "string") return msg["method"];
  if (isObject(msg["error"])) return "error";
  return "result" in msg ? "response" : "unreadable";
}

/** The session that the params of a message name. */
export function sessionOf(msg: unknown): string | undefined {
  const params = isObject(msg) ? msg["params"] : undefined;
  const sessionId = isObject(params) ? params["sessionId"] : undefined;
  return typeof sessionId === "string" ? sessionId : undefined;
}
