import { connectAgent, type ConnectOptions } from "@acp-store/client";
import { createAcpStore, selectTurn } from "@acp-store/core";
import { afterEach, describe, expect, it, vi } from "vitest";
import { agentV1, agentV2 } from "./support/agents.js";
import { streamTo } from "./support/streams.js";
import { waitForState } from "./support/storeState.js";

afterEach(() => void vi.useRealTimers());

/** Connects to an agent that ignores cancels, and starts a turn that the test can end. */
async function startStubbornTurn(version: 1 | 2, options: ConnectOptions = {}) {
  const ends: ((error?: Error) => void)[] = [];
  const onPrompt = () =>
    new Promise<void>((resolve, reject) =>
      ends.push((error) => (error ? reject(error) : resolve())),
    );
  const app = version === 1 ? agentV1({ onPrompt }) : agentV2({ onPrompt });
  const store = createAcpStore({ idPrefix: "t", scheduler: "sync" });
  const stream = streamTo((agentEnd) => app.connect(agentEnd as never));
  const agent = await connectAgent(store, stream, options);
  await agent.newSession({ cwd: "/w" });
  const result = agent.prompt("s1", "One");
  await vi.waitUntil(() => ends.length === 1);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  return { store, agent, result, ends };
}

describe.each([1, 2] as const)(
  "a cancel that the agent does not confirm in version %i",
  (version) => {
    it("ends the turn as cancelled after 30 seconds, and the queue can go on", async () => {
      const { store, agent, result, ends } = await startStubbornTurn(version);
      const second = agent.prompt("s1", "Two");
      await agent.cancel("s1");
      await vi.advanceTimersByTimeAsync(29_999);
      expect(selectTurn(store.getState(), "s1")?.status).toBe("cancelling");
      await vi.advanceTimersByTimeAsync(1);
      expect(await result).toEqual({ stopReason: "cancelled" });
      expect(selectTurn(store.getState(), "s1")).toMatchObject({
        status: "ended",
        stopReason: "cancelled",
      });
      expect(store.getState().sessions.get("s1")).toMatchObject({
        activity: "idle",
        queueHeld: true,
      });
      expect(vi.getTimerCount()).toBe(0);

      vi.useRealTimers();
      store.releaseQueue("s1");
      await vi.waitUntil(() => ends.length === 2);
      ends[1]?.();
      expect(await second).toEqual({ stopReason: "end_turn" });
    });

    it("ignores a confirmation that arrives late", async () => {
      const { store, agent, result, ends } = await startStubbornTurn(version, {
        cancelTimeout: 10,
      });
      await agent.cancel("s1");
      await vi.advanceTimersByTimeAsync(10);
      expect(await result).toEqual({ stopReason: "cancelled" });
      const { turns } = store.getState().sessions.get("s1") ?? {};
      vi.useRealTimers();
      ends[0]?.();
      const next = agent.prompt("s1", "Next");
      await vi.waitUntil(() => ends.length === 2);
      ends[1]?.();
      expect(await next).toEqual({ stopReason: "end_turn" });
      expect(store.getState().sessions.get("s1")?.turns.get("turn-t-1")).toEqual(
        turns?.get("turn-t-1"),
      );
    });

    it("waits for the agent without a limit when the limit is switched off", async () => {
      const { agent, result, ends } = await startStubbornTurn(version, { cancelTimeout: false });
      await agent.cancel("s1");
      expect(vi.getTimerCount()).toBe(0);
      vi.useRealTimers();
      ends[0]?.();
      expect(await result).toEqual({ stopReason: "end_turn" });
    });
  },
);

it("ignores an error that arrives after the turn was ended locally", async () => {
  const { store, agent, result, ends } = await startStubbornTurn(1, { cancelTimeout: 10 });
  await agent.cancel("s1");
  await vi.advanceTimersByTimeAsync(10);
  await result;
  vi.useRealTimers();
  ends[0]?.(new Error("too late"));
  await agent.newSession({ cwd: "/w" });
  expect(selectTurn(store.getState(), "s1")).not.toHaveProperty("error");
});

it("stops the time limit when the agent confirms the cancel, and when the connection closes", async () => {
  const { store, agent, result, ends } = await startStubbornTurn(1);
  await agent.cancel("s1");
  await agent.cancel("s1");
  expect(vi.getTimerCount()).toBe(1);
  ends[0]?.();
  await result;
  expect(vi.getTimerCount()).toBe(0);

  void agent.prompt("s1", "Two").catch(() => {});
  await waitForState(store, (state) => selectTurn(state, "s1")?.status === "running");
  await agent.cancel("s1");
  expect(vi.getTimerCount()).toBe(1);
  await agent.close();
  expect(vi.getTimerCount()).toBe(0);
});
