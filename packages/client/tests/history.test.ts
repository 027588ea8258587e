import { connectAgent } from "@acp-store/client";
import {
  type AcpStore,
  createAcpStore,
  selectMessages,
  selectPendingPermissions,
  selectTurn,
} from "@acp-store/core";
import { type AgentContext, methods, type Stream } from "@agentclientprotocol/sdk";
import type * as v2 from "@agentclientprotocol/sdk/experimental/v2";
import { describe, expect, it, vi } from "vitest";
import { agentV1, agentV2 } from "./support/agents.js";
import { keepAgent } from "./support/keptAgent.js";
import { waitForState } from "./support/storeState.js";
import { streamTo } from "./support/streams.js";

const SESSION = "s1";
const newStore = () => createAcpStore({ scheduler: "sync" });
const connectEnd =
  (app: { connect(stream: never): unknown }) =>
  (agentEnd: Stream): unknown =>
    app.connect(agentEnd as never);

/** Lets the agent of a test work in a turn, in either version. */
interface TurnTools {
  say(text: string): Promise<void>;
  /** Asks for a permission and resolves with the outcome. */
  ask(): Promise<unknown>;
}

function keepVersion(
  version: 1 | 2,
  onPrompt: (text: string, tools: TurnTools) => Promise<unknown>,
) {
  if (version === 1) {
    const work = (text: string, _sessionId: string, client: AgentContext) =>
      onPrompt(text, {
        say: (said) =>
          client.notify(methods.client.session.update, {
            sessionId: SESSION,
            update: { sessionUpdate: "agent_message_chunk", content: { type: "text", text: said } },
          }),
        ask: async () =>
          client.request(methods.client.session.requestPermission, {
            sessionId: SESSION,
            toolCall: { toolCallId: "c1", title: "Run it" },
            options: [{ optionId: "yes", name: "Yes", kind: "allow_once" }],
          }),
      });
    return keepAgent(connectEnd(agentV1({ onPrompt: work })));
  }
  let messages = 0;
  const work = (text: string, client: v2.AgentContext) => {
    const messageId = `a${++messages}`;
    return onPrompt(text, {
      say: (said) =>
        client.notify("session/update", {
          sessionId: SESSION,
          update: {
            sessionUpdate: "agent_message_chunk",
            messageId,
            content: { type: "text", text: said },
          },
        }),
      ask: async () =>
        client.request("session/request_permission", {
          sessionId: SESSION,
          title: "Run it",
          subject: { type: "tool_call", toolCall: { toolCallId: "c1", title: "Run it" } },
          options: [{ optionId: "yes", name: "Yes", kind: "allow_once" }],
        }),
    });
  };
  return keepAgent(connectEnd(agentV2({ onPrompt: work })));
}

function textsOf(store: AcpStore): readonly string[] {
  return selectMessages(store.getState(), SESSION).map(({ content }) =>
    content.map((block) => (block.type === "text" ? block.text : "")).join(""),
  );
}

const turnStatus = (store: AcpStore) => selectTurn(store.getState(), SESSION)?.status;

function whenIdle(store: AcpStore) {
  return waitForState(
    store,
    ({ sessions }) => sessions.get(SESSION) && sessions.get(SESSION)?.openTurns.length === 0,
  );
}

/** Creates a promise that the test resolves. */
function createGate() {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}

describe.each([1, 2] as const)("a stream with a history in version %i", (version) => {
  it("continues a running turn without repeating its text, and without initializing again", async () => {
    const gate = createGate();
    const kept = keepVersion(version, async (_text, { say }) => {
      await say("one, ");
      await gate.opened;
      await say("two");
    });
    const first = newStore();
    const { newSession, prompt } = await connectAgent(first, kept.open());
    await newSession({ cwd: "/w" });
    void prompt(SESSION, "Count");
    await waitForState(first, () => textsOf(first).includes("one, "));

    const second = newStore();
    await connectAgent(second, kept.open());
    expect(second.getState().connection).toEqual({ status: "ready" });
    expect(textsOf(second)).toEqual(["Count", "one, "]);
    expect(turnStatus(second)).toBe("running");
    gate.open();
    await whenIdle(second);
    expect(textsOf(second)).toEqual(["Count", "one, two"]);
    expect(selectTurn(second.getState(), SESSION)).toMatchObject({
      status: "ended",
      stopReason: "end_turn",
    });
    const initialized = kept.history.filter(
      ({ msg }) => (msg as { method?: string }).method === "initialize",
    );
    expect(initialized).toHaveLength(1);
  });

  it("passes a pending permission to the handlers, so that it can be answered", async () => {
    const kept = keepVersion(version, async (_text, { say, ask }) => {
      const { outcome } = (await ask()) as { outcome: { optionId?: string } };
      await say(`You chose ${outcome.optionId}.`);
    });
    const first = newStore();
    const { newSession, prompt } = await connectAgent(first, kept.open());
    await newSession({ cwd: "/w" });
    void prompt(SESSION, "Run");
    await waitForState(first, (state) => selectPendingPermissions(state, SESSION).length > 0);

    // The second client goes away as well, before anybody answers.
    await connectAgent(newStore(), kept.open());
    const third = newStore();
    await connectAgent(third, kept.open());
    const [pending, ...others] = selectPendingPermissions(third.getState(), SESSION);
    expect(others).toEqual([]);
    third.respondToPermission(pending?.permissionId ?? "", "yes");
    await whenIdle(third);
    expect(textsOf(third).at(-1)).toBe("You chose yes.");
    expect(turnStatus(third)).toBe("ended");
  });

  it("sends new prompts, and queues them while the continued turn is running", async () => {
    const gate = createGate();
    const kept = keepVersion(version, async (text, { say }) => {
      if (text === "Wait") await gate.opened;
      await say(`Done: ${text}`);
    });
    const first = newStore();
    const { newSession, prompt } = await connectAgent(first, kept.open());
    await newSession({ cwd: "/w" });
    void prompt(SESSION, "Wait");
    await waitForState(first, () => turnStatus(first) === "running");

    const second = newStore();
    const agent = await connectAgent(second, kept.open());
    const next = agent.prompt(SESSION, "Next");
    expect(second.getState().sessions.get(SESSION)?.queue).toHaveLength(1);
    gate.open();
    expect(await next).toEqual({ stopReason: "end_turn" });
    expect(textsOf(second)).toEqual(["Wait", "Done: Wait", "Next", "Done: Next"]);
    const third = await connectAgent(newStore(), kept.open());
    expect(await third.prompt(SESSION, "Last")).toEqual({ stopReason: "end_turn" });
    // All clients start to count at 0, but the agent has received every id only once.
    const ids = kept.history.flatMap(({ dir, msg }) => {
      const { id, method } = msg as { id?: unknown; method?: string };
      return dir === "sent" && method !== undefined && id !== undefined ? [id] : [];
    });
    expect(new Set(ids).size).toBe(ids.length);
  });
});

it("tells the agent to cancel a continued turn, which then ends", async () => {
  const cancelled = createGate();
  const app = agentV1({ onPrompt: () => cancelled.opened }).onNotification(
    methods.agent.session.cancel,
    cancelled.open,
  );
  const kept = keepAgent(connectEnd(app));
  const first = newStore();
  const { newSession, prompt } = await connectAgent(first, kept.open());
  await newSession({ cwd: "/w" });
  void prompt(SESSION, "Wait");
  await waitForState(first, () => turnStatus(first) === "running");
  const store = newStore();
  const { cancel } = await connectAgent(store, kept.open());
  await cancel(SESSION);
  await whenIdle(store);
  expect(turnStatus(store)).toBe("ended");
});

it("initializes the agent if the history contains no answer to initialize", async () => {
  const kept = keepAgent(connectEnd(agentV1()));
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
  const app = agentV1().onRequest(
    "_wait",
    (params: unknown) => params,
    async ({ signal }) => {
      signal.addEventListener("abort", () => stopped.open());
      started.open();
      await stopped.opened;
      return {};
    },
  );
  const kept = keepAgent(connectEnd(app));
  await connectAgent(newStore(), kept.open());
  const { request } = await connectAgent(newStore(), kept.open());
  const stop = new AbortController();
  const answer = request("_wait", {}, { signal: stop.signal });
  await started.opened;
  stop.abort(new Error("No longer needed."));
  await expect(answer).rejects.toThrow("No longer needed.");
  await stopped.opened;
});

it("aborts the handler of an unanswered request that the agent has cancelled", async () => {
  const stop = new AbortController();
  const onPrompt = async (_text: string, _sessionId: string, client: AgentContext) => {
    const options = { cancellationSignal: stop.signal };
    await client.request("_review", {}, options).catch(() => {});
  };
  const kept = keepAgent(connectEnd(agentV1({ onPrompt })));
  const started = createGate();
  const { newSession, prompt } = await connectAgent(newStore(), kept.open(), {
    onRequest: {
      _review: () => {
        started.open();
        return new Promise(() => {});
      },
    },
  });
  await newSession({ cwd: "/w" });
  void prompt(SESSION, "Review");
  await started.opened;
  // Nobody listens when the agent cancels the request.
  kept.open();
  stop.abort();
  await vi.waitUntil(() => JSON.stringify(kept.history).includes("$/cancel_request"));
  const aborted = createGate();
  const store = newStore();
  await connectAgent(store, kept.open(), {
    onRequest: {
      async _review(_params, { signal }) {
        if (signal.aborted) aborted.open();
        signal.addEventListener("abort", aborted.open);
        await aborted.opened;
      },
    },
  });
  await aborted.opened;
  await whenIdle(store);
  expect(turnStatus(store)).toBe("ended");
});

it("restores a session of the history after the connection is lost", async () => {
  const resumed: unknown[] = [];
  const createApp = () =>
    agentV1({ capabilities: { sessionCapabilities: { resume: {} } } }).onRequest(
      methods.agent.session.resume,
      ({ params }) => {
        resumed.push(params);
        return {};
      },
    );
  const kept = keepAgent(connectEnd(createApp()));
  const { newSession } = await connectAgent(newStore(), kept.open());
  await newSession({ cwd: "/w" });
  const store = newStore();
  let isFirst = true;
  const source = () => {
    if (!isFirst) return streamTo(connectEnd(createApp()));
    isFirst = false;
    return kept.open();
  };
  const agent = await connectAgent(store, source, { reconnect: { minDelay: 1 } });
  kept.crash();
  await waitForState(store, ({ connection }) => connection?.status === "lost");
  await waitForState(store, ({ connection }) => connection?.status === "ready");
  await agent.prompt(SESSION, "Go on");
  expect(resumed).toEqual([{ sessionId: SESSION, cwd: "/w", mcpServers: [] }]);
});

it("refuses a history for a store that already has sessions", async () => {
  const kept = keepAgent(connectEnd(agentV1()));
  const store = newStore();
  const agent = await connectAgent(store, kept.open());
  await agent.newSession({ cwd: "/w" });
  void agent.close();
  await expect(connectAgent(store, kept.open())).rejects.toMatchObject({
    reason: "in_use",
    message: expect.stringContaining("the store already has sessions"),
  });
});
