import { describe, expect, it } from "vitest";
import { session, text, trackedStore, type TrackedStore } from "../support/trackedStore.js";

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

function after(...updates: Record<string, unknown>[]): TrackedStore {
  const store = trackedStore();
  for (const update of updates) store.update(update);
  return store;
}

describe("chunks without an id", () => {
  it.each([
    ["grow one text", [agent("Hel"), agent("lo")], ["agent: Hello"]],
    [
      "end with another role",
      [thought("Hm."), agent("Hi"), thought("So.")],
      ["thought: Hm.", "agent: Hi", "thought: So."],
    ],
    [
      "end with a tool call",
      [agent("Before"), call, agent("After")],
      ["agent: Before", "agent: After"],
    ],
    [
      "go on after an update of a known call",
      [
        call,
        agent("Be"),
        { sessionUpdate: "tool_call_update", toolCallId: "c1", status: "completed" },
        agent("fore"),
      ],
      ["agent: Before"],
    ],
    [
      "go on after a plan",
      [agent("a"), { sessionUpdate: "plan", entries: [] }, agent("b")],
      ["agent: ab"],
    ],
    ["are nothing when empty", [agent("")], []],
    ["stay as they are when an empty one follows", [agent("a"), agent("")], ["agent: a"]],
  ])("starts and continues messages: %s", (_name, updates, expected) => {
    const store = after(
      { sessionUpdate: "current_mode_update", currentModeId: "code" },
      ...updates,
    );
    expect(texts(store)).toEqual(expected);
  });

  it("starts a new message in a new turn", () => {
    const store = after(agent("old"));
    store.startTurn("s1");
    store.update(agent("new"));
    expect(texts(store)).toEqual(["agent: old", "agent: new"]);
  });

  it("belongs to its turn and grows there", () => {
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

  it("stores neither a turn nor metadata if there is none", () => {
    const store = after(agent("a"));
    expect([...session(store).messages.values()]).toStrictEqual([
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
  it("continues a message whatever came between", () => {
    const store = after(agent("a", { messageId: "m1" }), call, agent("b", { messageId: "m1" }));
    expect(texts(store)).toEqual(["agent: ab"]);
  });

  it("keeps a message and a thought with the same id apart", () => {
    const store = after(thought("t", { messageId: "m1" }), agent("a", { messageId: "m1" }));
    expect([...session(store).messages.keys()]).toEqual(["thought:m1", "agent:m1"]);
    expect(session(store).timeline.map(({ id }) => id)).toEqual(["thought:m1", "agent:m1"]);
  });

  it("skips a number that an agent used as an id", () => {
    const store = after(agent("a", { messageId: "#2" }), call, agent("b"));
    expect([...session(store).messages.keys()]).toEqual(["agent:##2", "agent:#2"]);
    expect(texts(store)).toEqual(["agent: a", "agent: b"]);
  });

  it("never collides with made-up ids", () => {
    const store = after(agent("a"));
    const [made] = session(store).messages.values();
    for (const update of [
      agent("real", { messageId: made?.messageId }),
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
    const store = after(
      agent("a"),
      { sessionUpdate: "agent_message_chunk", content: image },
      agent("b"),
    );
    expect(texts(store)).toEqual(["agent: a|image|b"]);
  });

  it("does not join text blocks with more than text", () => {
    const marked = {
      sessionUpdate: "agent_message_chunk",
      content: { ...text("b"), annotations: { priority: 1 } },
    };
    expect(texts(after(agent("a"), marked, agent("c")))).toEqual(["agent: a|b|c"]);
  });

  it.each([
    ["a field that nobody knows", { ...text("b"), mark: 1 }],
    ["such a field, empty", { ...text("b"), mark: null }],
    ["a type that is not text", { type: "_note", text: "b" }],
  ])("does not join text blocks with %s", (_name, content) => {
    const store = after(agent("a"), { sessionUpdate: "agent_message_chunk", content }, agent("c"));
    expect([...session(store).messages.values()][0]?.content).toEqual([
      text("a"),
      content,
      text("c"),
    ]);
  });

  it("ignores empty text", () => {
    const image = { type: "image", data: "aGk=", mimeType: "image/png" };
    const store = after(agent("a", { messageId: "m1" }), agent("b", { messageId: "m2" }), {
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
    const store = after({
      sessionUpdate: "agent_message_chunk",
      content: { type: "_poll", question: "?" },
    });
    const [message] = session(store).messages.values();
    expect(message?.content).toEqual([{ type: "_poll", question: "?" }]);
  });

  it("makes patches of the size of a chunk", () => {
    const store = after(agent("a long beginning"));
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
    ["whole", [user("Fix it")]],
    ["in pieces", [user("Fix"), user(" it")]],
    ["with an id", [user("Fix", { messageId: "u1" }), user(" it", { messageId: "u1" })]],
    ["with a line break more", [user("Fix it\n")]],
    ["with an id and other white space", [user("\n Fix\u00a0it\n", { messageId: "u1" })]],
    ["in pieces with other white space", [user("Fix"), user("\n"), user("it"), user(" ")]],
  ])("is not doubled by an echo %s", (_name, echo) => {
    const store = trackedStore();
    store.startTurn("s1", [text("Fix it")]);
    for (const update of [...echo, agent("Sure")]) store.update(update);
    expect(texts(store)).toEqual(["user: Fix it", "agent: Sure"]);
  });

  const link = { type: "resource_link", uri: "file:///a.ts", name: "a.ts" };
  const resource = { type: "resource", resource: { uri: "file:///a.ts", text: "…" } };

  it.each([
    ["a link by its name", link, "Look at @a.ts please"],
    ["a link in Markdown", link, "Look at [@a.ts](file:///a.ts) please\n"],
    ["a resource by its address", resource, "Look at <file:///a.ts> please"],
    ["nothing for an image", { type: "image", data: "", mimeType: "image/png" }, "Look at please"],
  ])("is not doubled by an echo in one text, %s", (_name, block, echo) => {
    const store = trackedStore();
    store.startTurn("s1", [text("Look at "), block as never, text(" please")]);
    const { content } = [...session(store).messages.values()][0] ?? {};
    for (const update of [user(echo), agent("Sure")]) store.update(update);
    const [prompt, ...others] = session(store).messages.values();
    expect(prompt?.content).toEqual(content);
    expect(others.map(({ role }) => role)).toEqual(["agent"]);
  });

  it("is not doubled by an echo that joins several texts", () => {
    const store = trackedStore();
    store.startTurn("s1", [text("One."), text("Two.")]);
    store.update(user("One.\nTwo."));
    expect(texts(store)).toEqual(["user: One.|Two."]);
  });

  it("is not matched by a text that does not name its link", () => {
    const store = trackedStore();
    store.startTurn("s1", [text("Look at "), link as never]);
    store.update(user("Look at me", { messageId: "u2" }));
    expect(texts(store)).toEqual(["user: Look at |resource_link", "user: Look at me"]);
  });

  it("becomes the echoed part when the echo continues differently", () => {
    const store = trackedStore();
    store.startTurn("s1", [text("Fix it")]);
    for (const value of ["Fix", " that", " and", " that"])
      store.update(user(value, { messageId: "u1" }));
    expect(texts(store)).toEqual(["user: Fix that and that"]);
  });

  it("does not swallow text that the user never wrote", () => {
    const store = trackedStore();
    store.startTurn("s1", [text("Fix it")]);
    store.update(user("Fix it"));
    store.update(user("Also this", { messageId: "u2" }));
    expect(texts(store)).toEqual(["user: Fix it", "user: Also this"]);
  });
});
