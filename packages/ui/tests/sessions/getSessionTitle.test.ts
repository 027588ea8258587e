import { createAcpStore } from "@acp-store/core";
import { expect, it } from "vitest";
import { getSessionTitle } from "../../src/sessions/getSessionTitle.js";

function titleAfter(...updates: Record<string, unknown>[]): string {
  const store = createAcpStore();
  store.openSession({ sessionId: "s1" });
  for (const update of updates) store.ingest({ sessionId: "s1", update });
  return getSessionTitle(store.getState().sessions.get("s1"));
}

const chunk = (sessionUpdate: string, text: string) => ({
  sessionUpdate,
  content: { type: "text", text },
});

it("returns the title from the agent", () => {
  const named = { sessionUpdate: "session_info_update", title: "Greeting fix" };
  expect(titleAfter(chunk("user_message_chunk", "Fix it"), named)).toBe("Greeting fix");
});

it("falls back to the first line of the user's first message", () => {
  const hello = chunk("agent_message_chunk", "Hello");
  expect(titleAfter(hello)).toBe("New session");
  expect(titleAfter(hello, chunk("user_message_chunk", " Fix it\nplease"))).toBe("Fix it");
});

it("skips user messages that the agent wrote", () => {
  const context = chunk("user_message_chunk", "<session_context>\nToday is Monday");
  const answer = chunk("agent_message_chunk", "Hello");
  expect(titleAfter(context, answer, chunk("user_message_chunk", "Fix it"))).toBe("Fix it");
});
