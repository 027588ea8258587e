import { describe, expect, it } from "vitest";
import { recv, sent, updated } from "../support/frames.js";
import { session, text, trackedStore, type TrackedStore } from "../support/trackedStore.js";

const prompt = [text("Review this: +1 -1")];
const display = [text("/review")];

/** Sends the prompt in a store of a protocol version, with something else to show. */
function storeWithDisplay(version: 1 | 2): TrackedStore {
  const store = trackedStore({ protocolVersion: version });
  store.expectPrompt("s1", prompt, { display });
  sendPrompt(store, 1);
  return store;
}

function sendPrompt(store: TrackedStore, id: number, blocks: readonly object[] = prompt): void {
  store.observe(
    sent({ id, method: "session/prompt", params: { sessionId: "s1", prompt: blocks } }),
  );
}

const messages = (store: TrackedStore) => [...session(store).messages.values()];
const userChunk = (value: string, messageId?: string) =>
  updated({
    sessionUpdate: "user_message_chunk",
    content: text(value),
    ...(messageId && { messageId }),
  });

describe("a prompt with a display", () => {
  it.each([1, 2] as const)("shows the display and keeps what was sent in version %i", (version) => {
    const store = storeWithDisplay(version);
    expect(messages(store)).toMatchObject([{ role: "user", content: display, sent: prompt }]);
  });

  it("shows the display of a turn that is started directly", () => {
    const store = trackedStore();
    store.startTurn("s1", prompt, { display });
    expect(messages(store)).toMatchObject([{ content: display, sent: prompt }]);
  });

  it.each([
    ["in one chunk", ["Review this: +1 -1"]],
    ["in several chunks", ["Review ", "this: +1", " -1"]],
    ["with another text", ["Something that the agent made of it"]],
  ])("absorbs an echo %s", (_how, chunks) => {
    const store = storeWithDisplay(1);
    for (const chunk of chunks) store.observe(userChunk(chunk));
    expect(messages(store)).toMatchObject([{ content: display, sent: prompt }]);
    expect(messages(store)).toHaveLength(1);
  });

  it("absorbs an echo with a message id, also where it continues differently", () => {
    const store = storeWithDisplay(1);
    store.observe(userChunk("Review this:", "m1"));
    store.observe(userChunk(" and something else", "m1"));
    expect(messages(store)).toMatchObject([{ content: display, messageId: "m1" }]);
    expect(messages(store)).toHaveLength(1);
  });

  it("keeps its display when version 2 sends the message in full", () => {
    const store = storeWithDisplay(2);
    store.observe(updated({ sessionUpdate: "user_message", messageId: "m1", content: prompt }));
    store.observe(recv({ id: 1, result: { messageId: "m1" } }));
    expect(messages(store)).toMatchObject([{ messageId: "m1", content: display, sent: prompt }]);
    expect(messages(store)).toHaveLength(1);
  });

  it("keeps its display when the agent rewrote the prompt", () => {
    const store = storeWithDisplay(2);
    const content = [text("Rewritten")];
    store.observe(updated({ sessionUpdate: "user_message", messageId: "m1", content }));
    store.observe(recv({ id: 1, result: { messageId: "m1" } }));
    expect(messages(store)).toMatchObject([{ messageId: "m1", content: display, sent: prompt }]);
    expect(messages(store)).toHaveLength(1);
  });

  it("applies to the expected prompt only, and once", () => {
    const store = trackedStore();
    store.expectPrompt("s1", prompt, { display });
    sendPrompt(store, 1, [text("Another prompt")]);
    sendPrompt(store, 2);
    expect(messages(store).map(({ content }) => content)).toEqual([
      [text("Another prompt")],
      prompt,
    ]);
  });

  it("does not apply to a prompt of the next connection", () => {
    const store = trackedStore();
    store.expectPrompt("s1", prompt, { display });
    store.disconnect();
    sendPrompt(store, 1);
    expect(messages(store)).toMatchObject([{ content: prompt }]);
  });
});
