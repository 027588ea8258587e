import { type AgentConnection, connectAgent, type ConnectOptions } from "@acp-store/client";
import { type AcpStore, createAcpStore, selectMessages, selectTurn } from "@acp-store/core";
import { createGate, scriptedAgent } from "@acp-store/testing";
import { describe, expect, it } from "vitest";
import { rawAgent, streamTo } from "./support/streams.js";
import { waitForState, getQueue } from "./support/storeState.js";

interface QueueSetup {
  readonly store: AcpStore;
  readonly agent: AgentConnection;
  readonly sessionId: string;
  /** The text of the prompts that the agent has received, in order. */
  readonly received: string[];
  /** Ends the agent's oldest running turn, or fails it with an error. */
  endTurn(error?: Error): void;
  /** Resolves when the agent has received `count` prompts. */
  waitForPrompts(count: number): Promise<void>;
}

/** Connects to an agent whose turns run until the test ends them, and opens a session. */
async function setUp(version: 1 | 2 = 1, options?: ConnectOptions): Promise<QueueSetup> {
  const received: string[] = [];
  const turns: { resolve: () => void; reject: (error: Error) => void }[] = [];
  let onReceived = (): void => {};
  const { connect } = scriptedAgent({
    protocolVersions: [version],
    features: [],
    onPrompt({ text }) {
      received.push(text);
      onReceived();
      return new Promise((resolve, reject) => turns.push({ resolve, reject }));
    },
  });
  const store = createAcpStore({ scheduler: "sync" });
  const agent = await connectAgent(store, connect(), options);
  const { sessionId } = await agent.newSession({ cwd: "/w" });
  return {
    store,
    agent,
    sessionId,
    received,
    endTurn: (error) => (error ? turns.shift()?.reject(error) : turns.shift()?.resolve()),
    waitForPrompts: (count) =>
      new Promise((resolve) => {
        onReceived = () => received.length >= count && resolve();
        onReceived();
      }),
  };
}

/** Returns the queue of the first session. */
const queuedTexts = (store: AcpStore) =>
  getQueue(store).map(({ prompt }) => prompt[0]?.["text" as never]);

describe.each([1, 2] as const)("the prompt queue in version %i", (version) => {
  it("keeps prompts in the state and sends each one when the previous turn ends", async () => {
    const { sessionId, store, agent, received, endTurn, waitForPrompts } = await setUp(version);
    const results = ["One", "Two", "Three"].map((text) => agent.prompt(sessionId, text));
    expect(queuedTexts(store)).toEqual(["Two", "Three"]);
    await waitForPrompts(1);
    endTurn();
    expect(await results[0]).toEqual({ stopReason: "end_turn" });
    await waitForPrompts(2);
    expect(received).toEqual(["One", "Two"]);
    expect(queuedTexts(store)).toEqual(["Three"]);
    endTurn();
    await waitForPrompts(3);
    endTurn();
    expect(await Promise.all(results)).toHaveLength(3);
    expect(getQueue(store)).toEqual([]);
    expect(store.getState().sessions.get(sessionId)?.turns.size).toBe(3);
  });

  it("skips a prompt that was removed from the queue", async () => {
    const { sessionId, store, agent, received, endTurn, waitForPrompts } = await setUp(version);
    const first = agent.prompt(sessionId, "One");
    const removed = agent.prompt(sessionId, "Two");
    const third = agent.prompt(sessionId, "Three");
    await waitForPrompts(1);
    store.unqueuePrompt(sessionId, getQueue(store)[0]?.id ?? "");
    expect(await removed).toEqual({ stopReason: "cancelled" });
    endTurn();
    await first;
    await waitForPrompts(2);
    endTurn();
    await third;
    expect(received).toEqual(["One", "Three"]);
  });

  it("pauses after a cancelled turn until the next prompt", async () => {
    const { sessionId, store, agent, received, endTurn, waitForPrompts } = await setUp(version);
    const first = agent.prompt(sessionId, "One");
    const second = agent.prompt(sessionId, "Two");
    await waitForPrompts(1);
    await agent.cancel(sessionId);
    expect(selectTurn(store.getState(), sessionId)?.status).toBe("cancelling");
    endTurn();
    await first;
    expect(store.getState().sessions.get(sessionId)?.queueHeld).toBe(true);
    const urgent = agent.prompt(sessionId, "Something else");
    await waitForPrompts(2);
    expect(received).toEqual(["One", "Something else"]);
    endTurn();
    await urgent;
    await waitForPrompts(3);
    endTurn();
    await second;
    expect(received).toEqual(["One", "Something else", "Two"]);
  });
});

describe("cancel", () => {
  it("prevents a prompt from being sent if it has not been sent yet", async () => {
    const { sessionId, store, agent, received, waitForPrompts, endTurn } = await setUp();
    const early = agent.prompt(sessionId, "Too early");
    await agent.cancel(sessionId);
    expect(await early).toEqual({ stopReason: "cancelled" });
    const next = agent.prompt(sessionId, "Next");
    await waitForPrompts(1);
    endTurn();
    expect(await next).toEqual({ stopReason: "end_turn" });
    expect(received).toEqual(["Next"]);
    expect(store.getState().sessions.get(sessionId)?.turns.size).toBe(1);
  });
});

describe("the prompt queue", () => {
  it("pauses after a failed turn until it is released", async () => {
    const { sessionId, store, agent, received, endTurn, waitForPrompts } = await setUp();
    const first = agent.prompt(sessionId, "One");
    const second = agent.prompt(sessionId, "Two");
    await waitForPrompts(1);
    endTurn(new Error("out of tokens"));
    await expect(first).rejects.toMatchObject({ code: -32603 });
    expect(received).toEqual(["One"]);
    store.releaseQueue(sessionId);
    await waitForPrompts(2);
    endTurn();
    expect(await second).toEqual({ stopReason: "end_turn" });
  });

  it("sends a prompt that was queued directly in the store", async () => {
    const { sessionId, store, received, waitForPrompts, endTurn } = await setUp();
    store.queuePrompt(sessionId, [{ type: "text", text: "One" }]);
    await waitForPrompts(1);
    expect(received).toEqual(["One"]);
    expect(getQueue(store)).toEqual([]);
    endTurn();
  });

  it("sends prompts of different sessions independently", async () => {
    const { sessionId, agent, received, waitForPrompts, endTurn } = await setUp();
    const other = await agent.newSession({ cwd: "/w" });
    const prompts = [agent.prompt(sessionId, "One"), agent.prompt(other.sessionId, "Two")];
    await waitForPrompts(2);
    expect(received).toEqual(["One", "Two"]);
    endTurn();
    endTurn();
    await Promise.all(prompts);
  });

  it("resolves prompts as cancelled when their session is closed", async () => {
    const { sessionId, store, agent, waitForPrompts, endTurn } = await setUp();
    const first = agent.prompt(sessionId, "One");
    const second = agent.prompt(sessionId, "Two");
    await waitForPrompts(1);
    await agent.closeSession(sessionId);
    expect(await second).toEqual({ stopReason: "cancelled" });
    expect(await first).toEqual({ stopReason: "cancelled" });
    expect(store.getState().sessions.get(sessionId)?.closed).toBe(true);
    endTurn();
    await expect(agent.prompt(sessionId, "Three")).rejects.toMatchObject({
      reason: "session_closed",
    });
  });

  it("sends nothing while the agent closes the session, and sends prompts after it is loaded", async () => {
    const requests: (string | undefined)[] = [];
    let promptId: number | undefined;
    const results: Record<string, object> = {
      initialize: {
        protocolVersion: 1,
        agentCapabilities: { loadSession: true, sessionCapabilities: { close: {} } },
      },
      "session/new": { sessionId: "s1" },
    };
    const stream = streamTo(
      rawAgent(({ id, method = "" }, write) => {
        requests.push(method);
        const isFirstPrompt = method === "session/prompt" && promptId === undefined;
        if (isFirstPrompt) return void (promptId = id);
        if (method === "session/close")
          write({ id: promptId, result: { stopReason: "cancelled" } });
        setImmediate(() => write({ id, result: results[method] ?? { stopReason: "end_turn" } }));
      }),
    );
    const store = createAcpStore({ scheduler: "sync" });
    const agent = await connectAgent(store, stream);
    await agent.newSession({ cwd: "/w" });
    const prompts = [agent.prompt("s1", "One"), agent.prompt("s1", "Two")];
    await waitForState(store, (state) => selectTurn(state, "s1")?.status === "running");
    await agent.closeSession("s1");
    expect(await Promise.all(prompts)).toEqual([
      { stopReason: "cancelled" },
      { stopReason: "cancelled" },
    ]);
    await agent.loadSession({ sessionId: "s1", cwd: "/w" });
    expect(await agent.prompt("s1", "Three")).toEqual({ stopReason: "end_turn" });
    expect(requests.filter((method) => method === "session/prompt")).toHaveLength(2);
    void agent.close();
  });

  it("keeps prompts in the state and rejects their promises when the connection is closed", async () => {
    const { sessionId, store, agent, waitForPrompts } = await setUp();
    const first = agent.prompt(sessionId, "One");
    const second = agent.prompt(sessionId, "Two");
    await waitForPrompts(1);
    void agent.close("Enough.");
    await expect(first).rejects.toMatchObject({ reason: "closed" });
    await expect(second).rejects.toMatchObject({ reason: "closed" });
    expect(queuedTexts(store)).toEqual(["Two"]);
    expect(store.getState().sessions.get(sessionId)?.queueHeld).toBe(true);
    await expect(agent.prompt(sessionId, "Three")).rejects.toMatchObject({ reason: "closed" });
  });
});

describe.each([1, 2] as const)("beforePrompt in version %i", (version) => {
  it("changes the blocks of each prompt before it is sent", async () => {
    const seen: string[] = [];
    const { sessionId, store, agent, received, endTurn, waitForPrompts } = await setUp(version, {
      async beforePrompt(id, prompt) {
        seen.push(id);
        return [...prompt, { type: "text", text: "(checked)" }];
      },
    });
    const first = agent.prompt(sessionId, "One");
    store.queuePrompt(sessionId, [{ type: "text", text: "Two" }]);
    await waitForPrompts(1);
    endTurn();
    await first;
    await waitForPrompts(2);
    expect(received).toEqual(["One (checked)", "Two (checked)"]);
    expect(seen).toEqual([sessionId, sessionId]);
    const [message] = selectMessages(store.getState(), sessionId);
    expect(message?.content).toHaveLength(2);
  });

  it("delays the prompt, which can be cancelled meanwhile", async () => {
    const gate = createGate();
    const { sessionId, store, agent, received } = await setUp(version, {
      async beforePrompt(_, prompt) {
        await gate.pass();
        return prompt;
      },
    });
    const result = agent.prompt(sessionId, "One");
    await agent.cancel(sessionId);
    gate.open();
    expect(await result).toEqual({ stopReason: "cancelled" });
    expect([received, store.getState().sessions.get(sessionId)?.openTurns]).toEqual([[], []]);
  });

  it("rejects the prompt with its own error, and sends nothing", async () => {
    const { sessionId, agent, received } = await setUp(version, {
      beforePrompt: () => Promise.reject(new Error("There is no space left.")),
    });
    await expect(agent.prompt(sessionId, "One")).rejects.toThrow("There is no space left.");
    expect(received).toEqual([]);
  });

  it("holds a queued prompt that nobody waits for if it fails, and sends it when it is released", async () => {
    let isFull = true;
    const { sessionId, store, received, waitForPrompts } = await setUp(version, {
      async beforePrompt(_, prompt) {
        if (isFull) throw new Error("There is no space left.");
        return prompt;
      },
    });
    const id = store.queuePrompt(sessionId, [{ type: "text", text: "One" }]);
    await waitForState(store, () => getQueue(store)[0]?.held === true);
    expect(getQueue(store).map((queued) => queued.id)).toEqual([id]);
    isFull = false;
    store.releaseQueuedPrompt(sessionId, id);
    await waitForPrompts(1);
    expect([received, getQueue(store)]).toEqual([["One"], []]);
  });
});
