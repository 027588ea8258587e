import { createAcpStore } from "@acp-store/core";
import { expect, it } from "vitest";
import { groupTimeline } from "../../src/conversation/groupTimeline.js";

function startConversation() {
  const store = createAcpStore({ idPrefix: "t", scheduler: "sync" });
  const update = (fields: object) => store.ingest({ sessionId: "s1", update: fields });
  return {
    store,
    replay: (...messages: [role: string, text: string][]) => {
      for (const [role, text] of messages)
        update({ sessionUpdate: `${role}_message_chunk`, content: { type: "text", text } });
    },
    prompt: (text: string) => void store.startTurn("s1", [{ type: "text", text }]),
    end: () => store.endTurn("s1", { stopReason: "end_turn" }),
    message: (text: string) =>
      update({ sessionUpdate: "agent_message_chunk", content: { type: "text", text } }),
    chunk: (messageId: string, text: string) =>
      update({
        sessionUpdate: "agent_message_chunk",
        messageId,
        content: { type: "text", text },
      }),
    call: (toolCallId: string) => update({ sessionUpdate: "tool_call", toolCallId, title: "T" }),
    requestPermission: (toolCallId: string) =>
      void store.requestPermission({ sessionId: "s1", toolCall: { toolCallId }, options: [] }),
    blocks: () => {
      const session = store.getState().sessions.get("s1");
      return groupTimeline(session?.timeline ?? [], session).map(({ key }) => key);
    },
  };
}

it("places the end of each turn before the next prompt", () => {
  const { prompt, message, call, end, blocks } = startConversation();
  prompt("one");
  message("a");
  call("c1");
  message("b");
  end();
  prompt("two");
  message("c");
  expect(blocks()).toEqual([
    "user:#1",
    "agent:#2",
    "call:c1",
    "agent:#3",
    "end:turn-t-1",
    "user:#4",
    "agent:#5",
    "end:turn-t-2",
  ]);
});

it("groups consecutive tool calls and attaches permission requests to them", () => {
  const { call, requestPermission, message, blocks } = startConversation();
  call("c1");
  call("c2");
  requestPermission("c1");
  message("a");
  call("c3");
  expect(blocks()).toEqual(["call:c1", "agent:#1", "call:c3"]);
});

it("shows text after the tool call that it followed, even in the same message", () => {
  const { chunk, call, blocks } = startConversation();
  chunk("m1", "Before.");
  call("c1");
  chunk("m1", "After.");
  expect(blocks()).toEqual(["agent:m1", "call:c1", "agent:m1 run:1"]);
});

it("places the end of a turn before the prompts that a load has added", async () => {
  const { store, prompt, message, replay, blocks } = startConversation();
  prompt("one");
  message("a");
  store.disconnect();
  await store.replay("s1", async () => replay(["user", "one"], ["agent", "a"], ["user", "two"]));
  expect(blocks()).toEqual(["user:#1", "agent:#2", "end:turn-t-1", "user:#3"]);
});

it("shows that the agent has another history of the session", async () => {
  const { store, prompt, message, replay, blocks } = startConversation();
  prompt("one");
  message("a");
  store.disconnect();
  store.putApplicationRow("s1", { rowId: "mine", data: { type: "note" } });
  await store.replay("s1", async () => replay(["user", "other"]));
  expect(blocks()).toEqual(["user:#1", "agent:#2", "end:turn-t-1", "row:row-t-1", "user:#3"]);
});
