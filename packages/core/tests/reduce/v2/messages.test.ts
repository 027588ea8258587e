import { describe, expect, it } from "vitest";
import { observeCleanly, prompted, recv, updated } from "../../support/frames.js";
import { session, text, type TrackedStore, asSent } from "../../support/trackedStore.js";
import { afterV2, trackedV2 } from "../../support/version2.js";

const fullMessage = (role: string, messageId: string, content?: unknown) => ({
  sessionUpdate: role === "thought" ? "agent_thought" : `${role}_message`,
  messageId,
  ...(content !== undefined && { content }),
});
const chunk = (role: string, messageId: string, value: string) => ({
  sessionUpdate: role === "thought" ? "agent_thought_chunk" : `${role}_message_chunk`,
  messageId,
  content: text(value),
});
const texts = (store: TrackedStore): string[] =>
  [...session(store).messages.values()].map(
    ({ role, messageId, content }) =>
      `${role} ${messageId}: ${content.map((block) => (block.type === "text" ? block.text : "?")).join("|")}`,
  );

describe.each(["user", "agent", "thought"])("a %s message", (role) => {
  it.each([
    ["starts empty without content", [fullMessage(role, "m")], []],
    ["starts empty with null", [fullMessage(role, "m", null)], []],
    ["starts with its content", [fullMessage(role, "m", [text("a")])], [text("a")]],
    [
      "keeps its content if none is sent",
      [fullMessage(role, "m", [text("a")]), fullMessage(role, "m")],
      [text("a")],
    ],
    [
      "clears its content with null",
      [fullMessage(role, "m", [text("a")]), fullMessage(role, "m", null)],
      [],
    ],
    [
      "clears its content with []",
      [fullMessage(role, "m", [text("a")]), fullMessage(role, "m", [])],
      [],
    ],
    [
      "replaces its chunks",
      [chunk(role, "m", "a"), fullMessage(role, "m", [text("b")])],
      [text("b")],
    ],
    [
      "keeps its chunks if no content is sent",
      [chunk(role, "m", "a"), fullMessage(role, "m")],
      [text("a")],
    ],
    [
      "appends later chunks",
      [fullMessage(role, "m", [text("a")]), chunk(role, "m", "b")],
      [text("ab")],
    ],
    [
      "starts over after null",
      [chunk(role, "m", "a"), fullMessage(role, "m", null), chunk(role, "m", "b")],
      [text("b")],
    ],
  ])("is upserted: %s", (_name, updates, content) => {
    const store = afterV2(...updates);
    expect([...session(store).messages.values()].map(asSent)).toEqual([
      { messageId: "m", role, content },
    ]);
    expect(session(store).timeline).toEqual([{ type: "message", id: `${role}:m`, run: 0 }]);
  });

  it("patches its metadata by key", () => {
    const store = afterV2(
      { ...fullMessage(role, "m", [text("a")]), _meta: { a: 1, b: 1 } },
      { ...fullMessage(role, "m"), _meta: { a: null, c: { x: 1 } } },
    );
    expect(session(store).messages.get(`${role}:m`)?._meta).toEqual({ b: 1, c: { x: 1 } });
    store.update({ ...fullMessage(role, "m"), _meta: null });
    expect(session(store).messages.get(`${role}:m`)).not.toHaveProperty("_meta");
  });

  it("keeps unknown fields", () => {
    const store = afterV2(
      { ...fullMessage(role, "m", [text("a")]), model: "x", note: null },
      { ...fullMessage(role, "m"), model: { name: "y" } },
    );
    expect([...session(store).messages.values()].map(asSent)).toEqual([
      { messageId: "m", role, content: [text("a")], model: { name: "y" }, note: null },
    ]);
    const { diagnostics } = store.update({ ...fullMessage(role, "m"), role: "x", turnId: "y" });
    expect(diagnostics).toMatchObject([
      { code: "reserved_field", path: ["update", "role"] },
      { code: "reserved_field", path: ["update", "turnId"] },
    ]);
    expect(session(store).messages.get(`${role}:m`)).toMatchObject({ role });
  });

  it("does not change when it is repeated", () => {
    const store = afterV2(fullMessage(role, "m", [text("a")]));
    const before = store.getState();
    store.update(fullMessage(role, "m", [text("a")]));
    expect(store.getState()).toBe(before);
  });
});

describe("a message", () => {
  it("is distinguished from others by its id", () => {
    const store = afterV2(
      chunk("agent", "m1", "a"),
      chunk("agent", "m2", "x"),
      chunk("agent", "m1", "b"),
      chunk("agent", "m2", "y"),
    );
    expect(texts(store)).toEqual(["agent m1: a|b", "agent m2: x|y"]);
  });

  it("keeps a message and a thought with the same id apart", () => {
    const store = afterV2(
      chunk("thought", "m", "Hm"),
      chunk("agent", "m", "Hi"),
      fullMessage("thought", "m", [text("Hm.")]),
      chunk("agent", "m", "!"),
    );
    expect(texts(store)).toEqual(["thought m: Hm.", "agent m: Hi!"]);
    expect(session(store).timeline.map(({ id }) => id)).toEqual(["thought:m", "agent:m"]);
  });

  it("joins adjacent plain text", () => {
    const bare = { annotations: null, _meta: null };
    const part = (value: string, extra: object) => ({
      ...chunk("agent", "m", value),
      content: { ...text(value), ...extra },
    });
    const store = afterV2(part("a", {}), part("b", bare), part("c", {}), part("", bare));
    expect(texts(store)).toEqual(["agent m: abc"]);
    expect(texts(afterV2(part("a", { annotations: {} }), part("b", {})))).toEqual(["agent m: a|b"]);
  });

  it("rejects a message without an id", () => {
    const store = trackedV2();
    const before = store.getState();
    const update = { sessionUpdate: "agent_message_chunk", content: text("a") };
    expect(store.update(update)).toMatchObject({ accepted: false });
    expect(store.getState()).toBe(before);
  });

  it("keeps the valid blocks of a message", () => {
    const store = trackedV2();
    const result = store.update(
      fullMessage("agent", "m", [{ type: "text" }, text("a"), { type: "_x" }]),
    );
    expect(result.diagnostics).toMatchObject([
      { code: "invalid_item", path: ["update", "content", 0] },
    ]);
    expect([...session(store).messages.values()][0]?.content).toEqual([text("a"), { type: "_x" }]);
  });
});

describe("the prompt", () => {
  const accepted = recv({ id: 0, result: { messageId: "u1" } });
  const echo = updated(fullMessage("user", "u1", [text("Fix it")]));
  const bare = updated(fullMessage("user", "u1"));
  const parts = [updated(chunk("user", "u1", "Fix")), updated(chunk("user", "u1", " it"))];

  it.each([
    ["a user_message before its response", [echo, accepted]],
    ["a user_message after its response", [accepted, echo]],
    ["a user_message without content", [bare, accepted]],
    ["chunks before its response", [...parts, accepted]],
    ["chunks after its response", [accepted, ...parts]],
    ["chunks around its response", [parts[0] ?? bare, accepted, parts[1] ?? bare]],
    ["a user_message and chunks", [bare, accepted, ...parts]],
    ["its response alone", [accepted]],
    ["a user_message twice", [echo, accepted, echo]],
  ])("is not duplicated by %s", (_name, frames) => {
    const store = trackedV2();
    for (const frame of [prompted(0, "Fix it"), ...frames]) observeCleanly(store, frame);
    expect(texts(store)).toEqual(["user u1: Fix it"]);
    expect(session(store).timeline).toHaveLength(1);
  });

  const rewritten = updated({
    ...fullMessage("user", "u1", [text("Fix it, please")]),
    _meta: { by: "a" },
    mine: 1,
  });

  it.each([
    ["before its response", [rewritten, accepted]],
    ["after its response", [accepted, rewritten]],
  ])("uses the rewritten content %s", (_name, frames) => {
    const store = trackedV2();
    for (const frame of [prompted(0, "Fix it"), ...frames]) observeCleanly(store, frame);
    observeCleanly(store, updated(chunk("user", "u1", "!")));
    expect(texts(store)).toEqual(["user u1: Fix it, please!"]);
    expect(session(store).timeline).toHaveLength(1);
    const [message] = session(store).messages.values();
    expect(message).toMatchObject({ _meta: { by: "a" }, mine: 1, turnId: "turn-t-1" });
  });

  it.each([
    ["before its response", [echo, accepted]],
    ["after its response", [accepted, echo]],
  ])("appends chunks that follow a complete echo %s", (_name, frames) => {
    const store = trackedV2();
    for (const frame of [prompted(0, "Fix it"), ...frames]) observeCleanly(store, frame);
    observeCleanly(store, updated(chunk("user", "u1", "Fix it")));
    observeCleanly(store, updated(chunk("user", "u1", "Fix it")));
    expect(texts(store)).toEqual(["user u1: Fix itFix itFix it"]);
  });

  it.each([
    ["in one chunk", ["Please fix it"], "Please fix it"],
    ["in several chunks", ["Please", " fix", " it"], "Please fix it"],
    ["after a common beginning", ["Fix", " that", "!", "!"], "Fix that!!"],
    ["after white space", ["Fix ", "that"], "Fix that"],
  ])("uses rewritten content that arrives %s", (_name, values, expected) => {
    const store = trackedV2();
    for (const frame of [prompted(0, "Fix it"), accepted]) observeCleanly(store, frame);
    for (const value of values) observeCleanly(store, updated(chunk("user", "u1", value)));
    expect(texts(store)).toEqual([`user u1: ${expected}`]);
    expect(session(store).timeline).toHaveLength(1);
  });

  it("is replaced when the agent adds a block before it", () => {
    const image = { type: "image", data: "aGk=", mimeType: "image/png" };
    const store = trackedV2();
    for (const frame of [prompted(0, "Fix it"), accepted]) observeCleanly(store, frame);
    observeCleanly(store, updated({ ...chunk("user", "u1", ""), content: image }));
    observeCleanly(store, updated(chunk("user", "u1", "Fix it")));
    const [message, ...others] = session(store).messages.values();
    expect(message?.content).toEqual([image, text("Fix it")]);
    expect(others).toEqual([]);
  });

  it("does not match another client's message before it is accepted", () => {
    const store = trackedV2();
    observeCleanly(store, prompted(0, "Fix it"));
    observeCleanly(store, updated(fullMessage("user", "other", [text("Stop that")])));
    observeCleanly(store, accepted);
    observeCleanly(store, echo);
    expect(texts(store)).toEqual(["user u1: Fix it", "user other: Stop that"]);
  });

  it("is distinguished from the next prompt with the same text", () => {
    const store = trackedV2();
    observeCleanly(store, prompted(0, "Go on"));
    observeCleanly(store, updated(fullMessage("user", "u1", [text("Go on")])));
    observeCleanly(store, prompted(1, "Go on"));
    observeCleanly(store, updated(fullMessage("user", "u2", [text("Go on")])));
    expect(texts(store)).toEqual(["user u1: Go on", "user u2: Go on"]);
  });

  it("matches the oldest prompt without a message", () => {
    const store = trackedV2();
    const first = store.startTurn("s1");
    for (const frame of [prompted(0, "A"), prompted(1, "B")]) observeCleanly(store, frame);
    for (const id of ["u1", "u2"]) observeCleanly(store, updated(fullMessage("user", id)));
    expect(texts(store)).toEqual(["user u1: A", "user u2: B"]);
    expect(session(store).turns.get(first)).not.toHaveProperty("accepted");
  });

  it.each(["Yo", "Hi"])("does not match the agent's message %s", (value) => {
    const store = trackedV2();
    observeCleanly(store, prompted(0, "Hi"));
    observeCleanly(store, updated(fullMessage("agent", "a1", [text(value)])));
    expect(texts(store)).toEqual(["user #1: Hi", `agent a1: ${value}`]);
  });

  it("is still echoed after a complete message of the agent with the same id", () => {
    const store = trackedV2();
    const [first, second] = [chunk("user", "m", "Fix"), chunk("user", "m", " it")];
    const reply = [chunk("agent", "m", "I"), fullMessage("agent", "m", [text("I do")])];
    observeCleanly(store, prompted(0, "Fix it"));
    for (const update of [first, ...reply, second]) observeCleanly(store, updated(update));
    expect(texts(store)).toEqual(["user m: Fix it", "agent m: I do"]);
  });

  it("keeps the id of its echo when the response has another one", () => {
    const store = trackedV2();
    observeCleanly(store, prompted(0, "Fix it"));
    observeCleanly(store, updated(chunk("user", "u0", "Fix it")));
    observeCleanly(store, accepted);
    expect(texts(store)).toEqual(["user u0: Fix it"]);
    const [turn] = session(store).turns.values();
    expect(turn).toMatchObject({ accepted: true, echo: { messageId: "u0", length: 6 } });
  });

  it("does not merge another message that its response names after the echo", () => {
    const store = trackedV2();
    observeCleanly(store, prompted(0, "Fix it"));
    observeCleanly(store, updated(chunk("user", "u0", "Fix it")));
    observeCleanly(store, updated(fullMessage("user", "u1", [text("Stop")])));
    observeCleanly(store, accepted);
    expect(texts(store)).toEqual(["user u0: Fix it", "user u1: Stop"]);
  });

  it("replaces its rewritten message and nothing else", () => {
    const store = trackedV2();
    observeCleanly(store, prompted(0, "Fix it"));
    const call = { sessionUpdate: "tool_call_update", toolCallId: "user:u1", title: "Read" };
    for (const update of [call, fullMessage("agent", "a1", [text("Hm")])])
      observeCleanly(store, updated(update));
    for (const frame of [rewritten, accepted]) observeCleanly(store, frame);
    expect(session(store).timeline).toEqual([
      { type: "message", id: "user:#1", run: 0 },
      { type: "tool_call", id: "user:u1" },
      { type: "message", id: "agent:a1", run: 0 },
    ]);
  });

  it("does not reuse its number for a later prompt", () => {
    const store = trackedV2();
    for (const frame of [prompted(0, "A"), rewritten, prompted(1, "B"), accepted, prompted(2, "C")])
      observeCleanly(store, frame);
    expect(texts(store)).toEqual(["user u1: Fix it, please", "user #3: B", "user #4: C"]);
  });

  it("stores the id from its response and an echo length of 0", () => {
    const store = trackedV2();
    for (const frame of [prompted(0, "Fix it"), accepted]) observeCleanly(store, frame);
    expect([...session(store).turns.values()]).toMatchObject([
      { echo: { messageId: "u1", length: 0 } },
    ]);
  });

  it("accepts a response after its session was closed", () => {
    const store = trackedV2();
    observeCleanly(store, prompted(0, "Fix it"));
    store.closeSession("s1");
    const before = store.getState();
    observeCleanly(store, accepted);
    expect(store.getState()).toBe(before);
  });

  it("does not absorb chunks of an earlier message", () => {
    const store = trackedV2();
    observeCleanly(store, updated(fullMessage("user", "old", [text("Well,")])));
    observeCleanly(store, prompted(0, "Fix it"));
    observeCleanly(store, updated(chunk("user", "old", "Fix")));
    expect(texts(store)).toEqual(["user old: Well,|Fix", "user #2: Fix it"]);
  });
});

it("keeps the metadata of a chunk out of the message", () => {
  const store = trackedV2();
  const chunk = { sessionUpdate: "agent_message_chunk", messageId: "m1", content: text("Hi") };
  store.update({ ...chunk, _meta: { only: "this chunk" } });
  expect(session(store).messages.get("agent:m1")).not.toHaveProperty("_meta");
});
