import { type AgentConnection, connectAgent } from "@acp-store/client";
import { type AcpStore, createAcpStore, selectTurn } from "@acp-store/core";
import { describe, expect, it } from "vitest";
import { agentV1, agentV2 } from "./support/agents.js";
import { rawAgent, streamTo } from "./support/streams.js";
import { until } from "./support/until.js";

interface Scene {
  readonly store: AcpStore;
  readonly agent: AgentConnection;
  /** The prompts that have reached the agent, in order. */
  readonly heard: string[];
  /** Ends the agent's turn, or fails it; resolves when the next prompt is there, if there is one. */
  end(error?: Error): void;
  /** Resolves when the agent has heard so many. */
  hearing(count: number): Promise<void>;
}

async function scene(version: 1 | 2 = 1): Promise<Scene> {
  const heard: string[] = [];
  const ends: { resolve: () => void; reject: (error: Error) => void }[] = [];
  let notice = (): void => {};
  const onPrompt = (words: string) => {
    heard.push(words);
    notice();
    return new Promise<void>((resolve, reject) => ends.push({ resolve, reject }));
  };
  const app = version === 1 ? agentV1({ onPrompt }) : agentV2({ onPrompt });
  const store = createAcpStore({ scheduler: "sync" });
  const agent = await connectAgent(
    store,
    streamTo((end) => app.connect(end as never)),
  );
  await agent.newSession({ cwd: "/w" });
  return {
    store,
    agent,
    heard,
    end: (error) => (error ? ends.shift()?.reject(error) : ends.shift()?.resolve()),
    hearing: (count) =>
      new Promise((resolve) => {
        notice = () => heard.length >= count && resolve();
        notice();
      }),
  };
}

const queueOf = (store: AcpStore) => store.getState().sessions.get("s1")?.queue ?? [];
const wordsIn = (store: AcpStore) =>
  queueOf(store).map(({ prompt }) => prompt[0]?.["text" as never]);

describe.each([1, 2] as const)("prompts of version %i while a turn runs", (version) => {
  it("wait in the state, and are sent in order, each when the turn before is over", async () => {
    const { store, agent, heard, end, hearing } = await scene(version);
    const results = ["One", "Two", "Three"].map((words) => agent.prompt("s1", words));
    expect(wordsIn(store)).toEqual(["Two", "Three"]);
    await hearing(1);
    end();
    expect(await results[0]).toEqual({ stopReason: "end_turn" });
    await hearing(2);
    expect(heard).toEqual(["One", "Two"]);
    expect(wordsIn(store)).toEqual(["Three"]);
    end();
    await hearing(3);
    end();
    expect(await Promise.all(results)).toHaveLength(3);
    expect(queueOf(store)).toEqual([]);
    expect(store.getState().sessions.get("s1")?.turns.size).toBe(3);
  });

  it("are not sent when they are removed", async () => {
    const { store, agent, heard, end, hearing } = await scene(version);
    const first = agent.prompt("s1", "One");
    const removed = agent.prompt("s1", "Two");
    const third = agent.prompt("s1", "Three");
    await hearing(1);
    store.unqueuePrompt("s1", queueOf(store)[0]?.id ?? "");
    expect(await removed).toEqual({ stopReason: "cancelled" });
    end();
    await first;
    await hearing(2);
    end();
    await third;
    expect(heard).toEqual(["One", "Three"]);
  });

  it("are held by a stop until the user goes on", async () => {
    const { store, agent, heard, end, hearing } = await scene(version);
    const first = agent.prompt("s1", "One");
    const second = agent.prompt("s1", "Two");
    await hearing(1);
    await agent.cancel("s1");
    expect(selectTurn(store.getState(), "s1")?.status).toBe("cancelling");
    end();
    await first;
    expect(store.getState().sessions.get("s1")?.queueHeld).toBe(true);
    const urgent = agent.prompt("s1", "Something else");
    await hearing(2);
    expect(heard).toEqual(["One", "Something else"]);
    end();
    await urgent;
    await hearing(3);
    end();
    await second;
    expect(heard).toEqual(["One", "Something else", "Two"]);
  });
});

describe("a prompt that is cancelled before it was sent", () => {
  it("is not sent any more", async () => {
    const { store, agent, heard, hearing, end } = await scene();
    const early = agent.prompt("s1", "Too early");
    await agent.cancel("s1");
    expect(await early).toEqual({ stopReason: "cancelled" });
    const next = agent.prompt("s1", "Next");
    await hearing(1);
    end();
    expect(await next).toEqual({ stopReason: "end_turn" });
    expect(heard).toEqual(["Next"]);
    expect(store.getState().sessions.get("s1")?.turns.size).toBe(1);
  });
});

describe("queued prompts", () => {
  it("are held by a turn that fails, and sent when they are released", async () => {
    const { store, agent, heard, end, hearing } = await scene();
    const first = agent.prompt("s1", "One");
    const second = agent.prompt("s1", "Two");
    await hearing(1);
    end(new Error("out of tokens"));
    await expect(first).rejects.toMatchObject({ code: -32603 });
    expect(heard).toEqual(["One"]);
    store.releaseQueue("s1");
    await hearing(2);
    end();
    expect(await second).toEqual({ stopReason: "end_turn" });
  });

  it("may be put into the store by anybody", async () => {
    const { store, heard, hearing, end } = await scene();
    store.queuePrompt("s1", [{ type: "text", text: "One" }]);
    await hearing(1);
    expect(heard).toEqual(["One"]);
    expect(queueOf(store)).toEqual([]);
    end();
  });

  it("of one session do not wait for another", async () => {
    const { agent, heard, hearing, end } = await scene();
    await agent.newSession({ cwd: "/w" });
    const both = [agent.prompt("s1", "One"), agent.prompt("s2", "Two")];
    await hearing(2);
    expect(heard).toEqual(["One", "Two"]);
    end();
    end();
    await Promise.all(both);
  });

  it("end as cancelled with their session", async () => {
    const { store, agent, hearing, end } = await scene();
    const first = agent.prompt("s1", "One");
    const second = agent.prompt("s1", "Two");
    await hearing(1);
    await agent.closeSession("s1");
    expect(await second).toEqual({ stopReason: "cancelled" });
    expect(await first).toEqual({ stopReason: "cancelled" });
    expect(store.getState().sessions.get("s1")?.closed).toBe(true);
    end();
    await expect(agent.prompt("s1", "Three")).rejects.toMatchObject({ reason: "session_closed" });
  });

  it("are not sent while the agent closes their session, and the next ones are", async () => {
    const asked: (string | undefined)[] = [];
    let prompted: number | undefined;
    const results: Record<string, object> = {
      initialize: {
        protocolVersion: 1,
        agentCapabilities: { loadSession: true, sessionCapabilities: { close: {} } },
      },
      "session/new": { sessionId: "s1" },
    };
    const stream = streamTo(
      rawAgent(({ id, method = "" }, write) => {
        asked.push(method);
        const ofFirst = method === "session/prompt" && prompted === undefined;
        if (ofFirst) return void (prompted = id);
        if (method === "session/close")
          write({ id: prompted, result: { stopReason: "cancelled" } });
        setImmediate(() => write({ id, result: results[method] ?? { stopReason: "end_turn" } }));
      }),
    );
    const store = createAcpStore({ scheduler: "sync" });
    const agent = await connectAgent(store, stream);
    await agent.newSession({ cwd: "/w" });
    const prompts = [agent.prompt("s1", "One"), agent.prompt("s1", "Two")];
    await until(store, (state) => selectTurn(state, "s1")?.status === "running");
    await agent.closeSession("s1");
    expect(await Promise.all(prompts)).toEqual([
      { stopReason: "cancelled" },
      { stopReason: "cancelled" },
    ]);
    await agent.loadSession({ sessionId: "s1", cwd: "/w" });
    expect(await agent.prompt("s1", "Three")).toEqual({ stopReason: "end_turn" });
    expect(asked.filter((method) => method === "session/prompt")).toHaveLength(2);
    agent.close();
  });

  it("stay in the state when the connection is closed, and their promises reject", async () => {
    const { store, agent, hearing } = await scene();
    const first = agent.prompt("s1", "One");
    const second = agent.prompt("s1", "Two");
    await hearing(1);
    agent.close("Enough.");
    await expect(first).rejects.toMatchObject({ reason: "closed" });
    await expect(second).rejects.toMatchObject({ reason: "closed" });
    expect(wordsIn(store)).toEqual(["Two"]);
    expect(store.getState().sessions.get("s1")?.queueHeld).toBe(true);
    await expect(agent.prompt("s1", "Three")).rejects.toMatchObject({ reason: "closed" });
  });
});
