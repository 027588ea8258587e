import { createAcpStore, type Session } from "@acp-store/core";
import { expect, it } from "vitest";
import { formatFinishedCall } from "../../src/view/toolCall.js";
import { toPlain } from "../support/plain.js";

/** Returns the first line of a call that took the given time. */
function formatCall(ms: number, kind = "execute"): string {
  let now = 0;
  const store = createAcpStore({ now: () => now, scheduler: "sync" });
  const update = (status: string): void => {
    const call = { toolCallId: "1", title: "npm test", kind, status };
    store.ingest({ sessionId: "s1", update: { sessionUpdate: "tool_call_update", ...call } });
  };
  update("in_progress");
  now = ms;
  update("completed");
  const session = store.getState().sessions.get("s1") as Session;
  const call = session.toolCalls.get("1");
  const [line] = call === undefined ? [] : formatFinishedCall(session, call);
  return line === undefined ? "" : toPlain(line);
}

it.each([
  [999, "✓ execute npm test"],
  [12_900, "✓ execute npm test · 12 s"],
  [65_000, "✓ execute npm test · 1 min 5 s"],
])("shows the run time of a call of %i ms from one second on", (ms, line) => {
  expect(formatCall(ms)).toBe(line);
});

it("shows no kind for a call of another kind", () => {
  expect(formatCall(0, "other")).toBe("✓ npm test");
});
