import { createHistory, describeEvent } from "@acp-store/devtools";
import { expect, it } from "vitest";
import { callUpdate, recv, said, sent, steadyStore } from "./support/frames.js";

it("returns the type, the entity and the new status of an event", () => {
  const store = steadyStore();
  const history = createHistory(store);
  store.observe(sent({ id: 1, method: "session/prompt", params: { sessionId: "s1", prompt: [] } }));
  store.observe(callUpdate("call_1", { status: "completed" }));
  store.observe(said("Hello"));
  store.observe(recv({ id: 1, result: { stopReason: "end_turn" } }));
  const descriptions = history.entries().map(({ event }) => event && describeEvent(event));
  expect(descriptions).toEqual([
    "turn_started turn-t-1",
    "tool_call call_1 completed",
    "message_chunk agent",
    "turn_ended turn-t-1 end_turn",
  ]);
});
