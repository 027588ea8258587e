import { deserialize, serializeSession } from "@acp-store/core";
import { describe, expect, it } from "vitest";
import { prompted, recv, sent, storeAfterFrames, updated } from "../support/frames.js";
import { expectToFold } from "../support/refolded.js";
import { session, text, type TrackedStore, trackedStore } from "../support/trackedStore.js";

const steered = (id: number, ...prompt: object[]) =>
  sent({ id, method: "_session/steering", params: { sessionId: "s1", prompt } });
const answered = (id: number, result: object) => recv({ id, result });
const userChunk = (value: string, extra: object = {}) =>
  updated({ sessionUpdate: "user_message_chunk", content: text(value), ...extra });
const messages = (store: TrackedStore) => [...session(store).messages.values()];
const turns = (store: TrackedStore) => [...session(store).turns.values()];

describe("a message into the running turn", () => {
  it("is a message of the turn, which knows that it may be echoed", () => {
    const store = storeAfterFrames(1, prompted(0, "Go"));
    store.takePatches();
    store.observe(steered(1, text("Stop")));
    expect(messages(store)[1]).toMatchObject({
      messageId: "#steering-t-1",
      role: "user",
      content: [text("Stop")],
      steering: "sent",
      turnId: turns(store)[0]?.turnId,
    });
    expect(session(store).timeline.at(-1)).toEqual({
      type: "message",
      id: "user:#steering-t-1",
      run: 0,
    });
    expect(store.takePatches().map(({ op, path }) => `${op} ${path.slice(2).join(".")}`)).toEqual([
      "add messages.user:#steering-t-1",
      "add timeline.1",
      "add messages.user:#steering-t-1.steering",
      "add turns.turn-t-1.steered",
    ]);
  });

  it.each([
    ["injected", { outcome: "injected" }, "injected"],
    ["failed", { outcome: "failed" }, "failed"],
  ])("keeps the outcome: %s", (_name, result, steering) => {
    const store = storeAfterFrames(
      1,
      prompted(0, "Go"),
      steered(1, text("Stop")),
      answered(1, result),
    );
    expect(messages(store)[1]?.steering).toBe(steering);
    expect(turns(store)).toHaveLength(1);
  });

  it.each([
    ["without an outcome", {}, "outcome"],
    ["with an unknown outcome", { outcome: "eaten" }, "outcome"],
  ])("fails with an answer %s, and says what was expected", (_name, result, field) => {
    const store = storeAfterFrames(1, prompted(0, "Go"), steered(1, text("Stop")));
    const { accepted, diagnostics } = store.observe(answered(1, result));
    expect(accepted).toBe(false);
    expect(diagnostics[0]).toMatchObject({ path: ["msg", "result", field] });
    expect(messages(store)[1]?.steering).toBe("failed");
  });

  it("fails with an error of the agent", () => {
    const store = storeAfterFrames(
      1,
      prompted(0, "Go"),
      steered(1, text("Stop")),
      recv({ id: 1, error: { code: -32603, message: "No." } }),
    );
    expect(messages(store)[1]?.steering).toBe("failed");
    expect(turns(store)[0]?.status).toBe("running");
  });

  it("is removed if the client has to send it as a prompt", () => {
    const store = storeAfterFrames(
      1,
      prompted(0, "Go"),
      steered(1, text("Stop")),
      answered(1, { outcome: "promptRequired", reason: "noRunningTurn" }),
    );
    expect(messages(store).map(({ content }) => content)).toEqual([[text("Go")]]);
    expect(session(store).timeline).toHaveLength(1);
    expect(turns(store)[0]).not.toHaveProperty("steered");
  });

  it("starts a turn that no response ends", () => {
    const store = storeAfterFrames(
      1,
      prompted(0, "Go"),
      steered(1, text("More")),
      answered(0, { stopReason: "end_turn" }),
      answered(1, { outcome: "startedNewTurn" }),
    );
    expect(turns(store)).toMatchObject([
      { status: "ended" },
      { status: "running", unanswered: true, promptId: "user:#steering-t-1" },
    ]);
    expect(messages(store)[1]?.turnId).toBe(turns(store)[1]?.turnId);
    expect(session(store).activity).toBe("running");
  });

  it.each([
    ["the next prompt", () => prompted(2, "Next"), { status: "ended" }],
    [
      "a cancel",
      () => sent({ method: "session/cancel", params: { sessionId: "s1" } }),
      { status: "ended", stopReason: "cancelled", cancelRequested: true },
    ],
  ])("ends a turn without an answer with %s", (_name, frame, expected) => {
    const store = storeAfterFrames(
      1,
      prompted(0, "Go"),
      steered(1, text("More")),
      answered(0, { stopReason: "end_turn" }),
      answered(1, { outcome: "startedNewTurn" }),
      frame(),
    );
    expect(turns(store)[1]).toMatchObject({ ...expected, unanswered: true });
  });

  it("ends a turn without an answer when the agent is idle, and with the connection", () => {
    const frames = [
      prompted(0, "Go"),
      steered(1, text("More")),
      answered(0, { messageId: "m" }),
      updated({ sessionUpdate: "state_update", state: "running" }),
      updated({ sessionUpdate: "state_update", state: "idle", stopReason: "end_turn" }),
      answered(1, { outcome: "startedNewTurn" }),
      updated({ sessionUpdate: "state_update", state: "running" }),
    ];
    const idle = storeAfterFrames(
      2,
      ...frames,
      updated({ sessionUpdate: "state_update", state: "idle", stopReason: "end_turn" }),
    );
    expect(turns(idle)[1]).toMatchObject({ status: "ended", stopReason: "end_turn" });
    const lost = storeAfterFrames(2, ...frames);
    lost.disconnect("gone");
    expect(turns(lost)[1]).toMatchObject({ status: "failed", error: { message: "gone" } });
  });

  it("shows other blocks than those sent", () => {
    const store = storeAfterFrames(1, prompted(0, "Go"));
    store.expectPrompt("s1", [text("Stop"), text("(note)")], {
      display: [text("Stop")],
    });
    store.observe(steered(1, text("Stop"), text("(note)")));
    store.observe(userChunk("Stop(note)"));
    expect(messages(store)[1]).toMatchObject({
      content: [text("Stop")],
      sent: [text("Stop"), text("(note)")],
    });
    expect(messages(store)).toHaveLength(2);
  });
});

describe("the echo of a message into the running turn", () => {
  it.each([
    ["without an id", {}],
    ["with an id", { messageId: "m" }],
  ])("adds no second message %s", (_name, extra) => {
    const store = storeAfterFrames(
      1,
      prompted(0, "Go"),
      userChunk("Go", { ...extra, ...("messageId" in extra && { messageId: "p" }) }),
      steered(1, text("Stop now")),
      updated({ sessionUpdate: "agent_message_chunk", content: text("Hm.") }),
      userChunk("Stop ", extra),
      userChunk("now", extra),
    );
    expect(messages(store).map(({ role }) => role)).toEqual(["user", "user", "agent"]);
    if ("messageId" in extra) expect(messages(store)[1]?.messageId).toBe("m");
  });

  it("is not the echo of another one", () => {
    const store = storeAfterFrames(
      1,
      prompted(0, "Go"),
      steered(1, text("One")),
      steered(2, text("Two")),
      userChunk("Two", { messageId: "b" }),
      userChunk("One", { messageId: "a" }),
      userChunk("Three", { messageId: "c" }),
    );
    expect(messages(store).map(({ messageId }) => messageId)).toEqual(["#1", "a", "b", "c"]);
  });

  it("is a whole message in version 2", () => {
    const store = storeAfterFrames(
      2,
      prompted(0, "Go"),
      steered(1, text("Stop")),
      updated({ sessionUpdate: "user_message", messageId: "p", content: [text("Go")] }),
      updated({ sessionUpdate: "user_message", messageId: "m", content: [text("Stop")] }),
      updated({ sessionUpdate: "user_message_chunk", messageId: "m", content: text("!") }),
    );
    expect(messages(store).map(({ content }) => content)).toEqual([[text("Go")], [text("Stop!")]]);
  });
});

it("fails a restored message that was on its way", () => {
  const store = storeAfterFrames(1, prompted(0, "Go"), steered(1, text("Stop")));
  const restored = trackedStore();
  restored.restoreSession(
    deserialize(JSON.parse(JSON.stringify(serializeSession(store.getState(), "s1")))),
  );
  expect(messages(restored)[1]?.steering).toBe("failed");
});

it("leads to the same state when its events are replayed", () => {
  const store = storeAfterFrames(
    1,
    prompted(0, "Go"),
    steered(1, text("More")),
    answered(0, { stopReason: "end_turn" }),
    answered(1, { outcome: "startedNewTurn" }),
  );
  expect(store.events.map(({ type }) => type)).toContain("steering_settled");
  expectToFold(store, 1);
});
