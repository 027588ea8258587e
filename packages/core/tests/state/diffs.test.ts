import { createAcpStore, isChangesDiff, isTextDiff, selectToolCall } from "@acp-store/core";
import { expect, it } from "vitest";

/** Returns the content of a call as the store keeps it. */
function storedContent(protocolVersion: 1 | 2, content: readonly object[]) {
  const store = createAcpStore({ protocolVersion });
  const update = { sessionUpdate: "tool_call_update", toolCallId: "c1", content };
  store.ingest({ sessionId: "s1", update });
  return selectToolCall(store.getState(), "s1", "c1")?.content ?? [];
}

const TEXT = { type: "diff", path: "/a.ts", newText: "b" };
const CHANGES = { type: "diff", changes: [{ operation: "add", path: "/b.ts" }] };

it("tells a diff with texts from a list of changes, and keeps both as sent", () => {
  const items = [...storedContent(1, [TEXT]), ...storedContent(2, [TEXT, CHANGES])];
  expect(items).toEqual([TEXT, TEXT, CHANGES]);
  expect(items.map(isTextDiff)).toEqual([true, true, false]);
  expect(items.map(isChangesDiff)).toEqual([false, false, true]);
});

it("takes a diff with texts and an extension field called changes for a diff with texts", () => {
  const items = storedContent(1, [{ ...TEXT, changes: ["+1"] }]);
  expect(items.map(isTextDiff)).toEqual([true]);
  expect(items.map(isChangesDiff)).toEqual([false]);
});

it("takes other content for no diff", () => {
  const items = storedContent(1, [{ type: "terminal", terminalId: "t1" }, { type: "_chart" }]);
  expect(items.map((item) => isTextDiff(item) || isChangesDiff(item))).toEqual([false, false]);
});
