import { createAcpStore } from "@acp-store/core";
import { expect, it } from "vitest";
import { groupTimeline } from "../../src/conversation/groupTimeline.js";

function conversation() {
  const store = createAcpStore({ scheduler: "sync" });
  const update = (fields: object) => store.ingest({ sessionId: "s1", update: fields });
  return {
    prompt: (text: string) => void store.startTurn("s1", [{ type: "text", text }]),
    end: () => store.endTurn("s1", { stopReason: "end_turn" }),
    say: (text: string) =>
      update({ sessionUpdate: "agent_message_chunk", content: { type: "text", text } }),
    call: (toolCallId: string) => update({ sessionUpdate: "tool_call", toolCallId, title: "T" }),
    ask: (toolCallId: string) =>
      void store.requestPermission({ sessionId: "s1", toolCall: { toolCallId }, options: [] }),
    blocks: () => {
      const session = store.getState().sessions.get("s1");
      return groupTimeline(session?.timeline ?? [], session).map(({ key }) => key);
    },
  };
}

it("puts the end of each turn before the next prompt, once", () => {
  const { prompt, say, call, end, blocks } = conversation();
  prompt("one");
  say("a");
  call("c1");
  say("b");
  end();
  prompt("two");
  say("c");
  expect(blocks()).toEqual([
    "user:#1",
    "agent:#2",
    "call:c1",
    "agent:#3",
    "end:turn-1",
    "user:#4",
    "agent:#5",
    "end:turn-2",
  ]);
});

it("puts consecutive calls together, and requests with their calls", () => {
  const { call, ask, say, blocks } = conversation();
  call("c1");
  call("c2");
  ask("c1");
  say("a");
  call("c3");
  expect(blocks()).toEqual(["call:c1", "agent:#1", "call:c3"]);
});
