import { applyAcpPatches, createAcpStore, type AcpState } from "@acp-store/core";
import {
  type ChatConversion,
  createChatSelector,
  isChatMessageRunning,
  selectChatMessages,
  selectChatTime,
  selectChatTurn,
  selectToolCallPermission,
} from "@acp-store/core/reads";
import { describe, expect, it, vi } from "vitest";
import { stepsOf } from "../support/playRecording.js";
import { text, trackedStore } from "../support/trackedStore.js";

const prompt = (value: string) => [{ type: "text" as const, text: value }];
const say = (value: string) => ({ sessionUpdate: "agent_message_chunk", content: text(value) });
const call = (toolCallId: string, fields: object = {}) => ({
  sessionUpdate: "tool_call_update",
  toolCallId,
  ...fields,
});
const outline = (state: AcpState) =>
  selectChatMessages(state, "s1").map(({ role, items }) => [role, items.map(({ type }) => type)]);

describe("selectChatMessages", () => {
  it("divides the timeline into prompts and everything that follows each", () => {
    const store = trackedStore();
    store.startTurn("s1", prompt("Go"));
    store.update(say("Let me see."));
    store.update(call("c1"));
    store.update(say("Done."));
    store.endTurn("s1", { stopReason: "end_turn" });
    store.startTurn("s1", prompt("Again"));
    expect(outline(store.getState())).toEqual([
      ["user", ["message"]],
      ["assistant", ["message", "tool_call", "message"]],
      ["user", ["message"]],
    ]);
  });

  it("keeps the messages that no item was added to", () => {
    const store = trackedStore();
    store.startTurn("s1", prompt("Go"));
    store.update(say("Let me see."));
    const before = selectChatMessages(store.getState(), "s1");
    store.update(say(" Well."));
    expect(selectChatMessages(store.getState(), "s1")).toBe(before);
    store.update(call("c1"));
    const after = selectChatMessages(store.getState(), "s1");
    expect(after[0]).toBe(before[0]);
    expect(after[1]).not.toBe(before[1]);
    expect(after[1]?.id).toBe(before[1]?.id);
  });

  it("adds an empty message for a turn that failed before the agent did anything", () => {
    const store = trackedStore();
    const turnId = store.startTurn("s1", prompt("Go"));
    store.endTurn("s1", { error: { message: "No credits" } });
    store.startTurn("s1", prompt("Again"));
    const [, failure] = selectChatMessages(store.getState(), "s1");
    expect(failure).toEqual({
      id: `failed ${turnId}`,
      role: "assistant",
      sessionId: "s1",
      items: [],
      failedTurnId: turnId,
    });
    expect(failure && selectChatTurn(store.getState(), failure)?.error?.message).toBe("No credits");
    store.update(say("Hello"));
    expect(selectChatMessages(store.getState(), "s1")[1]).toBe(failure);
  });

  it("adds no message for a turn that failed after the agent did something", () => {
    const store = trackedStore();
    store.startTurn("s1", prompt("Go"));
    store.update(say("Let me see."));
    store.endTurn("s1", { error: { message: "No credits" } });
    expect(outline(store.getState())).toEqual([
      ["user", ["message"]],
      ["assistant", ["message"]],
    ]);
  });

  it("has a time for each message, even for a turn that failed immediately", () => {
    let time = 1_000;
    const store = createAcpStore({ scheduler: "sync", now: () => time });
    const times = () =>
      selectChatMessages(store.getState(), "s1").map((message) =>
        selectChatTime(store.getState(), message),
      );
    store.startTurn("s1", prompt("Go"));
    time = 2_000;
    store.endTurn("s1", { error: { message: "No credits" } });
    store.startTurn("s1", prompt("Again"));
    time = 3_000;
    store.ingest({ sessionId: "s1", update: call("c1") });
    expect(times()).toEqual([1_000, 1_000, 2_000, 3_000]);
  });

  it("gives each message a distinct id", () => {
    for (const name of ["claude-basic", "claude-sameids", "opencode-concurrent", "claude-load"]) {
      const state = stepsOf(name).at(-1)?.after;
      for (const sessionId of state?.sessions.keys() ?? []) {
        const ids = selectChatMessages(state as AcpState, sessionId).map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
      }
    }
  });

  it("returns an empty list for an unknown session", () => {
    expect(selectChatMessages(trackedStore().getState(), "nobody")).toEqual([]);
  });
});

describe("isChatMessageRunning", () => {
  it("is true for the last message of the agent until its turn ends", () => {
    const store = trackedStore();
    store.startTurn("s1", prompt("Go"));
    store.update(say("Let me see."));
    const running = () =>
      selectChatMessages(store.getState(), "s1").map((message) =>
        isChatMessageRunning(store.getState(), message),
      );
    expect(running()).toEqual([false, true]);
    store.endTurn("s1", { stopReason: "end_turn" });
    expect(running()).toEqual([false, false]);
  });
});

describe("selectToolCallPermission", () => {
  it("returns the oldest pending request, and else the newest settled one", () => {
    const store = trackedStore();
    const ask = (requestId: number) =>
      void store.requestPermission(
        {
          sessionId: "s1",
          toolCall: { toolCallId: "c1" },
          options: [{ optionId: "yes", name: "Allow", kind: "allow_once" }],
        },
        { requestId },
      );
    const shown = () => selectToolCallPermission(store.getState(), "s1", "c1");
    expect(shown()).toBeUndefined();
    ask(1);
    ask(2);
    expect(shown()?.requestId).toBe(1);
    store.respondToPermission(shown()?.permissionId ?? "", "yes");
    expect(shown()).toMatchObject({ requestId: 2, status: "pending" });
    store.respondToPermission(shown()?.permissionId ?? "", "yes");
    expect(shown()).toMatchObject({ requestId: 2, status: "selected" });
    expect(selectToolCallPermission(store.getState(), "s1", "other")).toBeUndefined();
  });
});

type SelectTitles = (state: AcpState, sessionId: string) => readonly Titles[];
type TitleConversion = ChatConversion<Part, Titles>;

/** A selector of the titles and texts of each message, which counts its conversions. */
function titleSelector() {
  const convertItem = vi.fn<TitleConversion["convertItem"]>(({ type, id }, { sessionId }, read) => {
    if (type === "subagent") {
      const nested = read((state) => select(state, id));
      return [{ title: nested.map(({ titles }) => titles.join()).join("|") }];
    }
    if (type === "tool_call") {
      const found = read((state) => state.sessions.get(sessionId)?.toolCalls.get(id));
      return [{ title: found?.title ?? "" }];
    }
    const content = read((state) => state.sessions.get(sessionId)?.messages.get(id)?.content) ?? [];
    return [{ title: content.map((block) => (block.type === "text" ? block.text : "")).join("") }];
  });
  const convertMessage = vi.fn<TitleConversion["convertMessage"]>(({ id }, parts) => ({
    id,
    titles: parts.map(({ title }) => title),
  }));
  const select: SelectTitles = createChatSelector<Part, Titles>({ convertItem, convertMessage });
  return { select, convertItem, convertMessage };
}

interface Part {
  readonly title: string;
}
interface Titles {
  readonly id: string;
  readonly titles: readonly string[];
}

describe("createChatSelector", () => {
  it("converts only the part and the message that changed", () => {
    const store = trackedStore();
    store.startTurn("s1", prompt("Go"));
    store.update(call("c1", { title: "Read" }));
    store.update(call("c2", { title: "Write" }));
    store.endTurn("s1", { stopReason: "end_turn" });
    store.startTurn("s1", prompt("Again"));
    store.update(say("Hel"));
    const { select, convertItem, convertMessage } = titleSelector();
    const before = select(store.getState(), "s1");
    expect(before.map(({ titles }) => titles)).toEqual([
      ["Go"],
      ["Read", "Write"],
      ["Again"],
      ["Hel"],
    ]);
    convertItem.mockClear();
    convertMessage.mockClear();
    store.update(call("c2", { title: "Written" }));
    const after = select(store.getState(), "s1");
    expect(convertItem).toHaveBeenCalledOnce();
    expect(convertMessage).toHaveBeenCalledOnce();
    expect(after[1]?.titles).toEqual(["Read", "Written"]);
    expect([after[0], after[2], after[3]]).toEqual([before[0], before[2], before[3]]);
    expect(after[0]).toBe(before[0]);
    expect(after[3]).toBe(before[3]);
  });

  it("returns the same list after a change that no conversion has read", () => {
    const store = trackedStore();
    store.startTurn("s1", prompt("Go"));
    const { select } = titleSelector();
    const before = select(store.getState(), "s1");
    store.update({ sessionUpdate: "usage_update", used: 1, size: 10 });
    expect(select(store.getState(), "s1")).toBe(before);
  });

  it("keeps 1,000 messages while the last one streams", () => {
    const store = createAcpStore({ scheduler: "sync" });
    for (let turn = 0; turn < 500; turn++) {
      store.startTurn("s1", prompt(`Prompt ${turn}`));
      store.ingest({
        sessionId: "s1",
        update: { ...say(`Answer ${turn}`), messageId: `m${turn}` },
      });
      if (turn < 499) store.endTurn("s1", { stopReason: "end_turn" });
    }
    const { select, convertItem } = titleSelector();
    const before = select(store.getState(), "s1");
    expect(before).toHaveLength(1000);
    convertItem.mockClear();
    store.ingest({ sessionId: "s1", update: { ...say("!"), messageId: "m499" } });
    const after = select(store.getState(), "s1");
    expect(convertItem).toHaveBeenCalledOnce();
    expect(after.flatMap((message, index) => (message === before[index] ? [] : index))).toEqual([
      999,
    ]);
    expect(after[999]?.titles).toEqual(["Answer 499!"]);
  });

  it("follows the session of a subagent", () => {
    const store = trackedStore();
    store.update({ sessionUpdate: "subagent_update", sessionId: "child" });
    store.ingest({ sessionId: "child", update: call("inner", { title: "Search" }) });
    const { select } = titleSelector();
    expect(select(store.getState(), "s1")[0]?.titles).toEqual(["Search"]);
    store.ingest({ sessionId: "child", update: call("inner", { title: "Searched" }) });
    expect(select(store.getState(), "s1")[0]?.titles).toEqual(["Searched"]);
  });

  it("stops when sessions name each other as subagents", () => {
    const store = trackedStore();
    store.update(call("outer", { title: "Outer" }));
    store.update({ sessionUpdate: "subagent_update", sessionId: "child" });
    store.ingest({
      sessionId: "child",
      update: { sessionUpdate: "subagent_update", sessionId: "s1" },
    });
    const { select } = titleSelector();
    expect(select(store.getState(), "s1")[0]?.titles).toEqual(["Outer", ""]);
    expect(select(store.getState(), "child")).toHaveLength(1);
  });

  it.each(["claude-basic", "claude-basic-v2", "claude-load", "claude-subagent-unstable"])(
    "equals a conversion from scratch after each frame, and for replicas: %s",
    (name) => {
      const { select } = titleSelector();
      for (const { after, before, patched } of stepsOf(name)) {
        for (const sessionId of after.sessions.keys()) {
          const fresh = titleSelector().select(after, sessionId);
          expect(select(before, sessionId)).toBeDefined();
          expect(select(after, sessionId)).toEqual(fresh);
          expect(select(patched, sessionId)).toEqual(fresh);
          expect(select(applyAcpPatches(before, []), sessionId)).toEqual(
            titleSelector().select(before, sessionId),
          );
        }
      }
    },
  );
});
