import { createAcpStore, deserialize, type Frame, serializeSession } from "@acp-store/core";
import { createHistory, formatTrace } from "../../src/index.js";
import type { Explanation } from "../../src/panel/explain/explanation.js";
import { type Conformance, createConformanceCheck } from "../../src/panel/model/conformance.js";
import {
  createLiveSource,
  createTraceSource,
  type Moment,
  momentAt,
  type PanelSource,
} from "../../src/panel/model/source.js";
import { askedFor, recv, sent, toolCall } from "../support/frames.js";

export const PROMPT = sent({
  id: 1,
  method: "session/prompt",
  params: { sessionId: "s1", prompt: [] },
});
export const CANCEL = sent({ method: "session/cancel", params: { sessionId: "s1" } });
export const CALL = toolCall("call_1");
export const PERMISSION_REQUEST = askedFor("call_1");

/** The client's answer to {@link PERMISSION_REQUEST}. */
export function permissionResponse(optionId: string): Frame {
  return sent({ id: 7, result: { outcome: { outcome: "selected", optionId } } });
}

/** The agent's response to {@link PROMPT}. */
export function promptResponse(stopReason: string): Frame {
  return recv({ id: 1, result: { stopReason } });
}

export function promptError(message: string): Frame {
  return recv({ id: 1, error: { code: -32603, message } });
}

/** Gives frames times with a constant interval. */
export function timed(frames: readonly Frame[], interval = 1000): Frame[] {
  return frames.map((frame, index) => ({ ...frame, t: index * interval }));
}

/** A trace with a second between two messages. */
export function traceOf(...frames: readonly Frame[]): PanelSource {
  return createTraceSource("trace", formatTrace(timed(frames)));
}

/** A live log whose messages are a second apart, `now` after the first. With a reason, the connection ends then. */
export function liveLog(
  frames: readonly Frame[],
  disconnectReason?: string,
  now = 10_000,
): PanelSource {
  let clock = 0;
  const store = createAcpStore({ idPrefix: "t", scheduler: "sync", now: () => clock });
  const history = createHistory(store);
  for (const frame of timed(frames)) store.observe(frame);
  clock = now;
  if (disconnectReason !== undefined) store.disconnect(disconnectReason);
  return createLiveSource(history);
}

/** A live log of a store into which the session of an earlier store is restored. */
export function restoredLog(...frames: readonly Frame[]): PanelSource {
  const options = { idPrefix: "t", scheduler: "sync", now: () => 0 } as const;
  const earlier = createAcpStore(options);
  for (const frame of timed(frames)) earlier.observe(frame);
  const store = createAcpStore(options);
  const history = createHistory(store);
  store.restoreSession(deserialize(serializeSession(earlier.getState(), "s1")));
  return createLiveSource(history);
}

/** Checks all messages of a log. */
export async function checkAll(source: PanelSource): Promise<Conformance> {
  const check = await createConformanceCheck(source);
  check.advance(Number.POSITIVE_INFINITY);
  return check.read();
}

export function lastMoment(source: PanelSource): Moment {
  return momentAt(source, source.history.getSnapshot().end - 1);
}

/** An explanation as one text, with links in square brackets. */
export function textOf(explanation: Explanation): string {
  return explanation.map((part) => ("text" in part ? part.text : `[${part.label}]`)).join("");
}
