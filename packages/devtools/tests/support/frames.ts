import { type AcpStore, createAcpStore, type Frame } from "@acp-store/core";

/** Creates a JSON-RPC message from the agent. */
export function recv(msg: object, t?: number): Frame {
  return { dir: "recv", msg: { jsonrpc: "2.0", ...msg }, ...(t !== undefined && { t }) };
}

/** Creates a JSON-RPC message from the client. */
export function sent(msg: object, t?: number): Frame {
  return { dir: "sent", msg: { jsonrpc: "2.0", ...msg }, ...(t !== undefined && { t }) };
}

/** Creates a line that the agent writes to stderr. */
export function wrote(line: string, t?: number): Frame {
  return { dir: "stderr", msg: line, ...(t !== undefined && { t }) };
}

/** Creates a `session/update` notification. */
export function updated(update: object, sessionId = "s1"): Frame {
  return recv({ method: "session/update", params: { sessionId, update } });
}

/** Creates a `tool_call` update. */
export function toolCall(toolCallId: string, fields: object = {}): Frame {
  return updated({ sessionUpdate: "tool_call", toolCallId, title: "Read", ...fields });
}

/** Creates a `tool_call_update`. */
export function callUpdate(toolCallId: string, fields: object): Frame {
  return updated({ sessionUpdate: "tool_call_update", toolCallId, ...fields });
}

/** Creates a permission request for a tool call, with the options `yes` and `no`. */
export function askedFor(toolCallId: string): Frame {
  const options = [
    { optionId: "yes", name: "Go on", kind: "allow_once" },
    { optionId: "no", name: "Stop it", kind: "reject_once" },
  ];
  const params = { sessionId: "s1", toolCall: { toolCallId }, options };
  return recv({ id: 7, method: "session/request_permission", params });
}

/** Creates an `agent_message_chunk` update. */
export function said(text: string): Frame {
  return updated({ sessionUpdate: "agent_message_chunk", content: { type: "text", text } });
}

/** Creates a `session/load` request. It causes two commits if the session is not open yet. */
export function loads(sessionId: string): Frame {
  return sent({ id: 1, method: "session/load", params: { sessionId, cwd: "/a" } });
}

/** Feeds a frame to the store during its next notification. */
export function observeAmid(store: AcpStore, frame: Frame): void {
  const stop = store.subscribe(() => {
    stop();
    store.observe(frame);
  });
}

/** Creates a store with a deterministic clock that counts from 1. */
export function steadyStore(): AcpStore {
  let clock = 0;
  return createAcpStore({ idPrefix: "t", scheduler: "sync", now: () => ++clock });
}

/** Creates a store that has observed the given frames. */
export function fedWith(frames: readonly Frame[]): AcpStore {
  const store = steadyStore();
  for (const frame of frames) store.observe(frame);
  return store;
}

/** Converts a state to plain JSON. Maps become lists of entries, so that comparisons include their order. */
export function plain(value: unknown): unknown {
  if (value instanceof Map)
    return { entries: [...value].map(([key, inner]) => [key, plain(inner)]) };
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
}
