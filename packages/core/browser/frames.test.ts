import { createAcpStore } from "@acp-store/core";
import { expect, it } from "vitest";

const chunk = {
  sessionId: "s1",
  update: { sessionUpdate: "agent_message_chunk", content: { type: "text", text: "x" } },
};

it("runs listeners once per real frame, however many chunks came", async () => {
  const store = createAcpStore();
  let calls = 0;
  store.subscribe(() => calls++);
  for (let n = 0; n < 10_000; n++) store.ingest(chunk);
  expect(calls).toBe(0);
  await new Promise<void>((resolve) => requestAnimationFrame(() => resolve()));
  expect(calls).toBe(1);
  const [message] = store.getState().sessions.get("s1")?.messages.values() ?? [];
  expect(message?.content).toEqual([{ type: "text", text: "x".repeat(10_000) }]);
});
