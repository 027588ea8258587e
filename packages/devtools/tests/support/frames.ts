import { type AcpStore, createAcpStore, type Frame } from "@acp-store/core";

export function recv(msg: object, t?: number): Frame {
  return { dir: "recv", msg: { jsonrpc: "2.0", ...msg }, ...(t !== undefined && { t }) };
}

export function sent(msg: object, t?: number): Frame {
  return { dir: "sent", msg: { jsonrpc: "2.0", ...msg }, ...(t !== undefined && { t }) };
}

/** An update as the agent sends it. */
export function updated(update: object, sessionId = "s1"): Frame {
  return recv({ method: "session/update", params: { sessionId, update } });
}

export function toolCall(toolCallId: string, fields: object = {}): Frame {
  return updated({ sessionUpdate: "tool_call", toolCallId, title: "Read", ...fields });
}

export function callUpdate(toolCallId: string, fields: object): Frame {
  return updated({ sessionUpdate: "tool_call_update", toolCallId, ...fields });
}

/** A permission request for a tool call, which offers to go on (`yes`) or to stop (`no`). */
export function askedFor(toolCallId: string): Frame {
  const options = [
    { optionId: "yes", name: "Go on", kind: "allow_once" },
    { optionId: "no", name: "Stop it", kind: "reject_once" },
  ];
  const params = { sessionId: "s1", toolCall: { toolCallId }, options };
  return recv({ id: 7, method: "session/request_permission", params });
}

export function said(text: string): Frame {
  return updated({ sessionUpdate: "agent_message_chunk", content: { type: "text", text } });
}

/** Makes two commits while the session is not open yet. */
export function loads(sessionId: string): Frame {
  return sent({ id: 1, method: "session/load", params: { sessionId, cwd: "/a" } });
}

/** The first listener that is told of something observes another message. */
export function observeAmid(store: AcpStore, frame: Frame): void {
  const stop = store.subscribe(() => {
    stop();
    store.observe(frame);
  });
}

/** A store that counts time from 1, so that every run is the same. */
export function steadyStore(): AcpStore {
  let clock = 0;
  return createAcpStore({ scheduler: "sync", now: () => ++clock });
}

export function fedWith(frames: readonly Frame[]): AcpStore {
  const store = steadyStore();
  for (const frame of frames) store.observe(frame);
  return store;
}

/** A state as plain JSON, maps as lists of entries, so that their order counts. */
export function plain(value: unknown): unknown {
  if (value instanceof Map)
    return { entries: [...value].map(([key, inner]) => [key, plain(inner)]) };
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
}
