import { createAcpStore } from "@acp-store/core";
import { expect, it } from "vitest";
import { sessionTitle } from "../../src/sessions/sessionTitle.js";

function titleAfter(...updates: Record<string, unknown>[]): string {
  const store = createAcpStore();
  store.openSession({ sessionId: "s1" });
  for (const update of updates) store.ingest({ sessionId: "s1", update });
  return sessionTitle(store.getState().sessions.get("s1"));
}

const says = (sessionUpdate: string, text: string) => ({
  sessionUpdate,
  content: { type: "text", text },
});

it("calls a session what the agent calls it", () => {
  const named = { sessionUpdate: "session_info_update", title: "Greeting fix" };
  expect(titleAfter(says("user_message_chunk", "Fix it"), named)).toBe("Greeting fix");
});

it("calls a session without a name by how the user began it", () => {
  const hello = says("agent_message_chunk", "Hello");
  expect(titleAfter(hello)).toBe("New session");
  expect(titleAfter(hello, says("user_message_chunk", " Fix it\nplease"))).toBe("Fix it");
});

it("passes over what the agent wrote in the user's name", () => {
  const context = says("user_message_chunk", "<session_context>\nToday is Monday");
  const answer = says("agent_message_chunk", "Hello");
  expect(titleAfter(context, answer, says("user_message_chunk", "Fix it"))).toBe("Fix it");
});
