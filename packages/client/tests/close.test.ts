import { connectAgent } from "@acp-store/client";
import { createAcpStore, type Frame, selectTurn } from "@acp-store/core";
import type { AnyMessage } from "@agentclientprotocol/sdk";
import { afterEach, describe, expect, it, vi } from "vitest";
import { rawAgent, streamTo } from "./support/streams.js";
import { waitForState } from "./support/storeState.js";

afterEach(() => void vi.useRealTimers());

const RESULTS: Record<string, object> = {
  initialize: { protocolVersion: 1, agentCapabilities: {} },
  "session/new": { sessionId: "s1" },
};

/** Connects to an agent that never ends a turn, and records the methods that it receives. */
async function connectToBusyAgent() {
  const received: (string | undefined)[] = [];
  const store = createAcpStore({ scheduler: "sync" });
  const source = () => {
    const agentStream = streamTo(
      rawAgent(({ id, method = "" }, write) => {
        received.push(method);
        if (RESULTS[method]) write({ id, result: RESULTS[method] });
      }),
    );
    return agentStream;
  };
  const agent = await connectAgent(store, source);
  await agent.newSession({ cwd: "/w" });
  return { agent, store, received };
}

const isCancel = (msg: unknown): boolean => JSON.stringify(msg).includes('"session/cancel"');

describe("close", () => {
  it("cancels the open turns at the agent before it closes the stream", async () => {
    const { agent, store, received } = await connectToBusyAgent();
    const prompt = agent.prompt("s1", "Go").catch((error: unknown) => error);
    await waitForState(store, (state) => selectTurn(state, "s1")?.status === "running");
    const closing = agent.close("Bye.");
    expect(store.getState().connection).toMatchObject({ status: "closed", reason: "Bye." });
    expect(selectTurn(store.getState(), "s1")).toMatchObject({
      status: "failed",
      cancelRequested: true,
    });
    await closing;
    expect(received.slice(-2)).toEqual(["session/prompt", "session/cancel"]);
    expect(await prompt).toMatchObject({ reason: "closed" });
  });

  it("does not count as a failure, unlike an agent that cannot be reached", async () => {
    const { agent, store } = await connectToBusyAgent();
    await agent.close("Not needed now.");
    const parked = { status: "closed", reason: "Not needed now.", parked: true };
    expect(store.getState().connection).toMatchObject(parked);
    const source = () =>
      streamTo(rawAgent(({ id, method = "" }, write) => write({ id, result: RESULTS[method] })));
    const next = await connectAgent(store, source);
    expect(store.getState().connection).toEqual({ status: "ready" });
    await next.close();
    const failed = connectAgent(store, () => Promise.reject(new Error("No agent.")));
    await expect(failed).rejects.toThrow("No agent.");
    expect(store.getState().connection).toMatchObject({
      status: "closed",
      reason: expect.stringContaining("No agent."),
    });
    expect(store.getState().connection).not.toHaveProperty("parked");
    const aborted = new AbortController();
    const started = connectAgent(store, source, { signal: aborted.signal });
    aborted.abort();
    await expect(started).rejects.toMatchObject({ reason: "closed" });
    expect(store.getState().connection).toMatchObject({ status: "closed", parked: true });
  });

  it("shows the cancel to the store, so that a trace leads to the same turn", async () => {
    const { agent, store } = await connectToBusyAgent();
    const frames: Frame[] = [];
    store.inspect((record) => {
      if (record.type === "frame") frames.push(record.frame);
    });
    agent.prompt("s1", "Go").catch(() => {});
    await waitForState(store, (state) => selectTurn(state, "s1")?.status === "running");
    await agent.close("Bye.");
    const replayed = createAcpStore();
    for (const frame of frames) replayed.observe(frame);
    expect(selectTurn(replayed.getState(), "s1")).toMatchObject({ cancelRequested: true });
    expect(frames.filter(({ msg }) => isCancel(msg))).toHaveLength(1);
  });

  it("sends nothing when no turn is open, and resolves each time it is called", async () => {
    const { agent, received } = await connectToBusyAgent();
    await Promise.all([agent.close("Bye."), agent.close("Again.")]);
    await agent.close();
    expect(await agent.closed).toBe("Bye.");
    expect(received).toEqual(["initialize", "session/new"]);
  });

  it("resolves when the stream has closed", async () => {
    let finishClosing = (): void => {};
    const toAgent = new TransformStream<AnyMessage>();
    const writer = toAgent.writable.getWriter();
    const toClient = new TransformStream<AnyMessage>();
    rawAgent(({ id, method = "" }, write) => write({ id, result: RESULTS[method] ?? {} }))({
      readable: toAgent.readable,
      writable: toClient.writable,
    });
    const writable = new WritableStream<AnyMessage>({
      write: (message) => writer.write(message),
      close: () => new Promise<void>((resolve) => (finishClosing = resolve)),
    });
    const agent = await connectAgent(createAcpStore(), { readable: toClient.readable, writable });
    let isClosed = false;
    const closing = agent.close().then(() => (isClosed = true));
    await agent.closed;
    await new Promise((resolve) => setImmediate(resolve));
    expect(isClosed).toBe(false);
    finishClosing();
    await closing;
  });

  it("resolves after a time limit when the agent reads nothing and the stream never closes", async () => {
    let isReading = true;
    const toClient = new TransformStream<AnyMessage>();
    const answers = toClient.writable.getWriter();
    const writable = new WritableStream<AnyMessage>({
      write(message) {
        if (!isReading) return new Promise(() => {});
        if (!("id" in message) || !("method" in message)) return undefined;
        const result = RESULTS[message.method];
        if (result) void answers.write({ jsonrpc: "2.0", id: message.id, result } as AnyMessage);
        return undefined;
      },
    });
    const store = createAcpStore({ scheduler: "sync" });
    const agent = await connectAgent(store, { readable: toClient.readable, writable });
    await agent.newSession({ cwd: "/w" });
    void agent.prompt("s1", "Go").catch(() => {});
    await waitForState(store, (state) => selectTurn(state, "s1")?.status === "running");
    isReading = false;
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const closing = agent.close();
    await vi.advanceTimersByTimeAsync(10_000);
    await closing;
    expect(vi.getTimerCount()).toBe(0);
  });
});
