import { stripVTControlCharacters } from "node:util";
import { createAcpStore, type Session } from "@acp-store/core";
import { expect, it } from "vitest";
import { formatFinishedCall } from "../../src/view/toolCall.js";

/** Returns the first line of a call that took the given time. */
function formatCall(ms: number): string {
  let now = 0;
  const store = createAcpStore({ now: () => now, scheduler: "sync" });
  const update = (status: string): void => {
    const call = { toolCallId: "1", title: "npm test", kind: "execute", status };
    store.ingest({ sessionId: "s1", update: { sessionUpdate: "tool_call_update", ...call } });
  };
  update("in_progress");
  now = ms;
  update("completed");
  const session = store.getState().sessions.get("s1") as Session;
  const call = session.toolCalls.get("1");
  return call === undefined ? "" : (formatFinishedCall(session, call)[0] ?? "");
}

it.each([
  [999, "✓ execute npm test"],
  [12_900, "✓ execute npm test · 12 s"],
  [65_000, "✓ execute npm test · 1 min 5 s"],
])("shows the run time of a call of %i ms from one second on", (ms, line) => {
  expect(stripVTControlCharacters(formatCall(ms))).toBe(line);
});
