import { connectAgent, type ConnectOptions } from "@acp-store/client";
import { createAcpStore, selectTurn } from "@acp-store/core";
import { scriptedAgent } from "@acp-store/testing";
import { afterEach, describe, expect, it, vi } from "vitest";
import { rawAgent, streamTo } from "./support/streams.js";
import { waitForState } from "./support/storeState.js";

afterEach(() => void vi.useRealTimers());

/** Connects to an agent that ignores cancels, and starts a turn that the test can end. */
async function startStubbornTurn(version: 1 | 2, options: ConnectOptions = {}) {
  const ends: (() => void)[] = [];
  const { connect } = scriptedAgent({
    protocolVersions: [version],
    onPrompt: () => new Promise((resolve) => ends.push(resolve)),
  });
  const store = createAcpStore({ idPrefix: "t", scheduler: "sync" });
  const agent = await connectAgent(store, connect(), options);
  const { sessionId } = await agent.newSession({ cwd: "/w" });
  const result = agent.prompt(sessionId, "One");
  await expect.poll(() => ends.length).toBe(1);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  return { store, agent, sessionId, result, ends };
}

describe.each([1, 2] as const)(
  "a cancel that the agent does not confirm in version %i",
  (version) => {
    it("ends the turn as cancelled after 30 seconds, and lets the queue continue", async () => {
      const { sessionId, store, agent, result } = await startStubbornTurn(version);
      const second = agent.prompt(sessionId, "Two");
      await agent.cancel(sessionId);
      await vi.advanceTimersByTimeAsync(29_999);
      expect(selectTurn(store.getState(), sessionId)?.status).toBe("cancelling");
      await vi.advanceTimersByTimeAsync(1);
      expect(await result).toEqual({ stopReason: "cancelled" });
      expect(selectTurn(store.getState(), sessionId)).toMatchObject({
        status: "ended",
        stopReason: "cancelled",
      });
      expect(store.getState().sessions.get(sessionId)).toMatchObject({
        activity: "idle",
        queueHeld: true,
      });
      expect(vi.getTimerCount()).toBe(0);

      vi.useRealTimers();
      store.releaseQueue(sessionId);
      // The prompt reaches the agent, which is still working on the first one.
      await expect(second).rejects.toThrow("a turn is already running");
    });

    it("ignores a confirmation that arrives late", async () => {
      const { sessionId, store, agent, result, ends } = await startStubbornTurn(version, {
        cancelTimeout: 10,
      });
      await agent.cancel(sessionId);
      await vi.advanceTimersByTimeAsync(10);
      expect(await result).toEqual({ stopReason: "cancelled" });
      const { turns } = store.getState().sessions.get(sessionId) ?? {};
      vi.useRealTimers();
      ends[0]?.();
      // The agent answers this request after it has ended its turn.
      await agent.newSession({ cwd: "/w" });
      const next = agent.prompt(sessionId, "Next");
      await expect.poll(() => ends.length).toBe(2);
      ends[1]?.();
      expect(await next).toEqual({ stopReason: "end_turn" });
      expect(store.getState().sessions.get(sessionId)?.turns.get("turn-t-1")).toEqual(
        turns?.get("turn-t-1"),
      );
    });

    it("waits for the agent without a limit when the limit is switched off", async () => {
      const { sessionId, agent, result, ends } = await startStubbornTurn(version, {
        cancelTimeout: false,
      });
      await agent.cancel(sessionId);
      expect(vi.getTimerCount()).toBe(0);
      vi.useRealTimers();
      ends[0]?.();
      expect(await result).toEqual({ stopReason: "end_turn" });
    });
  },
);

it("ignores an error that arrives after the turn was ended locally", async () => {
  let failPrompt = (): void => {};
  const results: Record<string, object> = {
    initialize: { protocolVersion: 1, agentCapabilities: {} },
    "session/new": { sessionId: "s1" },
    _ping: {},
  };
  const stream = streamTo(
    rawAgent(({ id, method = "" }, write) => {
      if (results[method]) write({ id, result: results[method] });
      if (method === "session/prompt")
        failPrompt = () => write({ id, error: { code: -32603, message: "too late" } });
    }),
  );
  const store = createAcpStore({ scheduler: "sync" });
  const agent = await connectAgent(store, stream, { cancelTimeout: 10 });
  await agent.newSession({ cwd: "/w" });
  const result = agent.prompt("s1", "One");
  await waitForState(store, (state) => selectTurn(state, "s1")?.status === "running");
  await agent.cancel("s1");
  await result;
  failPrompt();
  await agent.request("_ping");
  expect(selectTurn(store.getState(), "s1")).not.toHaveProperty("error");
});

it("stops the time limit when the agent confirms the cancel, and when the connection closes", async () => {
  const { sessionId, store, agent, result, ends } = await startStubbornTurn(1);
  await agent.cancel(sessionId);
  await agent.cancel(sessionId);
  expect(vi.getTimerCount()).toBe(1);
  ends[0]?.();
  await result;
  expect(vi.getTimerCount()).toBe(0);

  void agent.prompt(sessionId, "Two").catch(() => {});
  await waitForState(store, (state) => selectTurn(state, sessionId)?.status === "running");
  await agent.cancel(sessionId);
  expect(vi.getTimerCount()).toBe(1);
  await agent.close();
  expect(vi.getTimerCount()).toBe(0);
});
