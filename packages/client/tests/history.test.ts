import { once } from "node:events";
import { connectAgent } from "@acp-store/client";
import {
  type AcpStore,
  createAcpStore,
  selectMessages,
  selectPendingPermissions,
  selectTurn,
} from "@acp-store/core";
import { type AgentScript, createGate, scriptedAgent, type Turn } from "@acp-store/testing";
import { describe, expect, it, vi } from "vitest";
import { keepAgent } from "./support/keptAgent.js";
import { waitForState } from "./support/storeState.js";

const newStore = () => createAcpStore({ scheduler: "sync" });

/** Creates an agent of version 1 that answers prompts immediately. */
const createAgent = (script: Partial<AgentScript> = {}) =>
  scriptedAgent({ protocolVersions: [1], onPrompt: async () => {}, ...script });

/** Sends a part of a message. In both versions, parts with the same id are one message. */
const sendPart = ({ send }: Turn, text: string) =>
  send({
    sessionUpdate: "agent_message_chunk",
    messageId: "a1",
    content: { type: "text", text },
  });

/** Returns the id of the only session. */
const idOf = (store: AcpStore): string => [...store.getState().sessions.keys()][0] ?? "";

function textsOf(store: AcpStore): readonly string[] {
  return selectMessages(store.getState(), idOf(store)).map(({ content }) =>
    content.map((block) => (block.type === "text" ? block.text : "")).join(""),
  );
}

const turnStatus = (store: AcpStore) => selectTurn(store.getState(), idOf(store))?.status;

const whenIdle = (store: AcpStore) =>
  waitForState(
    store,
    ({ sessions }) => sessions.size > 0 && sessions.get(idOf(store))?.openTurns.length === 0,
  );

describe.each([1, 2] as const)("a stream with a history in version %i", (version) => {
  it("continues a running turn without repeating its text, and without initializing again", async () => {
    const gate = createGate();
    const scripted = createAgent({
      protocolVersions: [version],
      async onPrompt(turn) {
        await sendPart(turn, "one, ");
        await turn.hold(gate);
        await sendPart(turn, "two");
      },
    });
    const kept = keepAgent(scripted.connect());
    const first = newStore();
    const { newSession, prompt } = await connectAgent(first, kept.open());
    const { sessionId } = await newSession({ cwd: "/w" });
    void prompt(sessionId, "Count");
    await gate.reached;

    const second = newStore();
    await connectAgent(second, kept.open());
    expect(second.getState().connection).toEqual({ status: "ready" });
    expect(textsOf(second)).toEqual(["Count", "one, "]);
    expect(turnStatus(second)).toBe("running");
    gate.open();
    await whenIdle(second);
    expect(textsOf(second)).toEqual(["Count", "one, two"]);
    expect(selectTurn(second.getState(), sessionId)).toMatchObject({
      status: "ended",
      stopReason: "end_turn",
    });
    const initialized = kept.history.filter(
      ({ msg }) => (msg as { method?: string }).method === "initialize",
    );
    expect(initialized).toHaveLength(1);
  });

  it("passes a pending permission to the handlers, so that it can be answered", async () => {
    const scripted = createAgent({
      protocolVersions: [version],
      async onPrompt(turn) {
        const { optionId } = await turn.askPermission({ call: { title: "Run it" } });
        await turn.say(`You chose ${optionId}.`);
      },
    });
    const kept = keepAgent(scripted.connect());
    const first = newStore();
    const { newSession, prompt } = await connectAgent(first, kept.open());
    const { sessionId } = await newSession({ cwd: "/w" });
    void prompt(sessionId, "Run");
    await waitForState(first, (state) => selectPendingPermissions(state, sessionId).length > 0);

    // The second client goes away as well, before anybody answers.
    await connectAgent(newStore(), kept.open());
    const third = newStore();
    await connectAgent(third, kept.open());
    const [pending, ...others] = selectPendingPermissions(third.getState(), sessionId);
    expect(others).toEqual([]);
    third.respondToPermission(pending?.permissionId ?? "", "allow-once");
    await whenIdle(third);
    expect(textsOf(third).at(-1)).toBe("You chose allow-once.");
    expect(turnStatus(third)).toBe("ended");
  });

  it("sends new prompts, and queues them while the continued turn is running", async () => {
    const gate = createGate();
    const scripted = createAgent({
      protocolVersions: [version],
      async onPrompt(turn) {
        if (turn.text === "Wait") await turn.hold(gate);
        await turn.say(`Done: ${turn.text}`);
      },
    });
    const kept = keepAgent(scripted.connect());
    const first = newStore();
    const { newSession, prompt } = await connectAgent(first, kept.open());
    const { sessionId } = await newSession({ cwd: "/w" });
    void prompt(sessionId, "Wait");
    await gate.reached;

    const second = newStore();
    const agent = await connectAgent(second, kept.open());
    const next = agent.prompt(sessionId, "Next");
    expect(second.getState().sessions.get(sessionId)?.queue).toHaveLength(1);
    gate.open();
    expect(await next).toEqual({ stopReason: "end_turn" });
    expect(textsOf(second)).toEqual(["Wait", "Done: Wait", "Next", "Done: Next"]);
    const third = await connectAgent(newStore(), kept.open());
    expect(await third.prompt(sessionId, "Last")).toEqual({ stopReason: "end_turn" });
    // All clients start to count at 0, but the agent has received every id only once.
    const ids = kept.history.flatMap(({ dir, msg }) => {
      const { id, method } = msg as { id?: unknown; method?: string };
      return dir === "sent" && method !== undefined && id !== undefined ? [id] : [];
    });
    expect(new Set(ids).size).toBe(ids.length);
  });
});

it("tells the agent to cancel a continued turn, which then ends", async () => {
  const gate = createGate();
  const kept = keepAgent(createAgent({ onPrompt: (turn) => turn.hold(gate) }).connect());
  const first = newStore();
  const { newSession, prompt } = await connectAgent(first, kept.open());
  const { sessionId } = await newSession({ cwd: "/w" });
  void prompt(sessionId, "Wait");
  await gate.reached;
  const store = newStore();
  const { cancel } = await connectAgent(store, kept.open());
  await cancel(sessionId);
  await whenIdle(store);
  expect(selectTurn(store.getState(), sessionId)).toMatchObject({
    status: "ended",
    stopReason: "cancelled",
  });
});

it("initializes the agent if the history contains no answer to initialize", async () => {
  const kept = keepAgent(createAgent().connect());
  const store = newStore();
  const stream = kept.open();
  await connectAgent(store, {
    ...stream,
    history: [{ dir: "sent", msg: { jsonrpc: "2.0", id: 0, method: "initialize", params: {} } }],
  });
  expect(store.getState()).toMatchObject({ connection: { status: "ready" }, protocolVersion: 1 });
});

it("cancels a request under the id that the agent knows", async () => {
  const started = createGate();
  const stopped = createGate();
  const scripted = createAgent({
    signIn: {
      methods: [{ id: "key", name: "Key" }],
      onSignIn(_methodId, signal) {
        signal.addEventListener("abort", () => void stopped.pass());
        return started.pass();
      },
    },
  });
  const kept = keepAgent(scripted.connect());
  await connectAgent(newStore(), kept.open());
  const { authenticate } = await connectAgent(newStore(), kept.open());
  const stop = new AbortController();
  const answer = authenticate("key", { signal: stop.signal });
  await started.reached;
  stop.abort(new Error("No longer needed."));
  await expect(answer).rejects.toThrow("No longer needed.");
  await stopped.reached;
});

it("aborts the handler of an unanswered request that the agent has cancelled", async () => {
  const stop = new AbortController();
  const scripted = createAgent({
    async onPrompt(turn) {
      await turn.request("_review", {}, { signal: stop.signal }).catch(() => {});
    },
  });
  const kept = keepAgent(scripted.connect());
  const started = createGate();
  const { newSession, prompt } = await connectAgent(newStore(), kept.open(), {
    onRequest: { _review: started.pass },
  });
  const { sessionId } = await newSession({ cwd: "/w" });
  void prompt(sessionId, "Review");
  await started.reached;
  // Nobody listens when the agent cancels the request.
  kept.open();
  stop.abort();
  await expect.poll(() => JSON.stringify(kept.history).includes("$/cancel_request")).toBeTruthy();
  const aborted = createGate();
  const store = newStore();
  await connectAgent(store, kept.open(), {
    onRequest: {
      async _review(_params, { signal }) {
        if (!signal.aborted) await once(signal, "abort");
        void aborted.pass();
      },
    },
  });
  await aborted.reached;
  await whenIdle(store);
  expect(turnStatus(store)).toBe("ended");
});

it("restores a session of the history after the connection is lost", async () => {
  const scripted = createAgent({ features: ["resume"] });
  const kept = keepAgent(scripted.connect());
  const { newSession, prompt } = await connectAgent(newStore(), kept.open());
  const { sessionId } = await newSession({ cwd: "/w" });
  await prompt(sessionId, "Start");
  const store = newStore();
  const source = vi.fn(scripted.connect).mockImplementationOnce(kept.open);
  const agent = await connectAgent(store, source, { reconnect: { minDelay: 1 } });
  kept.crash();
  await waitForState(store, ({ connection }) => connection?.status === "lost");
  await waitForState(store, ({ connection }) => connection?.status === "ready");
  await agent.prompt(sessionId, "Go on");
  const resumed = scripted.frames.filter(
    ({ msg }) => (msg as { method?: string }).method === "session/resume",
  );
  expect(resumed).toMatchObject([{ msg: { params: { sessionId, cwd: "/w", mcpServers: [] } } }]);
});

it("refuses a history for a store that already has sessions", async () => {
  const kept = keepAgent(createAgent().connect());
  const store = newStore();
  const agent = await connectAgent(store, kept.open());
  await agent.newSession({ cwd: "/w" });
  void agent.close();
  await expect(connectAgent(store, kept.open())).rejects.toMatchObject({
    reason: "in_use",
    message: expect.stringContaining("the store already has sessions"),
  });
});
