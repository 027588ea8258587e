import { type AcpStore, selectMessages } from "@acp-store/core";
import { createGate } from "@acp-store/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { testAgent, testFleet } from "../support/agents.js";
import { waitForState } from "../../../../tests/support/waitForState.js";

const FOLDER = { cwd: "/w" };
const WORDS = 200;

/** Creates an agent that streams words until it is told to stop. */
function talkingAgent(id: string) {
  const gate = createGate();
  return testAgent(id, {
    async onPrompt(turn) {
      if (turn.text === "Hold") return turn.hold(gate);
      for (let word = 0; word < WORDS; word++) await turn.say(`${word} `);
    },
  });
}

function wordsOf(store: AcpStore, sessionId: string): number {
  const messages = selectMessages(store.getState(), sessionId);
  return messages.filter(({ role }) => role === "agent").length;
}

describe("an agent of a fleet", () => {
  it("streams while another one crashes, one hangs, and one cannot be started", async () => {
    const crashing = talkingAgent("crashing");
    const missing = testAgent("missing");
    const source = () => Promise.reject(new Error("spawn nosuchagent ENOENT"));
    const { fleet, get, status } = testFleet([
      talkingAgent("one"),
      talkingAgent("two"),
      crashing,
      talkingAgent("hanging"),
      { definition: { ...missing.definition, source } },
    ]);
    const ids = ["one", "two", "crashing", "hanging"];
    const sessions = new Map<string, string>();
    for (const id of ids) sessions.set(id, (await get(id).connection.newSession(FOLDER)).sessionId);
    const prompt = (id: string, text: string) =>
      get(id).connection.prompt(sessions.get(id) ?? "", text);
    const hanging = prompt("hanging", "Hold");
    const crashed = prompt("crashing", "Hold").catch((error: unknown) => error);
    const streaming = [prompt("one", "Go"), prompt("two", "Go")];
    const started = get("missing")
      .start()
      .catch((error: unknown) => error);
    await waitForState(
      get("one").store,
      () => wordsOf(get("one").store, sessions.get("one") ?? "") > 20,
    );
    crashing.crash("The agent exited with code 139.");
    expect(await Promise.all(streaming)).toEqual([
      { stopReason: "end_turn" },
      { stopReason: "end_turn" },
    ]);
    for (const id of ["one", "two"])
      expect(wordsOf(get(id).store, sessions.get(id) ?? "")).toBe(WORDS);
    expect(await crashed).toMatchObject({ reason: "closed" });
    expect(await started).toMatchObject({ message: expect.stringContaining("ENOENT") });
    expect([...ids, "missing"].map(status)).toEqual([
      "running",
      "running",
      "failed",
      "running",
      "failed",
    ]);
    const { inbox, counts } = fleet.overview.getState();
    expect(inbox.map(({ kind, agentId }) => `${kind} ${agentId}`).sort()).toEqual([
      "agent_failed crashing",
      "agent_failed missing",
      "failed crashing",
      "finished one",
      "finished two",
    ]);
    expect(counts).toEqual({ waiting: 0, failed: 3, finished: 2, working: 1 });
    await get("hanging").connection.cancel(sessions.get("hanging") ?? "");
    expect(await hanging).toEqual({ stopReason: "cancelled" });
  });

  it("answers while two others flood their stores", async () => {
    const flooding = ["x", "y"].map((id) =>
      testAgent(id, {
        async onPrompt(turn) {
          for (let index = 0; index < 2_000; index++) await turn.say(`${index} `);
        },
      }),
    );
    const quiet = testAgent("quiet");
    const { get } = testFleet([...flooding, quiet]);
    const turns = ["x", "y"].map(async (id) => {
      const { sessionId } = await get(id).connection.newSession(FOLDER);
      return get(id).connection.prompt(sessionId, "Go");
    });
    const { sessionId } = await get("quiet").connection.newSession(FOLDER);
    let floodEnded = false;
    const flood = Promise.all(turns).then((results) => {
      floodEnded = true;
      return results;
    });
    for (let turn = 0; turn < 5; turn++) await get("quiet").connection.prompt(sessionId, "Hi");
    expect(floodEnded).toBe(false);
    expect(await flood).toEqual([{ stopReason: "end_turn" }, { stopReason: "end_turn" }]);
  });
});

const steps = fc.array(
  fc.record({
    agentId: fc.constantFrom("a", "b", "c"),
    action: fc.constantFrom("prompt", "prompt", "open", "stop if idle", "start", "wait"),
  }),
  { minLength: 10, maxLength: 40, size: "max" },
);

it("loses no request when idle agents are stopped and started at any time", async () => {
  let requests = 0;
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      const agents = ["a", "b", "c"].map((id) => testAgent(id));
      const { fleet, get } = testFleet(agents, { idle: { maxRunning: 2, stopAfterMs: 2 } });
      const results: Promise<unknown>[] = [];
      const sessions = new Map<string, string>();
      for (const id of ["a", "b", "c"]) {
        const { sessionId } = await get(id).connection.newSession(FOLDER);
        sessions.set(id, sessionId);
        await get(id).connection.prompt(sessionId, "Go");
      }
      for (const { agentId, action } of list) {
        const agent = get(agentId);
        if (action === "prompt")
          results.push(agent.connection.prompt(sessions.get(agentId) ?? "", "Go"));
        if (action === "open") results.push(agent.connection.newSession(FOLDER));
        if (action === "start") results.push(agent.start());
        if (action === "stop if idle" && agent.isIdle()) void agent.stop();
        if (action === "wait") await new Promise((resolve) => setImmediate(resolve));
      }
      requests += results.length;
      await Promise.all(results);
      for (const { agents: all } of [fleet])
        for (const { store } of all.values())
          for (const { turns } of store.getState().sessions.values())
            for (const { status } of turns.values()) expect(status).toBe("ended");
      await fleet.close();
    }),
    { numRuns: Number(process.env["FLEET_RUNS"] ?? 20) },
  );
  expect(requests).toBeGreaterThan(100);
});
