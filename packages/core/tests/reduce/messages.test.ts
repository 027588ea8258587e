import { describe, expect, it } from "vitest";
import { session, text, trackedStore, type TrackedStore, asSent } from "../support/trackedStore.js";

const chunk = (sessionUpdate: string, value: string, extra: object = {}) => ({
  sessionUpdate,
  content: text(value),
  ...extra,
});
const agent = (value: string, extra?: object) => chunk("agent_message_chunk", value, extra);
const thought = (value: string, extra?: object) => chunk("agent_thought_chunk", value, extra);
const user = (value: string, extra?: object) => chunk("user_message_chunk", value, extra);
const call = { sessionUpdate: "tool_call", toolCallId: "c1", title: "Read" };

function texts(store: TrackedStore): string[] {
  return [...session(store).messages.values()].map(
    ({ role, content }) =>
      `${role}: ${content.map((block) => (block.type === "text" ? block.text : block.type)).join("|")}`,
  );
}

function storeAfter(...updates: Record<string, unknown>[]): TrackedStore {
  const store = trackedStore();
  for (const update of updates) store.update(update);
  return store;
}

describe("chunks without an id", () => {
  it.each([
    ["joins adjacent chunks", [agent("Hel"), agent("lo")], ["agent: Hello"]],
    [
      "starts a new message for another role",
      [thought("Hm."), agent("Hi"), thought("So.")],
      ["thought: Hm.", "agent: Hi", "thought: So."],
    ],
    [
      "starts a new message after a tool call",
      [agent("Before"), call, agent("After")],
      ["agent: Before", "agent: After"],
    ],
    [
      "continues after an update of a known call",
      [
        call,
        agent("Be"),
        { sessionUpdate: "tool_call_update", toolCallId: "c1", status: "completed" },
        agent("fore"),
      ],
      ["agent: Before"],
    ],
    [
      "continues in another block after a plan",
      [agent("a"), { sessionUpdate: "plan", entries: [] }, agent("b")],
      ["agent: a|b"],
    ],
    ["ignores an empty chunk", [agent("")], []],
    ["ignores an empty chunk after text", [agent("a"), agent("")], ["agent: a"]],
  ])("starts and continues messages: %s", (_name, updates, expected) => {
    const store = storeAfter(
      { sessionUpdate: "current_mode_update", currentModeId: "code" },
      ...updates,
    );
    expect(texts(store)).toEqual(expected);
  });

  it("starts a new message in a new turn", () => {
    const store = storeAfter(agent("old"));
    store.startTurn("s1");
    store.update(agent("new"));
    expect(texts(store)).toEqual(["agent: old", "agent: new"]);
  });

  it("assigns a message to its turn and appends to it", () => {
    const store = trackedStore();
    store.update(agent("before"));
    const turnId = store.startTurn("s1");
    for (const value of ["a", "b", "c"]) store.update(agent(value));
    expect([...session(store).messages.values()].map((message) => message.turnId)).toEqual([
      undefined,
      turnId,
    ]);
    expect(texts(store)).toEqual(["agent: before", "agent: abc"]);
  });

  it("stores neither a turn nor metadata if both are absent", () => {
    const store = storeAfter(agent("a"));
    expect([...session(store).messages.values()].map(asSent)).toStrictEqual([
      { messageId: "#1", role: "agent", content: [text("a")] },
    ]);
  });

  it("continues a message after the turn has ended", () => {
    const store = trackedStore();
    store.startTurn("s1");
    store.update(agent("al"));
    store.endTurn("s1", { stopReason: "end_turn" });
    store.update(agent("most"));
    expect(texts(store)).toEqual(["agent: almost"]);
  });
});

describe("chunks with an id", () => {
  it("continues a message in another block after a tool call", () => {
    const store = storeAfter(
      agent("a", { messageId: "m1" }),
      call,
      agent("b", { messageId: "m1" }),
    );
    expect(texts(store)).toEqual(["agent: a|b"]);
  });

  it("keeps a message and a thought with the same id apart", () => {
    const store = storeAfter(thought("t", { messageId: "m1" }), agent("a", { messageId: "m1" }));
    expect([...session(store).messages.keys()]).toEqual(["thought:m1", "agent:m1"]);
    expect(session(store).timeline.map(({ id }) => id)).toEqual(["thought:m1", "agent:m1"]);
  });

  it("skips a number that an agent used as an id", () => {
    const store = storeAfter(agent("a", { messageId: "#2" }), call, agent("b"));
    expect([...session(store).messages.keys()]).toEqual(["agent:##2", "agent:#2"]);
    expect(texts(store)).toEqual(["agent: a", "agent: b"]);
  });

  it("never collides with generated ids", () => {
    const store = storeAfter(agent("a"));
    const [generated] = session(store).messages.values();
    for (const update of [
      agent("real", { messageId: generated?.messageId }),
      thought("t", { messageId: "#3" }),
      agent("b"),
      thought("made up"),
    ])
      store.update(update);
    expect(texts(store)).toEqual([
      "agent: a",
      "agent: real",
      "thought: t",
      "agent: b",
      "thought: made up",
    ]);
  });
});

describe("content blocks", () => {
  it("keeps blocks of other types apart from text", () => {
    const image = { type: "image", data: "aGk=", mimeType: "image/png" };
    const store = storeAfter(
      agent("a"),
      { sessionUpdate: "agent_message_chunk", content: image },
      agent("b"),
    );
    expect(texts(store)).toEqual(["agent: a|image|b"]);
  });

  it("does not join text blocks that have annotations", () => {
    const marked = {
      sessionUpdate: "agent_message_chunk",
      content: { ...text("b"), annotations: { priority: 1 } },
    };
    expect(texts(storeAfter(agent("a"), marked, agent("c")))).toEqual(["agent: a|b|c"]);
  });

  it.each([
    ["an unknown field", { ...text("b"), mark: 1 }],
    ["an unknown field that is null", { ...text("b"), mark: null }],
    ["a type other than text", { type: "_note", text: "b" }],
  ])("does not join text blocks with %s", (_name, content) => {
    const store = storeAfter(
      agent("a"),
      { sessionUpdate: "agent_message_chunk", content },
      agent("c"),
    );
    expect([...session(store).messages.values()][0]?.content).toEqual([
      text("a"),
      content,
      text("c"),
    ]);
  });

  it("ignores empty text", () => {
    const image = { type: "image", data: "aGk=", mimeType: "image/png" };
    const store = storeAfter(agent("a", { messageId: "m1" }), agent("b", { messageId: "m2" }), {
      sessionUpdate: "agent_message_chunk",
      messageId: "m2",
      content: image,
    });
    const before = store.getState();
    store.update(agent("", { messageId: "m1" }));
    store.update(agent("", { messageId: "m2" }));
    expect(store.getState()).toBe(before);
  });

  it("keeps blocks of unknown types as sent", () => {
    const store = storeAfter({
      sessionUpdate: "agent_message_chunk",
      content: { type: "_poll", question: "?" },
    });
    const [message] = session(store).messages.values();
    expect(message?.content).toEqual([{ type: "_poll", question: "?" }]);
  });

  it("creates patches as small as the chunk", () => {
    const store = storeAfter(agent("a long beginning"));
    store.takePatches();
    store.update(agent(", then"));
    expect(store.takePatches()).toEqual([
      {
        op: "append",
        path: ["sessions", "s1", "messages", "agent:#1", "content", 0, "text"],
        value: ", then",
      },
    ]);
  });
});

describe("the message of a prompt", () => {
  it("is shown immediately", () => {
    const store = trackedStore();
    store.startTurn("s1", [text("Fix it")]);
    expect(texts(store)).toEqual(["user: Fix it"]);
  });

  it("is not created for an empty prompt", () => {
    const store = trackedStore();
    const turnId = store.startTurn("s1", []);
    expect(session(store).messages.size).toBe(0);
    expect(session(store).turns.get(turnId)).not.toHaveProperty("promptId");
  });

  it.each([
    ["in one chunk", [user("Fix it")]],
    ["in several chunks", [user("Fix"), user(" it")]],
    ["with an id", [user("Fix", { messageId: "u1" }), user(" it", { messageId: "u1" })]],
    ["with an extra line break", [user("Fix it\n")]],
    ["with an id and different white space", [user("\n Fix\u00a0it\n", { messageId: "u1" })]],
    [
      "in several chunks with different white space",
      [user("Fix"), user("\n"), user("it"), user(" ")],
    ],
  ])("is not duplicated by an echo %s", (_name, echo) => {
    const store = trackedStore();
    store.startTurn("s1", [text("Fix it")]);
    for (const update of [...echo, agent("Sure")]) store.update(update);
    expect(texts(store)).toEqual(["user: Fix it", "agent: Sure"]);
  });

  const link = { type: "resource_link", uri: "file:///a.ts", name: "a.ts" };
  const resource = { type: "resource", resource: { uri: "file:///a.ts", text: "…" } };

  it.each([
    ["with a link as its name", link, "Look at @a.ts please"],
    ["with a link in Markdown", link, "Look at [@a.ts](file:///a.ts) please\n"],
    ["with a resource as its URI", resource, "Look at <file:///a.ts> please"],
    ["without an image", { type: "image", data: "", mimeType: "image/png" }, "Look at please"],
  ])("is not duplicated by an echo in a single text, %s", (_name, block, echo) => {
    const store = trackedStore();
    store.startTurn("s1", [text("Look at "), block as never, text(" please")]);
    const { content } = [...session(store).messages.values()][0] ?? {};
    for (const update of [user(echo), agent("Sure")]) store.update(update);
    const [prompt, ...others] = session(store).messages.values();
    expect(prompt?.content).toEqual(content);
    expect(others.map(({ role }) => role)).toEqual(["agent"]);
  });

  it("is not duplicated by an echo that joins several texts", () => {
    const store = trackedStore();
    store.startTurn("s1", [text("One."), text("Two.")]);
    store.update(user("One.\nTwo."));
    expect(texts(store)).toEqual(["user: One.|Two."]);
  });

  it("does not match text that does not name its link", () => {
    const store = trackedStore();
    store.startTurn("s1", [text("Look at "), link as never]);
    store.update(user("Look at me", { messageId: "u2" }));
    expect(texts(store)).toEqual(["user: Look at |resource_link", "user: Look at me"]);
  });

  it("is replaced by the echo when the echo continues differently", () => {
    const store = trackedStore();
    store.startTurn("s1", [text("Fix it")]);
    for (const value of ["Fix", " that", " and", " that"])
      store.update(user(value, { messageId: "u1" }));
    expect(texts(store)).toEqual(["user: Fix that and that"]);
  });

  it("keeps echoed text that is not part of the prompt", () => {
    const store = trackedStore();
    store.startTurn("s1", [text("Fix it")]);
    store.update(user("Fix it"));
    store.update(user("Also this", { messageId: "u2" }));
    expect(texts(store)).toEqual(["user: Fix it", "user: Also this"]);
  });
});
