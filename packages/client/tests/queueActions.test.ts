import { connectAgent } from "@acp-store/client";
import { type AcpStore, createAcpStore, selectMessages } from "@acp-store/core";
import { createGate, type Gate, scriptedAgent } from "@acp-store/testing";
import { describe, expect, it, vi } from "vitest";
import { waitForState, getQueue } from "./support/storeState.js";

const text = (value: string) => ({ type: "text" as const, text: value });

/** Connects to an agent whose turns run until the test or a cancel ends them. */
async function setUp() {
  const received: string[] = [];
  const gates: Gate[] = [];
  const { connect } = scriptedAgent({
    protocolVersions: [1],
    onPrompt(turn) {
      const gate = createGate();
      received.push(turn.text);
      gates.push(gate);
      return turn.hold(gate);
    },
  });
  const store = createAcpStore({ idPrefix: "t", scheduler: "sync" });
  const agent = await connectAgent(store, connect());
  const { sessionId } = await agent.newSession({ cwd: "/w" });
  return {
    store,
    agent,
    sessionId,
    received,
    endTurn: () => gates.at(-1)?.open(),
    waitForPrompts: (count: number) => vi.waitUntil(() => received.length === count, 20_000),
  };
}

/** Returns the queue of the only session. */
const idOf = (store: AcpStore, index: number) => getQueue(store)[index]?.id ?? "";

describe("sendNow", () => {
  it("stops the running turn, sends the prompt first, and then continues with the queue", async () => {
    const { sessionId, store, agent, received, endTurn, waitForPrompts } = await setUp();
    const [first, second, urgent] = ["One", "Two", "Urgent"].map((words) =>
      agent.prompt(sessionId, words),
    );
    await waitForPrompts(1);
    await agent.sendNow(sessionId, idOf(store, 1));
    await first;
    await waitForPrompts(2);
    expect(store.getState().sessions.get(sessionId)?.turns.get("turn-t-1")?.cancelRequested).toBe(
      true,
    );
    endTurn();
    expect(await urgent).toEqual({ stopReason: "end_turn" });
    await waitForPrompts(3);
    endTurn();
    await second;
    expect(received).toEqual(["One", "Urgent", "Two"]);
  });

  it("sends a prompt that is held, and one of a held queue, without waiting", async () => {
    const { sessionId, store, agent, received, endTurn, waitForPrompts } = await setUp();
    const first = agent.prompt(sessionId, "One");
    for (const words of ["Two", "Three"]) void agent.prompt(sessionId, words);
    await waitForPrompts(1);
    await agent.cancel(sessionId);
    await first;
    store.holdQueuedPrompt(sessionId, idOf(store, 1));
    await agent.sendNow(sessionId, idOf(store, 1));
    await waitForPrompts(2);
    expect(received).toEqual(["One", "Three"]);
    endTurn();
    await waitForPrompts(3);
    endTurn();
  });

  it("resolves for a prompt that is not in the queue", async () => {
    const { sessionId, agent, received } = await setUp();
    await agent.sendNow(sessionId, "prompt-99");
    await agent.sendNow("nobody", "prompt-99");
    expect(received).toEqual([]);
  });

  it("rejects when the connection closes before the turn has ended", async () => {
    const { sessionId, store, agent, waitForPrompts } = await setUp();
    const results = [agent.prompt(sessionId, "One"), agent.prompt(sessionId, "Two")];
    await waitForPrompts(1);
    const sending = agent.sendNow(sessionId, idOf(store, 0));
    void agent.close("Bye.");
    await expect(sending).rejects.toMatchObject({ reason: "closed" });
    await Promise.allSettled(results);
    expect(getQueue(store)).toHaveLength(1);
  });
});

describe("a queued prompt that is held", () => {
  it("is not sent, nor is the prompt behind it, until it is edited", async () => {
    const { sessionId, store, agent, received, endTurn, waitForPrompts } = await setUp();
    const [first, second] = ["One", "Two", "Three"].map((words) => agent.prompt(sessionId, words));
    await waitForPrompts(1);
    store.holdQueuedPrompt(sessionId, idOf(store, 0));
    endTurn();
    await first;
    await new Promise((resolve) => setImmediate(resolve));
    expect(received).toEqual(["One"]);
    store.editQueuedPrompt(sessionId, idOf(store, 0), [text("Two, edited")]);
    await waitForPrompts(2);
    expect(received).toEqual(["One", "Two, edited"]);
    endTurn();
    expect(await second).toEqual({ stopReason: "end_turn" });
    await waitForPrompts(3);
    endTurn();
  });
});

describe("a prompt with a display", () => {
  it("sends the blocks and shows the display, even from the queue", async () => {
    const { sessionId, store, agent, received, endTurn, waitForPrompts } = await setUp();
    const prompts = [
      agent.prompt(sessionId, "The whole diff", { display: [text("/review")] }),
      agent.prompt(sessionId, "All the rules", { display: [text("/rules")] }),
      agent.prompt(sessionId, "Plain"),
    ];
    for (const count of [1, 2, 3]) {
      await waitForPrompts(count);
      endTurn();
    }
    await Promise.all(prompts);
    expect(received).toEqual(["The whole diff", "All the rules", "Plain"]);
    const shown = selectMessages(store.getState(), sessionId).map(({ content }) => content);
    expect(shown).toEqual([[text("/review")], [text("/rules")], [text("Plain")]]);
  });
});

describe("the signal of a prompt", () => {
  it("removes a queued prompt from the queue", async () => {
    const { sessionId, store, agent, received, endTurn, waitForPrompts } = await setUp();
    const first = agent.prompt(sessionId, "One");
    const stop = new AbortController();
    const second = agent.prompt(sessionId, "Two", { signal: stop.signal });
    await waitForPrompts(1);
    stop.abort();
    expect(await second).toEqual({ stopReason: "cancelled" });
    expect(getQueue(store)).toEqual([]);
    endTurn();
    await first;
    expect(received).toEqual(["One"]);
  });

  it("cancels the running turn of the prompt, and nothing after that", async () => {
    const { sessionId, store, agent, endTurn, waitForPrompts } = await setUp();
    const stop = new AbortController();
    const first = agent.prompt(sessionId, "One", { signal: stop.signal });
    await waitForPrompts(1);
    stop.abort();
    await first;
    expect(store.getState().sessions.get(sessionId)?.turns.get("turn-t-1")?.cancelRequested).toBe(
      true,
    );
    const ended = new AbortController();
    const second = agent.prompt(sessionId, "Two", { signal: ended.signal });
    await waitForPrompts(2);
    endTurn();
    await second;
    void agent.prompt(sessionId, "Three");
    await waitForPrompts(3);
    ended.abort();
    await waitForState(store, (state) => state.sessions.get(sessionId)?.activity === "running");
    expect(store.getState().sessions.get(sessionId)?.turns.get("turn-t-3")?.status).toBe("running");
    endTurn();
  });

  it("sends nothing when it is already aborted", async () => {
    const { sessionId, agent, received } = await setUp();
    const result = await agent.prompt(sessionId, "One", { signal: AbortSignal.abort() });
    expect(result).toEqual({ stopReason: "cancelled" });
    expect(received).toEqual([]);
  });
});
