import { type AcpState, type AcpStore, isSessionUnopened } from "@acp-store/core";
import type { persistSessions } from "@acp-store/persist";
import { type AgentScript, createGate, type ScriptedAgent } from "@acp-store/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  killClient,
  openRequests,
  restartClient,
  textsOf,
  waitUntilAttached,
} from "./support/savedSessions.js";
import { waitForState } from "./support/storeState.js";

const openedIds = (scripted: ScriptedAgent) =>
  openRequests(scripted).map(({ sessionId }) => sessionId);

const methodsOf = ({ frames }: ScriptedAgent) =>
  frames
    .filter(({ dir }) => dir === "sent")
    .map(({ msg }) => (msg as { readonly method?: string }).method);

const isUnopened = (store: AcpStore, sessionId: string) =>
  isSessionUnopened(store.getState().sessions.get(sessionId));

const EFFORT = {
  id: "effort",
  name: "Effort",
  type: "select" as const,
  value: "low",
  options: ["low", "high"].map((value) => ({ value, name: value })),
};

const valueOfEffort = (state: AcpState, sessionId: string) =>
  state.sessions.get(sessionId)?.configOptions[0]?.currentValue;

describe.each([1, 2] as const)("a saved session of an agent of version %i", (version) => {
  /** Starts a client with saved sessions and an agent that has not opened them. */
  async function restart(count: number, script: Partial<AgentScript> = {}) {
    const { storage, sessionIds, restartAgent } = await killClient(version, { sessions: count });
    const scripted = restartAgent(script);
    const client = await restartClient(storage, scripted);
    // The agent answers in order, so that it has got what was sent before.
    await client.agent.listSessions();
    return { ...client, scripted, sessionIds, id: sessionIds[0] ?? "", storage, restartAgent };
  }

  it("is opened by the first prompt for it, and the other 49 are not", async () => {
    const { store, agent, scripted, sessionIds, id } = await restart(50);
    expect(openRequests(scripted)).toEqual([]);
    expect(sessionIds.every((sessionId) => isUnopened(store, sessionId))).toBe(true);
    expect(textsOf(store.getState(), id)).toEqual(["user: Go", `agent: Hello from ${id}.`]);
    expect(await agent.prompt(id, "On")).toEqual({ stopReason: "end_turn" });
    expect(openedIds(scripted)).toEqual([id]);
  });

  it("is opened once for requests at the same time", async () => {
    const { agent, scripted, id } = await restart(2, { settings: [EFFORT] });
    const results = await Promise.allSettled([
      agent.setConfigOption(id, "effort", "high"),
      agent.prompt(id, "On"),
      agent.prompt(id, "And on"),
      agent.request("_example.com/review", { sessionId: id }),
    ]);
    expect(results.map(({ status }) => status).slice(0, 3)).toEqual(Array(3).fill("fulfilled"));
    expect(openedIds(scripted)).toEqual([id]);
  });

  it("is opened before a setting is changed", async () => {
    const { store, agent, scripted, id } = await restart(1, { settings: [EFFORT] });
    await agent.setConfigOption(id, "effort", "high");
    expect(openedIds(scripted)).toEqual([id]);
    expect(valueOfEffort(store.getState(), id)).toBe("high");
  });

  it("is opened before it is forked, and before an extension request for it", async () => {
    const { agent, scripted, sessionIds } = await restart(2, {
      features: ["load", "fork", "list"],
    });
    const [forked = "", reviewed = ""] = sessionIds;
    await agent.forkSession({ sessionId: forked, cwd: "/w" });
    await expect(agent.request("_example.com/x", { sessionId: reviewed })).rejects.toThrow(
      "Method not found",
    );
    expect(openedIds(scripted)).toEqual([forked, reviewed]);
  });

  it("rejects settings without sending them if the agent cannot open it", async () => {
    const { store, agent, scripted, id } = await restart(1, {
      onSession() {
        throw new Error("The session is broken.");
      },
    });
    const message = expect.stringContaining("The session is broken.");
    for (let attempt = 0; attempt < 2; attempt++)
      await expect(agent.setConfigOption(id, "effort", "high")).rejects.toMatchObject({
        reason: "detached",
        message,
      });
    expect(openedIds(scripted)).toEqual([id]);
    expect(methodsOf(scripted)).not.toContain("session/set_config_option");
    expect(store.getState().sessions.get(id)?.detached).toBe("The session is broken.");
  });

  it("is not opened by a cancel, a listing, or when it is closed", async () => {
    const { store, agent, scripted, id } = await restart(1);
    await agent.cancel(id);
    await agent.listSessions();
    expect(await agent.closeSession(id)).toEqual({});
    expect(store.getState().sessions.get(id)?.closed).toBe(true);
    expect(openRequests(scripted)).toEqual([]);
    expect(methodsOf(scripted)).not.toContain("session/close");
  });

  it("is loaded once if a prompt is sent while the application loads it", async () => {
    const { agent, scripted, id } = await restart(1);
    const loading = agent.loadSession({ sessionId: id, cwd: "/w" });
    expect(await agent.prompt(id, "On")).toEqual({ stopReason: "end_turn" });
    await loading;
    expect(openedIds(scripted)).toEqual([id]);
  });

  it("is opened by a prompt after the application has failed to load it", async () => {
    let isBroken = true;
    const { agent, scripted, id } = await restart(1, {
      onSession() {
        if (isBroken) throw new Error("Try again.");
      },
    });
    await expect(agent.loadSession({ sessionId: id, cwd: "/w" })).rejects.toThrow("Try again.");
    isBroken = false;
    expect(await agent.prompt(id, "On")).toEqual({ stopReason: "end_turn" });
    expect(openedIds(scripted)).toEqual([id, id]);
  });

  it("is opened while another one is still being opened", async () => {
    const gate = createGate();
    let opened = 0;
    const { agent, sessionIds } = await restart(2, {
      async onSession() {
        opened += 1;
        if (opened === 1) await gate.pass();
      },
    });
    const [first = "", second = ""] = sessionIds;
    const held = agent.prompt(first, "On");
    await gate.reached;
    expect(await agent.prompt(second, "On")).toEqual({ stopReason: "end_turn" });
    gate.open();
    expect(await held).toEqual({ stopReason: "end_turn" });
  });

  it("keeps a released prompt in the queue if the agent cannot open it", async () => {
    const { store, scripted, id } = await restart(1, {
      onSession() {
        throw new Error("The session is broken.");
      },
    });
    store.queuePrompt(id, [{ type: "text", text: "Then" }]);
    store.releaseQueue(id);
    await waitForState(store, () => !isUnopened(store, id));
    expect(store.getState().sessions.get(id)?.queue).toHaveLength(1);
    expect(openedIds(scripted)).toEqual([id]);
  });

  it("is opened if it was restored after the agent was connected", async () => {
    const { storage, sessionIds, restartAgent } = await killClient(version, { sessions: 2 });
    const [sessionId = ""] = sessionIds;
    const scripted = restartAgent();
    let persistence: ReturnType<typeof persistSessions> | undefined;
    const { store, agent } = await restartClient(storage, scripted, {}, (own) => {
      persistence = own;
      return { restore: own.restoreCatalog };
    });
    expect(store.getState().sessions.size).toBe(0);
    await persistence?.restoreSession(sessionId);
    expect(await agent.prompt(sessionId, "On")).toEqual({ stopReason: "end_turn" });
    expect(openedIds(scripted)).toEqual([sessionId]);
  });

  it("is opened again after a reconnect only if the agent had it open", async () => {
    const { store, agent, scripted, sessionIds } = await restart(3);
    const [first = "", , last = ""] = sessionIds;
    await agent.prompt(last, "On");
    await agent.prompt(first, "On");
    const before = openRequests(scripted).length;
    scripted.crash("Gone.");
    await waitForState(store, ({ connection }) => connection?.status === "lost");
    await waitForState(store, ({ connection }) => connection?.status === "ready");
    await agent.prompt(first, "Again");
    await agent.prompt(last, "Again");
    expect(openedIds(scripted).slice(before).toSorted()).toEqual([first, last].toSorted());
  });

  it("is read-only from the start if the agent can neither load nor resume sessions", async () => {
    if (version === 2) return;
    const { store, scripted, sessionIds } = await restart(2, { features: ["list"] });
    for (const sessionId of sessionIds)
      expect(store.getState().sessions.get(sessionId)?.detached).toContain("cannot load sessions");
    expect(openRequests(scripted)).toEqual([]);
  });

  it("is opened at most once, whatever is requested at the same time", async () => {
    const { storage, sessionIds, restartAgent } = await killClient(version, { sessions: 3 });
    const action = fc.record({
      name: fc.constantFrom("prompt", "setting", "queue", "cancel", "close", "list"),
      session: fc.nat({ max: 2 }),
      waits: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 12 }), async (actions) => {
        const scripted = restartAgent({ settings: [EFFORT] });
        const { store, agent, persistence } = await restartClient(storage, scripted);
        // The next run begins with the same storage.
        await persistence.stop();
        const closed = new Set<string>();
        const requests: Promise<unknown>[] = [];
        for (const { name, session, waits } of actions) {
          const id = sessionIds[session] ?? "";
          if (closed.has(id)) continue;
          if (name === "close") closed.add(id);
          const request = {
            prompt: () => agent.prompt(id, "On"),
            setting: () => agent.setConfigOption(id, "effort", "high"),
            queue: async () => {
              store.queuePrompt(id, [{ type: "text", text: "Then" }]);
              store.releaseQueue(id);
            },
            cancel: () => agent.cancel(id),
            close: () => agent.closeSession(id),
            list: () => agent.listSessions(),
          }[name]();
          requests.push(request.catch(() => {}));
          if (waits) await agent.listSessions();
        }
        let isDone = false;
        void Promise.all(requests).then(() => (isDone = true));
        // A cancel holds the prompts that are queued after it, until the user resumes them.
        while (!isDone) {
          for (const id of sessionIds)
            if (store.getState().sessions.get(id)?.queueHeld) store.releaseQueue(id);
          await agent.listSessions();
        }
        const opened = openedIds(scripted);
        expect(new Set(opened).size).toBe(opened.length);
        await agent.close();
      }),
      { numRuns: 40 },
    );
  });
});

it("stays read when it is opened, listed and restored again", async () => {
  const { storage, sessionIds, restartAgent } = await killClient(1, {});
  const [sessionId = ""] = sessionIds;
  const script: Partial<AgentScript> = {
    features: ["load", "list"],
    onSession: ({ send }) =>
      send({
        sessionUpdate: "session_info_update",
        title: "Opened",
        updatedAt: new Date().toISOString(),
      }),
  };
  for (let run = 0; run < 3; run++) {
    const { store, persistence, agent } = await restartClient(storage, restartAgent(script));
    store.markSessionRead(sessionId);
    await agent.listSessions();
    await agent.setConfigOption(sessionId, "none", "none").catch(() => {});
    await waitUntilAttached(store, sessionId);
    await agent.listSessions();
    expect(store.getState().catalog.get(sessionId)).not.toHaveProperty("unread");
    await agent.close();
    await persistence.stop();
  }
});
